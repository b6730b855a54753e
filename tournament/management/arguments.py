"""What is typed after a command that serves: a port, an address of this machine."""

from __future__ import annotations

import argparse
import ipaddress


def port_number(text: str) -> int:
    if not (text.isdecimal() and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 65535")
    return int(text)


def address(text: str) -> str:
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address such as 192.168.1.20"
        ) from None

"""What is typed after a command that serves: a port, an address of this machine."""

from __future__ import annotations

import argparse
import ipaddress

from scoring.whole_numbers import whole_number


def port_number(text: str) -> int:
    port = whole_number(text)
    if port is None or port > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 65535")
    return port


def address(text: str) -> str:
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address such as 192.168.1.20"
        ) from None

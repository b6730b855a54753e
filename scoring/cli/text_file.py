"""Reading a file as text, or telling why it can't be."""

from pathlib import Path

from scoring.cli.faults import Fault, InputFaults
from scoring.cli.text_table import printable

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: Path) -> str:
    """The file's text, which is UTF-8 with or without a byte order mark.

    Raises `InputFaults` for a file that can't be read, or is in another encoding: one fault for the
    whole of it, which names the first line that tells.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        fault = Fault(printable(str(path)), "a file that can be read", error.strerror or "none")
        raise InputFaults([fault]) from None
    if data.startswith(_UTF16_MARKS):
        where = f"{printable(path.name)}: line 1"
        raise InputFaults([Fault(where, "text in UTF-8", "UTF-16 (save the file as UTF-8)")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        where = f"{printable(path.name)}: line {line}"
        found = f"the byte 0x{error.object[error.start]:02X} (save the file as UTF-8)"
        raise InputFaults([Fault(where, "text in UTF-8", found)]) from None

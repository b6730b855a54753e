"""Reading a file as text, or telling why it can't be."""

from pathlib import Path

from scoring.cli.faults import Fault, InputFaults
from scoring.cli.text_table import printable

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: Path) -> str:
    """The file's text, which is UTF-8 with or without a byte order mark.

    Bytes that are no UTF-8 are kept as lone surrogates, to be told where they stand. Raises
    `InputFaults` for a file that can't be read, or is in UTF-16.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        fault = Fault(printable(str(path)), "a file that can be read", error.strerror or "none")
        raise InputFaults([fault]) from None
    if data.startswith(_UTF16_MARKS):
        where = f"{printable(path.name)}: line 1, column 1"
        raise InputFaults([Fault(where, "text in UTF-8", "UTF-16")])
    return data.decode("utf-8-sig", "surrogateescape")

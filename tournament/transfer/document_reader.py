"""From a file to a document, or to every fault in it.

The file can come from anywhere. Its size and the number of its values are checked before it is
parsed, so that no file costs more than a championship could.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO, NoReturn

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.errors import UserError
from tournament.transfer.layout import DOCUMENT, FORMAT, VERSION
from tournament.transfer.relations import relation_faults

LARGEST_FILE = 32 * 1024 * 1024
"""Bytes: some times what forty pairs make in 39 rounds."""
MOST_PARTS = 400_000
"""Objects and lists; each takes much more room in memory than in the file."""
MOST_VALUES = 2_000_000
LONGEST_NUMBER = 19
"""Digits, as the largest number that a database keeps has."""
SHOWN_FAULTS = 20


def read_document(file: BinaryIO) -> dict[str, Any]:
    """The document in a file. Raises `UserError` with the reasons why there is none in it."""
    return checked(parsed(file.read(LARGEST_FILE + 1)))


def parsed(content: bytes) -> Any:
    """What the JSON of a file holds. Raises `UserError` for one that is none, or too large."""
    if len(content) > LARGEST_FILE:
        raise UserError(
            _("The file is larger than %(size)d MB: this is not a championship.")
            % {"size": LARGEST_FILE >> 20}
        )
    parts = content.count(b"{") + content.count(b"[")
    if parts > MOST_PARTS or content.count(b",") > MOST_VALUES:
        raise UserError(_("The file contains more than a championship can."))
    return _parsed(content)


class _NotInTheFormat(ValueError):
    """JSON, but of a kind that the format doesn't use; the message says which."""


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(
            content.decode(),
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_no_fraction,
            parse_constant=_no_fraction,
        )
    except _NotInTheFormat as error:
        raise UserError(str(error)) from error
    except RecursionError as error:
        raise UserError(_("The file is nested too deeply: this is not a championship.")) from error
    except UnicodeDecodeError as error:
        raise UserError(
            _("The file is not in UTF-8 (byte %(place)d): it is damaged, or another kind of file.")
            % {"place": error.start}
        ) from error
    except json.JSONDecodeError as error:
        raise UserError(
            _(
                "The file is not JSON (line %(line)d, column %(column)d): it is damaged, or "
                "another kind of file."
            )
            % {"line": error.lineno, "column": error.colno}
        ) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _NotInTheFormat(_("An object of the file has a field twice."))
    return made


def _whole_number(text: str) -> int:
    if len(text.lstrip("-")) > LONGEST_NUMBER:
        raise _NotInTheFormat(_("The file contains a number that is too large."))
    return int(text)


def _no_fraction(_text: str) -> NoReturn:
    raise _NotInTheFormat(_("The file contains a number that is not whole."))


def checked(found: Any) -> dict[str, Any]:
    """What was found, if it is a document. Raises `UserError` with the reasons otherwise."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UserError(_("This is not the file of a championship."))
    version = found.get("version")
    if type(version) is int and version > VERSION:
        raise UserError(
            _(
                "The file comes from a newer version of this program (format %(version)d; this "
                "one reads up to %(known)d): install that version first."
            )
            % {"version": version, "known": VERSION}
        )
    refuse_with(DOCUMENT.faults(found, ""))
    refuse_with(relation_faults(found))
    return found


def refuse_with(faults: Iterator[str]) -> None:
    """Raise `UserError` if there is any fault, with the first of them."""
    first = list(islice(faults, SHOWN_FAULTS))
    if not first:
        return
    more = sum(1 for _one in islice(faults, 1000))
    if more:
        first.append(ngettext("And %(count)d more.", "And %(count)d more.", more) % {"count": more})
    raise UserError(*first)

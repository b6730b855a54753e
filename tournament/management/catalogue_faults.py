"""The faults of a catalogue, each as a sentence that names its text.

Every text must be translated, and a translation must carry the same placeholders and the same
marks at its ends as the text it stands for: a lost `%(count)d` fails only when the page is shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError

from tournament.management.catalogues import (
    LANGUAGES,
    extract_messages,
    mo_bytes,
    po_bytes,
    po_path,
    read_catalogue,
    texts_of,
    updated,
)

_PLACEHOLDERS = re.compile(r"%\(\w+\)[-#0+ ]*\d*(?:\.\d+)?[a-z]|%[sd%]|\{\w*\}|</?[a-z][^>]*>")
_END_MARKS = ".,:;!?…"


def faults(root: Path) -> list[str]:
    """Every fault of the catalogues under `root`; empty when all is well."""
    found = extract_messages(root)
    return [
        f"{language}: {fault}"
        for language in LANGUAGES
        for fault in _faults_of(found, po_path(root, language), language)
    ]


def _faults_of(found: Catalog, path: Path, language: str) -> Iterator[str]:
    try:
        catalogue = read_catalogue(path, language)
    except (PoFileError, UnicodeDecodeError) as error:
        yield f"the .po file can't be read: {error}"
        return
    new = updated(found, catalogue, language)
    yield from _differences(new, catalogue)
    if not path.exists() or path.read_bytes() != po_bytes(new):
        yield "the .po file is not as the sources make it: run `python3 manage.py catalogues`"
    compiled = path.with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != mo_bytes(
        updated(catalogue, catalogue, language)
    ):
        yield "the .mo file does not agree with the .po file: run `python3 manage.py catalogues`"
    for message in catalogue:
        if message.id:
            for fault in _faults_of_message(message):
                yield f"{_named(message)} {fault}"


def _differences(new: Catalog, catalogue: Catalog) -> Iterator[str]:
    """Texts that are missing from a catalogue, and those that nothing uses any more."""
    wanted, present = ({(m.context, m.id): m for m in each if m.id} for each in (new, catalogue))
    for key, message in wanted.items():
        if key not in present:
            yield f"{_named(message)} is missing ({message.locations[0][0]})"
    for key, message in present.items():
        if key not in wanted:
            yield f"{_named(message)} is used nowhere"


def _named(message: Message) -> str:
    context = f" ({message.context})" if message.context else ""
    return f"“{texts_of(message.id)[0]}”{context}"


def _faults_of_message(message: Message) -> Iterator[str]:
    originals, translations = texts_of(message.id), texts_of(message.string)
    if message.fuzzy:
        yield "is marked as fuzzy"
    if not all(translations):
        yield "is not translated"
    elif len(translations) != len(originals):
        yield f"needs {len(originals)} forms and has {len(translations)}"
    else:
        for index, translation in enumerate(translations):
            yield from _faults_of_form(originals, index, translation)


def _faults_of_form(originals: tuple[str, ...], index: int, translation: str) -> Iterator[str]:
    original = originals[index]
    lost = _placeholders(original) - _placeholders(translation)
    invented = _placeholders(translation) - _placeholders(originals[-1])
    # The form for one thing may say "one" where English has the number, or the other way round.
    may_be_lost = 1 if index < len(originals) - 1 else 0
    if lost.total() > may_be_lost or invented:
        yield f"has other placeholders than its translation “{translation}”"
    if _blanks(original) != _blanks(translation):
        yield f"begins or ends with other blanks than its translation “{translation}”"
    if _end_mark(original) != _end_mark(translation):
        yield f"ends with another mark than its translation “{translation}”"


def _placeholders(text: str) -> Counter[str]:
    return Counter(_PLACEHOLDERS.findall(text))


def _blanks(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _end_mark(text: str) -> str:
    last = text.rstrip()[-1:]
    return last if last in _END_MARKS else ""

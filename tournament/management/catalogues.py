"""Message catalogues without GNU gettext: texts of the sources, written as .po and .mo files.

Babel extracts the texts of Python files; Django first turns templates into something like Python,
as `makemessages` does. Catalogues are sorted and have no dates or line numbers, so they change only
when a text does.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po
from django.utils.translation.template import templatize

LANGUAGES = ("ca", "es")
"""English is the language of the sources and needs no catalogue."""
_WIDTH = 100

# Function → which arguments are the text, its plural, and the context (marked "c").
_SINGULAR, _PLURAL = None, (1, 2)
_WITH_CONTEXT, _PLURAL_WITH_CONTEXT = ((1, "c"), 2), ((1, "c"), 2, 3)
_KEYWORDS = {
    "_": _SINGULAR,
    "gettext": _SINGULAR,
    "gettext_lazy": _SINGULAR,
    "gettext_noop": _SINGULAR,
    "ngettext": _PLURAL,
    "ngettext_lazy": _PLURAL,
    "pgettext": _WITH_CONTEXT,
    "pgettext_lazy": _WITH_CONTEXT,
    "npgettext": _PLURAL_WITH_CONTEXT,
    "npgettext_lazy": _PLURAL_WITH_CONTEXT,
    "N_": _SINGULAR,
    "NC_": _WITH_CONTEXT,
}

Text = str | tuple[str, str]
"""A message id, or one for one thing and one for several."""


class SourceError(Exception):
    """A source file whose texts can't be read."""


class StableCatalog(Catalog):
    """A catalogue whose header says nothing that changes by itself."""

    def __init__(self, language: str) -> None:
        super().__init__(
            locale=language,
            charset="utf-8",
            fuzzy=False,
            header_comment="# Kept in step with the sources by `python3 manage.py catalogues`.",
        )
        self.language = language

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", "duplicate-botifarra"),
            ("Language", self.language),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            # One and several, in both: CLDR's third form of Catalan and Spanish is for
            # round millions, which nothing here reaches.
            ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
        ]

    mime_headers = property(_get_mime_headers)


def po_path(root: Path, language: str) -> Path:
    return root / "tournament" / "locale" / language / "LC_MESSAGES" / "django.po"


def extract_messages(root: Path) -> Catalog:
    """Return all texts of the site's Python files and templates, each with the files it stands in.

    Raises SourceError for a template whose translation tags are wrong.
    """
    found = Catalog()
    for path in _sources(root):
        name = path.relative_to(root).as_posix()
        for text, context in _messages_of(path):
            found.add(text, locations=[(name, 0)], context=context)
    return found


def _sources(root: Path) -> Iterator[Path]:
    for folder in ("scoring", "tournament"):
        for path in sorted((root / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path
    yield from sorted((root / "templates").rglob("*.html"))


def _messages_of(path: Path) -> Iterator[tuple[Text, str | None]]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        try:
            blanked = templatize(source, origin=str(path))
        except SyntaxError as error:
            raise SourceError(str(error)) from error
        # Indentation means nothing in a template, but would in the Python it is taken for.
        source = "\n".join(line.strip() for line in blanked.splitlines())
    file = io.BytesIO(source.encode())
    for _line, function, arguments, _comments in extract_python(file, _KEYWORDS, (), {}):
        if function in _KEYWORDS:
            yield from _message(_KEYWORDS[function], arguments)


def _message(
    places: Sequence[object] | None, arguments: str | Sequence[str | None] | None
) -> Iterator[tuple[Text, str | None]]:
    """Yield the text and context of one call, unless its arguments are not all literals."""
    values = (arguments,) if arguments is None or isinstance(arguments, str) else tuple(arguments)
    context = None
    if places in (_WITH_CONTEXT, _PLURAL_WITH_CONTEXT):
        context, values = values[0], values[1:]
    wanted = values[: 2 if places in (_PLURAL, _PLURAL_WITH_CONTEXT) else 1]
    texts = [text for text in wanted if text]
    if texts and len(texts) == len(wanted):
        yield (texts[0], texts[1]) if len(texts) == 2 else texts[0], context


def read_catalogue(path: Path, language: str) -> Catalog:
    """Return the catalogue in a .po file; an empty one where there is none."""
    if not path.exists():
        return StableCatalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def updated(found: Catalog, old: Catalog, language: str) -> Catalog:
    """Return a catalogue of exactly the texts found, with the translations of the old one."""
    new = StableCatalog(language)
    for message in found:
        if not message.id:
            continue  # the header
        before = old.get(message.id, message.context)
        new.add(
            message.id,
            _translation(message, before),
            locations=message.locations,
            context=message.context,
            user_comments=before.user_comments if before else (),
            flags=before.flags & {"fuzzy"} if before else (),
        )
    return new


def _translation(message: Message, before: Message | None) -> Text:
    """Return the old translation if it has as many forms as the text now needs, else empty ones."""
    forms = texts_of(before.string) if before else ()
    wanted = texts_of(message.id)
    if len(forms) != len(wanted):
        forms = ("",) * len(wanted)
    return (forms[0], forms[1]) if len(forms) == 2 else forms[0]


def texts_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return a text, or its forms for one thing and for several, as a tuple either way."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def po_bytes(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalogue, width=_WIDTH, sort_output=True, include_lineno=False)
    return file.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def write_all(root: Path) -> Iterator[tuple[str, int, int]]:
    """Update and compile every catalogue: for each language its texts, and those still empty."""
    found = extract_messages(root)
    for language in LANGUAGES:
        path = po_path(root, language)
        new = updated(found, read_catalogue(path, language), language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_bytes(new))
        path.with_suffix(".mo").write_bytes(mo_bytes(new))
        empty = [message for message in new if message.id and not all(texts_of(message.string))]
        yield language, len(new), len(empty)


_PLACEHOLDERS = re.compile(r"%\(\w+\)[-#0+ ]*\d*(?:\.\d+)?[a-z]|%[sd%]|\{\w*\}|</?[a-z][^>]*>")
_END_MARKS = ".,:;!?…"


def faults(root: Path) -> list[str]:
    """Return every fault of the catalogues under `root`; empty when all is well."""
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
    """Yield texts that are missing from a catalogue, and those that nothing uses any more."""
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

"""A draft as a text that a page carries, and back: signed, for one championship, and compressed.

The content comes from strangers, but the signature shows that it was packed here, so unpacking
can't give more than was packed.
"""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from tournament.contestants.list_import.drafts import Draft, SheetAnswers
from tournament.contestants.list_import.grids import Source, sheet_in, sheet_out
from tournament.contestants.list_import.layouts import Part
from tournament.core.errors import UserError
from tournament.models import Championship

_SEALED_FOR = "contestants.list_import"
_GOOD_FOR_SECONDS = 24 * 3600


def seal(championship: Championship, draft: Draft) -> str:
    """The draft, signed for this championship and compressed."""
    content = {
        "token": draft.token,
        "sheets": [sheet_out(sheet) for sheet in draft.source.sheets],
        "hidden": draft.source.hidden,
        "sheet": draft.sheet,
        "answers": [[index, *_answers_out(answers)] for index, answers in draft.answers.items()],
        "formulas": draft.take_formulas,
        "faulty": sorted(draft.faulty),
        "doubted": [[index, *keys] for index, keys in draft.doubted.items()],
    }
    return signing.dumps(content, salt=f"{_SEALED_FOR}.{championship.pk}", compress=True)


def unseal(championship: Championship, sealed: str) -> Draft:
    """What was sealed. Raises UserError for what was not sealed here, or long ago."""
    try:
        content = signing.loads(
            sealed, salt=f"{_SEALED_FOR}.{championship.pk}", max_age=_GOOD_FOR_SECONDS
        )
        return Draft(
            source=Source(tuple(map(sheet_in, content["sheets"])), tuple(content["hidden"])),
            of_players=championship.of_players,
            token=content["token"],
            sheet=content["sheet"],
            answers={index: _answers_in(*one) for index, *one in content["answers"]},
            take_formulas=content["formulas"],
            faulty=frozenset(content["faulty"]),
            doubted={index: tuple(keys) for index, *keys in content["doubted"]},
        )
    except (signing.BadSignature, KeyError, ValueError) as error:
        raise UserError(_("This preview is too old or damaged: read the list again.")) from error


def _answers_out(answers: SheetAnswers) -> list[Any]:
    columns = (
        None if answers.columns is None else [[c, p.value] for c, p in answers.columns.items()]
    )
    typed = [[index, name, text] for (index, name), text in answers.typed.items()]
    left_out = None if answers.left_out is None else sorted(answers.left_out)
    return [columns, typed, left_out, sorted(answers.settled)]


def _answers_in(columns: Any, typed: Any, left_out: Any, settled: Any) -> SheetAnswers:
    return SheetAnswers(
        None if columns is None else {column: Part(part) for column, part in columns},
        {(index, name): text for index, name, text in typed},
        None if left_out is None else frozenset(left_out),
        frozenset((index, key) for index, key in settled),
    )

"""The registry of kinds of results.

A new kind is a file beside this one, a line in `RESULT_KINDS`, and a member of `Result.Kind`; its
forms have lines in `results.forms.FORMS` and `phones.pair_forms.CORRECTION_FORMS`, and its pad on
phones in `phones.documents.PADS` and `js/table/kinds.js`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.models import Match, Result, Round, Stage
from tournament.results.kinds.abarrotada import ABARROTADA
from tournament.results.kinds.dealt_hand import DEALT_HAND
from tournament.results.kinds.game import GAME
from tournament.results.kinds.kind import Content, ResultKind
from tournament.stages.formats import format_of

RESULT_KINDS: Mapping[str, ResultKind[Any]] = {
    one.key: one for one in (DEALT_HAND, GAME, ABARROTADA)
}
"""Every kind by the key that its results bear."""


def kind_of(stage: Stage) -> ResultKind[Any]:
    """Return the kind of a stage's results, by the stage's settings."""
    kind = RESULT_KINDS[format_of(stage).results]
    return kind.in_stage(stage) if kind.in_stage is not None else kind


def kind_of_match(match: Match) -> ResultKind[Any]:
    """Return the kind by which a match's results are checked, by its stage and the match itself."""
    kind = RESULT_KINDS[format_of(match.round.stage).results]
    return kind.in_match(match) if kind.in_match is not None else kind


def numbers_of(round: Round) -> Sequence[int]:
    """Return the numbers of the results that every match of a round owes, in their order."""
    return kind_of(round.stage).numbers(round.deals)


def content_of(result: Result) -> Content:
    """Return the content of a stored version."""
    kind = RESULT_KINDS[result.kind]
    content: Content = kind.read({name: getattr(result, name) for name in kind.columns})
    return content


def unsaved_result(match: Match, number: int, entry: Content) -> Result:
    """Return an unstored version with this content, without number or author."""
    kind = kind_of(match.round.stage)
    return Result(match=match, deal=number, kind=kind.key, **entry.as_columns())

"""Sentences beside a pair's line on the rule that split its tie, for any ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import Split

MOST_NAMED = 6
"""Maximum number of others in a tie that are named; more are counted, as a list would be too
long."""


class Tied(Protocol):
    """Contestant's place, and the rules that split its ties."""

    @property
    def rank(self) -> int: ...
    @property
    def contestant(self) -> int: ...
    @property
    def splits(self) -> Sequence[Split]: ...


R = TypeVar("R", bound=Tied)


def texts_of_ties(
    rows: Sequence[R],
    had: Mapping[int, object],
    contestants: Mapping[int, ContestantRef],
    split_text: Callable[[Split], str],
) -> dict[int, str]:
    """Return a sentence for each contestant that was tied, by id; `rows` are in rank order, and
    `had` has the value that ranks each."""
    texts = {}
    for _tie, group in groupby(rows, lambda row: had[row.contestant]):
        tied = list(group)
        if len(tied) > 1:
            texts.update(
                {row.contestant: _tie_text(row, tied, contestants, split_text) for row in tied}
            )
    return texts


def _tie_text(
    row: R,
    tied: Sequence[R],
    contestants: Mapping[int, ContestantRef],
    split_text: Callable[[Split], str],
) -> str:
    """Return how the tie between `tied`, one of which is `row`, was split or that it stands, in the
    language in force.

    `split_text` returns a rule with the pair's value: "sum of hand scores (+12)".
    """
    others = [contestants[other.contestant] for other in tied if other is not row]
    sharing = [
        contestants[other.contestant]
        for other in tied
        if other is not row and other.rank == row.rank
    ]
    if not row.splits:
        return _("Tied with %(pairs)s; no rule splits them.") % {"pairs": _pairs(others)}
    # Translators: what follows one rule of a tie-break: "head-to-head (12.50), then …"
    rules = _(", then ").join(map(split_text, row.splits))
    text = _("Tied with %(pairs)s; split by %(rules)s.") % {"pairs": _pairs(others), "rules": rules}
    if sharing:
        still = _("Still tied with %(pairs)s: they share the rank.") % {"pairs": _pairs(sharing)}
        text = f"{text} {still}"
    return text


def _pairs(named: Sequence[ContestantRef]) -> str:
    if len(named) > MOST_NAMED:
        text = ngettext("%(count)d other pair", "%(count)d other pairs", len(named))
        if named[0].is_player:
            text = ngettext("%(count)d other player", "%(count)d other players", len(named))
        return text % {"count": len(named)}
    listed = ", ".join(map(str, sorted(one.number for one in named)))
    text = ngettext("pair %(numbers)s", "pairs %(numbers)s", len(named))
    if named[0].is_player:
        text = ngettext("player %(numbers)s", "players %(numbers)s", len(named))
    return text % {"numbers": listed}

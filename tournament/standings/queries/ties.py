"""Which rule split a tie, in a sentence that stands beside the pair's line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cards import Card
from scoring.settings import RankBy, TieBreak
from scoring.standings import Standings, StandingsRow, TieSplit
from tournament.core.labels import label
from tournament.core.numbers import score_text, signed_text
from tournament.standings.queries.teams import TeamRef


def tie_texts(standings: Standings[int], teams: Mapping[int, TeamRef]) -> dict[int, str]:
    """A sentence for each pair that was tied, by team id, in the language in force."""
    by_mean = standings.ranked_by is RankBy.MEAN
    scored = [row for row in standings.rows if row.hands]
    texts = {}
    for _value, group in groupby(scored, lambda row: row.mean if by_mean else row.total):
        tied = list(group)
        if len(tied) > 1:
            texts.update({row.team: _tie_text(row, tied, teams) for row in tied})
    return texts


def _tie_text(
    row: StandingsRow[int], tied: Sequence[StandingsRow[int]], teams: Mapping[int, TeamRef]
) -> str:
    others = [teams[other.team].number for other in tied if other is not row]
    sharing = [
        teams[other.team].number for other in tied if other is not row and other.rank == row.rank
    ]
    if not row.splits:
        return _("Tied with %(pairs)s; no rule splits them.") % {"pairs": _pairs(others)}
    # Translators: what follows one rule of a tie-break: "head-to-head (12.50), then …"
    rules = _(", then ").join(map(_split_text, row.splits))
    text = _("Tied with %(pairs)s; split by %(rules)s.") % {"pairs": _pairs(others), "rules": rules}
    if sharing:
        still = _("Still tied with %(pairs)s: they share the rank.") % {"pairs": _pairs(sharing)}
        text = f"{text} {still}"
    return text


def _pairs(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, sorted(numbers)))
    return ngettext("pair %(numbers)s", "pairs %(numbers)s", len(numbers)) % {"numbers": listed}


def _split_text(split: TieSplit) -> str:
    """The rule with what the pair had by it: "sum of hand scores (+12)"."""
    if split.card is not None:
        value = card_text(split.card)
    elif split.rule is TieBreak.HEAD_TO_HEAD:
        value = score_text(split.value)
    else:
        assert split.value is not None
        whole = int(split.value)
        value = signed_text(whole) if split.rule is TieBreak.HAND_SCORES else str(whole)
    return f"{label(split.rule)} ({value})"


def card_text(card: Card) -> str:
    """A drawn card by its number and suit, both in words of the language: "9, coins"."""
    return f"{card.rank.number}, {label(card.suit)}"

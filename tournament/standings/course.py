"""Drawings of the course of a championship: the ranks of all pairs over its rounds."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournament.core.drawings.rank_lines import NAME_LETTERS, RankLine, course_of, rank_lines
from tournament.core.drawings.shapes import Drawing
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.ranking import PairView, StandingsView

_PHONE, _PHONE_LETTERS = 336.0, 16
_MANY = 40
"""Minimum number of pairs for which the lines stand closer together."""


def course_drawing(
    view: StandingsView[Any],
    *,
    width: float = 1100.0,
    row: float | None = None,
    lit: int | None = None,
    most: int | None = None,
    letters: int = NAME_LETTERS,
) -> Drawing | None:
    """Return a drawing of the ranks in `view`, whose lines have `ranks`; None for fewer than two
    rounds.

    `lit` is the number of the pair to highlight; `most`, `row` and `letters` are as in
    `rank_lines`.
    """
    if not view.has_course:
        return None
    lines = [
        RankLine(pair.number, pair.name, one.ranks, pair.name_within(letters))
        for one in view.lines
        for pair in (one.contestant,)
    ]
    text = _("Ranks of %(pairs)s pairs after each of %(rounds)s rounds; first: %(first)s.")
    if view.lines[0].contestant.is_player:
        text = _("Ranks of %(pairs)s players after each of %(rounds)s rounds; first: %(first)s.")
    label = text % {
        "pairs": len(lines),
        "rounds": len(view.rounds),
        "first": lines[0].name,
    }
    height = row or (16.0 if len(lines) >= _MANY else 20.0)
    return rank_lines(
        lines, view.rounds, label, width=width, row=height, lit=lit, most=most, letters=letters
    )


def phone_course(view: StandingsView[Any], *, lit: int | None = None) -> Drawing | None:
    """Return the `course_drawing` of `view` as wide as a phone; None for fewer than two rounds."""
    return course_drawing(view, width=_PHONE, lit=lit, letters=_PHONE_LETTERS)


def pair_course(sheet: PairView[Any]) -> Drawing | None:
    """Return a drawing of one pair's ranks; None if unranked, or for fewer than two rounds."""
    line = sheet.standing
    if line is None or len(line.ranks) < 2:
        return None
    return course_of(line.ranks, sheet.rounds, sheet.ranked, ranks_text(line, sheet.rounds))


def ranks_text(line: StandingsLine[Any], rounds: tuple[int, ...]) -> str:
    """Return the ranks in words: "Ranks: round 1: 5; round 2: 3"."""
    told = "; ".join(
        _("round %(round)s: %(rank)s") % {"round": number, "rank": rank}
        for number, rank in zip(rounds, line.ranks)
        if rank is not None
    )
    return _("Ranks: %(ranks)s") % {"ranks": told}

"""Pair sheet: all hands of one pair, seen from its side of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.duplicate.scores import Field
from scoring.game.seats import Side
from tournament.core.counts import hands_text
from tournament.core.drawings.shapes import Drawing
from tournament.core.drawings.strip import StripDot, strip
from tournament.core.numbers import score_text
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.dots import form_of
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.gains import Gain, gains_of
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet, SideOfHand
from tournament.standings.rankings.ranking import PairView, RoundOfContestant, StandingsView


# A named tuple, as `SideOfHand`: the first page of a pair makes those of all.
class PairSheetLine(NamedTuple):
    """Hand of a pair, seen from the side on which it sat."""

    sheet: HandSheet
    entry: HandEntry
    side: Side

    @property
    def own(self) -> SideOfHand:
        return self.entry.sides[self.side]

    @property
    def opponents(self) -> SideOfHand:
        return self.entry.sides[self.side.opponents]

    @property
    def field(self) -> Field:
        """Return the field with which the pair's hand score is compared."""
        return self.sheet.fields[self.side]


@dataclass(frozen=True, slots=True)
class HandsOfRound(RoundOfContestant):
    """Pair's round: its hands, none if it rested, and their sum."""

    lines: tuple[PairSheetLine, ...]
    total: Fraction | None


@dataclass(frozen=True, slots=True)
class PairSheet(PairView[HandFigures]):
    """All hands of a pair by number. `by_round` is as in `HandFigures`."""

    lines: tuple[PairSheetLine, ...]
    by_round: Mapping[int, Fraction | None]

    @property
    def gains(self) -> tuple[Gain, ...]:
        """Return the pair's gains and losses beside those with the same cards."""
        return gains_of(self.lines)

    @property
    def dots(self) -> Drawing | None:
        """Return a drawing of the pair's final scores, a dot for each hand; None without any."""
        dots = [
            StripDot(
                line.own.final,
                form_of(line.entry.announcement),
                f"{label} {score_text(line.own.final)}",
            )
            for line in self.lines
            if line.own.final is not None
            for label in [_("Hand %(number)s") % {"number": line.entry.deal}]
        ]
        told = _("Hand points of %(hands)s.") % {"hands": hands_text(len(dots))}
        return strip(dots, lambda value: score_text(Fraction(value)), told)

    @property
    def groups(self) -> tuple[HandsOfRound, ...]:
        """Return the hands round by round, for the rounds in which it took part."""
        return tuple(
            HandsOfRound(
                round=number,
                lines=tuple(line for line in self.lines if line.entry.round == number),
                total=self.by_round[number],
            )
            for number in self.rounds
            if self.contestant.plays_in(number)
        )


def sheet_of(
    sheets: Mapping[int, HandSheet], contestant: ContestantRef, view: StandingsView[HandFigures]
) -> PairSheet:
    """Return one pair's part of the hand sheets, with its line in the standings."""
    lines = tuple(
        PairSheetLine(sheet, entry, side)
        for whole in sheets.values()
        for sheet in whole.parts
        for entry in sheet.entries
        for side, own in entry.sides.items()
        if own.contestant.id == contestant.id
    )
    return _sheet(contestant, lines, view)


def sheets_of(
    sheets: Mapping[int, HandSheet],
    contestants: Mapping[int, ContestantRef],
    view: StandingsView[HandFigures],
) -> tuple[PairSheet, ...]:
    """Return the sheets of all pairs, by their numbers: in one pass, as there may be hundreds."""
    lines: dict[int, list[PairSheetLine]] = {contestant: [] for contestant in contestants}
    for sheet in (part for whole in sheets.values() for part in whole.parts):
        for entry in sheet.entries:
            for side, own in entry.sides.items():
                lines[own.contestant.id].append(PairSheetLine(sheet, entry, side))
    return tuple(
        _sheet(contestant, tuple(lines[contestant.id]), view) for contestant in contestants.values()
    )


def _sheet(
    contestant: ContestantRef,
    lines: tuple[PairSheetLine, ...],
    view: StandingsView[HandFigures],
) -> PairSheet:
    standing = view.line_of(contestant)
    sat = {line.entry.round for line in lines}
    return PairSheet(
        contestant=contestant,
        rounds=view.rounds,
        rests=tuple(
            number for number in view.rounds if number not in sat and contestant.plays_in(number)
        ),
        standing=standing,
        ranked=view.ranked_beside(contestant),
        final=view.final,
        lines=lines,
        by_round=standing.figures.by_round if standing else dict.fromkeys(view.rounds),
    )

"""Explanation of a final score: every number in it, and the tables it was compared with.

Pure: computed from the scored hand sheet, so that a page and the standings cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.duplicate.methods import Bounds, Method
from scoring.duplicate.scores import Infraction, Origin
from scoring.duplicate.settings import AverageOf, Settings
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from scoring.game.tricks import EVEN_POINTS
from tournament.models import Outcome
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet, SideOfHand


class Doubling(StrEnum):
    """Reasons why a side's points count twice, or don't."""

    OWN_BOTIFARRA = "own-botifarra"
    OWN_CONTRO = "own-contro"
    OTHERS_BOTIFARRA = "others-botifarra"
    OTHERS_CONTRO = "others-contro"
    NOTHING = "nothing"


class WhyOut(StrEnum):
    """Reasons why a table is not among those compared."""

    NO_RESULT = "no-result"
    NOT_PLAYED = "not-played"
    INFRACTION = "infraction"
    AWARD = "award"
    ANNULLED = "annulled"


class WhyNone(StrEnum):
    """Reasons why a pair has no final score in a hand."""

    NO_RESULT = "no-result"
    NOT_PLAYED = "not-played"
    ANNULLED = "annulled"
    CANCELLED = "cancelled"
    RESTED = "rested"
    NOT_YET_THERE = "not-yet-there"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Seen:
    """One table's hand from the view of one side."""

    entry: HandEntry
    side: Side

    @property
    def own(self) -> SideOfHand:
        return self.entry.sides[self.side]

    @property
    def opponents(self) -> SideOfHand:
        return self.entry.sides[self.side.opponents]


@dataclass(frozen=True, slots=True)
class HandScore:
    """Hand score as a sum: (points − 36) × factor = score."""

    points: int
    factor: int
    score: int
    why: Doubling

    @property
    def above(self) -> int:
        """Return the points above 36; negative below."""
        return self.points - EVEN_POINTS


@dataclass(frozen=True, slots=True)
class Compared:
    """Table of the field, with its position in it.

    `this` is true of the pair's own table; `extreme` of a table left out of the mean that all are
    compared with.
    """

    seen: Seen
    lowest: bool
    highest: bool
    this: bool
    extreme: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Table that is not in the field; `this` is true of the pair's own table."""

    seen: Seen
    why: WhyOut
    this: bool


@dataclass(frozen=True, slots=True)
class Formula:
    """Final score that a method gives a hand score in its field, sorted from the highest."""

    method: Method
    bounds: Bounds
    score: int
    field: tuple[int, ...]
    final: Fraction


@dataclass(frozen=True, slots=True)
class Average:
    """Final scores that were averaged, each with its contestant, and their sum and mean."""

    parts: tuple[tuple[ContestantRef, Fraction], ...]
    total: Fraction
    final: Fraction


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Explanation of a pair's score in a hand. Parts that don't apply are None.

    `why_none` is set exactly if there is no final score; `seen` is None if the pair did not sit at
    a table. `field` is sorted by hand score, the highest first; `left_out` by table.
    """

    seen: Seen | None
    why_none: WhyNone | None
    hand_score: HandScore | None
    field: tuple[Compared, ...]
    left_out: tuple[LeftOut, ...]
    formula: Formula | None
    average: Average | None
    flat: Fraction
    """Score of everybody if all hand scores are equal, or if there is nothing to average."""

    @property
    def final(self) -> Fraction | None:
        return self.seen.own.final if self.seen else None

    @property
    def origin(self) -> Origin | None:
        return self.seen.own.origin if self.seen else None


def breakdown_of(sheet: HandSheet, contestant: ContestantRef, settings: Settings) -> Breakdown:
    """Return the explanation of the pair's final score in this hand, with the scores it is compared
    with."""
    sheet = sheet.seen_by(contestant)
    own = next(
        (
            seen
            for side in Side
            for seen in _seen(sheet, side)
            if seen.own.contestant.id == contestant.id
        ),
        None,
    )
    if own is None:
        return Breakdown(
            seen=None,
            why_none=WhyNone.CANCELLED if sheet.cancelled else _why_absent(contestant, sheet.round),
            hand_score=None,
            field=(),
            left_out=(),
            formula=None,
            average=None,
            flat=settings.flat,
        )
    field = _field(sheet, own, settings)
    return Breakdown(
        seen=own,
        why_none=_why_none(sheet, own) if own.own.final is None else None,
        hand_score=_hand_score(own, sheet.makers),
        field=field,
        left_out=tuple(_left_out(sheet, own)),
        formula=_formula(own, field, settings),
        average=_average(sheet, own, field, settings),
        flat=settings.flat,
    )


def _seen(sheet: HandSheet, side: Side) -> Iterator[Seen]:
    return (Seen(entry, side) for entry in sheet.entries)


def _why_absent(contestant: ContestantRef, round_number: int) -> WhyNone:
    if round_number < contestant.joined_round:
        return WhyNone.NOT_YET_THERE
    return WhyNone.RESTED if contestant.plays_in(round_number) else WhyNone.WITHDRAWN


def _why_none(sheet: HandSheet, seen: Seen) -> WhyNone:
    if sheet.cancelled:
        return WhyNone.CANCELLED
    if seen.entry.outcome is Outcome.BLANK:
        return WhyNone.NO_RESULT
    if seen.entry.outcome is Outcome.NOT_PLAYED:
        return WhyNone.NOT_PLAYED
    return WhyNone.ANNULLED


def _hand_score(seen: Seen, makers: Side) -> HandScore | None:
    if seen.own.hand_score is None or seen.own.points is None:
        return None
    announced = seen.entry.announcement
    factor = announced.factor(seen.side, makers)
    return HandScore(
        seen.own.points,
        factor,
        seen.own.hand_score,
        _doubling(announced, makes=seen.side is makers),
    )


def _doubling(announced: Announcement, *, makes: bool) -> Doubling:
    botifarra = announced.trump is Denomination.BOTIFARRA
    contro = announced.double is not Double.NONE
    if makes and botifarra:
        return Doubling.OWN_BOTIFARRA
    if not makes and contro:
        return Doubling.OWN_CONTRO
    if makes and contro:
        return Doubling.OTHERS_CONTRO
    return Doubling.OTHERS_BOTIFARRA if botifarra else Doubling.NOTHING


def _why_out(seen: Seen) -> WhyOut | None:
    """Return why this side of the table is not in its field; None if it is."""
    if seen.entry.outcome is Outcome.BLANK:
        return WhyOut.NO_RESULT
    if seen.entry.outcome is Outcome.NOT_PLAYED:
        return WhyOut.NOT_PLAYED
    if seen.own.origin is Origin.ANNULLED:
        return WhyOut.ANNULLED
    if seen.entry.infraction is not Infraction.NONE:
        return WhyOut.INFRACTION
    return WhyOut.AWARD if seen.entry.award.to(seen.side) else None


def _field(sheet: HandSheet, own: Seen, settings: Settings) -> tuple[Compared, ...]:
    if sheet.cancelled:
        return ()
    field = sheet.fields[own.side]
    compared = [seen for seen in _seen(sheet, own.side) if _why_out(seen) is None]
    compared.sort(key=lambda seen: (-(seen.own.hand_score or 0), seen.entry.table_number))
    out = settings.scorer.left_out(len(compared))
    return tuple(
        Compared(
            seen,
            lowest=seen.own.hand_score == field.low,
            highest=seen.own.hand_score == field.high,
            this=seen == own,
            extreme=not out <= index < len(compared) - out,
        )
        for index, seen in enumerate(compared)
    )


def _left_out(sheet: HandSheet, own: Seen) -> Iterator[LeftOut]:
    if sheet.cancelled:
        return
    for seen in _seen(sheet, own.side):
        if why := _why_out(seen):
            yield LeftOut(seen, why, this=seen == own)


def _formula(own: Seen, field: tuple[Compared, ...], settings: Settings) -> Formula | None:
    if own.own.origin is not Origin.FORMULA or own.own.hand_score is None or own.own.final is None:
        return None
    return Formula(
        method=settings.method,
        bounds=settings.bounds,
        score=own.own.hand_score,
        field=tuple(one.seen.own.hand_score or 0 for one in field),
        final=own.own.final,
    )


def _average(
    sheet: HandSheet, own: Seen, field: tuple[Compared, ...], settings: Settings
) -> Average | None:
    """Return the average, with the final scores that `scoring` averages: those of the field and, if
    the championship counts all others, those of sides penalised for an infraction."""
    if own.own.origin is not Origin.AVERAGE or own.own.final is None:
        return None
    parts = [(one.seen.own.contestant, one.seen.own.final) for one in field]
    if settings.average_of is AverageOf.ALL_OTHERS:
        parts += [
            (seen.own.contestant, seen.own.final)
            for seen in _seen(sheet, own.side)
            if seen.own.origin is Origin.INFRACTION
        ]
    finals = tuple((contestant, final) for contestant, final in parts if final is not None)
    return Average(
        finals, sum((final for _contestant, final in finals), Fraction(0)), own.own.final
    )

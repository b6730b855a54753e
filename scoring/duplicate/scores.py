"""Final scores of everybody from the tables' results of one deal.

All sides that held the N–S cards of a deal are compared with each other, and all that held the
E–W cards with each other. A *hand score* is what a side made at its own table; a *final score*
places it between the worst and the best hand score of its *field*: the tables with the same cards
where the hand was played out without a rule-break.

    hand score  = (points − 36) × 2 if that side announced a double, × 1 otherwise
    final score = worst + (best − worst) × (hand score − low) / (high − low)

This is the official method; `scoring.duplicate.methods` has the others.

The two fields of a deal are independent: nothing here assumes that N–S lose what E–W win. A table
with a rule-break is in neither field, whatever points were written down: the offending side gets
0 (by the mean, less than the lowest), the other side the average of the others that held its cards.
A side that a referee awarded the average is left out of its own field and gets that average; its
opponents keep what they made, unless they were awarded it too. A deal that was cancelled is
compared at no table: nobody has a final score in it. Arithmetic is exact throughout.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from scoring.duplicate.settings import DEFAULT_SETTINGS, AverageOf, Settings
from scoring.duplicate.tally import ContestantHand, exact_sum
from scoring.errors import ResultError, ResultFault
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement
from scoring.game.seats import Side, Sides
from scoring.game.tricks import EVEN_POINTS, POINTS_IN_A_HAND

T = TypeVar("T", bound=Hashable)
"""Identity of a contestant: a name, a number, or whatever the caller has."""


class _SomeSides(StrEnum):
    """Neither side, one of them, or both: values are "", "NS", "EW" and "NS+EW"."""

    def has(self, side: Side) -> bool:
        """Return whether `side` is among them."""
        return side.value in self.value.split("+")


class Infraction(_SomeSides):
    """Side that broke a rule of play in a hand."""

    NONE = ""
    NS = "NS"
    EW = "EW"
    BOTH = "NS+EW"

    def by(self, side: Side) -> bool:
        """Return whether `side` broke a rule."""
        return self.has(side)


class Award(_SomeSides):
    """Side to which a referee awarded the average in place of its result."""

    NONE = ""
    NS = "NS"
    EW = "EW"
    BOTH = "NS+EW"

    def to(self, side: Side) -> bool:
        """Return whether `side` was awarded the average."""
        return self.has(side)


# Looking up an enumeration's member costs more than what is done with it for each result.
_NO_INFRACTION, _NO_AWARD, _EW = Infraction.NONE, Award.NONE, Side.EW


@dataclass(frozen=True, slots=True)
class TableResult(Generic[T]):
    """Result of one deal at one table.

    `ns_points` are the trick points of N–S, 0 to 72; E–W made the rest. They may be missing only
    beside a rule-break or where both sides were awarded the average, and are not used there. A
    table has a rule-break or an award, not both. Raises `ResultError`.
    """

    contestants: Sides[T]
    ns_points: int | None
    announcement: Announcement = NOTHING_ANNOUNCED
    infraction: Infraction = Infraction.NONE
    award: Award = Award.NONE

    def __post_init__(self) -> None:
        if self.contestants.ns == self.contestants.ew:
            ns = self.contestants.ns
            raise ResultError(
                f"{ns} sits on both sides", fault=ResultFault.SAME_CONTESTANT, contestant=ns
            )
        if self.infraction is not Infraction.NONE and self.award is not Award.NONE:
            raise ResultError(
                "a rule-break and an awarded average", fault=ResultFault.BREAK_AND_AWARD
            )
        if self.ns_points is None:
            if self.infraction is Infraction.NONE and self.award is not Award.BOTH:
                raise ResultError("points are missing", fault=ResultFault.POINTS_MISSING)
        elif type(self.ns_points) is not int or not 0 <= self.ns_points <= POINTS_IN_A_HAND:
            raise ResultError(
                f"points must be a whole number from 0 to {POINTS_IN_A_HAND}",
                fault=ResultFault.POINTS_RANGE,
            )

    def points(self, side: Side) -> int | None:
        """Return the trick points of `side`; None where they are missing."""
        if self.ns_points is None or side is Side.NS:
            return self.ns_points
        return POINTS_IN_A_HAND - self.ns_points

    def hand_score(self, side: Side, makers: Side) -> int | None:
        """Return the hand score of `side`, −72 to 72, when `makers` made trumps.

        None beside a rule-break, and for a side that was awarded the average.
        """
        points = self.ns_points
        if points is None or self.infraction is not _NO_INFRACTION:
            return None
        if self.award is not _NO_AWARD and self.award.to(side):
            return None
        if side is _EW:
            points = POINTS_IN_A_HAND - points
        return (points - EVEN_POINTS) * self.announcement.factor(side, makers)


def hand_score(points: int, factor: int) -> int:
    """Return the hand score of a side with `points` (0–72); `factor` 2 if it announced a double."""
    return (points - EVEN_POINTS) * factor


class Origin(StrEnum):
    """Source of a final score."""

    FORMULA = "formula"
    """The score is what the championship's method gives for the hand score's place in the field."""
    FLAT = "flat"
    """The field tells nobody apart: everybody gets the flat score."""
    INFRACTION = "infraction"
    """A rule-break of its own: 0, or by the mean less than the lowest of the field."""
    AVERAGE = "average"
    """The average of the others with the same cards: after a rule-break of the opponents, or
    awarded by a referee."""
    AVERAGE_OF_NOBODY = "average-of-nobody"
    """The flat score in place of an average, as nobody else has a score to average."""
    ANNULLED = "annulled"
    """No score: a contestant at the table withdrew and its hands were annulled."""
    CANCELLED = "cancelled"
    """No score: a referee cancelled the deal for all tables."""


# A named tuple, because thousands are made for one championship: it takes less than half the time.
class SideScore(NamedTuple, Generic[T]):
    """One side's score at one table. `hand_score` is None at a table with a rule-break, and for a
    side that was awarded the average."""

    contestant: T
    side: Side
    hand_score: int | None
    final: Fraction | None
    origin: Origin


class TableScore(NamedTuple, Generic[T]):
    """Both sides' scores at one table, and the result that they come from."""

    result: TableResult[T]
    sides: Sides[SideScore[T]]


@dataclass(frozen=True, slots=True)
class Field:
    """Hand scores with which one side's results in a deal are compared.

    `low` and `high` are the lowest and the highest hand score at the `count` tables where the hand
    was played out without a rule-break and is not annulled; None when there is no such table.
    """

    low: int | None
    high: int | None
    count: int


@dataclass(frozen=True, slots=True)
class DealScores(Generic[T]):
    """A deal's scores, table by table in the order in which the results were given."""

    makers: Side
    tables: tuple[TableScore[T], ...]
    fields: Sides[Field]


def score_deal(
    makers: Side,
    results: Sequence[TableResult[T]],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    annulled: Collection[T] = (),
    cancelled: bool = False,
) -> DealScores[T]:
    """Score one deal at all the tables that played it, when `makers` made trumps.

    A hand that was not played has no result here. `annulled` are the withdrawn contestants whose
    hands don't count (a championship that lets them stand passes none): at their tables neither
    side has a final score, and nobody is compared with them. `cancelled`: no side has a final score
    in this deal, whatever was played. The order of `results` changes no score.

    Raises `ResultError` when a contestant sits at two tables.
    """
    _refuse_a_contestant_at_two_tables(results)
    why_void = _why_void(results, annulled, cancelled=cancelled)
    ns_scores, ns_field = _score_side(Side.NS, makers, results, why_void, settings)
    ew_scores, ew_field = _score_side(Side.EW, makers, results, why_void, settings)
    tables = [
        TableScore(
            result,
            Sides(
                SideScore(result.contestants.ns, Side.NS, *ns),
                SideScore(result.contestants.ew, Side.EW, *ew),
            ),
        )
        for result, ns, ew in zip(results, ns_scores, ew_scores)
    ]
    return DealScores(makers, tuple(tables), Sides(ns_field, ew_field))


def score_hands(
    makers: Side,
    results: Sequence[TableResult[T]],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    annulled: Collection[T] = (),
) -> list[ContestantHand[T]]:
    """Return the hands of `contestant_hands(score_deal(…))`, N–S first, for who needs nothing else
    of them: it takes half the time."""
    _refuse_a_contestant_at_two_tables(results)
    why_void = _why_void(results, annulled)
    ns, _ = _score_side(Side.NS, makers, results, why_void, settings)
    ew, _ = _score_side(Side.EW, makers, results, why_void, settings)
    pairs = [(result.contestants.ns, result.contestants.ew) for result in results]
    broke = Origin.INFRACTION
    return [
        ContestantHand(mine, theirs, hand, final, origin is broke)
        for (mine, theirs), (hand, final, origin) in zip(pairs, ns)
        if final is not None
    ] + [
        ContestantHand(mine, theirs, hand, final, origin is broke)
        for (theirs, mine), (hand, final, origin) in zip(pairs, ew)
        if final is not None
    ]


def _why_void(
    results: Sequence[TableResult[T]], annulled: Collection[T], *, cancelled: bool = False
) -> list[Origin | None]:
    """Return for each table why nobody has a final score there; None where they have."""
    if cancelled:
        return [Origin.CANCELLED] * len(results)
    gone = frozenset(annulled)
    if not gone:
        return [None] * len(results)
    return [
        Origin.ANNULLED if result.contestants.ns in gone or result.contestants.ew in gone else None
        for result in results
    ]


def _refuse_a_contestant_at_two_tables(results: Sequence[TableResult[T]]) -> None:
    seen: set[T] = set()
    together = [result.contestants for result in results]
    if len({one.ns for one in together} | {one.ew for one in together}) == 2 * len(results):
        return
    for result in results:
        for contestant in result.contestants:
            if contestant in seen:
                raise ResultError(
                    f"{contestant} sits at two tables",
                    fault=ResultFault.CONTESTANT_TWICE,
                    contestant=contestant,
                )
            seen.add(contestant)


_Score = tuple[int | None, Fraction | None, Origin]
"""One side's score at one table: hand score, final score, and its source."""


def _score_side(
    side: Side,
    makers: Side,
    results: Sequence[TableResult[T]],
    why_void: Sequence[Origin | None],
    settings: Settings,
) -> tuple[list[_Score], Field]:
    """Return the scores of all with `side`'s cards; `why_void`: reasons for missing ones."""
    hand_scores = [result.hand_score(side, makers) for result in results]
    compared = [
        score for score, void in zip(hand_scores, why_void) if score is not None and void is None
    ]
    field = Field(min(compared, default=None), max(compared, default=None), len(compared))
    played, finals = _finals(compared, settings)
    offender = settings.scorer.offender(compared)
    awarded: tuple[Fraction, Origin] | None = None
    scores: list[_Score] = []
    for result, hand, void in zip(results, hand_scores, why_void):
        final: Fraction | None
        if void is not None:
            final, origin = None, void
        elif hand is not None:
            final, origin = finals[hand], played
        elif result.infraction.by(side):
            final, origin = offender, Origin.INFRACTION
        else:
            if awarded is None:
                averaged = [finals[score] for score in compared]
                if settings.average_of is AverageOf.ALL_OTHERS:
                    averaged += [offender] * _count_offenders(side, results, why_void)
                awarded = _average(averaged, settings)
            final, origin = awarded
        scores.append((hand, final, origin))
    return scores, field


def _finals(compared: Sequence[int], settings: Settings) -> tuple[Origin, Mapping[int, Fraction]]:
    """Return the final scores by the hand scores of a field, and where they come from."""
    if not compared:
        return Origin.FORMULA, {}
    if settings.scorer.is_flat(compared):
        return Origin.FLAT, dict.fromkeys(compared, settings.flat)
    return Origin.FORMULA, settings.scorer.finals(compared, settings.bounds)


def _count_offenders(
    side: Side, results: Sequence[TableResult[T]], why_void: Sequence[Origin | None]
) -> int:
    return sum(
        result.infraction.by(side) and void is None for result, void in zip(results, why_void)
    )


def _average(finals: Sequence[Fraction], settings: Settings) -> tuple[Fraction, Origin]:
    """Return the average for the victims of a rule-break and for the side awarded it.

    None of them is among those averaged, neither by `PLAYED` (their table was not played out) nor
    by `ALL_OTHERS` (which counts what offenders get, not awarded averages).
    """
    if not finals:
        return settings.flat, Origin.AVERAGE_OF_NOBODY
    return Fraction(exact_sum(finals), len(finals)), Origin.AVERAGE

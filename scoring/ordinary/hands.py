"""Scores of a hand of the ordinary game.

The side with more than 36 points scores what it has above them, times a factor; the other side
scores nothing, and 36–36 scores nothing for either. The factor is 2 for botifarra, times a
multiplier for contro, recontro or Sant Vicenç. So a contrada botifarra counts fourfold here, unlike
in the duplicate game.

    NS 46 – EW 26, contro: NS (46 − 36) × 2 = 20, EW 0

After a revoke nobody counts tricks. By `Revoke.ALL_POINTS` the offenders lose all points that they
have in the game so far, a carried start included, and the opponents score 36, or 72 after
botifarra, whatever was doubled. By `Revoke.STAKE` the offenders keep what they have, and the
opponents score 36 times the factor.

Sources: "Botifarra" on pagat.com; for the stake, the rules of Girona and Torrefarrera.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import AnnouncementError, ResultError, ResultFault, SettingsError
from scoring.game.announcements import (
    NOTHING_ANNOUNCED,
    Announcement,
    Denomination,
    Double,
    SantVicencRule,
)
from scoring.game.seats import Side, Sides
from scoring.game.tricks import EVEN_POINTS, POINTS_IN_A_HAND
from scoring.settings import N_, NC_, Choice, Fixed, OneOf
from scoring.whole_numbers import whole_number

BOTIFARRA_FACTOR = 2


@dataclass(frozen=True, slots=True)
class Multipliers:
    """Factors of contro, recontro and Sant Vicenç: whole numbers from 1, none below the one before.
    Raises `SettingsError`."""

    contro: int = 2
    recontro: int = 4
    sant_vicenc: int = 8

    def __post_init__(self) -> None:
        values = (1, self.contro, self.recontro, self.sant_vicenc)
        if any(type(value) is not int for value in values) or list(values) != sorted(values):
            raise SettingsError(
                "multipliers must be whole numbers from 1, none below the one before",
                field="multipliers",
            )

    @classmethod
    def of_text(cls, text: str) -> "Multipliers":
        """Read what `str` gives, such as "2-4-8", each below 1,000. Raises `SettingsError`."""
        read = [whole_number(part, digits=3) for part in text.split("-")]
        numbers = [one for one in read if one is not None]
        if not len(read) == len(numbers) == 3:
            raise SettingsError("multipliers are three numbers, as 2-4-8", field="multipliers")
        return cls(*numbers)

    def __str__(self) -> str:
        """Return the factors as a text, such as "2-4-8"."""
        return f"{self.contro}-{self.recontro}-{self.sant_vicenc}"

    def of(self, double: Double) -> int:
        """Return the factor of that double: 1 where nobody doubled."""
        return {
            Double.NONE: 1,
            Double.CONTRO: self.contro,
            Double.RECONTRO: self.recontro,
            Double.SANT_VICENC: self.sant_vicenc,
        }[double]

    def factor(self, announcement: Announcement) -> int:
        """Return the factor of a hand's points, botifarra included."""
        botifarra = announcement.trump is Denomination.BOTIFARRA
        return (BOTIFARRA_FACTOR if botifarra else 1) * self.of(announcement.double)


DEFAULT_MULTIPLIERS = Multipliers()
MULTIPLIERS = OneOf(
    title=N_("Contro, recontro, Sant Vicenç"),
    question=N_("What they multiply the points of a hand by. Botifarra doubles them besides."),
    record=NC_("in the record", "contro, recontro, Sant Vicenç"),
    choices={
        DEFAULT_MULTIPLIERS: Choice(None, N_("By 2, 4 and 8, as nearly everywhere.")),
        Multipliers(2, 3, 5): Choice(None, N_("By 2, 3 and 5.")),
        Multipliers(2, 4, 10): Choice(None, N_("By 2, 4 and 10.")),
    },
    fixed=Fixed.BY_SHEETS,
)
KNOWN_MULTIPLIERS: tuple[Multipliers, ...] = tuple(MULTIPLIERS.choices)
"""The multipliers that clubs play with."""


class Revoke(StrEnum):
    """Penalties for a revoke."""

    ALL_POINTS = "all-points"
    """The offenders lose all their points in the game; the others score 36, after botifarra 72."""
    STAKE = "stake"
    """The offenders score nothing, the others 36 times the factor."""


REVOKE = OneOf(
    title=N_("A revoke"),
    question=N_("What it costs to play a card that isn't allowed."),
    record=NC_("in the record", "a revoke"),
    choices={
        Revoke.ALL_POINTS: Choice(
            NC_("what a revoke costs", "all points of the game"),
            N_(
                "The offenders lose all points they have in the game; their opponents get 36, 72 "
                "after botifarra."
            ),
        ),
        Revoke.STAKE: Choice(
            NC_("what a revoke costs", "the points at stake"),
            N_(
                "The offenders get nothing for the hand; their opponents get 36, multiplied as the "
                "hand was."
            ),
        ),
    },
    fixed=Fixed.BY_SHEETS,
)


@dataclass(frozen=True, slots=True)
class HandRules:
    """Rules by which hands are scored."""

    multipliers: Multipliers = DEFAULT_MULTIPLIERS
    sant_vicenc: SantVicencRule = SantVicencRule.ALLOWED
    revoke: Revoke = Revoke.ALL_POINTS


DEFAULT_HAND_RULES = HandRules()


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that was played: who made trumps, the trick points, and who revoked, if anybody did.

    `ns_points` are N–S's, 0 to 72; E–W made the rest. They may be missing only beside a revoke, and
    are not used there. Raises `ResultError`.
    """

    makers: Side
    ns_points: int | None
    announcement: Announcement = NOTHING_ANNOUNCED
    revoke: Side | None = None

    def __post_init__(self) -> None:
        if self.ns_points is None:
            if self.revoke is None:
                raise ResultError("points are missing", fault=ResultFault.POINTS_MISSING)
        elif type(self.ns_points) is not int or not 0 <= self.ns_points <= POINTS_IN_A_HAND:
            raise ResultError(
                f"points must be a whole number from 0 to {POINTS_IN_A_HAND}",
                fault=ResultFault.POINTS_RANGE,
            )


def score_hand(hand: Hand, totals: Sides[int], rules: HandRules) -> Sides[int]:
    """Return the points that the hand adds to each side's total; `totals` before it are 0 or more.

    Only a revoke by `Revoke.ALL_POINTS` takes something away: the figure is then minus the
    offenders' total. Raises `AnnouncementError` for a Sant Vicenç that the rules don't allow.
    """
    check_double(hand.announcement, rules.sant_vicenc)
    if hand.revoke is not None:
        return _after_revoke(hand.announcement, hand.revoke, totals, rules)
    assert hand.ns_points is not None  # only a revoke goes without
    excess = (hand.ns_points - EVEN_POINTS) * rules.multipliers.factor(hand.announcement)
    return Sides(max(0, excess), max(0, -excess))


def check_double(announcement: Announcement, sant_vicenc: SantVicencRule) -> None:
    """Raise `AnnouncementError` if the doubling went farther than it may."""
    allowed = sant_vicenc.doubles(announcement.trump)
    if announcement.double not in allowed:
        raise AnnouncementError(
            f"{announcement.double} is not allowed",
            field="double",
            text=announcement.double,
            expected=[double.value for double in allowed if double],
        )


def _after_revoke(
    announcement: Announcement, offenders: Side, totals: Sides[int], rules: HandRules
) -> Sides[int]:
    if rules.revoke is Revoke.STAKE:
        lost, won = 0, EVEN_POINTS * rules.multipliers.factor(announcement)
    else:
        botifarra = announcement.trump is Denomination.BOTIFARRA
        lost, won = -totals[offenders], EVEN_POINTS * (BOTIFARRA_FACTOR if botifarra else 1)
    return Sides.of(lambda side: lost if side is offenders else won)

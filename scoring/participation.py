"""Contestants ranked behind the others whatever they made: withdrawn ones, and those who played too
little.

A mean of few hands says little, and its leader could stop playing. So contestants with too few
hands stand behind all who have enough, and withdrawn ones behind both. A tie never crosses from one
of these classes to another.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from operator import itemgetter
from typing import Generic, TypeVar

from scoring.settings import N_, NC_, Choice, Message, OneOf

T = TypeVar("T", bound=Hashable)

_ENOUGH = N_("%(value)s of the hands are enough")
LEAST_SHARE = OneOf(
    title=N_("Hands that are enough"),
    question=N_(
        "While the mean per hand ranks: who has fewer than this share of the hands of whoever has "
        "most comes behind all who have enough, once the last round is closed. Rests, and hands "
        "lost because others were absent, are not missing."
    ),
    record=NC_("in the record", "share of the hands that is enough"),
    choices={
        Fraction(1, 2): Choice(None, N_("Half of them."), _ENOUGH),
        Fraction(2, 3): Choice(None, N_("Two thirds of them."), _ENOUGH),
        Fraction(3, 4): Choice(None, N_("Three quarters of them."), _ENOUGH),
        None: Choice(
            NC_("share of the hands", "none"),
            N_("Any number: who has played a single hand can win."),
            N_("Any number of hands is enough"),
        ),
    },
)
LEAST_SHARES: tuple[Fraction | None, ...] = tuple(LEAST_SHARE.choices)
"""Least shares of the most hands anybody has; None: any number of hands is enough."""
DEFAULT_LEAST_SHARE = Fraction(2, 3)


class Withdrawn(StrEnum):
    """Fates of the results of a withdrawn contestant."""

    KEEP = "keep"
    """The result stands, and hands stay in every comparison."""
    ANNUL = "annul"
    """Hands have no final score and are compared with nothing; games count for nobody."""


def withdrawn_setting(question: Message, keep: Message, annul: Message) -> OneOf:
    """Return the setting, with a sentence for each choice."""
    return OneOf(
        title=N_("When a pair withdraws"),
        question=question,
        record=NC_("in the record", "when a pair withdraws"),
        choices={
            Withdrawn.KEEP: Choice(
                N_("its results stand"), keep, N_("Results of withdrawn pairs kept")
            ),
            Withdrawn.ANNUL: Choice(
                N_("its results are annulled"), annul, N_("Results of withdrawn pairs annulled")
            ),
        },
    )


class Completion(StrEnum):
    """Classes by how much of a stage a contestant has played: earlier members are ranked first."""

    ENOUGH = "enough"
    TOO_FEW_HANDS = "too-few-hands"
    WITHDRAWN = "withdrawn"

    @property
    def behind(self) -> int:
        """The number of classes that are ranked before it."""
        return list(Completion).index(self)


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Fewer hands than the least share of the `most` that anybody in the same ranking has."""

    hands: int
    most: int
    least_share: Fraction


@dataclass(frozen=True, slots=True)
class Participation(Generic[T]):
    """Contestants who withdrew, and hands that nobody chose to miss.

    `excused` counts hands that a contestant missed through rests of the plan, or because others
    were absent or withdrew. Too few hands decide nothing until the last round is closed
    (`complete`).
    """

    withdrawn: Collection[T] = frozenset()
    excused: Mapping[T, int] = field(default_factory=dict)
    complete: bool = True

    def shortfalls(
        self, hands: Mapping[T, int], least_share: Fraction | None
    ) -> dict[T, Shortfall]:
        """Return the shortfall of each contestant with too few hands of those in a ranking."""
        if least_share is None:
            return {}
        most = max(hands.values(), default=0)
        return {
            one: Shortfall(own, most, least_share)
            for one, own in hands.items()
            if own + self.excused.get(one, 0) < least_share * most
        }

    def completion(self, contestant: T, shortfalls: Collection[T]) -> Completion:
        """Return the class in which a contestant is ranked."""
        if contestant in self.withdrawn:
            return Completion.WITHDRAWN
        short = self.complete and contestant in shortfalls
        return Completion.TOO_FEW_HANDS if short else Completion.ENOUGH


def in_turn(rests: Iterable[tuple[T, int]], regulars: Collection[T]) -> list[tuple[T, int]]:
    """Return the rests, by contestant and round, that a person who pairs by hand could not avoid
    giving.

    They are the earliest ones of each contestant, at most one more than the fewest of a regular,
    who took part all the time. Otherwise the leader could be left out of all later rounds.
    """
    own: dict[T, list[tuple[T, int]]] = {}
    for rest in sorted(rests, key=itemgetter(1)):
        own.setdefault(rest[0], []).append(rest)
    fewest = min((len(own.get(one, ())) for one in regulars), default=0)
    return [rest for found in own.values() for rest in found[: fewest + 1]]

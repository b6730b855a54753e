"""A round whose pairings somebody chose: what is impossible in it, and what is only doubtful."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.pairing.entrants import Entrants, two_of
from scoring.schedule.plan import Pairing


class ChoiceFault(StrEnum):
    """Reasons why a pairing can't be."""

    UNKNOWN = "unknown"
    """No contestant that takes part in the round."""
    TWICE = "twice"
    """The contestant stands in the round already."""


@dataclass(frozen=True, slots=True)
class WrongChoice:
    """A place in which a contestant can't stand: the pairing's index, and the place in it."""

    fault: ChoiceFault
    contestant: int
    index: int
    place: int
    """0 for the first of the pairing, 1 for the second."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """Choices that may be meant, and may be slips."""

    rematches: tuple[tuple[int, int], ...]
    """Contestants that meet again, by `two_of` them."""
    idle: tuple[int, ...]
    """Contestants that rest although they could meet another one that rests."""
    rests_again: tuple[int, ...]
    """Contestants that rest although somebody who plays has rested less often."""


def wrong_choices(pairings: Sequence[Pairing], present: Sequence[int]) -> Iterator[WrongChoice]:
    """Yield the places of a round in which somebody stands that can't stand there."""
    seen: set[int] = set()
    for index, pairing in enumerate(pairings):
        for place, contestant in enumerate(pairing):
            if contestant not in present:
                yield WrongChoice(ChoiceFault.UNKNOWN, contestant, index, place)
            elif contestant in seen:
                yield WrongChoice(ChoiceFault.TWICE, contestant, index, place)
            seen.add(contestant)


def doubts_about(pairings: Sequence[Pairing], entrants: Entrants) -> Doubts:
    """Return the doubts about a round in which nothing is impossible."""
    playing = {one for pairing in pairings for one in pairing}
    resting = tuple(one for one in entrants.present if one not in playing)
    rests: Counter[int] = entrants.rests
    least = min((rests[one] for one in playing), default=0)
    return Doubts(
        rematches=tuple(
            sorted(two_of(*one) for one in pairings if entrants.meetings[two_of(*one)])
        ),
        idle=resting if len(resting) > 1 else (),
        rests_again=tuple(one for one in resting if rests[one] > least),
    )

"""A knock-out of games: its settings, how far each contestant comes, and what ranks them.

The winner of a game gets through its round. So does a contestant that takes part without a game,
because it has a bye or its opponent has gone. The loser is out. In the last round the losers of the
semifinals can play for third place; if only one of them is left, it is third without playing.

Contestants are ranked by the rounds that they got through, the match for third place counting ½,
then by the tie-breaks of games.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from scoring.errors import SettingsError
from scoring.ordinary.standings import HALF, GameSettings, GameTieBreak, PlayedGame
from scoring.pairing.bracket import Bracket

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class KnockoutSettings(GameSettings):
    """The settings of a knock-out's games and ranking. Raises `SettingsError` for impossible ones.

    Somebody has to go on, so `extra_hands` is at least 1. `rest` has no meaning: who rests has a
    bye.
    """

    extra_hands: int = 2
    tie_breaks: tuple[GameTieBreak, ...] = (GameTieBreak.DIFFERENCE, GameTieBreak.POINTS_FOR)
    third_place: bool = True

    def __post_init__(self) -> None:
        GameSettings.__post_init__(self)
        if not self.extra_hands:
            raise SettingsError("extra_hands must be 1 at least", field="extra_hands")


DEFAULT_KNOCKOUT_SETTINGS = KnockoutSettings()


def got_through(
    bracket: Bracket[T],
    played: Mapping[int, Iterable[PlayedGame[T]]],
    takes_part: Callable[[T, int], bool],
    *,
    third_place: bool,
) -> dict[T, Fraction]:
    """How many rounds each contestant has got through; winning the match for third place is ½.

    `played` are the games of the rounds that are over, by their numbers from 1 in the knock-out,
    and `takes_part` says whether somebody was still there in one of them. A round that was reopened
    can lie before one that is over: whoever played in that one has got through the reopened one.
    """
    through = dict.fromkeys(bracket.seeds, Fraction(0))
    for number, games in sorted(played.items()):
        is_last = number == bracket.rounds
        for_third = bracket.for_third(through) if is_last else None
        out = set(for_third.contestants) if for_third is not None else set()
        met: set[T] = set()
        for game in games:
            two = set(game.contestants)
            met |= two
            for side, one in game.contestants.items():
                won = game.winner is side
                before = through.get(one, Fraction(0))
                come = before + won * HALF if two <= out else Fraction(number - 1 + won)
                through[one] = max(before, come)
        for one in bracket.seeds:
            if one not in met and through[one] == number - 1 and takes_part(one, number):
                through[one] = Fraction(number)
        left = [one for one in out if takes_part(one, number)] if third_place else []
        if len(left) == 1 and left[0] not in met:
            through[left[0]] += HALF
    return through

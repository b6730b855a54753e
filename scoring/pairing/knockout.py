"""A knock-out of games: its settings, how far each contestant comes, and what ranks them.

Two contestants that meet in a round of the bracket play a *tie*: one game, or two in two rounds of
the stage, its legs. Who has made more points in all games of the tie gets through. So does a
contestant that takes part without a game, because it has a bye or its opponent has gone. The loser
is out. In the last round the losers of the semifinals can play for third place; if only one of them
is left, it is third without playing.

The losers of the first round can have a second chance: a bracket of their own, beside the later
rounds of the first one. Each tie of the first round has a place in it, from the top of the bracket
down. Its loser takes the place if it has made at least one point; otherwise it stays empty. So a
corrected result changes who stands in a place, and never who meets whom elsewhere.

Contestants are ranked by the rounds that they got through, the match for third place counting ½;
those who lost in the first round by how far they came in the second chance; then by the tie-breaks
of games.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from scoring.ordinary.standings import (
    EXTRA_HANDS,
    HALF,
    TIE_BREAKS_OF_GAMES,
    GameScore,
    GameSettings,
    GameTieBreak,
    PlayedGame,
    Rest,
)
from scoring.pairing.bracket import Bracket, Through, byes_for, rounds_for
from scoring.participation import Withdrawn
from scoring.settings import N_, NC_, Choice, Fixed, OneOf, setting

T = TypeVar("T", bound=Hashable)

MOST_LEGS = 2
LEAST_ROUNDS_FOR_SECOND_CHANCE = 3
"""With fewer rounds the losers of the first round play for third place."""

Played = Mapping[int, Iterable[PlayedGame[T]]]
"""The games of the rounds of the stage that are over, by their numbers from 1."""
Counted = Callable[[int], int]
"""Maps the points of a game to those that count."""


@dataclass(frozen=True, slots=True)
class BracketRules:
    """Parts of a knock-out beside the bracket, and the number of games that decide a tie."""

    third_place: bool = False
    legs: int = 1
    second_chance: bool = False

    def place_of(self, number: int) -> tuple[int, int]:
        """Return the round of the bracket and the leg, from 1, of a round of the stage."""
        before, leg = divmod(number - 1, self.legs)
        return before + 1, leg + 1

    def legs_of(self, number: int) -> range:
        """Return the rounds of the stage in which a round of the bracket is played."""
        return range((number - 1) * self.legs + 1, number * self.legs + 1)

    def second_rounds(self, contestants: int) -> int:
        """Return the rounds of the second chance among `contestants`; 0 where none is held: it
        takes two ties in the first round, and two rounds after it."""
        ties = (contestants - byes_for(contestants)) // 2
        return self.second_rounds_of(ties, rounds_for(contestants))

    def second_rounds_of(self, ties: int, rounds: int) -> int:
        """Return the rounds of the second chance after `ties` first ties, in a bracket of
        `rounds`."""
        if not self.second_chance or rounds < LEAST_ROUNDS_FOR_SECOND_CHANCE:
            return 0
        return rounds_for(ties)


SINGLE_GAMES = BracketRules()


_EXTRA_HANDS = replace(
    EXTRA_HANDS,
    question=N_("How many are played at a time, until a pair is ahead. Usually 2."),
    least=1,
    unsaid=0,
)
_THIRD_PLACE = OneOf(
    title=N_("A match for third place"),
    question=N_("Between those who lose the semifinals."),
    record=NC_("in the record", "match for third place"),
    choices={
        True: Choice(None, N_("They play it in the round of the final.")),
        False: Choice(None, N_("Both are out; the tie-breaks say who is third.")),
    },
    unsaid=False,
)
_LEGS = OneOf(
    title=N_("Games against the same pair"),
    question=N_("How many decide who goes on. It can't be changed once there is a schedule."),
    record=NC_("in the record", "games between two pairs of the knock-out"),
    choices={
        1: Choice(None, N_("One game in each round of the bracket.")),
        MOST_LEGS: Choice(
            None,
            N_(
                "Two, in two rounds, the second one the other way round: the points of both decide."
            ),
        ),
    },
    fixed=Fixed.BY_SCHEDULE,
)
_SECOND_CHANCE = OneOf(
    title=N_("A second chance"),
    question=N_(
        "For those who lose in the first round with at least one point. It can't be changed once "
        "there is a schedule."
    ),
    record=NC_("in the record", "second chance"),
    choices={
        True: Choice(None, N_("They have a bracket of their own, beside the later rounds.")),
        False: Choice(None, N_("Whoever loses in the first round is out.")),
    },
    fixed=Fixed.BY_SCHEDULE,
)


@dataclass(frozen=True, slots=True)
class KnockoutSettings(GameSettings):
    """The settings of a knock-out's games and ranking. Raises `SettingsError` for impossible ones.

    Somebody has to go on, so `extra_hands` is at least 1. `rest` has no meaning: who rests has a
    bye.
    """

    extra_hands: int = setting(2, _EXTRA_HANDS)
    third_place: bool = setting(True, _THIRD_PLACE)
    legs: int = setting(1, _LEGS)
    second_chance: bool = setting(False, _SECOND_CHANCE)
    game_score: GameScore = GameScore.GAMES_WON
    rest: Rest = Rest.WIN
    asked_rest: Rest = Rest.NOTHING
    withdrawn: Withdrawn = Withdrawn.KEEP
    tie_breaks: tuple[GameTieBreak, ...] = setting(
        (GameTieBreak.DIFFERENCE, GameTieBreak.POINTS_FOR), TIE_BREAKS_OF_GAMES
    )

    @property
    def bracket(self) -> BracketRules:
        return BracketRules(self.third_place, self.legs, self.second_chance)


DEFAULT_KNOCKOUT_SETTINGS = KnockoutSettings()


class DecidedBy(StrEnum):
    """Reasons why a contestant got through."""

    POINTS = "points"
    ALL_POINTS = "all-points"
    """Points above the cap counted too, as the counted ones were equal."""
    REFEREE = "referee"
    OPPONENT_GONE = "opponent-gone"
    """The contestant had nobody to play against, or no longer."""
    BYE = "bye"
    PLAYED_ON = "played-on"
    """The contestant had played its next tie before a correction put the other one ahead."""


@dataclass(frozen=True, slots=True)
class PlayedTie(Generic[T]):
    """The games of a tie, in the order of their legs; `last` is the round of the last one."""

    games: tuple[PlayedGame[T], ...]
    last: int

    @property
    def contestants(self) -> frozenset[T]:
        return frozenset(self.games[0].contestants)

    def made(self, one: T, counted: Counted = int) -> int:
        """Return the points that a contestant has made in it."""
        return sum(counted(game.points[game.contestants.side_of(one)]) for game in self.games)

    def winner(self, counted: Counted, *, is_over: bool) -> T | None:
        """Return the contestant that gets through; None while that is open."""
        decided = self.decided(counted)
        if decided is None or not (is_over or decided[1] is DecidedBy.REFEREE):
            return None
        return decided[0]

    def decided(self, counted: Counted) -> "tuple[T, DecidedBy] | None":
        """Return the contestant ahead by the games that were played, and the reason; None for
        neither.

        A game that a referee gives to a contestant gives it the tie, the newest one if there are
        two. Otherwise the points that count decide, and all points where those are the same.
        """
        for game in reversed(self.games):
            if game.awarded is not None:
                return game.contestants[game.awarded], DecidedBy.REFEREE
        one, other = self.games[0].contestants
        for points, by in ((counted, DecidedBy.POINTS), (int, DecidedBy.ALL_POINTS)):
            made = self.made(one, points), self.made(other, points)
            if made[0] != made[1]:
                return (one if made[0] > made[1] else other), by
        return None


def ties_of(played: Played[T], rounds: Iterable[int]) -> tuple[PlayedTie[T], ...]:
    """Return the ties that were played in some rounds of the stage."""
    found: dict[frozenset[T], list[tuple[int, PlayedGame[T]]]] = {}
    for number in rounds:
        for game in played.get(number, ()):
            found.setdefault(frozenset(game.contestants), []).append((number, game))
    return tuple(
        PlayedTie(tuple(game for _number, game in games), games[-1][0]) for games in found.values()
    )


@dataclass(frozen=True, slots=True)
class Progress(Generic[T]):
    """Progress of each contestant.

    `through` counts rounds of the bracket, and `second_through` rounds of the second chance, of its
    contestants. `second` is its bracket, None before the first round is over and where it isn't
    held.
    """

    bracket: Bracket[T]
    through: dict[T, Fraction] = field(default_factory=dict)
    second: Bracket[T] | None = None
    second_through: dict[T, int] = field(default_factory=dict)

    def second_place(self, one: T) -> int:
        """Return 0 for a contestant outside the second chance, else 1 and its rounds there."""
        return 1 + self.second_through[one] if one in self.second_through else 0

    @property
    def scores(self) -> dict[T, Fraction]:
        """Ranking values: the rounds got through, and the second chance as a part of one."""
        parts = self.bracket.rounds + 1
        return {
            one: through + Fraction(self.second_place(one), parts)
            for one, through in self.through.items()
        }


def second_bracket(bracket: Bracket[T], in_it: Callable[[T], bool]) -> Bracket[T]:
    """Return the bracket of the second chance: one contestant of each first tie, in order."""
    return Bracket(tuple(next(filter(in_it, two), None) for two in first_ties(bracket)))


def first_ties(bracket: Bracket[T]) -> list[tuple[T, ...]]:
    """Return the ties of the first round from the top, without the byes."""
    if not bracket.rounds:
        return []
    return [tie.contestants for tie in bracket.ties(1, {}) if len(tie.contestants) == 2]


def progress_of(
    bracket: Bracket[T],
    played: Played[T],
    takes_part: Callable[[T, int], bool],
    rules: BracketRules = SINGLE_GAMES,
    counted: Counted = int,
) -> Progress[T]:
    """Return the progress of each contestant; winning the match for third place is ½.

    `takes_part` says whether somebody was still there in a round of the stage. A round that was
    reopened can lie before one that is over: a contestant that played in the later one has got
    through the reopened one, and another that would have come to its place by a corrected result
    has not. Likewise, what a contestant has played says in which of the two brackets it is,
    whatever a corrected result of the first round would make of it.
    """
    course = _Course(bracket, played, takes_part, rules, counted)
    for number in range(1, bracket.rounds + 1):
        course.go_on(number)
    return course.progress()


class _Course(Generic[T]):
    """The rounds of a bracket one after the other."""

    def __init__(
        self,
        bracket: Bracket[T],
        played: Played[T],
        takes_part: Callable[[T, int], bool],
        rules: BracketRules,
        counted: Counted,
    ) -> None:
        self.bracket, self.played, self.takes_part = bracket, played, takes_part
        self.rules, self.counted = rules, counted
        self.through = dict.fromkeys(bracket.contestants, Fraction(0))
        self.second_through: dict[T, int] = {}
        self.second_rounds = rules.second_rounds(len(bracket.seeds))
        first = first_ties(bracket)
        self.slots = {one: at for at, two in enumerate(first) for one in two}
        self.second_slots = Bracket(tuple(range(len(first))))
        self.places = {one: at for at, one in enumerate(bracket.leaves) if one is not None}
        self.first_over = False
        self.first_points: dict[T, int] = {}
        self.in_first: set[T] = set()
        """Contestants that have played in the bracket itself after the first round."""
        self.in_second: set[T] = set()
        """Contestants that have played in the second chance."""

    def go_on(self, number: int) -> None:
        """Count a round of the bracket, as far as it is over."""
        legs = self.rules.legs_of(number)
        known = [one for one in legs if one in self.played]
        if not known:
            return
        is_over, last = len(known) == len(legs), legs[-1]
        ties = ties_of(self.played, known)
        second = self._second_ties(number, ties)
        self._count([tie for tie in ties if tie not in second], number, last, is_over=is_over)
        if number == 1:
            self.first_over = is_over
            self.first_points = {one: tie.made(one) for tie in ties for one in tie.contestants}
        elif self.second_rounds >= number - 1:
            self._count_second(second, number - 1, last, is_over=is_over)

    def _second_ties(self, number: int, ties: Sequence[PlayedTie[T]]) -> list[PlayedTie[T]]:
        """Return the ties of the second chance.

        After a corrected result of the first round two ties of the second one can seem to be the
        same tie of the bracket. The one that stands first is, as they were paired in this order.
        """
        second: list[PlayedTie[T]] = []
        places: set[int] = set()
        begins = number == 2 and self.second_rounds > 0
        for tie in ties:
            place = self.bracket.place_in(number, next(iter(tie.contestants)))
            if self._is_second(number, tie) or (begins and place in places):
                second.append(tie)
            else:
                places.add(place)
        return second

    def _is_second(self, number: int, tie: PlayedTie[T]) -> bool:
        if number == 1 or not self.second_rounds or tie.contestants & self.in_first:
            return False
        if tie.contestants & self.in_second or not self.bracket.can_meet(number, *tie.contestants):
            return True
        slots = [self.slots[one] for one in tie.contestants if one in self.slots]
        if len(slots) < 2 or not self.second_slots.can_meet(number - 1, *slots):
            return False
        return self.first_over and all(self.through[one] < 1 for one in tie.contestants)

    def _winner(self, tie: PlayedTie[T], last: int, *, is_over: bool) -> T | None:
        """Return the contestant that gets through; where one left between the legs, the other."""
        if is_over and len(tie.games) < self.rules.legs:
            there = [one for one in tie.contestants if self.takes_part(one, last)]
            if len(there) == 1:
                return there[0]
        return tie.winner(self.counted, is_over=is_over)

    def _count(
        self, ties: Sequence[PlayedTie[T]], number: int, last: int, *, is_over: bool
    ) -> None:
        bracket, through = self.bracket, self.through
        is_last = number == bracket.rounds
        for_third = bracket.for_third(through) if is_last else None
        out = set(for_third.contestants) if for_third is not None else set()
        third = self._third(ties, out) if is_last else []
        met: set[T] = set()
        for tie in ties:
            met |= tie.contestants
            winner = self._winner(tie, last, is_over=is_over)
            for one in tie.contestants:
                won = one == winner
                if tie in third:
                    through[one] = Fraction(number - 2) + won * HALF
                else:
                    through[one] = max(through[one], Fraction(number - 1 + won))
        if number > 1:
            self.in_first |= met
            self._put_out([tie for tie in ties if tie not in third], number, met)
        if not is_over:
            return
        for one in bracket.contestants:
            if one not in met and through[one] == number - 1 and self.takes_part(one, last):
                through[one] = Fraction(number)
        left = [one for one in out if self.takes_part(one, last)] if self.rules.third_place else []
        if len(left) == 1 and left[0] not in met:
            through[left[0]] += HALF

    def _third(self, ties: Sequence[PlayedTie[T]], out: Collection[T]) -> Sequence[PlayedTie[T]]:
        """Return the tie for third place among the last round's. Where a corrected semifinal leaves
        that open, the final stands first, as they were paired in this order."""
        own = [tie for tie in ties if tie.contestants <= set(out)]
        return own if own or not self.rules.third_place else ties[1:]

    def _put_out(self, ties: Iterable[PlayedTie[T]], number: int, met: Collection[T]) -> None:
        """Put out the contestants that have not met anybody, in each part of the bracket of which
        somebody has played round `number`: even those that a corrected result would have brought
        this far."""
        played = {self.places[one] >> (number - 1) for tie in ties for one in tie.contestants}
        for one, place in self.places.items():
            if one not in met and place >> (number - 1) in played:
                self.through[one] = min(self.through[one], Fraction(number - 2))

    def _count_second(
        self, ties: Iterable[PlayedTie[T]], number: int, last: int, *, is_over: bool
    ) -> None:
        """Count a round, from 1, of the second chance."""
        met: set[T] = set()
        for tie in ties:
            met |= tie.contestants
            winner = self._winner(tie, last, is_over=is_over)
            for one in tie.contestants:
                self.through[one] = Fraction(0)
                come = max(self.second_through.get(one, 0), number - 1 + (one == winner))
                self.second_through[one] = come
        self.in_second |= met
        for one in self._second_bracket().contestants if is_over else ():
            come = self.second_through.setdefault(one, 0)
            if one not in met and come == number - 1 and self.takes_part(one, last):
                self.second_through[one] = number

    def _second_bracket(self) -> Bracket[T]:
        return second_bracket(self.bracket, self._has_second_chance)

    def _has_second_chance(self, one: T) -> bool:
        if one in self.in_second:
            return True
        lost = one not in self.in_first and self.through[one] < 1
        return lost and self.first_points.get(one, 0) > 0

    def progress(self) -> Progress[T]:
        if not self.second_rounds or not (self.first_over or self.in_second):
            return Progress(self.bracket, self.through)
        second = self._second_bracket()
        come = {one: self.second_through.get(one, 0) for one in second.contestants}
        return Progress(self.bracket, self.through, second, come)


def out_after(
    played: Played[T], rules: BracketRules, counted: Counted, second_rounds: int
) -> tuple[dict[T, int], set[T]]:
    """Return the last round of the stage for each contestant that is out of a knock-out; and the
    contestants with a second chance.

    A contestant that has lost in the first round, and has a second chance, is out when it loses
    again; the winner of the second chance after its last round.
    """
    out: dict[T, int] = {}
    again: set[T] = set()
    rounds = sorted({rules.place_of(one)[0] for one in played})
    met = {one: ties_of(played, rules.legs_of(one)) for one in rounds}
    for number in rounds:
        later = {one for n in rounds if n > number for tie in met[n] for one in tie.contestants}
        for tie in met[number]:
            winner = tie.winner(counted, is_over=len(tie.games) == rules.legs)
            if winner is None:
                continue
            (loser,) = tie.contestants - {winner}
            if loser in later and winner not in later and not second_rounds:
                winner, loser = loser, winner  # it was corrected after the next tie was played
            if number == 1 and second_rounds and tie.made(loser):
                again.add(loser)
            else:
                out.setdefault(loser, tie.last)
    for one in again:
        out.setdefault(one, rules.legs_of(1 + second_rounds)[-1])
    return out, again


def ties_to_play(
    bracket: Bracket[T], through: Through[T], second: Mapping[T, int], rules: BracketRules, at: int
) -> tuple[tuple[T, ...], ...]:
    """Return the ties of a round of the stage (from 1), as far as they are known.

    First the bracket from its top, then the match for third place, then the second chance.

    `second` is each one's `Progress.second_place`. A tie that a referee decided in its first leg
    has no second one.
    """
    number, leg = rules.place_of(at)
    ties = [*bracket.ties(number, through)]
    decided = [any(through.get(one, 0) >= number for one in tie.contestants) for tie in ties]
    third = bracket.for_third(through) if number == bracket.rounds else None
    if third is not None and rules.third_place:
        ties.append(third)
        come = [Fraction(through.get(one, 0)) for one in third.contestants]
        decided.append(any(one.denominator > 1 for one in come))
    if 0 < number - 1 <= rules.second_rounds(len(bracket.seeds)):
        own = second_bracket(bracket, lambda one: second.get(one, 0) > 0)
        got = {one: second[one] - 1 for one in own.contestants}
        seconds = own.ties(number - 1, got)
        ties += seconds
        decided += [any(got[one] >= number - 1 for one in tie.contestants) for tie in seconds]
    return tuple(
        tie.contestants
        for tie, is_decided in zip(ties, decided, strict=True)
        if leg == 1 or not is_decided
    )

"""Brackets of a knock-out and of its second chance, built from the progress of its pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.pairing.bracket import Bracket, Tie
from scoring.pairing.knockout import (
    DecidedBy,
    KnockoutSettings,
    Played,
    PlayedTie,
    Progress,
    ties_of,
)
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.bracket_view import (
    BracketRound,
    BracketSide,
    BracketTie,
    BracketView,
)
from tournament.standings.rankings.knockout.columns import knockout_round_name, second_round_name

Name = Callable[[int, int], str]


@dataclass(frozen=True, slots=True)
class BracketReader:
    """Builder of both brackets. `played` has the games by round of the stage, from 1; `first` is
    the number of the stage's first round in the championship."""

    contestants: Mapping[int, ContestantRef]
    progress: Progress[int]
    played: Played[int]
    settings: KnockoutSettings
    first: int

    def view(self) -> BracketView:
        bracket, through = self.progress.bracket, self.progress.through
        rounds = self._rounds(bracket, through, 0, knockout_round_name)
        third = bracket.for_third(through) if self.settings.third_place else None
        return BracketView(
            rounds,
            None if third is None else self._tie(third, through, bracket.rounds),
            self._second(),
        )

    def _second(self) -> BracketView | None:
        second = self.progress.second
        if second is None or not second.contestants:
            return None
        come = {one: Fraction(got) for one, got in self.progress.second_through.items()}
        return BracketView(self._rounds(second, come, 1, second_round_name), None)

    def _rounds(
        self, bracket: Bracket[int], through: Mapping[int, Fraction], before: int, name: Name
    ) -> tuple[BracketRound, ...]:
        """Return the rounds of a bracket that begins after `before` rounds of the main one."""
        return tuple(
            BracketRound(
                number=self.first + self.settings.bracket.legs_of(number + before)[0] - 1,
                last=self.first + self.settings.bracket.legs_of(number + before)[-1] - 1,
                name=name(number, bracket.rounds),
                ties=tuple(
                    self._tie(one, through, number + before)
                    for one in bracket.ties(number, through)
                ),
                is_over=self._is_over(number + before),
            )
            for number in range(1, bracket.rounds + 1)
        )

    def _is_over(self, number: int) -> bool:
        return all(one in self.played for one in self.settings.bracket.legs_of(number))

    def _tie(self, tie: Tie[int], through: Mapping[int, Fraction], number: int) -> BracketTie:
        """Return a tie that is played in round `number` of the main bracket."""
        games = ties_of(self.played, self.settings.bracket.legs_of(number))
        found = [one for one in games if one.contestants == frozenset(tie.contestants)]
        played = found[0] if found else None
        sides = [self._side(one, tie, through, played) for one in tie.sides]
        return BracketTie(
            (sides[0], sides[1]),
            tie.is_bye,
            self._is_over(number),
            self._decided_by(tie, sides, played),
        )

    def _side(
        self,
        one: int | None,
        tie: Tie[int],
        through: Mapping[int, Fraction],
        played: PlayedTie[int] | None,
    ) -> BracketSide:
        if one is None:
            return BracketSide(None)
        come = through.get(one, Fraction(0))
        goes_on = come.denominator > 1 if tie.is_for_third else come >= tie.round
        if played is None:
            return BracketSide(self.contestants[one], None, goes_on)
        if self.settings.legs == 1:
            return BracketSide(self.contestants[one], played.made(one), goes_on)
        counted = self.settings.counted
        legs = tuple(counted(game.points[game.contestants.side_of(one)]) for game in played.games)
        return BracketSide(self.contestants[one], sum(legs), goes_on, legs)

    def _decided_by(
        self, tie: Tie[int], sides: list[BracketSide], played: PlayedTie[int] | None
    ) -> DecidedBy | None:
        through = [one.contestant.id for one in sides if one.contestant and one.goes_on]
        if not through:
            return None
        if played is None:
            return DecidedBy.BYE if tie.is_bye else DecidedBy.OPPONENT_GONE
        decided = played.decided(self.settings.counted)
        is_whole = len(played.games) == self.settings.legs
        if decided is None or decided[0] not in through:
            return DecidedBy.PLAYED_ON if is_whole else DecidedBy.OPPONENT_GONE
        if not is_whole and decided[1] is not DecidedBy.REFEREE:
            return DecidedBy.OPPONENT_GONE
        return decided[1]

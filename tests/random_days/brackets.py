"""Who meets whom in a knock-out, worked out once more from who won before.

Looked at just after a round was paired: later corrections leave it as it is. Where an earlier round
was not played as its results would have it now, one was corrected, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.pairing.bracket import drawn_order
from tests.random_days.plain import LATER, AtTable, Played, played, winner_of_tie
from tournament.models import Entrant, Match, Round, Stage

Tie = frozenset[int]
Places = Sequence[int | None]
"""Who stands where in a bracket; None where nobody does."""
LEAST_FOR_THIRD = 4
LEAST_FOR_SECOND = 3
"""With fewer rounds nobody has a second chance."""


class NobodyKnows(Exception):
    """What was played doesn't say who comes there."""


def wrong_ties(stage: Stage) -> Iterator[str]:
    """Who is to meet in the newest round that was paired, and shouldn't; or the other way round."""
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    paired = [one for one in rounds if one.paired]
    if stage.kind != "knockout-101" or not paired or paired[-1].status != "planned":
        return
    bracket = _Bracket(stage, rounds)
    for round in paired:
        try:
            own = set(bracket.ties(round.number))
        except NobodyKnows:
            return
        said = bracket.paired[round.number]
        if own == said:
            continue
        if round is paired[-1]:
            told = [sorted(map(bracket.told, ties)) for ties in (said, own)]
            yield (
                f"stage {stage.number}, round {round.number}: the bracket's ties are {told[0]}, by"
                f" plain arithmetic {told[1]}"
            )
        return


@dataclass(frozen=True, slots=True)
class _Draw:
    """The places of a bracket from its top, and how many rounds of the first one lie before it."""

    places: Places
    later: int = 0


class _Bracket:
    """A knock-out, and what was played in it."""

    def __init__(self, stage: Stage, rounds: Sequence[Round]) -> None:
        self.stage, self.found = stage, played(stage)
        self.first = rounds[0].number
        self.main = _Draw(_in_places(_began(self.found, self.first)))
        self.size = len(self.main.places).bit_length() - 1
        self.games: Mapping[int, list[AtTable]] = {
            one.number: [table for table in self.found.tables if table.round == one.number]
            for one in rounds
        }
        self.paired: dict[int, set[Tie]] = {one.number: set() for one in rounds}
        for match in Match.objects.filter(round__stage=stage).prefetch_related("seats", "round"):
            seated = frozenset(seat.contestant_id for seat in match.seats.all())
            self.paired[match.round.number].add(seated)

    def told(self, tie: Tie) -> str:
        return "–".join(str(one) for one in sorted(self.found.contestants[pk].number for pk in tie))

    def is_there(self, pk: int, number: int) -> bool:
        return number < (self.found.contestants[pk].withdrawn_from or LATER)

    def legs(self, level: int) -> range:
        """The rounds in which one of the bracket is played."""
        legs = self.stage.knockout_settings().legs
        return range(self.first + (level - 1) * legs, self.first + level * legs)

    def ties(self, number: int) -> Iterator[Tie]:
        """Who meets in a round: in the bracket, for third place, and in the second chance."""
        level = 1 + (number - self.first) // self.stage.knockout_settings().legs
        for two in (*self._ties(self.main, level), *self._third(level), *self._again(level)):
            decided = number != self.legs(level)[0] and self._given(two, level)
            if len(two) == 2 and not decided and all(self.is_there(one, number) for one in two):
                yield two

    def _given(self, tie: Tie, level: int) -> bool:
        """Whether a referee gave a game of a tie to somebody."""
        own = (one for number in self.legs(level) for one in self.games[number])
        results = (one.results.values() for one in own if {*one.held.values()} == tie)
        return any(one.given_to for several in results for one in several)

    def _ties(self, draw: _Draw, level: int) -> list[Tie]:
        """Who has come where two of them meet, in a round of the first bracket."""
        size = 1 << (level - draw.later)
        parts = (draw.places[at : at + size] for at in range(0, len(draw.places), size))
        return [self._meeting(one, level, draw) for one in parts]

    def _meeting(self, part: Places, level: int, draw: _Draw) -> Tie:
        half = len(part) // 2
        come = (self._comes(own, level - 1, draw) for own in (part[:half], part[half:]))
        return frozenset(one for one in come if one is not None)

    def _comes(self, part: Places, level: int, draw: _Draw) -> int | None:
        """Who comes out of a part of a bracket after a round."""
        there = [one for one in part if one is not None]
        if len(there) <= 1:
            return there[0] if there else None
        return self._winner(self._meeting(part, level, draw), level)

    def _winner(self, tie: Tie, level: int) -> int | None:
        """Who gets through: who won, or is alone there when the round is over."""
        last = self.legs(level)[-1]
        if last not in self.found.closed:
            raise NobodyKnows
        games = (one for number in self.legs(level) for one in self.games[number])
        own = [one for one in games if {*one.held.values()} == tie and one.was_played]
        left = [one for one in tie if self.is_there(one, last)]
        is_whole = len(own) == self.stage.knockout_settings().legs or self._given(tie, level)
        if own and (is_whole or len(left) != 1):
            winner = winner_of_tie(self.stage, own)
            if winner is None:
                raise NobodyKnows
            return winner
        if len(left) > 1:
            raise NobodyKnows
        return left[0] if left else None

    def _lost(self, tie: Tie, level: int) -> Tie:
        winner = self._winner(tie, level)
        if winner is None:
            raise NobodyKnows
        return tie - {winner}

    def _third(self, level: int) -> list[Tie]:
        """Return the match for third place, which the losers of the semifinals play beside the
        final."""
        began = sum(one is not None for one in self.main.places)
        has_third = self.stage.knockout_settings().third_place
        if level != self.size or not has_third or began < LEAST_FOR_THIRD:
            return []
        semifinals = [tie for tie in self._ties(self.main, level - 1) if len(tie) == 2]
        return [frozenset(one for tie in semifinals for one in self._lost(tie, level - 1))]

    def _again(self, level: int) -> list[Tie]:
        """The second chance of those who lost in the first round with a point at least: a bracket
        in which the ties of that round, from the top, have the places of the first, the second …"""
        first = [tie for tie in self._ties(self.main, 1) if len(tie) == 2]
        rounds = max(0, len(first) - 1).bit_length()
        has_second = self.stage.knockout_settings().second_chance
        if not has_second or self.size < LEAST_FOR_SECOND or level == 1:
            return []
        if level > 1 + rounds:
            return []
        lost = [next(iter(self._lost(tie, 1)), None) for tie in first]
        return self._ties(_Draw(_in_places([self._with_points(one) for one in lost]), 1), level)

    def _with_points(self, pk: int | None) -> int | None:
        """Somebody who has made a point in the first round; None for anybody else."""
        own = (
            (table, side)
            for number in self.legs(1)
            for table in self.games[number]
            for side, one in table.held.items()
            if one == pk
        )
        points = (
            (result.game_ns if side == "NS" else result.game_ew) or 0
            for table, side in own
            for result in table.results.values()
        )
        return pk if any(points) else None


def _began(found: Played, first: int) -> list[int]:
    """Who began in a knock-out, by id: the strongest first, or in the order of their lots."""
    seeds = {one.contestant_id: one.seed for one in Entrant.objects.filter(stage=found.stage)}
    began = [one for one in found.contestants.values() if one.joined_round <= first]
    began.sort(key=lambda one: seeds.get(one.pk, one.number))
    order = [one.number for one in began]
    if not found.stage.seeded:
        order = [*drawn_order(order, found.stage.pairing_seed)]
    by_number = {one.number: one.pk for one in began}
    return [by_number[one] for one in order]


def _in_places(seeds: Places) -> Places:
    """The places from the top of the bracket: while the stronger win, the first two meet in the
    final."""
    places = [1]
    while len(places) < len(seeds):
        both = 2 * len(places) + 1
        places = [place for one in places for place in (one, both - one)]
    return [seeds[one - 1] if one <= len(seeds) else None for one in places]

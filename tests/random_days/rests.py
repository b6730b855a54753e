"""Who rests: nobody twice before everybody has rested once, where that can be avoided.

Looked at from what is planned or open: rests that somebody asked for, and those of whoever lost the
opponents (a withdrawal), are nobody's choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import Any

from tournament.models import Contestant, Match, Round, Stage
from tournament.stages.formats import format_of

LATER = 10**6


Offered = Callable[[], Collection[tuple[int, int]]]
"""Tells, by round and pair, who rests there and can be let play by a button."""


def unfair_rests(stage: Stage, offered: Offered) -> Iterator[str]:
    """What is wrong with the rests of rounds that have not been played."""
    format = format_of(stage)
    if format.by_hand or format.knocks_out:
        return
    found = _Rests(stage)
    if format.round_by_round or format.of_players:
        yield from found.rested_twice()
    else:
        yield from found.rest_beside_each_other(offered)


def unfair_places(stage: Stage) -> Iterator[str]:
    """What is wrong with the places that a pair has got that came late just now."""
    format = format_of(stage)
    if format.by_hand or format.knocks_out or format.round_by_round or format.of_players:
        return
    yield from _Rests(stage).wrong_places_of_late()


class _Rests:
    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        there = Contestant.objects.filter(championship=stage.championship)
        if stage.best is not None:
            there = there.filter(entries__stage=stage)
        self.there = {one.pk: one for one in there}
        self.rounds = list(Round.objects.filter(stage=stage).order_by("number"))
        self.group = {one.contestant_id: one.group for one in stage.group_members.all()}
        self.last_of_group: dict[int, int] = {}
        self.playing: dict[int, set[int]] = {one.number: set() for one in self.rounds}
        self.lost: dict[int, set[int]] = {one.number: set() for one in self.rounds}
        self.met: Counter[frozenset[int]] = Counter()
        matches = Match.objects.filter(round__stage=stage).select_related("round")
        for match in matches.prefetch_related("seats"):
            seated = {seat.contestant_id for seat in match.seats.all()}
            number = match.round.number
            (self.lost if match.cancelled else self.playing)[number] |= seated
            for group in {self.group.get(one, 0) for one in seated}:
                last = max(number, self.last_of_group.get(group, 0))
                self.last_of_group[group] = last
            if not match.cancelled:
                for two in map(frozenset, combinations(seated, 2)):
                    self.met[two] += 1
        self.meetings = max(self.met.values(), default=1)
        """How often two meet at most: twice where all play all twice."""

    def resting(self, round: Round) -> set[int]:
        """Who rests in a round because it was planned so."""
        number = round.number
        return {
            pk
            for pk, one in self.there.items()
            if one.joined_round <= number < (one.withdrawn_from or LATER)
            and number not in one.asked_rests
            and pk not in self.playing[number] | self.lost[number]
        }

    def rested_twice(self) -> Iterator[str]:
        """Somebody rests again in the newest round that was paired, before somebody who has been
        there as long and plays in it has rested."""
        # Where the same four play a set of games, a rest lasts as long.
        paired = [one for one in self.rounds[:: format_of(self.stage).games_in_a_set] if one.paired]
        rested: Counter[int] = Counter()
        for round in paired:
            resting = self.resting(round)
            if round.status == "planned" or round is paired[-1]:
                yield from self._before_others(round, resting, rested)
            rested.update(resting)
            rested.update(pk for pk, one in self.there.items() if round.number in one.asked_rests)
            rested.update(self.lost[round.number] - self.playing[round.number])

    def _before_others(
        self, round: Round, resting: set[int], rested: Counter[int]
    ) -> Iterator[str]:
        for pk in resting:
            one = self.there[pk]
            spared = [
                other.number
                for key in self.playing[round.number]
                if rested[key] < rested[pk]
                and (other := self.there[key])
                and other.joined_round <= one.joined_round
                and other.withdrawn_from is None
            ]
            if rested[pk] and spared:
                yield (
                    f"stage {self.stage.number}, round {round.number}: {one.number} rests for the"
                    f" {rested[pk] + 1}. time before {spared}"
                )

    def without_match(self, round: Round) -> set[int]:
        """Who could play in a round and doesn't, whoever's choice that was."""
        number = round.number
        return {
            pk
            for pk, one in self.there.items()
            if one.joined_round <= number < (one.withdrawn_from or LATER)
            and number not in one.asked_rests
            and number <= self.last_of_group.get(self.group.get(pk, 0), LATER)
            and pk not in self.playing[number]
        }

    def rest_beside_each_other(self, offered: Offered) -> Iterator[str]:
        """Two rest in the same round that was not opened, could meet once more, and nobody is
        told."""
        beside = [*self._beside_each_other()]
        rounds: dict[int, set[int]] = {}
        for number, pair in offered() if beside else ():
            rounds.setdefault(pair, set()).add(number)
        for number, two in beside:
            one, other = sorted(self.there[pk].number for pk in two)
            own, others = rounds.get(one, set()), rounds.get(other, set())
            if number not in own | others and not own & others:
                yield (
                    f"stage {self.stage.number}, round {number}: {one} and {other} rest, and"
                    f" {'meet once' if self.met[two] else 'never meet'}"
                )

    def _beside_each_other(self) -> Iterator[tuple[int, frozenset[int]]]:
        begun = max((one.number for one in self.rounds if one.status != "planned"), default=0)
        for round in self.rounds:
            if round.number > begun:
                for two in map(frozenset, combinations(self.without_match(round), 2)):
                    is_one_group = len({self.group.get(pk, 0) for pk in two}) == 1
                    if is_one_group and self.met[two] < self.meetings:
                        yield round.number, two

    def wrong_places_of_late(self) -> Iterator[str]:
        """The newest pair came late in the place of rests, and should have others."""
        told = self.stage.championship.events.filter(action="contestant-joined-late")
        after: Any = told.order_by("-sequence").values_list("after", flat=True)[0]
        by_number = {one.number: pk for pk, one in self.there.items()}
        meets = {one["round"]: one["opponent"] for one in after["matches"]}
        in_place_of_rests = meets and not any("instead_of" in one for one in after["matches"])
        if not in_place_of_rests or after["number"] not in by_number:
            return
        late, rests = by_number[after["number"]], self.rests_of_all()
        where = f"stage {self.stage.number}, round"
        for number, two in self._beside_each_other():
            if late in two:
                numbers = sorted(self.there[pk].number for pk in two)
                yield f"{where} {number}: {numbers} rest, one of whom has just come"
        for round in self.rounds:
            if round.number not in meets:
                continue
            met = by_number[meets[round.number]]
            for other in self.without_match(round):
                is_one_group = self.group.get(other, 0) == self.group.get(late, 0)
                could_meet = is_one_group and self.met[frozenset((late, other))] < self.meetings
                # Even with the rest that was taken from it, the other one would rest less often.
                if could_meet and rests[other] > rests[met] + 1:
                    yield (
                        f"{where} {round.number}: {after['number']} came late and meets"
                        f" {meets[round.number]}, who rests {rests[met]} times, not"
                        f" {self.there[other].number}, who rests {rests[other]} times"
                    )

    def rests_of_all(self) -> Counter[int]:
        """How often each rests in all rounds, where it asked for that too."""
        return Counter(
            pk
            for round in self.rounds
            for pk, one in self.there.items()
            if pk in self.without_match(round)
            or (round.number in one.asked_rests and pk not in self.playing[round.number])
        )

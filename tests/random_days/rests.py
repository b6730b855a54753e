"""Who rests: nobody twice before everybody has rested once, where that can be avoided.

Looked at from what is planned or open: rests that somebody asked for, and those of whoever lost the
opponents (a withdrawal), are nobody's choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations

from tournament.models import Contestant, Match, Round, Stage
from tournament.stages.formats import format_of

LATER = 10**6


def unfair_rests(stage: Stage, offered: Collection[tuple[int, int]]) -> Iterator[str]:
    """What is wrong with the rests of rounds that have not been played.

    `offered`, by round and pair: who rests there, and can be let play by a button.
    """
    format = format_of(stage)
    if format.by_hand or format.knocks_out:
        return
    found = _Rests(stage)
    if format.round_by_round or format.of_players:
        yield from found.rested_twice()
    else:
        yield from found.rest_beside_each_other(offered)


class _Rests:
    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        there = Contestant.objects.filter(championship=stage.championship)
        if stage.best is not None:
            there = there.filter(entries__stage=stage)
        self.there = {one.pk: one for one in there}
        self.rounds = list(Round.objects.filter(stage=stage).order_by("number"))
        self.group = {one.contestant_id: one.group for one in stage.group_members.all()}
        self.playing: dict[int, set[int]] = {one.number: set() for one in self.rounds}
        self.lost: dict[int, set[int]] = {one.number: set() for one in self.rounds}
        self.met: set[frozenset[int]] = set()
        matches = Match.objects.filter(round__stage=stage).select_related("round")
        for match in matches.prefetch_related("seats"):
            seated = {seat.contestant_id for seat in match.seats.all()}
            number = match.round.number
            (self.lost if match.cancelled else self.playing)[number] |= seated
            if not match.cancelled:
                self.met |= {frozenset(two) for two in combinations(seated, 2)}

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

    def rest_beside_each_other(self, offered: Collection[tuple[int, int]]) -> Iterator[str]:
        """Two rest in the same round that was not opened, never meet, and nobody is told."""
        for round in self.rounds:
            if round.status != "planned":
                continue
            by_group: dict[int, list[int]] = {}
            for pk in self.resting(round):
                by_group.setdefault(self.group.get(pk, 0), []).append(pk)
            for own in by_group.values():
                for two in combinations(sorted(own), 2):
                    one, other = (self.there[pk].number for pk in two)
                    told = {(round.number, one), (round.number, other)} & set(offered)
                    if frozenset(two) not in self.met and not told:
                        yield (
                            f"stage {self.stage.number}, round {round.number}: {one} and {other}"
                            " rest, and never meet"
                        )

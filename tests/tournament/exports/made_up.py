"""Championships with every special case, scored by `scoring`, without a database."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import chain

from scoring.duplicate.methods import Method
from scoring.duplicate.scores import Award, Infraction, Origin, TableResult, score_deal
from scoring.duplicate.settings import FLAT_SCORES, AverageOf, Scale, Settings
from scoring.duplicate.standings import contestant_hands, rank_contestants
from scoring.duplicate.tally import ContestantHand
from scoring.game.announcements import (
    DUPLICATE_DOUBLES,
    NOTHING_ANNOUNCED,
    Announcement,
    Denomination,
    Double,
)
from scoring.game.seats import Sides, dealer_of, makers_of
from scoring.participation import Withdrawn
from scoring.rank_by import RankBy
from tests.tournament.exports.samples import (
    contestant,
    contestants,
    pairings_of_round,
    scored_sides,
)
from tournament.models import Championship, NotPlayedReason, Outcome, Stage
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet, SideOfHand
from tournament.standings.rankings.dealt_hands.scores import DealtScores, participation_in
from tournament.standings.rulings import Deduction
from tournament.standings.stage_rows import RoundStates


class MadeUp:
    """A championship of 3 to 12 pairs from a seed; `entries` are what was entered, by deal."""

    def __init__(
        self, seed: int, *, pairs: int = 0, rounds: int = 0, hard_names: bool = False
    ) -> None:
        chance = random.Random(seed)
        count = pairs or chance.randint(3, 12)
        rounds = rounds or chance.randint(1, min(4, count + count % 2 - 1))
        self.rounds = tuple(range(1, rounds + 1))
        self.championship = Championship(name="Trofeu", date=date(2026, 11, 14))
        self.stage = Stage(
            championship=self.championship,
            hands_per_match=4,
            settings=Settings(
                method=random.Random(f"method {seed}").choice([Method.MIN_MAX, *Method]),
                scale=chance.choice(list(Scale)),
                average_of=chance.choice(list(AverageOf)),
                flat_score=chance.choice(FLAT_SCORES),
                rank_by=chance.choice(list(RankBy)),
                withdrawn=chance.choice(list(Withdrawn)),
            ),
        )
        self.contestants = contestants(count, hard_names=hard_names)
        if count > 3 and chance.random() < 0.6:
            left = chance.randint(1, count)
            self.contestants[left] = replace(
                self.contestants[left], withdrawn_from=chance.randint(1, 4)
            )
        late = replace(contestant(count + 1), joined_round=chance.randint(1, 6))
        self.contestants[late.number] = late
        self.deductions: dict[int, tuple[Deduction, ...]] = {}
        self.cancelled: dict[int, str] = {}
        self.entries: dict[int, list[HandEntry]] = {}
        # Few different points make hands that are flat, and ties.
        points = chance.choice([range(73), range(34, 39), range(36, 37)])
        for number in self.rounds:
            for deal in range(4 * number - 3, 4 * number + 1):
                if chance.random() < 0.08:
                    self.cancelled[deal] = "two packs were alike"
                self.entries[deal] = [
                    self._entry(
                        chance, points, deal, table, self.contestants[ns], self.contestants[ew]
                    )
                    for table, (ns, ew) in enumerate(pairings_of_round(count, number), start=1)
                ]
        for number in range(1, count + 1):
            if chance.random() < 0.2:
                taken = Deduction(number, Fraction(chance.randint(1, 300), 100), "late")
                self.deductions[number] = (taken, replace(taken, points=Fraction(1, 4)))

    def _entry(
        self,
        chance: random.Random,
        points: range,
        deal: int,
        table: int,
        ns: ContestantRef,
        ew: ContestantRef,
    ) -> HandEntry:
        outcome = chance.choices(list(Outcome), [30, 2, 1])[0]
        played = outcome == Outcome.PLAYED
        case = chance.random() if played else 1
        infraction = chance.choice(list(Infraction)[1:]) if case < 0.15 else Infraction.NONE
        award = chance.choice(list(Award)[1:]) if 0.15 < case < 0.3 else Award.NONE
        may_miss = bool(infraction) or award is Award.BOTH
        ns_points = None if not played or (may_miss and chance.random() < 0.5) else 0
        if ns_points is not None:
            ns_points = chance.choice(points)
        ew_points = None if ns_points is None else 72 - ns_points
        double = chance.choice([Double.NONE, *DUPLICATE_DOUBLES])
        announced = Announcement(chance.choice([None, *Denomination]), double)
        return HandEntry(
            match_id=table,
            table_name=str(table),
            table_number=table,
            round=(deal + 3) // 4,
            deal=deal,
            sides=Sides(SideOfHand(ns, ns_points), SideOfHand(ew, ew_points)),
            outcome=outcome,
            announcement=announced if played else NOTHING_ANNOUNCED,
            infraction=infraction,
            award=award,
            not_played_reason=NotPlayedReason.TIME if outcome == Outcome.NOT_PLAYED else "",
            note="",
            version=1,
        )

    def scores(self) -> DealtScores:
        """What the program makes of the entries as they are now."""
        settings = self.stage.scoring_settings()
        annulled = (
            [one.id for one in self.contestants.values() if one.withdrawn_from is not None]
            if settings.withdrawn is Withdrawn.ANNUL
            else []
        )
        sheets: dict[int, HandSheet] = {}
        hands: dict[int, list[ContestantHand[int]]] = {}
        for deal, entries in self.entries.items():
            results = [
                TableResult(
                    one.pairs.map(lambda pair: pair.id),
                    one.sides.ns.points,
                    one.announcement,
                    one.infraction,
                    one.award,
                )
                for one in entries
                if one.outcome == Outcome.PLAYED
            ]
            makers, why = makers_of(deal), self.cancelled.get(deal, "")
            scored = score_deal(makers, results, settings, annulled=annulled, cancelled=bool(why))
            round = (deal + 3) // 4
            hands.setdefault(round, []).extend(contestant_hands(scored))
            tables = iter(scored.tables)
            done = []
            for one in entries:
                if one.outcome == Outcome.PLAYED:
                    table = next(tables)
                    one = one._replace(sides=scored_sides(table, self.contestants))
                done.append(one)
            sheets[deal] = HandSheet(
                deal, round, dealer_of(deal), makers, tuple(done), scored.fields, why
            )
        all_hands = list(chain.from_iterable(hands.values()))
        with_hands = {hand.contestant for hand in all_hands}
        ranked = [
            one.id
            for one in self.contestants.values()
            if one.id in with_hands
            or (one.withdrawn_from is None and one.joined_round <= self.rounds[-1])
        ]
        states = RoundStates(self.rounds, len(self.rounds), {})
        lost = [
            own.contestant.id
            for sheet in sheets.values()
            for one in sheet.entries
            for own in one.sides
            if own.origin is Origin.ANNULLED
        ]
        participation = participation_in(
            self.contestants, sheets.values(), hands, lost, states, self.rounds, by_hand=False
        )
        standings = rank_contestants(
            ranked,
            all_hands,
            settings,
            participation=participation,
            deductions={
                number: sum((one.points for one in taken), Fraction(0))
                for number, taken in self.deductions.items()
            },
        )
        return DealtScores(
            self.stage,
            self.contestants,
            self.deductions,
            self.rounds,
            states,
            sheets,
            standings,
            hands,
            participation,
        )

"""Championships with every special case, scored by `scoring`, without a database."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from fractions import Fraction

from scoring.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.championship import Award, Field, Infraction, TableResult, score_deal
from scoring.seats import dealer_of, makers_of
from scoring.settings import FLAT_SCORES, AverageOf, RankBy, Scale, Withdrawn
from scoring.standings import TeamHand, rank_teams, team_hands
from tests.tournament.exports.samples import pairings_of_round, team, teams
from tournament.models import Championship, NotPlayedReason, Outcome, Stage
from tournament.standings.queries import (
    Deduction,
    HandEntry,
    HandSheet,
    RoundStates,
    StageScores,
    TeamRef,
)


class MadeUp:
    """A championship of 3 to 12 pairs from a seed; `entries` are what was entered, by deal."""

    def __init__(
        self, seed: int, *, pairs: int = 0, rounds: int = 0, hard_names: bool = False
    ) -> None:
        chance = random.Random(seed)
        count = pairs or chance.randint(3, 12)
        rounds = rounds or chance.randint(1, min(4, count + count % 2 - 1))
        self.rounds = tuple(range(1, rounds + 1))
        self.championship = Championship(
            name="Trofeu",
            date=date(2026, 11, 14),
            scale=chance.choice(list(Scale)).value,
            average_of=chance.choice(list(AverageOf)).value,
            flat_score=str(chance.choice(FLAT_SCORES)),
            rank_by=chance.choice(list(RankBy)).value,
            withdrawn=chance.choice(list(Withdrawn)).value,
        )
        self.stage = Stage(championship=self.championship, hands_per_match=4)
        self.teams = teams(count, hard_names=hard_names)
        if count > 3 and chance.random() < 0.6:
            left = chance.randint(1, count)
            self.teams[left] = replace(self.teams[left], withdrawn_from=chance.randint(1, 4))
        late = replace(team(count + 1), joined_round=chance.randint(1, 6))
        self.teams[late.number] = late
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
                    self._entry(chance, points, deal, table, self.teams[ns], self.teams[ew])
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
        ns: TeamRef,
        ew: TeamRef,
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
        double = chance.choice([Double.NONE, *Double])
        announced = Announcement(chance.choice([None, *Denomination]), double)
        return HandEntry(
            match_id=table,
            table_name=str(table),
            table_number=table,
            round=(deal + 3) // 4,
            deal=deal,
            ns=ns,
            ew=ew,
            outcome=outcome,
            ns_points=ns_points,
            ew_points=None if ns_points is None else 72 - ns_points,
            announcement=announced if played else NOTHING_ANNOUNCED,
            infraction=infraction,
            award=award,
            not_played_reason=NotPlayedReason.TIME if outcome == Outcome.NOT_PLAYED else "",
            note="",
            version=1,
            ns_hand_score=None,
            ew_hand_score=None,
            ns_final=None,
            ew_final=None,
            ns_origin=None,
            ew_origin=None,
        )

    def scores(self) -> StageScores:
        """What the program makes of the entries as they are now."""
        settings = self.championship.scoring_settings()
        annulled = (
            [one.id for one in self.teams.values() if one.withdrawn_from is not None]
            if settings.withdrawn is Withdrawn.ANNUL
            else []
        )
        sheets: dict[int, HandSheet] = {}
        hands: list[TeamHand[int]] = []
        for deal, entries in self.entries.items():
            results = [
                TableResult(
                    one.ns.id,
                    one.ew.id,
                    one.ns_points,
                    one.announcement,
                    one.infraction,
                    one.award,
                )
                for one in entries
                if one.outcome == Outcome.PLAYED
            ]
            makers, why = makers_of(deal), self.cancelled.get(deal, "")
            scored = score_deal(makers, results, settings, annulled=annulled, cancelled=bool(why))
            hands += team_hands(scored)
            tables = iter(scored.tables)
            done = []
            for one in entries:
                if one.outcome == Outcome.PLAYED:
                    table = next(tables)
                    one = replace(
                        one,
                        ns_hand_score=table.ns.hand_score,
                        ew_hand_score=table.ew.hand_score,
                        ns_final=table.ns.final,
                        ew_final=table.ew.final,
                        ns_origin=table.ns.origin,
                        ew_origin=table.ew.origin,
                    )
                done.append(one)
            fields: tuple[Field, Field] = (scored.ns_field, scored.ew_field)
            sheets[deal] = HandSheet(
                deal, (deal + 3) // 4, dealer_of(deal), makers, tuple(done), *fields, why
            )
        with_hands = {hand.team for hand in hands}
        ranked = [
            one.id
            for one in self.teams.values()
            if one.id in with_hands
            or (one.withdrawn_from is None and one.joined_round <= self.rounds[-1])
        ]
        standings = rank_teams(
            ranked,
            hands,
            settings,
            deductions={
                number: sum((one.points for one in taken), Fraction(0))
                for number, taken in self.deductions.items()
            },
        )
        states = RoundStates(self.rounds, len(self.rounds), {})
        return StageScores(
            self.stage, self.teams, sheets, standings, self.deductions, self.rounds, states
        )

"""Championships made up for the exports: scored by `scoring`, without a database."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import Infraction, TableResult, score_deal
from scoring.seats import dealer_of, makers_of
from scoring.settings import Settings
from scoring.standings import TeamHand, rank_teams, team_hands
from tournament.exports.heading import Heading, heading_of
from tournament.models import Championship, Outcome, RoundStatus
from tournament.public.queries import Pairing, RoundPairings
from tournament.standings.queries import (
    HandEntry,
    HandSheet,
    StandingsLine,
    StandingsView,
    TeamRef,
)

MADE_AT = datetime(2026, 11, 14, 16, 5, tzinfo=UTC)

LONG_NAME = "Maria Montserrat Puigdomènech-Col·lell i Castellví d’Àneu IV"
"""As long as a player's name can be: 60 letters."""

HARD_NAMES = ("=1+1", "<b>x</b>", "&amp; \\N %(name)s {0}", "Gal·la Ñíguez-Şahin Łódź", LONG_NAME)

_FIRST = ["Joan", "Pere", "Maria", "Núria", "Jordi", "Mercè", "Lluís", "Àngels", "Gràcia", "Dolors"]
_LAST = ["Puigdomènech", "Serra", "Vilà", "Casademont", "Gil", "Roca", "Col·lell", "Güell", "Òdena"]


def heading(
    title: str = "Classificació", *, subtitle: str = "Ronda 3", status: str = "provisional"
) -> Heading:
    """A heading in the language in force."""
    championship = Championship(
        name="Campionat de Catalunya de botifarra duplicada",
        place="Casal de Reus",
        date=date(2026, 11, 14),
    )
    return heading_of(championship, title, made_at=MADE_AT, subtitle=subtitle, status=status)


def team(number: int, *, names: Sequence[str] = ()) -> TeamRef:
    """A pair; `names` are its players', else made up."""
    chance = random.Random(number)
    players = tuple(names) or tuple(
        f"{chance.choice(_FIRST)} {chance.choice(_LAST)} {chance.choice(_LAST)}" for _ in range(2)
    )
    return TeamRef(
        id=number,
        number=number,
        name=" – ".join(players),
        players=players,
        substitutes=(),
        club=("", "Casal de Reus", "CB Sant Cugat")[number % 3],
        joined_round=1,
        withdrawn_from=None,
    )


def teams(count: int, *, hard_names: bool = False) -> dict[int, TeamRef]:
    """Pairs by number; with `hard_names` the first ones bear names that are hard to print."""
    made = {number: team(number) for number in range(1, count + 1)}
    if hard_names:
        for number, name in enumerate(HARD_NAMES, start=1):
            if number in made:
                made[number] = team(number, names=(name, LONG_NAME))
    return made


def result(chance: random.Random, ns: int, ew: int) -> TableResult[int]:
    """A plausible result, now and then with a double or a rule-break."""
    trump = chance.choice([None, *Denomination])
    double = chance.choice([Double.NONE] * 4 + [Double.CONTRO, Double.RECONTRO])
    infraction = chance.choice([Infraction.NONE] * 40 + [Infraction.NS, Infraction.EW])
    points = min(72, max(0, round(chance.gauss(36, 12))))
    return TableResult(ns, ew, points, Announcement(trump, double), infraction)


def hand_sheet(
    deal: int,
    results: Sequence[TableResult[int]],
    of: dict[int, TeamRef],
    settings: Settings = Settings(),  # noqa: B008  # a frozen value
    why_cancelled: str = "",
) -> HandSheet:
    """The sheet of a hand from its results, table by table."""
    makers = makers_of(deal)
    scored = score_deal(makers, results, settings, cancelled=bool(why_cancelled))
    entries = tuple(
        HandEntry(
            match_id=table,
            table_name=str(table),
            table_number=table,
            round=(deal - 1) // 4 + 1,
            deal=deal,
            ns=of[one.result.ns],
            ew=of[one.result.ew],
            outcome=Outcome.PLAYED,
            ns_points=one.result.ns_points,
            ew_points=None if one.result.ns_points is None else 72 - one.result.ns_points,
            announcement=one.result.announcement,
            infraction=one.result.infraction,
            award=one.result.award,
            not_played_reason="",
            note="",
            version=1,
            ns_hand_score=one.ns.hand_score,
            ew_hand_score=one.ew.hand_score,
            ns_final=one.ns.final,
            ew_final=one.ew.final,
            ns_origin=one.ns.origin,
            ew_origin=one.ew.origin,
        )
        for table, one in enumerate(scored.tables, start=1)
    )
    return HandSheet(
        deal=deal,
        round=(deal - 1) // 4 + 1,
        dealer=dealer_of(deal),
        makers=makers,
        entries=entries,
        ns_field=scored.ns_field,
        ew_field=scored.ew_field,
        why_cancelled=why_cancelled,
    )


def pairings_of_round(count: int, number: int) -> list[tuple[int, int]]:
    """A round of all play all: one place stands still and the others go round it."""
    places = list(range(1, count + 1 + count % 2))
    still, rest = places[0], places[1:]
    turned = [still, *rest[number - 1 :], *rest[: number - 1]]
    half = len(turned) // 2
    met = zip(turned[:half], reversed(turned[half:]))
    return [(ns, ew) for ns, ew in met if max(ns, ew) <= count]


class Sample:
    """A championship of `count` pairs, of which `rounds` rounds have been played."""

    def __init__(self, count: int, rounds: int, *, hard_names: bool = False) -> None:
        self.teams = teams(count, hard_names=hard_names)
        self.plan = [pairings_of_round(count, number) for number in range(1, rounds + 1)]
        self.rounds = tuple(range(1, rounds + 1))
        chance = random.Random(count)
        self.results: dict[int, list[TableResult[int]]] = {}
        self.sheets: dict[int, HandSheet] = {}
        for number, pairings in enumerate(self.plan, start=1):
            for deal in range(4 * number - 3, 4 * number + 1):
                results = [result(chance, ns, ew) for ns, ew in pairings]
                self.results[deal] = results
                self.sheets[deal] = hand_sheet(deal, results, self.teams)

    def sheets_of(self, rounds: Iterable[int]) -> list[HandSheet]:
        wanted = set(rounds)
        return [sheet for sheet in self.sheets.values() if sheet.round in wanted]

    def standings(self, settings: Settings = Settings()) -> StandingsView:  # noqa: B008
        hands: list[TeamHand[int]] = []
        by_round: dict[tuple[int, int], list[TeamHand[int]]] = {}
        for deal, results in self.results.items():
            for hand in team_hands(score_deal(makers_of(deal), results, settings)):
                hands.append(hand)
                by_round.setdefault((hand.team, (deal - 1) // 4 + 1), []).append(hand)
        standings = rank_teams(list(self.teams), hands, settings)
        ranks = [row.rank for row in standings.rows]
        lines = tuple(
            StandingsLine(
                rank=row.rank,
                shared=ranks.count(row.rank) > 1,
                team=self.teams[row.team],
                hands=row.hands,
                total=row.total,
                mean=row.mean,
                deduction=row.deduction,
                deductions=(),
                by_round={
                    number: sum((hand.final for hand in by_round[row.team, number]), Fraction(0))
                    if (row.team, number) in by_round
                    else None
                    for number in self.rounds
                },
                rests=tuple(n for n in self.rounds if (row.team, n) not in by_round),
                hand_score_sum=row.hand_score_sum,
                best_results=row.best_results,
                infractions=row.infractions,
                splits=row.splits,
                tie_text="",
            )
            for row in standings.rows
        )
        return StandingsView(
            championship_name="Campionat de Catalunya de botifarra duplicada",
            lines=lines,
            unranked=(),
            rounds=self.rounds,
            closed_rounds=self.rounds,
            planned_rounds=len(self.rounds),
            final=False,
            ranked_by=standings.ranked_by,
            settings=settings,
            after_round=None,
            corrections_until=None,
            made_at=MADE_AT,
        )

    def pairings(self, number: int) -> RoundPairings:
        pairings = self.plan[number - 1]
        lines = {ref.number: ref for ref in self.teams.values()}
        return RoundPairings(
            number=number,
            status=RoundStatus.PLANNED,
            first_deal=4 * number - 3,
            last_deal=4 * number,
            tables=tuple(
                Pairing(str(table), table, lines[ns], lines[ew])
                for table, (ns, ew) in enumerate(pairings, start=1)
            ),
            resting=tuple(
                line
                for line in lines.values()
                if not any(line.number in pairing for pairing in pairings)
            ),
            rounds=(),
        )

"""Championships made up for the exports: scored by `scoring`, without a database."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction

from scoring.duplicate.scores import Infraction, TableResult, TableScore, score_deal
from scoring.duplicate.settings import Settings
from scoring.duplicate.standings import contestant_hands, rank_contestants
from scoring.duplicate.tally import ContestantHand
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side, Sides, dealer_of, makers_of
from tournament.exports.heading import Heading, heading_of
from tournament.models import Championship, Outcome, RoundStatus
from tournament.public.queries import Pairing, RoundPairings
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.dealt_hands.figures import HandFigures, figures_of
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet, SideOfHand
from tournament.standings.rankings.dealt_hands.ranking import DEALT_HANDS
from tournament.standings.rankings.ranking import StandingsView

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


def contestant(number: int, *, names: Sequence[str] = ()) -> ContestantRef:
    """A pair; `names` are its players', else made up."""
    chance = random.Random(number)
    players = tuple(names) or tuple(
        f"{chance.choice(_FIRST)} {chance.choice(_LAST)} {chance.choice(_LAST)}" for _ in range(2)
    )
    return ContestantRef(
        id=number,
        number=number,
        name=" – ".join(players),
        players=players,
        substitutes=(),
        club=("", "Casal de Reus", "CB Sant Cugat")[number % 3],
        joined_round=1,
        withdrawn_from=None,
    )


def contestants(count: int, *, hard_names: bool = False) -> dict[int, ContestantRef]:
    """Pairs by number; with `hard_names` the first ones bear names that are hard to print."""
    made = {number: contestant(number) for number in range(1, count + 1)}
    if hard_names:
        for number, name in enumerate(HARD_NAMES, start=1):
            if number in made:
                made[number] = contestant(number, names=(name, LONG_NAME))
    return made


def result(chance: random.Random, ns: int, ew: int) -> TableResult[int]:
    """A plausible result, now and then with a double or a rule-break."""
    trump = chance.choice([None, *Denomination])
    double = chance.choice([Double.NONE] * 4 + [Double.CONTRO, Double.RECONTRO])
    infraction = chance.choice([Infraction.NONE] * 40 + [Infraction.NS, Infraction.EW])
    points = min(72, max(0, round(chance.gauss(36, 12))))
    return TableResult(Sides(ns, ew), points, Announcement(trump, double), infraction)


def hand_sheet(
    deal: int,
    results: Sequence[TableResult[int]],
    of: dict[int, ContestantRef],
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
            sides=scored_sides(one, of),
            outcome=Outcome.PLAYED,
            announcement=one.result.announcement,
            infraction=one.result.infraction,
            award=one.result.award,
            not_played_reason="",
            note="",
            version=1,
        )
        for table, one in enumerate(scored.tables, start=1)
    )
    return HandSheet(
        deal=deal,
        round=(deal - 1) // 4 + 1,
        dealer=dealer_of(deal),
        makers=makers,
        entries=entries,
        fields=scored.fields,
        why_cancelled=why_cancelled,
    )


def scored_sides(table: TableScore[int], of: Mapping[int, ContestantRef]) -> Sides[SideOfHand]:
    """Both sides of a table as the read model has them; `of`: the pairs by their ids."""

    def of_side(side: Side) -> SideOfHand:
        own = table.sides[side]
        points = table.result.points(side)
        return SideOfHand(of[own.contestant], points, own.hand_score, own.final, own.origin)

    return Sides.of(of_side)


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
        self.contestants = contestants(count, hard_names=hard_names)
        self.plan = [pairings_of_round(count, number) for number in range(1, rounds + 1)]
        self.rounds = tuple(range(1, rounds + 1))
        chance = random.Random(count)
        self.results: dict[int, list[TableResult[int]]] = {}
        self.sheets: dict[int, HandSheet] = {}
        for number, pairings in enumerate(self.plan, start=1):
            for deal in range(4 * number - 3, 4 * number + 1):
                results = [result(chance, ns, ew) for ns, ew in pairings]
                self.results[deal] = results
                self.sheets[deal] = hand_sheet(deal, results, self.contestants)

    def sheets_of(self, rounds: Iterable[int]) -> list[HandSheet]:
        wanted = set(rounds)
        return [sheet for sheet in self.sheets.values() if sheet.round in wanted]

    def standings(self, settings: Settings = Settings()) -> StandingsView[HandFigures]:  # noqa: B008
        hands: list[ContestantHand[int]] = []
        by_round: dict[tuple[int, int], list[ContestantHand[int]]] = {}
        for deal, results in self.results.items():
            for hand in contestant_hands(score_deal(makers_of(deal), results, settings)):
                hands.append(hand)
                by_round.setdefault((hand.contestant, (deal - 1) // 4 + 1), []).append(hand)
        standings = rank_contestants(list(self.contestants), hands, settings)
        ranks = [row.rank for row in standings.rows]
        lines = tuple(
            StandingsLine(
                rank=row.rank,
                shared=ranks.count(row.rank) > 1,
                contestant=self.contestants[row.contestant],
                figures=figures_of(
                    row,
                    {
                        number: sum(
                            (hand.final for hand in by_round[row.contestant, number]), Fraction(0)
                        )
                        if (row.contestant, number) in by_round
                        else None
                        for number in self.rounds
                    },
                ),
                deductions=(),
                rests=tuple(n for n in self.rounds if (row.contestant, n) not in by_round),
                splits=row.splits,
                tie_text="",
            )
            for row in standings.rows
        )
        return StandingsView(
            championship_name="Campionat de Catalunya de botifarra duplicada",
            ranking=DEALT_HANDS,
            lines=lines,
            unranked=(),
            rounds=self.rounds,
            closed_rounds=self.rounds,
            planned_rounds=len(self.rounds),
            final=False,
            ranked_by=standings.ranked_by.value,
            after_round=None,
            corrections_until=None,
            made_at=MADE_AT,
        )

    def pairings(self, number: int) -> RoundPairings:
        pairings = self.plan[number - 1]
        lines = {ref.number: ref for ref in self.contestants.values()}
        return RoundPairings(
            number=number,
            status=RoundStatus.PLANNED,
            paired=True,
            first_deal=4 * number - 3,
            last_deal=4 * number,
            tables=tuple(
                Pairing(str(table), table, Sides(lines[ns], lines[ew]))
                for table, (ns, ew) in enumerate(pairings, start=1)
            ),
            resting=tuple(
                line
                for line in lines.values()
                if not any(line.number in pairing for pairing in pairings)
            ),
            rounds=(),
            leg_text="",
        )

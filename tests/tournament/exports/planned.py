"""Days made up for the papers of tables and pairs: who plays where, without a database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.game.seats import Seat, Side, Sides
from tests.tournament.exports.samples import LONG_NAME, contestants, pairings_of_round
from tournament.exports.pdf.guide_cards import GuideCard, GuideRound
from tournament.exports.pdf.place_cards import PlaceCard
from tournament.exports.pdf.table_slips import TableSlip
from tournament.models import RoundStatus
from tournament.schedule.queries import Away, Cell, RoundLine, ScheduleGrid
from tournament.standings.contestants import ContestantRef

SITE = "http://192.168.1.10:8000"
LONG_TABLE = "Al costat de la finestra del fons: núm.1"
"""As long as a table's name can be."""


class Planned:
    """A day of `count` pairs and `rounds` rounds; with `hard_names` also a table with a long name,
    and a pair with its own name and a substitute."""

    def __init__(self, count: int, rounds: int, *, hard_names: bool = False) -> None:
        self.hard_names = hard_names
        self.contestants = contestants(count, hard_names=hard_names)
        if hard_names:
            self.contestants[2] = replace(
                self.contestants[2], name=LONG_NAME, substitutes=("Reserva",)
            )
        turns = count - 1 + count % 2
        self.rounds = [pairings_of_round(count, number % turns + 1) for number in range(rounds)]

    def table_name(self, table: int) -> str:
        return LONG_TABLE if self.hard_names and table == 1 else str(table)

    def cells(self) -> dict[tuple[int, int], Cell]:
        """By pair and round: against whom, which way, where."""
        found = {}
        for number, pairings in enumerate(self.rounds, start=1):
            for table, (ns, ew) in enumerate(pairings, start=1):
                name = self.table_name(table)
                found[ns, number] = Cell(self.contestants[ew], Side.NS, name, table)
                found[ew, number] = Cell(self.contestants[ns], Side.EW, name, table)
        return found

    def grid(self) -> ScheduleGrid:
        lines = [
            RoundLine(n + 1, RoundStatus.PLANNED, paired=True) for n in range(len(self.rounds))
        ]
        return ScheduleGrid(tuple(self.contestants.values()), tuple(lines), self.cells(), {}, ())

    def guide_cards(self) -> list[GuideCard]:
        cells = self.cells()
        return [
            GuideCard(
                contestant,
                tuple(
                    GuideRound(
                        n,
                        tuple(range(4 * n - 3, 4 * n + 1)),
                        cells.get((contestant.number, n), Away.RESTS),
                    )
                    for n in range(1, len(self.rounds) + 1)
                ),
                f"{SITE}/p/12-{contestant.number}-AbCdEfGhIjKl_-00/",
            )
            for contestant in self.contestants.values()
        ]

    def slips(self, number: int = 1, *, hands: int = 4, with_codes: bool = True) -> list[TableSlip]:
        deals = tuple(range(hands * (number - 1) + 1, hands * number + 1))
        codes = code_words() if with_codes else iter(())
        of_packs = dict(zip([(deal, seat) for deal in deals for seat in Seat], codes))
        return [
            TableSlip(
                number,
                self.table_name(table),
                Sides(self.contestants[ns], self.contestants[ew]),
                deals,
                of_packs,
                f"{SITE}/t/12-{table}-AbCdEfGhIjKl_-00/",
            )
            for table, (ns, ew) in enumerate(self.rounds[number - 1], start=1)
        ]

    def place_cards(self) -> list[PlaceCard]:
        return [
            PlaceCard(
                table,
                LONG_TABLE if self.hard_names and table == 1 else "",
                f"{SITE}/t/12-{table}-AbCdEfGhIjKl_-00/",
            )
            for table in range(1, len(self.rounds[0]) + 1)
        ]


def people_of(contestant: ContestantRef) -> str:
    return " – ".join(contestant.players)


def code_words() -> Iterator[str]:
    """Codes, each another one."""
    letters = "BCDFGHJKLMNPQRSTVWXZ"
    for first in letters:
        for second in letters:
            yield f"W{first}{second}"

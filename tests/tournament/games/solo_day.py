"""Seven players of abarrotada at a table of four and one of three, and what they make."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.tournament.day import Day
from tests.tournament.factories import (
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    stage_of,
)
from tests.tournament.games.desk import enter_surely, manage, paste_players, seated
from tournament.models import Match
from tournament.stages.abarrotada import ABARROTADA_BY_RANK

NAMES = (
    *("Anna Puig", "Blai Roca", "Carme Serra", "Dídac Tort"),
    *("Elna Urgell", "Ferran Vila", "Gal·la Xirau"),
)
ROUNDS, SEATS = 3, "NWSE"
SHEET = "N 26-14-8-\nO 10-30-20-12 trumps-S f x\nS - revoke-N"
"""26-14-8-24: 8, 0, 0, 6; a contrada botifarra: 0, 48, 8, 0; a revoke of North: −54, 18, 18, 18."""
ON_SHEET = (-46, 66, 26, 24)


def points_at(round: int, table: int, players: int) -> tuple[int, ...]:
    """What is entered: the sheet at the first table of the first round, else plain points."""
    if (round, table) == (1, 1):
        return ON_SHEET[:players]
    return tuple((7 * round + 13 * table + 29 * at * at) % 61 for at in range(players))


def hands_at(round: int, table: int) -> int:
    return 3 if (round, table) == (1, 1) else 12


def enter(day: Day, client: Client, number: int, table: int) -> None:
    """A referee's entry, who says that it is right where the page asks."""
    address = f"rounds/{number}/tables/{table}/hands/1/"
    made = points_at(number, table, len(seated()[number, table]))
    said: dict[str, Any] = {"based_on": 0}
    if (number, table) == (1, 1):
        said["sheet"] = SHEET
    else:
        said |= {seat.lower(): points for seat, points in zip(SEATS, made)}
    enter_surely(client, day.slug, address, said)


def play_all(*, closed: int = ROUNDS) -> Day:
    """Seven players and so many rounds that a referee entered; the one after them is open."""
    championship = make_championship("Abarrotada", format=ABARROTADA_BY_RANK)
    organiser, referee = organiser_of(championship), make_referee(championship)
    client = english_client(organiser)
    paste_players(client, championship.slug, "\n".join(NAMES))
    manage(client, championship.slug, "schedule/make/", {"rounds": ROUNDS, "seed": "08142"})
    manage(client, championship.slug, "schedule/publish/")
    day = Day(championship, stage_of(championship), organiser, referee, make_user())
    at_the_desk = english_client(referee)
    for number in range(1, ROUNDS + 1):
        if number > 1:
            manage(client, day.slug, f"rounds/{number}/draw/")
        manage(client, day.slug, f"rounds/{number}/open/", {"without_absent": "yes"})
        if number > closed:
            break
        for table in (1, 2):
            enter(day, at_the_desk, number, table)
        manage(at_the_desk, day.slug, f"rounds/{number}/close/")
    return day


def reopened(day: Day, number: int, table: int) -> Match:
    """The match at a table of a round that is open again, without a result."""
    client = english_client(day.organiser)
    manage(client, day.slug, f"rounds/{number}/reopen/", {"reason": "one more look"})
    address = f"rounds/{number}/tables/{table}/hands/1/take-back/"
    manage(client, day.slug, address, {"reason": "by mistake", "based_on": 1})
    return Match.objects.get(round__number=number, table__number=table)

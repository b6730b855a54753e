"""Individuals whose games are known beforehand: nine players, six rounds."""

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
from tournament.stages.individuals import INDIVIDUALS

NAMES = (
    *("Anna Puig", "Blai Roca", "Carme Serra", "Dídac Tort", "Elna Urgell"),
    *("Ferran Vila", "Gal·la Xirau", "Hug Bosch", "Ivet Camps"),
)
ROUNDS = 6
DRAWN = (2, 1)
GIVEN = (4, 2)
"""In this round at this table a referee gives the game to N–S."""


def points_at(round: int, table: int) -> tuple[int, int]:
    if (round, table) == DRAWN:
        return 60, 60
    winners, losers = 101 + 4 * round + table, 30 + 9 * table + round
    return (winners, losers) if (round + table) % 2 else (losers, winners)


def enter(day: Day, client: Client, number: int, table: int) -> None:
    """A referee's entry, who says that it is right where the page asks."""
    address = f"rounds/{number}/tables/{table}/hands/1/"
    ns, ew = points_at(number, table)
    said: dict[str, Any] = {"ns": ns, "ew": ew, "based_on": 0}
    if (number, table) == GIVEN:
        said = {"ns": "", "ew": "", "given_to": "NS", "note": "nobody came", "based_on": 0}
    enter_surely(client, day.slug, address, said)


def played_individuals() -> Day:
    """All six rounds, closed."""
    championship = make_championship("Individual", format=INDIVIDUALS)
    organiser, referee = organiser_of(championship), make_referee(championship)
    client = english_client(organiser)
    listed = "\n".join(f"{name}, Club {name[0]}" for name in NAMES[1:])
    paste_players(client, championship.slug, listed)
    first = {"player_1": NAMES[0], "club": "", "number": ""}
    manage(client, championship.slug, "pairs/add/", first)
    manage(client, championship.slug, "schedule/make/", {"rounds": ROUNDS, "seed": "08142"})
    manage(client, championship.slug, "schedule/publish/")
    day = Day(championship, stage_of(championship), organiser, referee, make_user())
    at_the_desk = english_client(referee)
    for number in range(1, ROUNDS + 1):
        manage(client, day.slug, f"rounds/{number}/open/", {"without_absent": "yes"})
        for table in (1, 2):
            enter(day, at_the_desk, number, table)
        manage(at_the_desk, day.slug, f"rounds/{number}/close/")
    return day


def expected() -> list[tuple[int, int, int, int, int]]:
    """Number, half points, wins, points for and against: best first, by plain code."""
    made = {number: [0, 0, 0, 0] for number in range(1, len(NAMES) + 1)}
    for round in range(1, ROUNDS + 1):
        resting = set(made)
        for (number, table), seats in seated().items():
            if number != round:
                continue
            resting -= set(seats.values())
            ns, ew = (0, 0) if (number, table) == GIVEN else points_at(number, table)
            winner = "NS" if (number, table) == GIVEN or ns > ew else "EW" if ew > ns else ""
            for seat, player in seats.items():
                side, own, theirs = ("NS", ns, ew) if seat in "NS" else ("EW", ew, ns)
                made[player][0] += 1 if not winner else 2 * (winner == side)
                made[player][1] += winner == side
                made[player][2] += min(own, 121)
                made[player][3] += min(theirs, 121)
        for player in resting:
            made[player][0] += 1

    def merit(item: tuple[int, list[int]]) -> tuple[int, int, int, int]:
        halves, wins, own, theirs = item[1]
        return (-halves, -wins, theirs - own, -own)

    return [(player, *figures) for player, figures in sorted(made.items(), key=merit)]  # type: ignore[misc]

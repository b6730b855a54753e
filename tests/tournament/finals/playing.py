"""Playing a championship over HTTP, as people do: organisers by their pages, tables by phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import Client

from scoring.game.announcements import Announcement, parse_trump
from scoring.game.seats import Sides
from tests.tournament.day import Day
from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
)
from tests.tournament.phones.phone import Phone, new_key
from tournament.core.stages import stages_of
from tournament.models import Championship, Match, Outcome
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.stages.format import Format
from tournament.stages.formats import format_of

TRUMPS = ("O", "C", "E", "B", "botifarra")


def manage(client: Client, slug: str, what: str, data: dict[str, Any] | None = None) -> Any:
    answer = client.post(f"/c/{slug}/manage/{what}", data or {})
    assert answer.status_code == 302, (what, answer.status_code, answer.content.decode()[-1500:])
    return answer


def begun(format: Format, pairs: int, **schedule: Any) -> tuple[Day, Client]:
    """A championship with its schedule published and its hands made."""
    championship = make_championship("Trofeu", format=format)
    add_contestants(championship, pairs)
    organiser = organiser_of(championship)
    client = english_client(organiser)
    slug = championship.slug
    manage(client, slug, "schedule/make/", schedule)
    manage(client, slug, "schedule/publish/")
    if format.deals:
        manage(client, slug, "deals/make/")
    (stage,) = stages_of(championship)
    return Day(championship, stage, organiser, make_referee(championship), make_user()), client


def play_round(
    day: Day, client: Client, number: int, made: Callable[[int, int, int], tuple[int, ...]]
) -> None:
    """Open a round, enter everything that its tables made, close it.

    The first table enters and confirms by phone, a referee enters what the others made. `made` says
    for a round, a table and a hand what N–S wrote down: its points and a trump, or the points of
    both in a game.
    """
    manage(client, day.slug, f"rounds/{number}/open/", {"without_absent": "yes"})
    matches = Match.objects.filter(round__number=number, round__championship=day.championship)
    for match in matches.select_related("table", "round__stage__championship"):
        dealt = format_of(match.round.stage).deals
        phone = Phone.at_table(day, match.table.number)
        for deal in match.round.deals if dealt else (1,):
            points = made(number, match.table.number, deal)
            if match.table.number == 1:
                _enter_by_phone(phone, match, deal, points, dealt=dealt)
            else:
                entry = _entry(points, dealt=dealt)
                enter_result(actor=day.acting, match=match, deal=deal, entry=entry, based_on=0)
    manage(client, day.slug, f"rounds/{number}/close/")


def _entry(points: tuple[int, ...], *, dealt: bool) -> ResultInput | GameInput:
    if not dealt:
        return GameInput(outcome=Outcome.PLAYED, points=Sides(*points))
    announced = Announcement(parse_trump(TRUMPS[points[1]]))
    return ResultInput(Outcome.PLAYED, points[0], announced)


def _enter_by_phone(
    phone: Phone, match: Match, deal: int, points: tuple[int, ...], *, dealt: bool
) -> None:
    """Let N–S enter and E–W confirm a hand, each on their phone of the table."""
    table = match.table.number
    said: dict[str, Any] = {"match": match.pk, "hand": deal, "side": "NS"}
    if dealt:
        said |= {"points": points[0], "trump": TRUMPS[points[1]], "double": ""}
    else:
        said |= {"ns": points[0], "ew": points[1], "sheet": ""}
    said |= {"based_on": 0, "late": False}
    answer: Any = phone.send("entries", {"key": new_key(), "asked": False, **said}, table=table)
    if answer.json()["state"] == "check":
        answer = phone.send("entries", {"key": new_key(), "asked": True, **said}, table=table)
    assert answer.json()["state"] == "stored", answer.content
    seen = {"match": match.pk, "hand": deal, "side": "EW", "version": 1}
    answer = phone.send("confirmations", {"key": new_key(), **seen}, table=table)
    assert answer.json()["state"] == "confirmed", answer.content


def add_final(day: Day, client: Client, kind: str, best: int, carry: str, **changes: Any) -> Any:
    """What the page of a new stage answers to the pairs that it shows ticked."""
    address = f"/c/{day.slug}/manage/stages/add/"
    asked = {"format": kind, "name": "Final", "best": best, "carry": carry, "hands": ""}
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    shown = client.get(f"{address}?{query}")
    assert shown.status_code == 200, shown.content.decode()[-1500:]
    who = shown.context["who"]
    sent = {
        "chosen": sorted(who.ticked),
        "based_on": who["based_on"].value(),
        "reason": "",
        **changes,
    }
    return client.post(f"{address}?{query}", sent)


def page(slug: str, path: str, client: Client | None = None) -> str:
    answer = (client or english_client()).get(f"/c/{slug}/{path}")
    assert answer.status_code == 200, (path, answer.status_code)
    text: str = answer.content.decode()
    return " ".join(text.split())


def pairs_of_round(championship: Championship, number: int) -> list[tuple[int, int, int]]:
    """Table, N–S and E–W of each match, by numbers."""
    matches = Match.objects.filter(
        round__number=number, round__championship=championship
    ).select_related("table")
    return [(one.table.number, *(pair.number for pair in one.pairs)) for one in matches]  # type: ignore[misc]


def game_points(round: int, table: int, _hand: int) -> tuple[int, int]:
    """The points of both in a made-up game that somebody wins."""
    winners, losers = 101 + (3 * round + 5 * table) % 19, (17 * table + 11 * round) % 97
    return (losers, winners) if (round + table) % 3 == 0 else (winners, losers)


def game_results(championship: Championship, rounds: range) -> dict[int, tuple[int, int, int]]:
    """Wins, difference and points for of each pair with `game_points`, by plain arithmetic."""
    found: dict[int, tuple[int, int, int]] = {}
    for number in rounds:
        for table, ns, ew in pairs_of_round(championship, number):
            points = game_points(number, table, 1)
            for pair, own, others in ((ns, *points), (ew, *reversed(points))):
                wins, difference, total = found.get(pair, (0, 0, 0))
                found[pair] = (wins + (own > others), difference + own - others, total + own)
    return found

"""Programs that know docs/play-protocol.md, and no page of the site, play in a championship."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from tests.tournament.day import Day
from tests.tournament.links.addresses import link_address
from tests.tournament.play.four_phones import phones_day
from tests.tournament.visitors import HALL
from tournament.links.tokens import Place, PlaceKind
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

TRUMPS = ("O", "C", "E", "B", "botifarra")
TRICKS_BEFORE_A_CLAIM = 2
FIRST_ROUND = range(1, 5)
"""The hands of round 1. The first one is played to its end, and in all four each act is sent
twice."""
SIDE = {"N": "NS", "S": "NS", "W": "EW", "E": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}


@dataclass(slots=True)
class Player:
    """One of a pair, with a program of its own. It keeps what each hand came to."""

    link: str
    pair: int
    client: Client = field(
        default_factory=lambda: Client(
            enforce_csrf_checks=True,
            headers={"accept": "application/json"},
            **HALL,  # type: ignore[arg-type]
        )
    )
    seat: str = ""
    address: str = ""
    told: dict[str, Any] = field(default_factory=dict)
    made: dict[int, dict[str, Any]] = field(default_factory=dict)
    sat: dict[int, str] = field(default_factory=dict)
    """On which side it sat in each hand."""

    def open_link(self) -> None:
        assert self.client.get(self.link).status_code == HTTPStatus.FOUND

    def sit(self, seats: str, number: int) -> None:
        """Take the one of these seats that is the pair's in this round."""
        page = f"/c/day/pair/{self.pair}/seats/"
        assert self.client.get(page).status_code == HTTPStatus.OK
        for seat in seats:
            answer = self.client.post(
                page, {"round": number, "seat": seat}, headers={"X-CSRFToken": self._token}
            )
            if found := re.fullmatch(rf"(/c/day/seat/{number}/\d+/{seat}/)", answer["Location"]):
                self.seat, self.address = seat, found[1]
                self.told = self.client.get(f"{self.address}state.json").json()
                return
        raise AssertionError(f"pair {self.pair} has none of the seats {seats}")

    def ask(self) -> None:
        answer = self.client.get(f"{self.address}state.json?version={self.told['version']}")
        if answer.status_code != HTTPStatus.NO_CONTENT:
            self._take(answer)

    def do_something(self) -> bool:
        """Whether there was something to do."""
        if self.told["step"] == "play" and self.seat in self.told["view"]["turn"]:
            body = {"hand": self.told["hand"], "number": self.told["number"], "act": self._act()}
            self._send("acts", body)
            if self.told["hand"] in FIRST_ROUND:
                # An answer that was lost: the same is sent once more, and done once.
                before = self.told["view"]
                self._send("acts", body)
                assert self.told["view"] == before
            return True
        if self.told["step"] == "result" and SIDE[self.seat] not in self.told["agreed"]:
            view, result = self.told["view"], self.told["result"]
            self.made[self.told["hand"]] = {**result, "maker": view["maker"]}
            self.sat[self.told["hand"]] = SIDE[self.seat]
            self._send("agreements", {"hand": self.told["hand"], **result})
            return True
        return False

    def _act(self) -> dict[str, str]:
        view, hand = self.told["view"], self.told["hand"]
        may = view["may"]
        if "trump" in may:
            if "delegate" in may and hand % 3 == 0:
                return {"act": "delegate"}
            return {"act": "trump", "trump": TRUMPS[hand % len(TRUMPS)]}
        if "contro" in may and hand % 4 == 0:
            return {"act": "contro"}
        if "pass" in may:
            return {"act": "pass"}
        if "accept" in may:
            return {"act": "accept"}
        if (
            "claim" in may
            and not self._plays_to_the_end
            and sum(view["tricks"].values()) >= TRICKS_BEFORE_A_CLAIM
        ):
            return {"act": "claim"}
        return {"act": "card", "card": view["legal"][0]}

    @property
    def _plays_to_the_end(self) -> bool:
        return bool(self.told["hand"] == FIRST_ROUND[0])

    def _send(self, what: str, body: dict[str, Any]) -> None:
        self._take(
            self.client.post(
                f"{self.address}{what}/?version={self.told['version']}",
                body,
                content_type="application/json",
                headers={"X-CSRFToken": self._token},
            )
        )

    def _take(self, answer: Any) -> None:
        assert answer.status_code == HTTPStatus.OK, answer.content
        self.told = answer.json()

    @property
    def _token(self) -> str:
        return self.client.cookies["csrftoken"].value


def play_round(players: Collection[Player]) -> None:
    while True:
        for one in players:
            one.ask()
        if all(one.told["step"] == "done" for one in players):
            return
        acted = [one.do_something() for one in players]
        assert any(acted), "nobody has anything to do"


def hand_scores(result: dict[str, Any]) -> dict[str, int]:
    """A botifarra counts twice for the makers, a contro for their opponents."""
    makers = SIDE[result["maker"]]
    twice = {makers: result["trump"] == "botifarra", OTHER[makers]: result["double"] != ""}
    ns = result["points"] - 36
    return {side: own * (1 + twice[side]) for side, own in (("NS", ns), ("EW", -ns))}


def final(score: int, of_all: Collection[int]) -> Fraction:
    low, high = min(of_all), max(of_all)
    return Fraction(3, 2) if low == high else 1 + Fraction(score - low, high - low)


def totals(made: Mapping[tuple[int, int], Player]) -> dict[int, Fraction]:
    """The sum of each pair's final scores, from what its players were told of their hands."""
    scores: dict[tuple[int, int], tuple[str, int]] = {}
    for (pair, hand), player in made.items():
        scores[pair, hand] = (player.sat[hand], hand_scores(player.made[hand])[player.sat[hand]])
    found: dict[int, Fraction] = {}
    for (pair, hand), (side, score) in scores.items():
        field = [one for (_, other), (of, one) in scores.items() if (other, of) == (hand, side)]
        found[pair] = found.get(pair, Fraction(0)) + final(score, field)
    return found


def players_of(day: Day) -> list[Player]:
    links = {
        pair.number: link_address(
            day.championship, Place(PlaceKind.PAIR, pair.number, pair.link_number)
        )
        for pair in day.contestants
    }
    return [Player(link, pair) for pair, link in links.items() for _partner in range(2)]


def test_programs_play_two_rounds_by_the_protocol() -> None:
    day = phones_day()
    players = players_of(day)
    for one in players:
        one.open_link()
    for number in (1, 2):
        if number > 1:
            day.open(number)
        for first, second in zip(players[::2], players[1::2], strict=True):
            first.sit("NW", number)
            second.sit("SE", number)
        play_round(players)
        close_round(actor=day.acting, round=day.round(number))

    made = {(one.pair, hand): one for one in players for hand in one.made}
    told = Client().get("/c/day/standings.json").json()
    assert len({hand for _pair, hand in made}) == 8
    assert told["rounds"] == [1, 2]
    assert {one["pair"]["number"]: Fraction(one["total"]) for one in told["standings"]} == totals(
        made
    )

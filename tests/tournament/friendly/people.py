"""People at a friendly table, by the services and by the addresses."""

from __future__ import annotations

from typing import Any

from django.test import Client

from scoring.bots.registry import BOTS
from scoring.chance import Chance
from scoring.game.announcements import SantVicencRule
from scoring.game.seats import Seat
from scoring.game.variants import PlayVariant
from scoring.play.acts import SeatAct, act_fields, parse_act
from scoring.play.table import Table
from tests.tournament.visitors import HALL
from tournament.friendly.kinds import Played, Terms
from tournament.friendly.services import NewTable, deal_hand, make_table, play_act, take_place
from tournament.friendly.table_now import HandNow, Step, TableNow, table_now
from tournament.models import FriendlyTable
from tournament.play.stored_acts import act_of

BOT = BOTS["quick"](PlayVariant.OBLIGADA)
SOLO = BOTS["quick"](PlayVariant.ABARROTADA)
TERMS = Terms(101, 4, PlayVariant.OBLIGADA, SantVicencRule.ALLOWED)


def phone(place: int) -> str:
    """What the phone of a place is known by, where tests go through the services."""
    return f"{place + 1:x}".rjust(32, "0")


def new_table(
    played: Played = Played.GAME, *people: int, terms: Terms = TERMS, set_number: int | None = None
) -> FriendlyTable:
    """A table at which people hold these places."""
    table = make_table(new=NewTable(played, terms, set_number), address="192.0.2.7")
    for place in people:
        take_place(table=table, place=place, phone=phone(place))
    return table


def now_at(table: FriendlyTable) -> TableNow:
    return table_now(FriendlyTable.objects.get(pk=table.pk))


def hand_at(table: FriendlyTable) -> HandNow:
    hand = now_at(table).hand
    assert hand is not None
    return hand


def next_act(hand: HandNow) -> SeatAct:
    """What a bot would do for the person whose turn it is."""
    return _bots_act(hand.table)


def _bots_act(table: Table) -> SeatAct:
    public = table.public
    bot = BOT if public.rules.variant.has_partners else SOLO
    return bot.act(table.knowledge(public.turn[0]), Chance(1000 + public.number))


def act_once(table: FriendlyTable) -> bool:
    """Let the person whose turn it is do something; whether it was anybody's."""
    now = now_at(table)
    hand = now.hand
    assert hand is not None
    if now.step is not Step.PLAY:
        return False
    act = next_act(hand)
    place = now.seats[act.seat]
    play_act(
        table=table,
        hand=hand.number,
        phone=phone(place),
        place=place,
        own_number=hand.next_number(act.seat),
        act=act,
    )
    return True


def play_hand(table: FriendlyTable) -> None:
    """Deal the next hand and play it to its end; the first person at the table deals.

    The table is read once: after that only the acts that are new, with those of the bots.
    """
    now = now_at(table)
    deal_hand(table=table, phone=phone(min(now.held)), after=now.last_number)
    now = now_at(table)
    hand = now.hand
    assert hand is not None
    played = hand.table
    while played.public.turn:
        act = _bots_act(played)
        place = now.seats[act.seat]
        own_number = 1 + sum(
            isinstance(one, SeatAct) and one.seat is act.seat for one in played.acts
        )
        play_act(
            table=table,
            hand=hand.number,
            phone=phone(place),
            place=place,
            own_number=own_number,
            act=act,
        )
        new = hand.stored.acts.filter(number__gt=len(played.acts)).order_by("number")
        for row in new:
            played = played.after(act_of(row))


def play_game(table: FriendlyTable) -> int:
    """Play until the game is over; how many hands that took."""
    for hands in range(1, 200):
        play_hand(table)
        if now_at(table).step is Step.OVER:
            return hands
    raise AssertionError("the game doesn't end")


class Person:
    """A phone in the hall with a table's link."""

    def __init__(self, code: str) -> None:
        self.path = f"/friendly/{code}/"
        self.client = Client(headers={"accept-language": "en"}, **HALL)  # type: ignore[arg-type]

    def sit(self, place: int) -> str:
        """Ask for a place; where the answer leads."""
        answer = self.client.post(f"{self.path}take/", {"place": place})
        return str(answer.headers.get("Location", answer.status_code))

    def leave(self, place: int) -> None:
        self.client.post(f"{self.path}free/", {"place": place})

    def get(self, what: str = "") -> Any:
        return self.client.get(self.path + what)

    def told(self) -> dict[str, Any]:
        answer = self.get("play/state.json?page=1")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def post(self, what: str, body: Any) -> Any:
        return self.client.post(
            f"{self.path}play/{what}/?page=1", body, content_type="application/json"
        )

    def deal(self, after: int) -> Any:
        return self.post("deal", {"after": after})

    def do(self, act: SeatAct, hand: HandNow) -> Any:
        """Do something in the hand as it is now, with the seat's next number."""
        said = {name: value for name, value in act_fields(act).items() if name != "seat"}
        number = hand.next_number(act.seat)
        return self.post("acts", {"hand": hand.number, "number": number, "act": said})

    def do_something(self) -> Any:
        """Do the first thing that its view allows."""
        now = self.told()
        view = now["view"]
        kind = view["may"][0]
        said: dict[str, Any] = {"act": kind}
        if kind == "card":
            said["card"] = view["legal"][0]
        if kind == "trump":
            said["trump"] = "O"
        parse_act({**said, "seat": Seat(now["seat"]).value})
        return self.post("acts", {"hand": now["hand"], "number": now["number"], "act": said})

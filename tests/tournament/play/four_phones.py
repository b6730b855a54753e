"""Four phones at a table of a round that is played on phones, and bots that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from scoring.bots.registry import BOTS
from scoring.chance import Chance
from scoring.game.cards import PACK, Card
from scoring.game.seats import Seat, Side
from scoring.game.variants import PlayVariant
from scoring.play.acts import SeatAct, act_fields
from scoring.play.table import Table
from tests.tournament.day import Day, make_day
from tests.tournament.phones.phone import Phone
from tournament.core.actor import Actor
from tournament.links.tokens import PlaceKind
from tournament.models import Match, PlayedWith, SeatTaken
from tournament.play.match_cache import kept_match
from tournament.play.match_now import HandNow, match_now
from tournament.play.queries import seat_view
from tournament.play.services.acts import play_act
from tournament.play.services.results import agree_on_result
from tournament.play.services.seats import take_seat
from tournament.play.services.tables import choose_played_with

BOT = BOTS["quick"](PlayVariant.OBLIGADA)
_CARD = re.compile(r"(?<![0-9A-Za-z])[9ARCS8765432][OCEB](?![0-9A-Za-z])")


def phones_day(*, contestants: int = 4, slug: str = "day") -> Day:
    """Round 1 is open, and played on phones."""
    day = make_day(contestants=contestants, slug=slug)
    choose_played_with(
        actor=day.acting_organiser,
        stage=day.stage,
        played_with=PlayedWith.PHONES,
        knows_plain_http=True,
    )
    day.open(1)
    return day


def phone_name(seat: Seat, table: int = 1) -> str:
    """What the phone of a seat is known by, where tests go through the services."""
    return f"{seat.value.encode().hex()}{table:x}".ljust(32, "0")


def sit(match: Match, *seats: Seat) -> None:
    """Let phones take these seats, by default all, through the services."""
    for seat in seats or tuple(Seat):
        take_seat(
            actor=pair_at(match, seat),
            match=match,
            seat=seat,
            phone=phone_name(seat, match.table.number),
        )


def pair_at(match: Match, seat: Seat) -> Actor:
    return Actor.of_pair(match.pairs[seat.side].number)


def hand_at(match: Match) -> HandNow:
    """The hand that the match is at."""
    hand = match_now(again(match)).hand
    assert hand is not None
    return hand


def again(match: Match) -> Match:
    """The match as it stands in the database now."""
    return Match.objects.select_related("round__stage__championship", "table").get(pk=match.pk)


def do(match: Match, act: SeatAct) -> None:
    """Let a seat do something, as its phone would count it."""
    hand = hand_at(match)
    do_numbered(match, hand.number, hand.next_number(act.seat), act)


def do_numbered(match: Match, deal: int, own_number: int, act: SeatAct) -> None:
    """Let a seat do something with a number that is known, without a look at the table."""
    play_act(
        actor=pair_at(match, act.seat),
        match=match,
        deal=deal,
        phone=phone_name(act.seat, match.table.number),
        own_number=own_number,
        act=act,
    )


def bots_act(table: Table) -> SeatAct:
    """What whoever's turn it is does."""
    return BOT.act(table.knowledge(table.public.turn[0]), Chance(table.public.number))


def bots_acts(hand: HandNow, *, until: int = 100) -> Iterator[tuple[int, SeatAct]]:
    """What bots do in a hand from here on, each act with its seat's own number, as long as the hand
    has fewer acts. The hand is read once: whoever asks does all that they are told, and nothing
    else happens at the table."""
    table = hand.table
    numbers = {seat: hand.next_number(seat) for seat in Seat}
    while table.public.turn and table.public.number < until:
        act = bots_act(table)
        yield numbers[act.seat], act
        numbers[act.seat] += 1
        table = table.after(act)


def play_on(match: Match, *, until: int = 100) -> None:
    """Let bots play the hand, as long as it has fewer acts."""
    hand = hand_at(match)
    for own_number, act in bots_acts(hand, until=until):
        do_numbered(match, hand.number, own_number, act)


def agree(match: Match, *sides: Side) -> None:
    """Let these sides, by default both, say that the result is right."""
    for side in sides or tuple(Side):
        seat = next(seat for seat in Seat if seat.side is side)
        now = seat_view(kept_match(match), seat)
        assert now.content is not None
        agree_on_result(
            actor=pair_at(match, seat),
            match=match,
            deal=now.deal,
            seat=seat,
            phone=phone_name(seat, match.table.number),
            content=now.content,
        )


class SeatPhone(Phone):
    """A phone with a pair's link, at a seat or not."""

    where: tuple[int, int, Seat]

    @classmethod
    def of(cls, day: Day, pair: int) -> SeatPhone:
        """Return the phone after it scanned the code of a pair."""
        phone = cls(day)
        phone.scan(PlaceKind.PAIR, pair)
        return phone

    def take(self, match: Match, seat: Seat) -> str:
        """Ask for a seat; where the answer leads."""
        self.where = (match.round.number, match.table.number, seat)
        pair = match.pairs[seat.side].number
        path = f"/c/{self.day.slug}/pair/{pair}/seats/"
        answer = self.client.post(path, {"round": match.round.number, "seat": seat.value})
        return str(answer.headers.get("Location", answer.status_code))

    @property
    def path(self) -> str:
        round, table, seat = self.where
        return f"/c/{self.day.slug}/seat/{round}/{table}/{seat.value}/"

    def get(self, what: str = "state.json", **query: str) -> Any:
        return self.client.get(self.path + what, query)

    def post(self, what: str, body: Any, *, version: str = "") -> Any:
        address = f"{self.path}{what}?page=1&version={version}"
        return self.client.post(address, body, content_type="application/json")

    def told(self) -> dict[str, Any]:
        answer = self.get(page="1")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def do(self, act: SeatAct, *, number: int | None = None, hand: int | None = None) -> Any:
        """Do something, in the hand and with the seat's next number that it is told by default."""
        if number is None or hand is None:
            now = self.told()
            number = now["number"] if number is None else number
            hand = now["hand"] if hand is None else hand
        said = {name: value for name, value in act_fields(act).items() if name != "seat"}
        return self.post("acts/", {"hand": hand, "number": number, "act": said})

    def do_at(self, act: SeatAct, number: int, version: str) -> Any:
        """Do something in hand 1 with a version, as the page of the seat sends it."""
        told = {name: value for name, value in act_fields(act).items() if name != "seat"}
        return self.post("acts/", {"hand": 1, "number": number, "act": told}, version=version)

    def agree(self) -> Any:
        now = self.told()
        return self.post("agreements/", {"hand": now["hand"], **now["result"]})


def four_phones(day: Day, match: Match) -> Mapping[Seat, SeatPhone]:
    """Each player's own phone, at its seat."""
    found = {}
    for seat in Seat:
        phone = SeatPhone.of(day, match.pairs[seat.side].number)
        assert phone.take(match, seat) == phone.path
        found[seat] = phone
    assert SeatTaken.objects.filter(match=match, saw_cards=True).count() == 4
    return found


def play_by_phones(phones: Mapping[Seat, SeatPhone], match: Match, *, until: int = 100) -> None:
    """Let bots play the hand as `play_on` does, each by the phone at its seat."""
    hand = hand_at(match)
    for own_number, act in bots_acts(hand, until=until):
        answer = phones[act.seat].do(act, number=own_number, hand=hand.number)
        assert answer.status_code == 200, answer.content


def cards_in_text(text: str) -> set[Card]:
    """The cards that stand somewhere in a text, as they are written."""
    return {Card.parse(one) for one in _CARD.findall(text)}


ALL = frozenset(PACK)

"""No answer to a seat has a card that the seat may not know, and nobody else's has any.

Bots play through the addresses of the four seats. After every act everything that each seat can ask
for is compared with what it was told, worked out here from the cards and the acts alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.game.cards import Card
from scoring.game.deals import Hands
from scoring.game.seats import Seat
from scoring.play.acts import Act, Claim, Delegate, MakeTrump, PlayCard, RefuseClaim
from scoring.play.calls import Phase
from tests.tournament.day import Day
from tests.tournament.play.four_phones import (
    ALL,
    SeatPhone,
    bots_act,
    cards_in_text,
    four_phones,
    hand_at,
    phones_day,
)
from tests.tournament.visitors import HALL, addresses
from tournament.core.labels import card_name
from tournament.models import Match
from tournament.play.match_now import HandNow
from tournament.play.services.acts import take_back_card

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]


def may_know(seat: Seat, deal: Hands, dealer: Seat, acts: Sequence[Act]) -> set[Card]:
    """The cards that the seat has been told of, by the rules of the game."""
    chosen = any(isinstance(act, Delegate | MakeTrump) for act in acts)
    own = set(deal.hand(seat)) if chosen or seat is not dealer.partner else set()
    played: set[Card] = set()
    shown: set[Card] = set()
    for act in acts:
        if isinstance(act, PlayCard):
            played.add(act.card)
        if isinstance(act, Claim) and act.seat.side is not seat.side:
            shown |= set(deal.hand(act.seat)) - played
    return own | played | shown


def named_in(html: str) -> set[Card]:
    """The cards whose names stand in a page."""
    text = unescape(html)
    return {card for card in ALL if card_name(card) in text}


def assert_no_leak(text: str, allowed: set[Card], what: str) -> None:
    found = cards_in_text(text) | named_in(text)
    assert found <= allowed, f"{what} gives {found - allowed} away"


def look_everywhere(phones: dict[Seat, SeatPhone], hand: HandNow, *, pages: bool = True) -> None:
    """Ask for all that each seat can ask for, and compare; a page's part is in its state too."""
    acts = hand.table.acts
    for seat, phone in phones.items():
        allowed = may_know(seat, hand.dealt.deal, hand.dealt.dealer, acts)
        told = phone.told()
        assert told["hand"] == hand.number
        assert_no_leak(str(told), allowed, f"the state of {seat}")
        page = phone.get("").content.decode() if pages else told["page"]
        assert_no_leak(page, allowed, f"the page of {seat}")
        view = told["view"]
        left = set(hand.table.hand(seat)) & allowed
        assert set(map(Card.parse, view["cards"] or [])) == left
        if view["cards"] is not None:
            # So that the search does find cards, where there are some.
            assert left <= cards_in_text(page)
            assert left <= named_in(page)
        else:
            assert not cards_in_text(str(told))


@pytest.fixture
def day() -> Day:
    return phones_day()


def every_address(day: Day) -> Iterator[str]:
    values = {
        "slug": day.slug,
        **dict.fromkeys(("number", "round", "table", "deal", "deal_set", "play", "version"), 1),
        **{"seat": "N", "side": "NS", "act": "packs", "chapter": "rounds", "view": "desk:round"},
        "contestant": 1,
    }
    for one in addresses():
        if "slug" in one.arguments and set(one.arguments) <= values.keys():
            yield reverse(one.name, kwargs={name: values[name] for name in one.arguments})


def look_from_outside(day: Day, match: Match) -> None:
    """Nobody without a seat gets a card, whatever they ask for: spectators, another table, and a
    second phone of a pair."""
    number = match.pairs.ns.number
    others = next(one.number for one in day.contestants if one.pk not in match.pair_ids)
    visitors = {"a spectator": Client(headers={"accept-language": "en"}, **HALL)}  # type: ignore[arg-type]
    visitors["another pair"] = SeatPhone.of(day, others).client
    visitors["a second phone"] = SeatPhone.of(day, number).client
    visitors["the table"] = SeatPhone.at_table(day, match.table.number).client
    files = set()
    for path in every_address(day):
        for who, client in visitors.items():
            if path in files:
                continue
            answer = client.get(path)
            if answer.streaming or not answer["Content-Type"].startswith(
                ("text", "application/json")
            ):
                # A file that a spectator gets is the same for all, and not read here.
                files |= {path} if who == "a spectator" else set()
                continue
            text = answer.content.decode()
            assert not cards_in_text(text) - EXAMPLES, f"{path} gives {who} cards"


EXAMPLES = {Card.parse("9O")}
"""Cards that pages name to tell how cards are written."""


def test_two_hands_by_four_phones(day: Day) -> None:
    """In the first one all is asked for before every act. Others look on in the middle of the
    second one, when there is a hand that is over, too."""
    match = day.match(1, 1)
    phones = dict(four_phones(day, match))
    seen = set()
    for number in (1, 2):
        for _moment in range(100):
            hand = hand_at(match)
            public = hand.table.public
            moment = (number, public.number)
            seen.add(moment)
            claims = public.phase is Phase.CLAIM
            if number == 1 or public.number % 10 == 0 or not public.turn:
                pages = public.number % 5 == 0 or claims or moment == (1, 32) or not public.turn
                look_everywhere(phones, hand, pages=pages)
            if moment == (2, 33):
                look_from_outside(day, match)
            if not public.turn:
                break
            if moment == (1, 31):
                take_back_card(actor=day.acting, match=match, deal=1, reason="a slip", acts=31)
                continue
            act = Claim(public.turn[0]) if moment == (1, 17) else bots_act(hand.table)
            if claims:
                act = RefuseClaim(public.turn[0])
            own_number = hand.next_number(act.seat)
            answer = phones[act.seat].do(act, number=own_number, hand=number)
            assert answer.status_code == 200, answer.content
            acts = (*hand.table.acts, act)
            allowed = may_know(act.seat, hand.dealt.deal, hand.dealt.dealer, acts)
            assert_no_leak(answer.content.decode(), allowed, "the answer to an act")
        for seat in (Seat.N, Seat.E):
            assert phones[seat].agree().status_code == 200
    look_everywhere(phones, hand_at(match))
    assert {(1, 18), (1, 32), (2, 33)} <= seen, "a claim, a card given back, others looking on"


def test_the_search_finds_what_is_given_away() -> None:
    assert cards_in_text('{"cards": ["9O", "AC"]}#card-RE') == {
        Card.parse("9O"),
        Card.parse("AC"),
        Card.parse("RE"),
    }
    assert not cards_in_text("x9O 12CE N9E")

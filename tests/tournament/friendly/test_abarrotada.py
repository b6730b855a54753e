"""Abarrotada at friendly tables: four and three players, bots, scores, and what each may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from scoring.game.cards import Card
from scoring.game.seats import Seat
from scoring.ordinary.hands import Multipliers
from scoring.play.acts import AcceptClaim, Claim, PlayCard, RefuseClaim, SeatAct
from scoring.play.calls import Phase
from scoring.play.table import Table
from tests.tournament.friendly.people import (
    TERMS,
    Person,
    act_once,
    hand_at,
    new_table,
    next_act,
    now_at,
    phone,
    play_game,
)
from tests.tournament.play.test_leaks import assert_no_leak
from tournament.core.errors import UserError
from tournament.friendly.kinds import Played
from tournament.friendly.queries import place_now, table_lines
from tournament.friendly.services import deal_hand, free_place, play_act, take_place
from tournament.friendly.table_now import HandNow, Step
from tournament.friendly.views import place_document, seen
from tournament.models import FriendlyAct, FriendlyHand, FriendlyTable

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SEATS = {Played.ABARROTADA: "NWSE", Played.THREE: "NWS"}
SHORT = replace(TERMS, hands=3, multipliers=Multipliers(2, 3, 5))
both = pytest.mark.parametrize("played", SEATS)


@both
def test_one_person_and_bots_play_so_many_hands(played: Played) -> None:
    table = new_table(played, 1, terms=SHORT)
    seats = SEATS[played]
    assert play_game(table) == SHORT.hands
    threshold = 72 // len(seats)
    totals = dict.fromkeys(seats, 0)
    for hand in FriendlyHand.objects.filter(game__table=table):
        assert set(hand.points) == set(seats)  # a database may keep another order
        assert sum(hand.points.values()) == 72
        factor = (2 if hand.trump == "botifarra" else 1) * (1, 2, 3, 5)[hand.doubles]
        for seat, points in hand.points.items():
            totals[seat] += max(0, points - threshold) * factor
    standing = table_lines(table, phone(1)).standing
    assert {one.seat: one.points for one in standing.totals} == totals
    best = {seat for seat in seats if totals[seat] == max(totals.values())}
    assert {one.seat for one in standing.winners} == (best if len(best) < len(seats) else set())
    # The turn to deal goes round, from whoever was drawn on.
    first = FriendlyAct.objects.filter(hand__game__table=table, number=1).order_by("hand__number")
    dealers = [act.seat for act in first]
    start = seats.index(dealers[0])
    assert dealers == [seats[(start + turn) % len(seats)] for turn in range(SHORT.hands)]
    deal_hand(table=table, phone=phone(1), after=SHORT.hands)
    assert hand_at(table).dealer == seats[(start + SHORT.hands) % len(seats)]


def told_to(table: FriendlyTable, place: int, *, page: bool) -> str:
    """All that a place is sent: JSON and the part of its page."""
    now = place_now(table, phone(place))
    assert now is not None
    shown = render_to_string("friendly/_place.html", seen(now)) if page else ""
    return str(place_document(now, table.version)) + shown


def may_know(table: Table, seat: Seat) -> set[Card]:
    """By the rules: the own cards, all that were played, and those of whoever claimed."""
    known = set(table.deal.hand(seat))
    played: set[Card] = set()
    for act in table.acts:
        if isinstance(act, PlayCard):
            played.add(act.card)
        if isinstance(act, Claim):
            known |= set(table.deal.hand(act.seat)) - played
    return known | played


def look(table: FriendlyTable, places: Iterable[int]) -> None:
    """After every call, claim and answer, and after every fifth card: each card of a trick, of
    three and of four, is the last one at some time."""
    now = now_at(table)
    hand = now.hand
    assert hand is not None
    public = hand.table.public
    if public.phase is Phase.CARDS and public.number % 5:
        return
    page = public.number % 10 == 0 or public.phase is Phase.CLAIM
    for place in places:
        seat = now.seat_of(place)
        text = told_to(now.table, place, page=page)
        if now.step is Step.PLAY:
            assert_no_leak(text, may_know(hand.table, seat), f"what {seat} is told")
        view = hand.table.view(seat)
        assert view.hand == hand.table.hand(seat), "everybody sees the own cards from the start"


@both
def test_no_place_is_told_more_than_its_seat_may_know(played: Played) -> None:
    places = range(len(SEATS[played]))
    table = new_table(played, *places, terms=replace(SHORT, hands=1))
    play_and_look(table, places, hands=1)


def play_and_look(table: FriendlyTable, places: Iterable[int], hands: int) -> None:
    for _hand in range(hands):
        deal_hand(table=table, phone=phone(0), after=now_at(table).last_number)
        look(table, places)
        claimed = False
        while (now := now_at(table)).step is Step.PLAY:
            hand = now.hand
            assert hand is not None
            public = hand.table.public
            if not claimed and len(public.won) == 5 and not public.trick.cards:  # type: ignore[union-attr]
                claimed = True
                act: SeatAct = Claim(public.turn[0])
            elif public.claimer is not None:
                act = (RefuseClaim if len(public.turn) == 1 else AcceptClaim)(public.turn[0])
            else:
                act = next_act(hand)
            do(table, now.seats[act.seat], act, hand)
            look(table, places)


def do(table: FriendlyTable, place: int, act: SeatAct, hand: HandNow | None = None) -> None:
    hand = hand or hand_at(table)
    play_act(
        table=table,
        hand=hand.number,
        phone=phone(place),
        place=place,
        own_number=hand.next_number(act.seat),
        act=act,
    )


def test_all_others_must_accept_a_claim() -> None:
    table = new_table(Played.THREE, 0, 1, 2)
    deal_hand(table=table, phone=phone(0), after=0)
    while not hand_at(table).table.public.won:
        act_once(table)
    claimer, *others = (hand_at(table).table.public.turn[0], *"NWS")
    do(table, now_at(table).seats[claimer], Claim(claimer))
    for seat in others:
        if seat != claimer:
            assert now_at(table).step is Step.PLAY
            do(table, now_at(table).seats[Seat(seat)], AcceptClaim(Seat(seat)))
    hand = FriendlyHand.objects.get(game__table=table)
    trick = hand_at(table).table.public.won[0]
    assert hand.points[claimer.value] == 72, trick  # who won the first trick leads, and claimed


def test_a_bot_plays_on_for_whoever_leaves_and_gives_the_place_back() -> None:
    table = new_table(Played.THREE, 0, 1)
    deal_hand(table=table, phone=phone(0), after=0)
    free_place(table=table, place=1, phone=phone(1))
    assert now_at(table).bots == (Seat.W, Seat.S)
    act_once(table)
    take_place(table=table, place=1, phone=phone(1))
    assert now_at(table).bots == (Seat.S,)


def test_a_table_of_three_has_no_fourth_place() -> None:
    table = new_table(Played.THREE, 0)
    with pytest.raises(UserError, match="one of the places"):
        take_place(table=table, place=3, phone=phone(3))
    east = Person(table.code)
    assert east.sit(3) == east.path
    assert "Sit East" not in east.get().content.decode()


def test_a_table_is_made_and_played_in_the_browser_s_way() -> None:
    """Through the addresses: the settings of the form, the calls that are offered, the score."""
    person = Person("")
    form = {
        "played": "abarrotada-3", "target": 101, "sant_vicenc": "allowed", "multipliers": "2-4-10",
        "variant": "obligada", "hands": "", "set_number": "",
    }  # fmt: skip
    made = person.client.post("/friendly/", form)
    table = FriendlyTable.objects.get()
    assert made.headers["Location"] == f"/friendly/{table.code}/"
    assert (table.played, table.hands, table.multipliers) == ("abarrotada-3", 12, "2-4-10")
    people = [Person(table.code) for _place in range(3)]
    for place, one in enumerate(people):
        one.sit(place)
    assert "Abarrotada: 12 hands, 3 players" in people[0].get().content.decode()
    FriendlyTable.objects.update(hands=1)
    people[0].deal(0)
    dealer = people["NWS".index(hand_at(table).dealer)]
    told = dealer.told()
    assert told["view"]["may"] == ["delegate", "estevet", "trump"]
    assert "Estevet: delegate with a contro" in told["page"]
    assert "delegate to the player on your left" in told["page"]
    said = {"hand": 1, "number": told["number"], "act": {"act": "estevet"}}
    answer = dealer.post("acts", said).json()
    assert answer["view"]["delegators"] == [told["seat"]]
    assert answer["view"]["estevet"] == told["seat"]
    left = hand_at(table).table.public.turn[0]
    assert "NWS".index(left) == ("NWS".index(told["seat"]) - 1) % 3
    assert "estevet" in people["NWS".index(left)].told()["page"]
    while act_once_by(people, table):
        pass
    told = people[0].told()
    assert told["step"] == "over"
    assert [one["seat"] for one in told["totals"]] == ["N", "W", "S"]
    assert sum(told["last"]["points"].values()) == 72
    assert "The three hands" in told["page"]
    assert "East's hand is laid aside" in people[0].get().content.decode()


def act_once_by(people: list[Person], table: FriendlyTable) -> bool:
    """Let the person whose turn it is do what a bot would."""
    now = now_at(table)
    if now.step is not Step.PLAY:
        return False
    assert now.hand is not None
    act = next_act(now.hand)
    assert people[now.seats[act.seat]].do(act, now.hand).status_code == 200
    return True

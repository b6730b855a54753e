"""Friendly tables, through the services: places and bots, games to their end, limits."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from unittest import mock

import pytest
from django.test import override_settings
from django.utils import timezone

from scoring.dealing.deal_set import commitment, deal_hashes, make_deal
from scoring.game.announcements import Denomination
from scoring.game.seats import Seat, Side
from scoring.play.acts import MakeTrump, PlayCard
from tests.tournament.friendly.people import (
    TERMS,
    act_once,
    hand_at,
    new_table,
    next_act,
    now_at,
    phone,
    play_game,
    play_hand,
)
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.friendly import queries, services
from tournament.friendly.kinds import Played
from tournament.friendly.queries import place_now, table_lines
from tournament.friendly.services import (
    deal_hand,
    forget_unused_tables,
    free_place,
    make_table,
    play_act,
    take_place,
)
from tournament.friendly.table_now import Step, key_of_set
from tournament.models import FriendlyAct, FriendlyHand, FriendlyPlace, FriendlyTable
from tournament.play.services.seats import SeatLost

TARGET = 25
"""The points that end a short game."""

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def plain_scores(table: FriendlyTable) -> list[tuple[int, int]]:
    """What each hand of the table's games scored for N–S and E–W, by pagat.com's rules alone."""
    found = []
    for hand in FriendlyHand.objects.filter(game__table=table).order_by("number"):
        factor = (2 if hand.trump == "botifarra" else 1) * 2**hand.doubles
        more = (hand.points["NS"] - 36) * factor
        found.append((max(more, 0), max(-more, 0)))
    return found


def test_one_person_and_three_bots_play_a_game_to_101() -> None:
    table = new_table(Played.GAME, 2)
    hands = play_game(table)
    scores = plain_scores(table)
    assert len(scores) == hands
    totals = [sum(one) for one in zip(*scores)]
    lines = table_lines(table, phone(2))
    assert [one.points for one in lines.standing.totals] == totals
    assert max(totals) >= 101
    before = [sum(one) for one in zip(*scores[:-1])] if hands > 1 else [0, 0]
    assert max(before) < 101, "it is over with the hand that reaches the target"
    best = Side.NS if totals[0] > totals[1] else Side.EW
    assert [one.side for one in lines.standing.winners] == [best]
    # The dealer goes round.
    dealers = [
        act.seat
        for act in FriendlyAct.objects.filter(hand__game__table=table, number=1).order_by(
            "hand__number"
        )
    ]
    first = list(Seat).index(Seat(dealers[0]))
    assert dealers == [list(Seat)[(first + turn) % 4] for turn in range(hands)]


def test_the_deals_are_those_that_were_promised() -> None:
    table = new_table(Played.GAME, 0, terms=replace(TERMS, target=TARGET))
    promised = table_lines(table, "").dealing
    assert not promised.key
    play_game(table)
    told = table_lines(table, "").dealing
    key = bytes.fromhex(told.key)
    assert told.commitment == promised.commitment == commitment(deal_hashes(key, told.hands))
    assert hand_at(table).table.deal == make_deal(key, "", len(now_at(table).hands))
    after = now_at(table).last_number
    deal_hand(table=table, phone=phone(0), after=after)
    again = table_lines(table, "").dealing
    assert not again.key
    assert again.commitment != told.commitment
    assert hand_at(table).number == after + 1
    assert not [one for one in table_lines(table, "").standing.totals if one.points]


def test_partners_change_after_each_of_three_games() -> None:
    table = new_table(Played.PARTNERS, 0, terms=replace(TERMS, target=TARGET))
    games: list[dict[int, bool]] = []
    totals = [0, 0]
    points, won = [0] * 4, [0] * 4
    while now_at(table).step is not Step.OVER:
        play_hand(table)
        now = now_at(table)
        sides = {place: seat.side is Side.EW for seat, place in now.seats.items()}
        if not games or (max(totals) >= TARGET):
            games.append({})
            totals = [0, 0]
        games[-1] = sides
        score = plain_scores(table)[-1]
        totals = [one + two for one, two in zip(totals, score)]
        for place in range(4):
            points[place] += score[sides[place]]
        if max(totals) >= TARGET:
            for place in range(4):
                won[place] += totals[sides[place]] >= TARGET
    assert len(games) == 3
    partners = {frozenset(p for p in range(4) if one[p] == one[0]) for one in games}
    assert partners == {frozenset({0, 1}), frozenset({0, 2}), frozenset({0, 3})}
    standing = table_lines(table, "").standing
    assert [(one.points, one.won) for one in standing.totals] == list(zip(points, won))
    best = max(zip(points, won))
    assert {one.place for one in standing.winners} == {
        place for place in range(4) if (points[place], won[place]) == best
    }


def test_hands_of_a_number_are_the_same_at_every_table() -> None:
    terms = replace(TERMS, hands=2)
    tables = [new_table(Played.HANDS, 0, terms=terms, set_number=4711) for _table in range(2)]
    deals = []
    for table in tables:
        assert play_game(table) == terms.hands
        deals.append([make_deal(bytes.fromhex(key_of_set(4711)), "", n) for n in (1, 2)])
        assert hand_at(table).table.deal == deals[-1][-1]
        totals = {one.side: one.points for one in table_lines(table, "").standing.totals}
        plain = dict.fromkeys(Side, 0)
        for hand in FriendlyHand.objects.filter(game__table=table):
            makers = Seat(hand.maker).side
            assert sum(hand.points.values()) == 72
            for side in Side:
                made = hand.points[side.value]
                doubled = hand.trump == "botifarra" if side is makers else hand.doubles > 0
                plain[side] += (made - 36) * (2 if doubled else 1)
        assert totals == plain
    assert deals[0] == deals[1]
    drawn = new_table(Played.HANDS, 0)
    assert now_at(drawn).game.set_number
    assert (
        table_lines(drawn, "").dealing.commitment != table_lines(tables[0], "").dealing.commitment
    )


def test_the_number_of_the_hands_is_told_when_all_are_played() -> None:
    """Otherwise somebody at the table could make another one with that number, and look."""
    table = new_table(Played.HANDS, 0, terms=replace(TERMS, hands=1), set_number=4711)
    key = bytes.fromhex(now_at(table).game.key)
    assert table_lines(table, phone(0)).dealing.set_number is None
    deal_hand(table=table, phone=phone(0), after=0)
    lines = table_lines(table, phone(0))
    assert lines.dealing.set_number is None
    assert not lines.dealing.key
    while act_once(table):
        pass
    lines = table_lines(table, phone(0))
    assert (lines.dealing.set_number, lines.dealing.key) == (4711, key.hex())
    # Nobody finds the hands at home by going through all numbers: the key isn't made of one alone.
    with override_settings(SECRET_KEY="another installation"):
        assert key_of_set(4711) != key.hex()


def test_an_act_is_taken_once() -> None:
    table = new_table(Played.GAME, 0, 1, 2, 3)
    deal_hand(table=table, phone=phone(0), after=0)
    deal_hand(table=table, phone=phone(3), after=0)  # two tap at once: one hand
    assert FriendlyHand.objects.count() == 1
    dealer = hand_at(table).dealer
    place = now_at(table).seats[dealer]

    def call(trump: Denomination, number: int = 1, *, by: int = place) -> None:
        play_act(
            table=table,
            hand=1,
            phone=phone(by),
            place=by,
            own_number=number,
            act=MakeTrump(dealer if by == place else now_at(table).seat_of(by), trump),
        )

    call(Denomination.OROS)
    call(Denomination.OROS)
    assert FriendlyAct.objects.count() == 1
    with pytest.raises(Conflict):
        call(Denomination.COPES)
    with pytest.raises(Conflict):
        call(Denomination.OROS, 3)
    with pytest.raises(NotNow):
        call(Denomination.OROS, by=now_at(table).seats[dealer.left])
    with pytest.raises(SeatLost):
        play_act(
            table=table,
            hand=1,
            phone=phone(7),
            place=place,
            own_number=2,
            act=MakeTrump(dealer, Denomination.OROS),
        )
    while not hand_at(table).table.public.trick:
        act_once(table)
    turn = hand_at(table).table.public.turn[0]
    foreign = hand_at(table).table.hand(turn.right)[0]
    who = now_at(table).seats[turn]
    with pytest.raises(UserError, match="Expected one of"):
        play_act(
            table=table,
            hand=1,
            phone=phone(who),
            place=who,
            own_number=hand_at(table).next_number(turn),
            act=PlayCard(turn, foreign),
        )
    with pytest.raises(NotNow, match="not over yet"):
        deal_hand(table=table, phone=phone(0), after=1)


def test_bots_sit_where_nobody_does_and_a_person_takes_over_and_gives_back() -> None:
    table = new_table(Played.GAME, 0)
    deal_hand(table=table, phone=phone(0), after=0)
    for _act in range(3):
        act_once(table)
    now = now_at(table)
    assert hand_at(table).table.public.turn[0] == now.seat_of(0), "bots have answered at once"
    # Somebody takes the bot's place in the middle of the hand, with what it holds.
    take_place(table=table, place=1, phone=phone(1))
    take_place(table=table, place=1, phone=phone(1))
    assert FriendlyPlace.objects.filter(freed_at=None).count() == 2
    with pytest.raises(Conflict):
        take_place(table=table, place=1, phone=phone(5))
    with pytest.raises(NotNow, match="another place"):
        take_place(table=table, place=2, phone=phone(1))
    seen = place_now(table, phone(1))
    assert seen is not None
    assert seen.view is not None
    assert seen.view.hand == hand_at(table).table.hand(now.seat_of(1))
    act_once(table)
    while hand_at(table).table.public.turn[0] != now.seat_of(1):
        act_once(table)
    # It gives the place back at its turn: the bot plays at once.
    before = len(hand_at(table).rows)
    free_place(table=table, place=1, phone=phone(1))
    assert len(hand_at(table).rows) > before
    assert place_now(table, phone(1)) is None
    # It knows those cards now: no other place in this hand, but the same one again.
    with pytest.raises(NotNow, match="has seen the cards"):
        take_place(table=table, place=3, phone=phone(1))
    take_place(table=table, place=1, phone=phone(1))
    free_place(table=table, place=1, phone=phone(1))
    while now_at(table).step is Step.PLAY:
        act_once(table)
    take_place(table=table, place=3, phone=phone(1))
    # When everybody has left, the bots wait, and go on when somebody comes.
    deal_hand(table=table, phone=phone(0), after=1)
    free_place(table=table, place=3, phone=phone(1))
    free_place(table=table, place=0, phone=phone(0))
    assert now_at(table).step is Step.PLAY
    waits = len(hand_at(table).rows)
    with pytest.raises(SeatLost):
        deal_hand(table=table, phone=phone(0), after=1)
    take_place(table=table, place=0, phone=phone(0))
    turn = hand_at(table).table.public.turn
    assert turn[0] == now_at(table).seat_of(0) or len(hand_at(table).rows) > waits


def test_whoever_is_waited_for_too_long_can_be_replaced() -> None:
    table = new_table(Played.GAME, 0, 1)
    deal_hand(table=table, phone=phone(0), after=0)
    now = now_at(table)
    silent = now.seats[hand_at(table).table.public.turn[0]]
    other = 1 - silent
    with pytest.raises(NotNow, match="two minutes"):
        free_place(table=table, place=silent, phone=phone(other))
    FriendlyTable.objects.update(used_at=timezone.now() - queries.SILENT)
    with pytest.raises(NotNow):  # nobody waits for this one
        free_place(table=table, place=other, phone=phone(silent))
    with pytest.raises(SeatLost):
        free_place(table=table, place=silent, phone=phone(7))
    table.refresh_from_db()
    lines = table_lines(table, phone(other))
    assert [one.place for one in lines.places if one.may_free] == [silent]
    free_place(table=table, place=silent, phone=phone(other))
    assert set(now_at(table).held) == {other}
    assert next_act(hand_at(table)).seat == now_at(table).seat_of(other)


def test_strangers_cannot_fill_the_disk() -> None:
    new = services.NewTable(Played.GAME, TERMS)
    with mock.patch.object(services, "MOST_OF_AN_ADDRESS", 2):
        for _table in range(2):
            make_table(new=new, address="192.0.2.1")
        with pytest.raises(NotNow, match="from this address"):
            make_table(new=new, address="192.0.2.1")
        make_table(new=new, address="192.0.2.2")
    with mock.patch.object(services, "MOST_TABLES", 3), pytest.raises(NotNow, match="too many"):
        make_table(new=new, address="192.0.2.3")
    table = FriendlyTable.objects.order_by("pk").last()
    assert table is not None
    with mock.patch.object(services, "MOST_PHONES", 2):
        for number in (0, 1):
            take_place(table=table, place=number, phone=phone(number))
        with pytest.raises(NotNow, match="Too many phones"):
            take_place(table=table, place=2, phone=phone(2))
        for _time in range(3):  # to come and go adds nothing
            free_place(table=table, place=1, phone=phone(1))
            take_place(table=table, place=1, phone=phone(1))
    assert table.places.count() == 2
    with mock.patch.object(services, "MOST_HANDS", 1):
        play_hand(table)
        with pytest.raises(NotNow, match="last hand"):
            deal_hand(table=table, phone=phone(0), after=1)


def test_a_table_that_nobody_uses_for_a_day_goes() -> None:
    table, other = new_table(Played.GAME, 0), new_table(Played.GAME, 0)
    deal_hand(table=table, phone=phone(0), after=0)
    FriendlyTable.objects.filter(pk=table.pk).update(
        used_at=timezone.now() - queries.KEPT - timedelta(seconds=1)
    )
    with pytest.raises(NotNow, match="gone"):
        take_place(table=table, place=1, phone=phone(1))
    forget_unused_tables()
    assert list(FriendlyTable.objects.all()) == [other]
    assert not FriendlyHand.objects.exists()
    assert not FriendlyAct.objects.exists()

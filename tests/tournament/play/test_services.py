"""Taking seats, playing and agreeing through the services."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.game.announcements import Denomination
from scoring.game.seats import Seat, Side
from scoring.game.variants import PlayVariant
from scoring.play.acts import AcceptClaim, Claim, Delegate, MakeTrump, Pass, PlayCard
from tests.tournament.day import Day, make_day
from tests.tournament.factories import put_settings
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play.four_phones import (
    again,
    agree,
    do,
    hand_at,
    pair_at,
    phone_name,
    phones_day,
    play_on,
    sit,
)
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.integrity.hands_on_phones import phone_faults
from tournament.integrity.recorded_state import Replay
from tournament.integrity.replay import replay
from tournament.models import (
    Action,
    AuditEvent,
    HandAccess,
    Match,
    PlayAct,
    PlayedWith,
    Result,
    ResultConfirmation,
    SeatTaken,
    Stage,
)
from tournament.play.match_cache import kept_match
from tournament.play.match_now import Step, match_now
from tournament.play.queries import SeatState, seat_view, seats_held, seats_of_pair, table_line
from tournament.play.services.acts import play_act, take_back_card
from tournament.play.services.results import agree_on_result
from tournament.play.services.seats import SeatLost, free_seat, take_seat
from tournament.play.services.tables import choose_played_with
from tournament.results.services.entry import confirm_result
from tournament.rounds.services.lifecycle import close_round, reopen_round, take_back_opening
from tournament.stages.formats import FORMATS

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]


day_once = made_once(phones_day)
day = own_copy("day_once")


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)


def faults(day: Day) -> list[str]:
    """What `verify` says of hands on phones."""
    told = (Action.HAND_PLAYED, Action.PLAY_SET_ASIDE, Action.PLAY_COUNTS)
    played = AuditEvent.objects.filter(championship=day.championship, action__in=told)
    state = Replay()
    replay(state, [*played])
    return list(phone_faults(state, day.championship))


def step_of(match: Match) -> Step:
    return match_now(again(match)).step


# Seats


def test_cards_come_when_all_four_seats_are_taken_and_that_is_recorded_once(
    day: Day, match: Match
) -> None:
    sit(match, Seat.N, Seat.W, Seat.S)
    assert seat_view(kept_match(match), Seat.N).view is None
    assert not HandAccess.objects.exists()
    take_back_opening(actor=day.acting, round=day.round(1), reason="too early")
    day.open(1)
    sit(match, Seat.E)
    sit(day.match(1, 2))
    now = seat_view(kept_match(match), Seat.N)
    assert now.step is Step.PLAY
    assert now.view is not None
    assert now.view.hand is not None
    look = HandAccess.objects.get()
    assert look.kind == HandAccess.Kind.DEALT
    assert AuditEvent.objects.filter(action=Action.HANDS_DEALT).count() == 1
    with pytest.raises(NotNow, match="seen cards"):
        take_back_opening(actor=day.acting, round=day.round(1), reason="too late")


def test_a_seat_is_its_phones_until_it_is_freed(day: Day, match: Match) -> None:
    sit(match)
    other = "f" * 32
    north: dict[str, Any] = {"actor": pair_at(match, Seat.N), "match": match, "seat": Seat.N}
    with pytest.raises(Conflict, match="Another phone"):
        take_seat(**north, phone=other)
    with pytest.raises(SeatLost):
        free_seat(**north, phone=other)
    assert take_seat(**north, phone=phone_name(Seat.N)).seat == "N"
    free_seat(**north, phone=phone_name(Seat.N))
    free_seat(**north, phone=phone_name(Seat.N))
    assert take_seat(**north, phone=phone_name(Seat.N)).saw_cards
    free_seat(actor=day.acting, match=match, seat=Seat.N)
    assert not SeatTaken.objects.filter(seat="N", freed_at=None, match=match).exists()
    told = AuditEvent.objects.filter(action=Action.SEAT_FREED).values_list("after", flat=True)
    assert list(told) == [{"seat": "N"}] * 2


def test_no_phone_holds_two_seats_nor_sees_two_hands(day: Day, match: Match) -> None:
    sit(match, Seat.N)
    south: dict[str, Any] = {"actor": pair_at(match, Seat.S), "match": match, "seat": Seat.S}
    with pytest.raises(NotNow, match="already"):
        take_seat(**south, phone=phone_name(Seat.N))
    with pytest.raises(UserError, match="your pair"):
        take_seat(actor=pair_at(match, Seat.E), match=match, seat=Seat.S, phone="a" * 32)
    # Before there are cards a phone may change its mind.
    free_seat(actor=pair_at(match, Seat.N), match=match, seat=Seat.N, phone=phone_name(Seat.N))
    take_seat(**south, phone=phone_name(Seat.N))
    free_seat(**south, phone=phone_name(Seat.N))
    sit(match)
    for seat in (Seat.N, Seat.S):
        free_seat(actor=day.acting, match=match, seat=seat)
    with pytest.raises(NotNow, match="seen the cards"):
        take_seat(**south, phone=phone_name(Seat.N))


# A freed seat while a hand is played


NORTH_AGAIN = "f" * 32


def north_of(match: Match) -> dict[str, Any]:
    return {"actor": pair_at(match, Seat.N), "match": match, "seat": Seat.N}


def test_a_freed_seat_waits_for_its_phone_until_the_hand_is_over(day: Day, match: Match) -> None:
    """The partner's second browser gets nothing while anybody may have seen the cards."""
    sit(match)
    play_on(match, until=9)
    free_seat(**north_of(match), phone=phone_name(Seat.N))
    for _again in range(2):
        with pytest.raises(NotNow, match="referee"):
            take_seat(**north_of(match), phone=NORTH_AGAIN)
    assert seat_state(match, NORTH_AGAIN) is SeatState.KEPT
    assert seat_state(match, phone_name(Seat.N)) is SeatState.FREE
    take_seat(**north_of(match), phone=phone_name(Seat.N))
    play_on(match)
    free_seat(**north_of(match), phone=phone_name(Seat.N))
    assert seat_state(match, NORTH_AGAIN) is SeatState.FREE
    take_seat(**north_of(match), phone=NORTH_AGAIN)


def seat_state(match: Match, phone: str) -> SeatState:
    """How the seat North is offered to a phone."""
    (one,) = seats_of_pair(match.round.stage.championship, match.pairs.ns.number, phone)
    return dict(one.seats)[Seat.N]


def test_a_phone_that_broke_is_followed_by_another_once_a_referee_allows_it(
    day: Day, match: Match
) -> None:
    sit(match)
    free_seat(actor=day.acting, match=match, seat=Seat.N)
    assert seat_state(match, NORTH_AGAIN) is SeatState.FREE
    take_seat(**north_of(match), phone=NORTH_AGAIN)
    # What was allowed was one phone: the old one is another by now.
    free_seat(**north_of(match), phone=NORTH_AGAIN)
    with pytest.raises(NotNow, match="referee"):
        take_seat(**north_of(match), phone=phone_name(Seat.N))


def test_a_referee_lets_another_phone_take_a_seat_that_was_left(day: Day, match: Match) -> None:
    sit(match)
    free_seat(**north_of(match), phone=phone_name(Seat.N))
    for _twice_is_once in range(2):
        free_seat(actor=day.acting, match=match, seat=Seat.N)
    told = AuditEvent.objects.filter(action=Action.SEAT_ALLOWED)
    assert [(one.after, one.actor) for one in told] == [({"seat": "N"}, day.acting.name)]
    take_seat(**north_of(match), phone=NORTH_AGAIN)
    free_seat(actor=day.acting, match=match, seat=Seat.S)
    with pytest.raises(NotNow, match="seen the cards"):
        take_seat(actor=pair_at(match, Seat.S), match=match, seat=Seat.S, phone=phone_name(Seat.N))


def test_the_referees_table_names_who_has_held_each_seat(day: Day, match: Match) -> None:
    sit(match)
    free_seat(**north_of(match), phone=phone_name(Seat.N))
    free_seat(actor=day.acting, match=match, seat=Seat.N)
    take_seat(**north_of(match), phone=NORTH_AGAIN)
    free_seat(actor=day.acting, match=match, seat=Seat.W)
    held = dict(seats_held(match))
    north = [(one.phone, one.saw_cards, one.freed_by, one.allowed) for one in held[Seat.N]]
    assert north == [(1, True, "", True), (5, True, "", False)]
    assert [(one.phone, one.freed_by) for one in held[Seat.W]] == [(2, day.acting.name)]
    assert all(one.taken_at for lines in held.values() for one in lines)


def test_seats_are_offered_where_the_pair_plays_on_phones(day: Day, match: Match) -> None:
    pair = match.pairs.ns.number
    (offered,) = seats_of_pair(day.championship, pair, "")
    assert (offered.round, offered.table, offered.side) == (1, 1, Side.NS)
    assert [seat for seat, _state in offered.seats] == [Seat.N, Seat.S]
    choose_played_with(actor=day.acting_organiser, stage=day.stage, played_with=PlayedWith.PACKS)
    assert seats_of_pair(day.championship, pair, "") == ()


# Acts


def test_an_act_is_done_once_however_often_it_arrives(day: Day, match: Match) -> None:
    sit(match)
    dealer = hand_at(match).dealt.dealer
    said: dict[str, Any] = {
        "actor": pair_at(match, dealer),
        "match": match,
        "deal": 1,
        "phone": phone_name(dealer),
        "own_number": 1,
    }
    trump = MakeTrump(dealer, Denomination.OROS)
    for _time in range(3):
        play_act(**said, act=trump)
    assert PlayAct.objects.count() == 1
    with pytest.raises(Conflict):
        play_act(**said, act=Delegate(dealer))
    with pytest.raises(Conflict):
        play_act(**{**said, "own_number": 3}, act=Pass(dealer))
    with pytest.raises(NotNow, match="turn"):
        play_act(**{**said, "own_number": 2}, act=Pass(dealer))
    with pytest.raises(SeatLost):
        play_act(**{**said, "phone": "f" * 32}, act=trump)
    assert PlayAct.objects.count() == 1


def test_only_legal_cards_are_played_and_a_refusal_names_only_own_ones(match: Match) -> None:
    sit(match)
    play_on(match, until=8)
    table = hand_at(match).table
    seat = table.public.turn[0]
    others = next(card for card in table.hand(seat.right))
    with pytest.raises(UserError) as refused:
        do(match, PlayCard(seat, others))
    named = set(str(refused.value).split(": ")[-1].rstrip(".").split(", "))
    assert named == set(map(str, table.legal(seat)))


def test_a_whole_match_enters_its_results_confirmed_by_both(day: Day, match: Match) -> None:
    sit(match)
    for number in day.round(1).deals:
        play_on(match)
        made = hand_at(match)
        assert made.number == number
        assert step_of(match) is Step.RESULT
        agree(match, Side.EW)
        assert step_of(match) is Step.RESULT
        agree(match, Side.EW)
        agree(match, Side.NS)
        result = Result.objects.get(match=match, deal=number)
        assert made.table.public.ending is not None
        assert made.table.public.ending.sides is not None
        assert result.ns_points == made.table.public.ending.sides.ns
        assert result.trump == made.table.public.trump
        assert result.entered_side == "EW"
        assert result.confirmations.get().by == "NS"
    assert step_of(match) is Step.DONE
    assert AuditEvent.objects.filter(action=Action.HAND_PLAYED).count() == 4
    assert faults(day) == []


def test_agreeing_says_what_and_twice_is_once(match: Match) -> None:
    sit(match)
    play_on(match)
    content = seat_view(kept_match(match), Seat.N).content
    assert content is not None
    assert content.ns_points is not None
    said: dict[str, Any] = {
        "actor": pair_at(match, Seat.N),
        "match": match,
        "deal": 1,
        "seat": Seat.N,
        "phone": phone_name(Seat.N),
    }
    other = replace(content, ns_points=(content.ns_points + 1) % 73)
    with pytest.raises(Conflict):
        agree_on_result(**said, content=other)
    agree_on_result(**said, content=content)
    agree(match, Side.EW)
    agree_on_result(**said, content=content)  # sent again, when the next hand is there
    assert Result.objects.count() == 1


def test_a_claim_that_is_accepted_ends_the_hand(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=20)
    claimer = hand_at(match).table.public.turn[0]
    held = hand_at(match).table.hand(claimer)
    do(match, Claim(claimer))
    told = {seat: seat_view(kept_match(match), seat).view for seat in Seat}
    shown = {seat: set(view.claimed_cards) for seat, view in told.items() if view}
    assert shown[claimer.right] == shown[claimer.left] == set(held)
    assert shown[claimer] == shown[claimer.partner] == set()
    do(match, AcceptClaim(claimer.left))
    do(match, AcceptClaim(claimer.right))
    assert step_of(match) is Step.RESULT
    assert faults(day) == []


def test_a_referee_gives_the_last_card_back(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=11)
    before = hand_at(match).table
    assert table_line(match).can_take_back
    back: dict[str, Any] = {
        "actor": day.acting,
        "match": match,
        "deal": 1,
        "acts": before.public.number,
    }
    with pytest.raises(UserError, match="reason"):
        take_back_card(**back, reason=" ")
    take_back_card(**back, reason="a slip of the finger")
    with pytest.raises(Conflict):
        take_back_card(**back, reason="a slip of the finger")
    card = before.public.played[-1]
    table = hand_at(match).table
    assert card.card in table.hand(card.seat)
    assert table.public.turn == (card.seat,)
    with pytest.raises(NotNow):
        take_back_card(**{**back, "acts": table.public.number}, reason="once more")
    assert PlayAct.objects.get(number=before.public.number + 1).by == day.acting.name
    play_on(match)
    assert faults(day) == []


def test_the_last_card_of_all_given_back_is_recorded_anew(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    acts = hand_at(match).table.public.number
    take_back_card(actor=day.acting, match=match, deal=1, reason="a slip", acts=acts)
    assert faults(day) == []
    play_on(match)
    assert AuditEvent.objects.filter(action=Action.HAND_PLAYED).count() == 2
    agree(match)
    assert faults(day) == []


# What else happens to a round


def test_only_a_referee_moves_the_phones_on(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=12)
    day.enter(1, 1, 1, 40)
    now = seat_view(kept_match(match), Seat.N)
    assert (now.deal, now.step) == (2, Step.PLAY)
    with pytest.raises(NotNow, match="played on phones"):
        day.enter_at_table(1, 1, 2, 30, side=Side.EW)
    assert seat_view(kept_match(match), Seat.N) == now


def test_packs_at_any_time_and_phones_not_while_packs_are_on_the_tables(
    day: Day, match: Match
) -> None:
    sit(match)
    play_on(match, until=9)
    stage: dict[str, Any] = {"actor": day.acting_organiser, "stage": day.stage}
    choose_played_with(**stage, played_with=PlayedWith.PACKS)
    assert seat_view(kept_match(match), Seat.N).step is Step.AWAY
    with pytest.raises(NotNow, match="not being played on phones"):
        do_first(match)
    choose_played_with(**stage, played_with=PlayedWith.PHONES, knows_plain_http=True)
    assert seat_view(kept_match(match), Seat.N).step is Step.PLAY
    assert PlayAct.objects.count() == 9
    other = make_day(slug="packs")
    other.open(1)
    with pytest.raises(NotNow, match="Round 1 is being played with packs"):
        choose_played_with(
            actor=other.acting_organiser,
            stage=other.stage,
            played_with=PlayedWith.PHONES,
            knows_plain_http=True,
        )


def do_first(match: Match) -> None:
    """What the seat on the dealer's right might do."""
    play_act(
        actor=pair_at(match, Seat.N),
        match=match,
        deal=1,
        phone=phone_name(Seat.N),
        own_number=99,
        act=Pass(Seat.N),
    )


def test_phones_need_the_word_of_the_organiser_and_hands_that_are_dealt(day: Day) -> None:
    other = make_day(slug="other")
    stage: dict[str, Any] = {"actor": other.acting_organiser, "stage": other.stage}
    with pytest.raises(UserError) as refused:
        choose_played_with(**stage, played_with=PlayedWith.PHONES)
    assert refused.value.field == "knows_plain_http"
    choose_played_with(**stage, played_with=PlayedWith.PHONES, knows_plain_http=True)
    event = AuditEvent.objects.get(championship=other.championship)
    assert event.after == {
        "stage": 1,
        "played_with": "phones",
        "agree_after": None,
        "knows_plain_http": True,
    }
    games = next(one.kind for one in FORMATS.values() if not one.deals)
    Stage.objects.filter(pk=day.stage.pk).update(kind=games, played_with="packs")
    with pytest.raises(NotNow, match="no hands are dealt"):
        choose_played_with(
            actor=day.acting_organiser,
            stage=day.stage,
            played_with=PlayedWith.PHONES,
            knows_plain_http=True,
        )


def test_the_time_after_which_results_count_by_themselves_is_set_and_recorded(
    day: Day, match: Match
) -> None:
    stage: dict[str, Any] = {"actor": day.acting_organiser, "stage": day.stage}
    sit(match)
    choose_played_with(**stage, played_with=PlayedWith.PHONES, agree_after=10)
    event = AuditEvent.objects.filter(championship=day.championship).latest("sequence")
    assert (event.before, event.after) == (
        {"played_with": "phones", "agree_after": None},
        {"stage": 1, "played_with": "phones", "agree_after": 10},
    )
    play_on(match)
    assert seat_view(kept_match(again(match)), Seat.N).agree_after == 10
    event = AuditEvent.objects.filter(championship=day.championship).latest("sequence")
    choose_played_with(**stage, played_with=PlayedWith.PHONES, agree_after=10)
    assert AuditEvent.objects.filter(championship=day.championship).latest("sequence") == event


def test_hands_of_a_round_that_was_closed_are_not_played_on(day: Day, match: Match) -> None:
    sit(match)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    assert step_of(match) is Step.AWAY
    reopen_round(actor=day.acting, round=day.round(1), reason="a mistake")
    assert step_of(match) is Step.AWAY


def test_the_rules_of_a_hand_are_those_it_was_begun_with(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=20)
    put_settings(day.stage, play_variant=PlayVariant.LLIURE)
    assert hand_at(match).table.public.rules.variant.value == "obligada"
    play_on(match)
    agree(match)
    assert faults(day) == []


def test_what_is_changed_behind_the_record_is_noticed(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    assert faults(day) == []
    last = PlayAct.objects.order_by("-number").first()
    assert last is not None
    PlayAct.objects.filter(pk=last.pk).update(by="somebody else")
    assert any("different ones" in one for one in faults(day))
    PlayAct.objects.filter(pk=last.pk).update(by=last.by)
    assert faults(day) == []
    last.delete()
    assert any("different ones" in one for one in faults(day))


def test_a_referee_who_confirms_moves_the_phones_on(day: Day, match: Match) -> None:
    sit(match)
    play_on(match)
    agree(match, Side.NS)
    referee = ResultConfirmation.By.REFEREE
    confirm_result(actor=day.acting, match=match, deal=1, version=1, by=referee)
    assert seat_view(kept_match(match), Seat.E).deal == 2


def test_a_stranger_pair_takes_no_seat(day: Day, match: Match) -> None:
    with pytest.raises(UserError):
        take_seat(actor=Actor.of_pair(99), match=match, seat=Seat.N, phone="a" * 32)

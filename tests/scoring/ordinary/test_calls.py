"""Abarrotada's calls: delegating to the left, estevet, and who may double in which turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import AnnouncementError
from scoring.game.announcements import Announcement, Denomination, Double, SantVicencRule
from scoring.game.seats import SEATS_OF, Seat
from scoring.ordinary.calls import Call, Calling, Word

N, W, S, E = Seat
OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA
DELEGATE, ESTEVET, PASS, CONTRO, RECONTRO, SANT_VICENC = Word


def after(*calls: Call, dealer: Seat = N, players: int = 4, **rules: SantVicencRule) -> Calling:
    calling = Calling.begin(dealer, players, **rules)
    for call in calls:
        calling = calling.say(call)
    return calling


def speakers(*calls: Call, players: int = 4) -> str:
    """Who says each of these calls, and who is to speak then."""
    turns = [after(*calls[:count], players=players).speaker for count in range(len(calls) + 1)]
    return " ".join("-" if seat is None else seat for seat in turns)


def test_dealer_chooses_and_the_others_are_asked_from_the_right_on() -> None:
    assert speakers(OROS, PASS, PASS, PASS) == "N W S E -"
    assert after(OROS, PASS, PASS, PASS).announcement == Announcement(OROS)


def test_delegating_goes_to_the_left_and_the_third_delegate_must_choose() -> None:
    assert speakers(DELEGATE, DELEGATE, DELEGATE) == "N E S W"
    assert after(DELEGATE, DELEGATE, DELEGATE).allowed == tuple(Denomination)
    assert after(DELEGATE, DELEGATE).allowed == (*Denomination, DELEGATE, ESTEVET)
    assert after(DELEGATE, DELEGATE, DELEGATE, BOTIFARRA).maker is W


def test_of_three_players_the_second_delegate_must_choose() -> None:
    assert speakers(DELEGATE, DELEGATE, players=3) == "N S W"
    assert after(DELEGATE, DELEGATE, players=3).allowed == tuple(Denomination)
    assert speakers(DELEGATE, OROS, PASS, players=3) == "N S N W"


def test_maker_may_recontrar_and_then_the_others_say_sant_vicenc() -> None:
    assert speakers(OROS, PASS, CONTRO, RECONTRO, PASS, PASS, SANT_VICENC) == "N W S N W S E -"
    calling = after(OROS, PASS, CONTRO, RECONTRO, PASS, PASS, SANT_VICENC)
    assert calling.announcement == Announcement(OROS, Double.SANT_VICENC)
    assert calling.doubled_by == (S, N, E)


def test_maker_who_passes_ends_it_and_so_do_all_others() -> None:
    assert after(OROS, CONTRO, PASS).is_over
    assert after(OROS, CONTRO, PASS).double is Double.CONTRO
    assert after(OROS, CONTRO, RECONTRO, PASS, PASS, PASS).is_over


def test_estevet_is_a_delegation_and_replaces_the_others_turn_to_contrar() -> None:
    assert speakers(DELEGATE, ESTEVET, OROS, PASS) == "N E S S -"
    calling = after(DELEGATE, ESTEVET, OROS)
    assert calling.allowed == (RECONTRO, PASS)
    assert (calling.maker, calling.doubled_by, calling.double) == (S, (E,), Double.CONTRO)


def test_estevet_may_be_delegated_on_and_isnt_said_twice() -> None:
    assert after(ESTEVET).allowed == (*Denomination, DELEGATE)
    calling = after(ESTEVET, DELEGATE, DELEGATE)
    assert (calling.speaker, calling.allowed) == (W, tuple(Denomination))
    assert speakers(ESTEVET, DELEGATE, OROS, RECONTRO) == "N E S S E"
    assert calling.say(OROS).say(RECONTRO).speaker is S


@pytest.mark.parametrize(
    ("rule", "trump", "goes_on"),
    [
        (SantVicencRule.ALLOWED, BOTIFARRA, True),
        (SantVicencRule.NOT_AFTER_BOTIFARRA, OROS, True),
        (SantVicencRule.NOT_AFTER_BOTIFARRA, BOTIFARRA, False),
        (SantVicencRule.NOT_ALLOWED, OROS, False),
    ],
)
def test_sant_vicenc_is_asked_for_only_where_it_is_allowed(
    rule: SantVicencRule, trump: Denomination, goes_on: bool
) -> None:
    calling = after(trump, CONTRO, RECONTRO, sant_vicenc=rule)
    assert calling.is_over is not goes_on
    assert calling.double is Double.RECONTRO


@pytest.mark.parametrize(
    ("calls", "wrong", "expected"),
    [
        ((), PASS, (*Denomination, DELEGATE, ESTEVET)),
        ((DELEGATE, DELEGATE, DELEGATE), DELEGATE, tuple(Denomination)),
        ((DELEGATE, DELEGATE, DELEGATE), ESTEVET, tuple(Denomination)),
        ((OROS,), RECONTRO, (CONTRO, PASS)),
        ((OROS,), OROS, (CONTRO, PASS)),
        ((OROS, CONTRO, PASS), SANT_VICENC, ()),
    ],
)
def test_other_calls_are_refused_with_what_was_expected(
    calls: tuple[Call, ...], wrong: Call, expected: tuple[Call, ...]
) -> None:
    with pytest.raises(AnnouncementError) as caught:
        after(*calls).say(wrong)
    assert (caught.value.field, caught.value.text) == ("call", wrong)
    assert caught.value.expected == tuple(call.value for call in expected)


@given(
    players=st.sampled_from([4, 3]),
    place=st.integers(0, 2),
    data=st.data(),
    rule=st.sampled_from(SantVicencRule),
)
def test_every_calling_ends_with_trumps_and_doubles_by_those_who_may(
    players: int, place: int, data: st.DataObject, rule: SantVicencRule
) -> None:
    seats = SEATS_OF[players]
    calling = Calling.begin(seats[place], players, rule)
    said: list[tuple[Seat, Call]] = []
    while calling.speaker is not None:
        assert calling.speaker in seats
        call = data.draw(st.sampled_from(calling.allowed))
        said.append((calling.speaker, call))
        calling = calling.say(call)
    assert calling.allowed == ()
    assert len(said) <= players + 1 + 2 * players
    maker = next(seat for seat, call in said if isinstance(call, Denomination))
    doublers = [seat for seat, call in said if call in (ESTEVET, CONTRO, RECONTRO, SANT_VICENC)]
    assert (calling.maker, list(calling.doubled_by)) == (maker, doublers)
    assert [seat is maker for seat in doublers] == [False, True, False][: len(doublers)]
    assert calling.double in rule.doubles(calling.trump)
    delegates = [seat for seat, call in said if call in (DELEGATE, ESTEVET)]
    order = [seats[(place - step) % players] for step in range(players)]
    assert [*delegates, maker] == order[: len(delegates) + 1]

"""Whoever forges which phones were at a table, or at a seat, is found by the record."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scoring.game.seats import Seat, Side
from tests.tournament.day import Day, make_day
from tests.tournament.phones.phone import Phone, entry
from tests.tournament.play.four_phones import (
    SeatPhone,
    four_phones,
    phone_name,
    phones_day,
    play_on,
    sit,
)
from tournament.integrity.phones import phones_at_tables
from tournament.integrity.recorded_state import Replay
from tournament.integrity.replay import replay
from tournament.models import Action, PhoneAtTable, SeatTaken
from tournament.phones.services import let_another_speak
from tournament.play.services.seats import free_seat
from tournament.play.services.tables import exchange_seats
from tournament.rounds.services.lifecycle import take_back_opening

pytestmark = pytest.mark.django_db

_ACTS = (
    *(Action.ROUND_OPENED, Action.OPENING_TAKEN_BACK, Action.PHONE_AT_TABLE),
    *(Action.SEAT_TAKEN, Action.SEAT_FREED, Action.SEAT_ALLOWED, Action.SEATS_EXCHANGED),
    *(Action.RESULT_ENTERED, Action.RESULT_CHANGED, Action.RESULT_CONFIRMED),
    *(Action.RESULT_QUESTIONED, Action.CORRECTION_REQUEST_MADE, Action.PHONE_ALLOWED),
)


def faults(day: Day) -> list[str]:
    """What is found; of a day that tests make only these acts are recorded as they should."""
    events = day.championship.events.filter(action__in=_ACTS)
    state = Replay()
    replay(state, [*events.order_by("sequence")])
    return list(phones_at_tables(state, day.championship))


@pytest.fixture
def with_packs() -> Day:
    """Two phones were opened with table 1's code, one of which goes on for the other side."""
    day = make_day()
    day.open(1)
    match = day.match(1, 1)
    one, other = (Phone.alone(day, 1) for _each in range(2))
    one.hold(match, "NS")
    other.enter(match, 1, "EW", 40)
    one.hold(match, "EW")
    return day


@pytest.mark.parametrize(
    "forge",
    [
        lambda phones: phones.order_by("pk")[0].delete(),
        lambda phones: phones.update(match=phones[0].match.round.matches.last()),
    ],
    ids=["deleted", "elsewhere"],
)
def test_phones_at_tables(with_packs: Day, forge: Callable[[object], object]) -> None:
    assert faults(with_packs) == []
    forge(PhoneAtTable.objects.filter(deal=0))
    found = faults(with_packs)
    assert found
    assert all("phones were opened with the table's code" in one for one in found)


def test_another_phone_in_the_place_of_one(with_packs: Day) -> None:
    one = PhoneAtTable.objects.filter(deal=0).order_by("pk")[0]
    PhoneAtTable.objects.filter(pk=one.pk).update(phone="a" * 32)
    assert faults(with_packs) == [
        "round 1, table 1: other phones were opened with the table's code than recorded."
    ]


@pytest.fixture
def with_speakers(with_packs: Day) -> Day:
    """One phone with the code speaks for N–S, a referee lets another one in; E–W have their link,
    and an objection."""
    match = with_packs.match(1, 1)
    code = Phone.alone(with_packs, 1)
    code.enter(match, 2, "NS", 44)
    let_another_speak(actor=with_packs.acting, match=match, side=Side.NS)
    Phone.alone(with_packs, 1).enter(match, 3, "NS", 20)
    link = Phone.of_pair(with_packs, match.pairs.ew.number)
    link.confirm(match, 2, "EW", 1)
    link.object_to(match, 3, "EW", 1)
    link.enter(match, 4, "EW", 30)
    link.undo(match, 4, "EW", 1)
    # What stands already is no act, and no word.
    Phone.alone(with_packs, 1).send("entries", entry(match, 3, "NS", 20, based_on=1))
    return with_packs


def test_who_spoke_about_which_hand_is_as_recorded(with_speakers: Day) -> None:
    assert PhoneAtTable.objects.filter(deal__gt=0).count() == 6
    assert faults(with_speakers) == []


@pytest.mark.parametrize(
    "forge",
    [
        lambda rows: rows.filter(deal=2, by_link=True).delete(),
        lambda rows: rows.filter(deal=2, by_link=True).update(deal=1),
        lambda rows: rows.filter(deal=3, by_link=True).update(side="NS"),
        lambda rows: rows.filter(deal=3, by_link=True).update(by_link=False),
        lambda rows: rows.filter(deal=3, by_link=False).update(by_link=True),
        lambda rows: rows.filter(deal=3, by_link=False).update(another_allowed=True),
        lambda rows: rows.filter(another_allowed=True).update(another_allowed=False),
        lambda rows: rows.filter(deal=4).update(phone="a" * 32),
        lambda rows: PhoneAtTable(match=rows[0].match, deal=4, phone="b" * 32, side="NS").save(),
    ],
    ids=[
        *("deleted", "hand", "side", "code", "link", "allowed", "not-allowed", "phone", "planted"),
    ],
)
def test_a_forged_word_is_not(with_speakers: Day, forge: Callable[[object], object]) -> None:
    forge(PhoneAtTable.objects.filter(deal__gt=0))
    found = faults(with_speakers)
    assert found
    assert all("for whom phones have spoken is not as recorded" in one for one in found)


@pytest.fixture
def on_phones() -> Day:
    """North leaves and comes back, East is freed by a referee, and the others change places."""
    day = phones_day()
    match = day.match(1, 1)
    phones = four_phones(day, match)
    phones[Seat.N].post("free/", {})
    phones[Seat.N].take(match, Seat.N)
    free_seat(actor=day.acting, match=match, seat=Seat.E)
    again = SeatPhone.of(day, match.pairs[Side.EW].number)
    again.take(match, Seat.E)
    again.post("free/", {})
    free_seat(actor=day.acting, match=match, seat=Seat.E)
    phones[Seat.E].take(match, Seat.E)
    return day


def test_phones_at_seats_are_as_recorded(on_phones: Day) -> None:
    assert SeatTaken.objects.count() == 7
    assert faults(on_phones) == []


def test_those_that_changed_places_too() -> None:
    day = phones_day()
    match = day.match(1, 1)
    sit(match)
    play_on(match)
    exchange_seats(actor=day.acting, match=match, side=Side.NS, reason="asked")
    assert SeatTaken.objects.filter(phone=phone_name(Seat.N), seat=Seat.S).exists()
    assert faults(day) == []
    SeatTaken.objects.filter(freed_by=day.acting.name).update(freed_by="")
    assert len(faults(day)) == 2


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda rows: rows[4].delete(), "which seats were taken"),
        (lambda rows: rows.filter(pk=rows[0].pk).update(seat=Seat.E), "which seats were taken"),
        (lambda rows: rows.filter(pk=rows[3].pk).update(saw_cards=False), "what became"),
        (lambda rows: rows.filter(freed_at=None)[:1][0].delete(), "which seats were taken"),
        (lambda rows: rows.exclude(freed_by="").update(freed_by=""), "what became"),
        (lambda rows: rows.filter(another_allowed=True).update(another_allowed=False), "what"),
        (lambda rows: rows.filter(pk=rows[0].pk).update(another_allowed=True), "what became"),
        (lambda rows: rows.filter(pk=rows[6].pk).update(phone="a" * 32), "which seats were"),
    ],
    ids=["deleted", "seat", "saw", "held", "freed-by", "allowed", "not-allowed", "phone"],
)
def test_a_forged_one_is_not(on_phones: Day, forge: Callable[[object], object], said: str) -> None:
    forge(SeatTaken.objects.order_by("pk"))
    found = faults(on_phones)
    assert found
    assert all(said in one for one in found)


def test_after_an_opening_that_was_taken_back() -> None:
    day = phones_day()
    match = day.match(1, 1)
    SeatPhone.of(day, match.pairs[Side.NS].number).take(match, Seat.N)
    take_back_opening(actor=day.acting_organiser, round=day.round(1), reason="too early")
    assert faults(day) == []
    day.open(1)
    assert faults(day) == []
    SeatPhone.of(day, match.pairs[Side.EW].number).take(day.match(1, 1), Seat.E)
    assert faults(day) == []

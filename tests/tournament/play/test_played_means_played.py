"""What was played on phones is the result, whoever says something else, and however."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game.seats import Seat
from tests.tournament.day import Day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.phones.phone import Phone, entry
from tests.tournament.play.four_phones import (
    SeatPhone,
    four_phones,
    hand_at,
    phones_day,
    play_by_phones,
)
from tournament.models import CorrectionRequest, Match, PlayedWith, Result, ResultConfirmation
from tournament.play.services.tables import choose_played_with

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

day_once = made_once(phones_day)
day = own_copy("day_once")

TRUMPED_UP = 72


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)


def cheats(day: Day, match: Match, north: SeatPhone) -> list[Phone]:
    """Phones that can speak for N–S at the table: by the table's link, and North's own session."""
    own = Phone(day)
    own.client = north.client
    return [Phone.at_table(day, match.table.number), own]


def refused(answer: Any) -> str:
    assert answer.status_code == 409, f"{answer.status_code} {answer.content.decode()}"
    return str(answer.json()["error"])


def tries(phone: Phone, match: Match, deal: int, version: int, side: str = "NS") -> list[Any]:
    """Everything that a phone can say of a hand with a result in it, or by which one would come to
    stand."""
    table = match.table.number
    said = entry(match, deal, side, TRUMPED_UP, based_on=version)
    about = {name: said[name] for name in ("match", "hand", "side")}
    content = {name: said[name] for name in ("points", "trump", "double")}

    def sent(what: str, **more: Any) -> Any:
        body = {**about, "key": f"{what}{version}{deal}".encode().hex()[:32].ljust(32, "0"), **more}
        return phone.send(what, body, table=table)

    return [
        phone.send("entries", said, table=table),
        phone.send("entries", entry(match, deal, side, TRUMPED_UP, late=True), table=table),
        sent("confirmations", version=version),
        sent("undo", version=version),
        sent("objections", version=version, entry=content),
    ]


def nothing_helps(day: Day, match: Match, north: SeatPhone, deal: int, version: int) -> None:
    """No phone with a link for N–S gets anything but a sentence."""
    for cheat in cheats(day, match, north):
        for answer in tries(cheat, match, deal, version):
            assert "phones" in refused(answer)


def test_nothing_is_entered_by_link_before_in_or_after_a_hand(day: Day, match: Match) -> None:
    for answer in tries(Phone.at_table(day, match.table.number), match, 1, 0):
        refused(answer)  # nobody has sat down yet
    phones = four_phones(day, match)
    nothing_helps(day, match, phones[Seat.N], 1, 0)
    nothing_helps(day, match, phones[Seat.N], 4, 0)  # which is not on the table yet
    play_by_phones(phones, match, until=20)
    nothing_helps(day, match, phones[Seat.N], 1, 0)
    assert not Result.objects.exists()
    play_by_phones(phones, match)
    made = hand_at(match).content
    assert made is not None
    nothing_helps(day, match, phones[Seat.N], 1, 0)
    assert phones[Seat.N].agree().status_code == 200
    nothing_helps(day, match, phones[Seat.N], 1, 1)
    for answer in tries(Phone.at_table(day, match.table.number), match, 1, 1, "EW"):
        refused(answer)
    assert phones[Seat.E].agree().status_code == 200
    nothing_helps(day, match, phones[Seat.N], 1, 1)
    result = Result.objects.get()
    assert (result.ns_points, result.version) == (made.ns_points, 1)
    assert not CorrectionRequest.objects.exists()
    assert phones[Seat.N].told()["hand"] == 2


def test_what_was_stored_before_is_not_stored_by_sending_it_again(day: Day, match: Match) -> None:
    """A phone keeps sending an entry that it made with packs; by then the table has phones."""
    other = Phone.at_table(day, match.table.number)
    said = entry(match, 1, "NS", TRUMPED_UP)
    for _time in range(2):
        refused(other.send("entries", said, table=match.table.number))
    assert not Result.objects.exists()


def test_an_objection_without_a_result_calls_for_a_referee_and_play_goes_on(
    day: Day, match: Match
) -> None:
    phones = four_phones(day, match)
    table = Phone(day)
    table.client = phones[Seat.N].client
    about = {"key": "0" * 32, "match": match.pk, "hand": 1, "side": "NS", "version": 0}
    refused(table.send("objections", {**about, "entry": None}, table=match.table.number))
    play_by_phones(phones, match)
    phones[Seat.E].agree()
    answer = table.object_to(match, 1, "NS", 1)
    assert answer["state"] == "referee"
    request = CorrectionRequest.objects.get()
    assert (request.said, request.decision) == (None, "")
    assert phones[Seat.N].told()["hand"] == 2
    assert not ResultConfirmation.objects.exists()


def test_phones_agree_by_themselves_on_what_they_played_alone(day: Day, match: Match) -> None:
    choose_played_with(
        actor=day.acting_organiser, stage=day.stage, played_with=PlayedWith.PHONES, agree_after=10
    )
    phones = four_phones(day, match)
    assert phones[Seat.E].told()["agree_after"] is None
    own = Phone(day)
    own.client = phones[Seat.N].client
    play_by_phones(phones, match, until=20)
    refused(own.send("entries", entry(match, 1, "NS", TRUMPED_UP), table=match.table.number))
    told = phones[Seat.E].told()
    assert (told["step"], told["result"], told["agree_after"]) == ("play", None, None)
    assert "data-agree" not in told["page"]
    play_by_phones(phones, match)
    refused(own.send("entries", entry(match, 1, "NS", TRUMPED_UP), table=match.table.number))
    told = phones[Seat.E].told()
    made = hand_at(match).table.public.ending
    assert made is not None
    assert made.sides is not None
    assert (told["result"]["points"], told["agree_after"]) == (made.sides.ns, 10)
    assert 'data-agree-after="10"' in told["page"]
    forged = {"hand": 1, **told["result"], "points": TRUMPED_UP}
    assert phones[Seat.N].post("agreements/", forged).status_code == 409
    for seat in (Seat.N, Seat.E):
        assert phones[seat].agree().status_code == 200
    assert Result.objects.get().ns_points == made.sides.ns

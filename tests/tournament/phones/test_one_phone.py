"""Nobody answers for both sides of a table on one phone, nor reads what another table made."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from scoring.game.seats import Seat, Side
from tests.tournament.day import Day
from tests.tournament.exports.reading import page_texts
from tests.tournament.factories import actor_of, english_client, organiser_of
from tests.tournament.phones.hands import correction_requests, points, standing
from tests.tournament.phones.phone import Phone, entry, new_key
from tests.tournament.recorded_day import recorded_day
from tests.tournament.verified import faults
from tournament.championships.day_settings import change_day
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.desk.queries.rounds import desk_of
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.links.tokens import PlaceKind
from tournament.models import (
    AuditEvent,
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    Match,
    Outcome,
    PlayedWith,
    ResultConfirmation,
    Stage,
)
from tournament.play.services.seats import take_seat
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.own_slips import slip_until
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round
from tournament.transfer.services import export_championship, import_championship

pytestmark = pytest.mark.django_db


@pytest.fixture
def one(day: Day) -> Phone:
    """The only phone at table 1."""
    return Phone.alone(day, 1)


def said(match: Match, side: str, version: int = 1, deal: int = 1, **more: Any) -> dict[str, Any]:
    about = {"key": new_key(), "match": match.pk, "hand": deal, "side": side}
    return {**about, "version": version, **more}


def desk_page(day: Day, table: int) -> str:
    client = english_client(day.referee)
    return client.get(f"/c/{day.slug}/manage/desk/1/tables/{table}/").content.decode()


def refused(answer: Any, words: str = "This phone has spoken for the other side") -> None:
    assert answer.status_code in (409, 422), answer.content
    assert words in answer.json()["error"]


def shown(phone: Phone, table: int = 1) -> Any:
    answer: Any = phone.state(table)
    assert answer.status_code == 200, answer.content
    return answer.json()


class TestBothSides:
    def test_a_phone_does_not_confirm_what_it_entered(self, one: Phone, match: Match) -> None:
        one.enter(match, 1, "NS", 72)
        refused(one.send("confirmations", said(match, "EW")))
        assert not ResultConfirmation.objects.exists()

    def test_nor_by_entering_the_same(self, one: Phone, match: Match) -> None:
        one.enter(match, 1, "NS", 72)
        refused(one.send("entries", entry(match, 1, "EW", 72)))
        assert not ResultConfirmation.objects.exists()

    def test_nor_by_objecting_with_the_same(self, one: Phone, match: Match) -> None:
        one.enter(match, 1, "NS", 40)
        same = {"points": 40, "trump": "E", "double": ""}
        refused(one.send("objections", said(match, "EW", entry=same)))
        refused(one.send("objections", said(match, "EW", entry={**same, "points": 72})))
        assert correction_requests(match) == []
        assert not ResultConfirmation.objects.exists()

    def test_nor_after_undoing_and_entering_again(self, one: Phone, match: Match) -> None:
        one.enter(match, 1, "NS", 44)
        one.undo(match, 1, "NS", 1)
        refused(one.send("entries", entry(match, 1, "EW", 72, based_on=2)))
        one.enter(match, 1, "NS", 72, based_on=2)
        refused(one.send("confirmations", said(match, "EW", 3)))

    def test_nor_for_its_own_pair_what_it_entered_for_the_others(
        self, day: Day, one: Phone, match: Match
    ) -> None:
        one.enter(match, 1, "EW", 72)
        one.scan(PlaceKind.PAIR, match.pairs.ns.number)
        refused(one.send("confirmations", said(match, "NS")))

    def test_nor_by_the_tables_code_what_it_entered_by_its_pairs_link(
        self, day: Day, match: Match
    ) -> None:
        phone = Phone.of_pair(day, match.pairs.ns.number)
        phone.enter(match, 1, "NS", 72)
        phone.scan(PlaceKind.TABLE, 1)
        answer: Any = phone.send("confirmations", said(match, "EW"))
        assert answer.status_code == 422
        assert not ResultConfirmation.objects.exists()

    def test_nor_with_the_links_of_both_pairs(self, day: Day, match: Match) -> None:
        ns, ew = (side.number for side in match.pairs)
        phone = Phone.of_pair(day, ns).scan(PlaceKind.PAIR, ew)
        phone.enter(match, 1, "NS", 72)
        refused(phone.send("confirmations", said(match, "EW")))

    def test_nor_what_it_confirmed_does_it_dispute_for_the_others(
        self, day: Day, one: Phone, match: Match
    ) -> None:
        Phone.alone(day, 1).enter(match, 1, "NS", 40)
        one.confirm(match, 1, "EW", 1)
        why = "another phone has spoken"  # for N–S, with the code
        refused(one.send("objections", said(match, "NS", entry=None)), why)

    def test_another_phone_of_the_table_confirms(self, day: Day, one: Phone, match: Match) -> None:
        one.enter(match, 1, "NS", 44)
        other = Phone.alone(day, 1)
        assert other.confirm(match, 1, "EW", 1)["state"] == "confirmed"
        one.enter(match, 2, "NS", 30)  # whoever of the pair takes the phone next
        assert points(match, 2) == [30]

    def test_the_page_knows_what_this_phone_has_said(
        self, day: Day, one: Phone, match: Match
    ) -> None:
        one.enter(match, 1, "NS", 44)
        assert [hand["spoken"] for hand in shown(one)["match"]["hands"]] == ["NS", "", "", ""]

    def test_a_postponed_match_is_no_exception(self, day: Day, one: Phone, match: Match) -> None:
        one.enter(match, 1, "NS", 44)
        close = {"status": "closed", "first_closed_at": match.round.opened_at}
        type(match.round).objects.filter(pk=match.round_id).update(**close)
        refused(one.send("confirmations", said(match, "EW")))

    def test_a_request_is_answered_on_another_phone(self, day: Day) -> None:
        match = day.match(1, 1)
        ns, ew = (side.number for side in match.pairs)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        both = Phone.of_pair(day, ns).scan(PlaceKind.PAIR, ew)
        form = {"words": "It was 72", "based_on": "1", "points": ""}
        asked = both.client.post(f"/c/{day.slug}/pair/{ns}/rounds/1/hands/1/correction/", form)
        assert asked.status_code == 302, asked.content
        number = CorrectionRequest.objects.get().number
        address = f"/c/{day.slug}/pair/{ew}/correction-requests/{number}/"
        both.client.post(address, {"agrees": "yes"})
        assert CorrectionRequest.objects.get().answer == ""
        Phone.of_pair(day, ew).client.post(address, {"agrees": "yes"})
        assert CorrectionRequest.objects.get().answer == "agreed"


class TestPhoneTables:
    @pytest.fixture(autouse=True)
    def _on_phones(self, day: Day) -> None:
        day.stage.__class__.objects.update(played_with=PlayedWith.PHONES)

    def test_the_tables_code_acts_for_nobody(self, one: Phone, match: Match) -> None:
        words = "played on phones"
        refused(one.send("entries", entry(match, 1, "NS", 72)), words)
        refused(one.send("objections", said(match, "EW", 0, entry=None)), words)
        refused(one.send("calls", {"match": match.pk, "side": "NS"}), words)
        refused(one.hold(match, "NS"), words)

    def test_its_page_shows_nothing_but_where_to_go(self, day: Day, one: Phone) -> None:
        told = shown(one)
        assert (told["match"], told["sides"]) == (None, [])
        assert "Open your pair's link" in told["elsewhere"]["words"]
        page = one.client.get(f"/c/{day.slug}/table/1/")
        assert page.status_code == 200

    def test_who_sits_there_sees_the_table(self, day: Day, match: Match) -> None:
        phone = Phone.of_pair(day, match.pairs.ew.number).scan(PlaceKind.TABLE, 1)
        assert shown(phone)["sides"] == ["EW"]
        assert shown(phone)["match"]["id"] == match.pk

    def test_packs_have_their_table_back(self, one: Phone, match: Match) -> None:
        Match.objects.update(packs_since=match.round.opened_at)
        assert one.enter(match, 1, "NS", 44)["state"] == "stored"


class TestOtherTables:
    """Table 2 of round 1 has a result; somebody of table 1 has a photograph of its code."""

    @pytest.fixture
    def theirs(self, day: Day) -> Match:
        day.enter_at_table(1, 2, 1, 61)
        return day.match(1, 2)

    def reads_nothing(self, phone: Phone, theirs: Match, why: str) -> None:
        told = shown(phone, 2)
        assert told["match"] is None
        assert why in told["elsewhere"]["words"]
        refused(phone.hold(theirs, "NS"), why)
        refused(phone.send("entries", entry(theirs, 1, "EW", 61), table=2), why)
        refused(phone.send("confirmations", said(theirs, "EW"), table=2), why)
        refused(phone.send("calls", {"match": theirs.pk, "side": "NS"}, table=2), why)

    def test_a_pair_that_sits_elsewhere_is_told_where(
        self, day: Day, match: Match, theirs: Match
    ) -> None:
        phone = Phone.of_pair(day, match.pairs.ns.number).scan(PlaceKind.TABLE, 2)
        self.reads_nothing(phone, theirs, "you play at table 1")
        assert shown(phone, 2)["elsewhere"]["pair"] == match.pairs.ns.number

    def test_a_phone_that_is_at_another_table(
        self, one: Phone, match: Match, theirs: Match
    ) -> None:
        assert one.hold(match, "EW").status_code == 200
        one.scan(PlaceKind.TABLE, 2)
        self.reads_nothing(one, theirs, "this phone is at table 1")

    def test_a_phone_that_entered_at_another_table(
        self, one: Phone, match: Match, theirs: Match
    ) -> None:
        one.enter(match, 1, "NS", 44)
        self.reads_nothing(one.scan(PlaceKind.TABLE, 2), theirs, "this phone is at table 1")

    def test_a_private_window_sees_nothing_until_it_says_who_holds_it(
        self, day: Day, theirs: Match
    ) -> None:
        window = Phone.alone(day, 2)
        hand = shown(window, 2)["match"]["hands"][0]
        assert (hand["state"], hand["version"], hand["content"]) == ("missing", 0, None)
        events = AuditEvent.objects.count()
        told: Any = window.hold(theirs, "EW")
        assert told.json()["holder"] == "EW"
        assert told.json()["match"]["hands"][0]["content"]["points"] == 61
        # The table's other phones, the desk and the record tell of the change.
        event = AuditEvent.objects.order_by("-sequence")[0]
        assert (event.action, event.actor) == ("phone-at-table", "table 2 EW pair 3")
        assert AuditEvent.objects.count() == events + 1
        known = Phone.of_pair(day, theirs.pairs.ns.number)
        assert shown(known, 2)["match"]["pairs"]["EW"]["phones"] == 1
        page = desk_page(day, 2)
        assert "1 phone was opened with the table's code" in " ".join(page.split())

    def test_a_private_window_is_not_told_what_a_referee_has_entered(
        self, day: Day, theirs: Match
    ) -> None:
        """Where a table hands in slips nobody else holds the code's phone."""
        day.enter(1, 2, 2, 33)
        window = Phone.alone(day, 2)
        told: Any = window.hold(theirs, "EW")
        hand = told.json()["match"]["hands"][1]
        assert (hand["state"], hand["version"], hand["by"]) == ("referee", 1, "")
        assert (hand["content"], hand["told"]) == (None, "shown by your own link")
        known = Phone.of_pair(day, theirs.pairs.ew.number)
        assert shown(known, 2)["match"]["hands"][1]["content"]["points"] == 33

    def test_a_phone_that_entered_it_sees_what_a_referee_made_of_it(
        self, day: Day, one: Phone, match: Match
    ) -> None:
        one.enter(match, 1, "NS", 44)
        enter_result(
            actor=day.acting,
            match=match,
            deal=1,
            entry=ResultInput(outcome=Outcome.PLAYED, ns_points=45),
            based_on=1,
            reason="the slip",
        )
        assert shown(one)["match"]["hands"][0]["content"]["points"] == 45

    def test_whoever_takes_the_phone_next_says_so(self, one: Phone, match: Match) -> None:
        for side in ("NS", "EW", "NS"):
            told: Any = one.hold(match, side)
            assert (told.json()["holder"], told.json()["sides"]) == (side, ["NS", "EW"])
        assert AuditEvent.objects.filter(action="phone-at-table").count() == 1
        assert {side: one["phones"] for side, one in shown(one)["match"]["pairs"].items()} == {
            "NS": 1,
            "EW": 0,
        }

    def test_no_more_phones_than_anybody_needs(self, day: Day, match: Match) -> None:
        for _ in range(16):
            assert Phone.alone(day, 1).hold(match, "NS").status_code == 200
        answer: Any = Phone.alone(day, 1).hold(match, "NS")
        assert answer.status_code == 409
        assert "16 phones" in answer.json()["error"]

    def test_in_the_next_round_it_is_at_another_table(self, day: Day, one: Phone) -> None:
        one.hold(day.match(1, 1), "NS")
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        day.open(2)
        one.scan(PlaceKind.TABLE, 2)
        assert one.hold(day.match(2, 2), "NS").status_code == 200

    def test_a_pairs_own_pages_tell_of_no_open_round(self, day: Day, theirs: Match) -> None:
        day.enter(1, 2, 2, 59)
        phone = Phone.of_pair(day, day.match(1, 1).pairs.ns.number)
        for path in (
            *("pair/1/", "pair/1/?stage=1", "table/1/", "table/1/?round=1", "standings/"),
            *("scores/", "pairs/4/", "wall/", "search/?q=61", "pairings/1/", "hands/"),
            *("pair/1/rounds/1/hands/1/correction/", "table/1/state.json?round=1"),
        ):
            page = phone.client.get(f"/c/{day.slug}/{path}").content.decode()
            text = page.replace("csrf", "")
            for figures in ("61–11", "59–13", '"points": 61', '"points": 59', ">61<", ">59<"):
                assert figures not in text, path


class TestOnePhoneATable:
    @pytest.fixture(autouse=True)
    def _rule(self, day: Day) -> None:
        Championship.objects.update(confirmation=ConfirmationRule.TABLE)
        day.championship.refresh_from_db()

    def test_what_the_tables_phone_enters_is_agreed_and_says_so(
        self, day: Day, one: Phone, match: Match
    ) -> None:
        one.enter(match, 1, "NS", 44)
        confirmation = ResultConfirmation.objects.get()
        assert (confirmation.by, confirmation.actor) == ("table", "table 1 NS pair 1")
        hand = shown(one)["match"]["hands"][0]
        assert (hand["state"], hand["confirmation"], hand["settled"]) == ("entered", "table", True)
        desk = desk_of(day.round(1)).table(1)
        assert desk is not None
        assert desk.hands[0].waits is False
        page = desk_page(day, 1)
        assert "Agreed at the table on one phone." in page

    def test_the_table_mends_it_as_long_as_nobody_else_has_confirmed_it(
        self, day: Day, one: Phone, match: Match
    ) -> None:
        one.enter(match, 1, "NS", 44)
        one.enter(match, 1, "NS", 41, based_on=1)
        one.undo(match, 1, "NS", 2)
        assert points(match) == [44, 41, 44]
        result = standing(match)
        assert [one.by for one in result.confirmations.all()] == ["table"]
        assert slip_until(result, result.entered) is not None
        assert Phone.alone(day, 1).confirm(match, 1, "EW", 3)["state"] == "confirmed"
        assert one.enter(match, 1, "NS", 40, based_on=3)["state"] == "referee"

    def test_a_pairs_own_link_still_needs_the_others(self, day: Day, match: Match) -> None:
        phone = Phone.of_pair(day, match.pairs.ns.number)
        phone.enter(match, 1, "NS", 44)
        assert not ResultConfirmation.objects.exists()
        told = shown(phone)["match"]
        assert (told["confirmation"], told["hands"][0]["confirmation"]) == (
            "other-side",
            "other-side",
        )
        desk = desk_of(day.round(1)).table(1)
        assert desk is not None
        assert desk.hands[0].waits

    def test_under_another_rule_it_waits(self, day: Day, one: Phone, match: Match) -> None:
        one.enter(match, 1, "NS", 44)
        for rule, waits in (("other-side", False), ("referee", True), ("none", False)):
            Championship.objects.update(confirmation=rule)
            desk = desk_of(day.round(1)).table(1)
            assert desk is not None
            assert desk.hands[0].waits is waits, rule


def test_the_record_tells_what_was_agreed_on_one_phone() -> None:
    championship = recorded_day()
    actor = actor_of(championship)
    change_day(
        actor=actor,
        championship=championship,
        confirmation=ConfirmationRule.TABLE,
        round_minutes=50,
        correction_minutes=20,
    )
    match = Match.objects.filter(
        round__championship=championship, round__status="open", cancelled=False
    ).select_related("table", "round__stage__championship")[0]
    deal = next(one for one in match.round.deals if one % 4 == 1)
    enter_result(
        actor=Actor.of_table(match.table.number, Side.NS, match.pairs.ns.number),
        match=match,
        deal=deal,
        entry=ResultInput(Outcome.PLAYED, 44),
        based_on=1,
        reason="Corrected at the table",
        side=Side.NS,
    )
    assert faults(championship) == []
    content = export_championship(actor=actor, championship=championship).content
    assert faults(import_championship(actor=actor, file=io.BytesIO(content), slug="twin")) == []
    client = english_client(organiser_of(championship))
    address = (championship.slug, match.round.number, match.table.number, deal)
    for page in (
        reverse("audit:record", args=[championship.slug]),
        reverse("score_explanations:history", args=address),
    ):
        assert "agreed at the table on one phone" in client.get(page).content.decode(), page
    stages = tuple(Stage.objects.filter(championship=championship))
    request = PaperRequest(stages, (), timezone.now(), "", known_of(stages))
    with translation.override("en"):
        paper = page_texts(bind_papers(request, [PAPERS["official-record"]]).content)
    assert "agreed at the table on one phone" in " ".join(" ".join(paper).split())
    ResultConfirmation.objects.filter(by="table").update(by="NS")
    assert any(one.startswith("confirmation (") for one in faults(championship))


def test_seats_of_both_sides_are_not_one_phones(day: Day, match: Match) -> None:
    """Where hands are played, a phone holds one seat of a round."""
    day.stage.__class__.objects.update(played_with=PlayedWith.PHONES)
    match = day.match(1, 1)
    ns, ew = (side.number for side in match.pairs)
    take_seat(actor=Actor.of_pair(ns), match=match, seat=Seat.N, phone="a" * 32)
    with pytest.raises(NotNow):
        take_seat(actor=Actor.of_pair(ew), match=match, seat=Seat.E, phone="a" * 32)

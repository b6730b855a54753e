"""Making, salting and sealing the hands."""

from __future__ import annotations

import json

import pytest

from scoring.dealing.deal_set import commitment, deal_hashes, deal_secret
from scoring.game.deals import hand_text
from scoring.game.seats import Seat
from tests.tournament.day import KEY, Day, make_day
from tests.tournament.factories import make_championship, make_user
from tournament.core.actor import Actor, Authority
from tournament.core.errors import NotNow, UserError
from tournament.core.permissions import Access, Level
from tournament.deals.queries import dealt_hands, may_see_hands
from tournament.deals.services.accesses import open_hands_early, record_hand_printing
from tournament.deals.services.deal_sets import make_deals, set_salt
from tournament.models import Action, AuditEvent, DealSet, HandAccess
from tournament.models.places import RoundPlace
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return make_day()


def actions() -> list[str]:
    return list(AuditEvent.objects.values_list("action", flat=True))


def salt_of(day: Day) -> DealSet:
    return DealSet.objects.get(championship=day.championship)


class TestMakeDeals:
    def test_draws_a_fresh_key_and_publishes_its_commitment(self) -> None:
        first, second = make_day(slug="a", deals=False), make_day(slug="b", deals=False)
        sets = [
            make_deals(actor=one.acting_organiser, championship=one.championship)
            for one in (first, second)
        ]
        keys = [bytes(DealSet.objects.get(pk=one.pk).key or b"") for one in sets]
        assert [len(key) for key in keys] == [32, 32]
        assert keys[0] != keys[1]
        for one, key in zip(sets, keys, strict=True):
            assert one.commitment == commitment(deal_hashes(key, one.deals))

    def test_is_done_once(self) -> None:
        day = make_day(deals=False)
        sets = [
            make_deals(actor=day.acting_organiser, championship=day.championship) for _ in range(2)
        ]
        assert sets[0] == sets[1]
        assert actions() == [Action.DEALS_MADE]

    def test_no_trace_of_the_key_in_the_record(self) -> None:
        day = make_day(deals=False)
        deal_set = make_deals(actor=day.acting_organiser, championship=day.championship)
        key = bytes(deal_set.key or b"")
        event = AuditEvent.objects.get()
        assert event.after == {
            "deal_set": 1,
            "hands_before": 0,
            "deals": deal_set.deals,
            "commitment": deal_set.commitment,
        }
        text = json.dumps(list(AuditEvent.objects.values()), default=str) + repr(deal_set)
        assert key.hex() not in text
        assert repr(key) not in text
        assert not [i for i in range(1, deal_set.deals + 1) if deal_secret(key, i).hex() in text]

    def test_has_what_is_planned_and_some_to_spare(self) -> None:
        day = make_day(contestants=60, deals=False)
        deal_set = make_deals(actor=day.acting_organiser, championship=day.championship)
        assert deal_set.deals == 59 * 4 + 59
        few = make_day(slug="few", deals=False)
        assert make_deals(actor=few.acting_organiser, championship=few.championship).deals == 52

    def test_before_there_is_a_schedule_it_is_enough_for_forty_pairs(self) -> None:
        championship = make_championship()
        actor = Actor.of_user(make_user("organiser"), Authority.ORGANISER)
        deal_set = make_deals(actor=actor, championship=championship)
        assert deal_set.deals == 39 * 4 + 40


class TestSalt:
    def test_can_be_set_changed_and_removed_before_anything_is_seen(self, day: Day) -> None:
        for salt in ("Grossa 1", "  Grossa 12345 ", ""):
            set_salt(actor=day.acting_organiser, championship=day.championship, salt=salt)
            assert salt_of(day).salt == salt.strip()
        assert actions() == [Action.SALT_CHANGED] * 3

    def test_the_same_salt_again_is_no_act(self, day: Day) -> None:
        for _ in range(2):
            set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa")
        assert actions() == [Action.SALT_CHANGED]

    @pytest.mark.parametrize(
        "salt", ["x" * 201, "two\nlines", "nul\x00", "half \ud800", "un\u200bseen"]
    )
    def test_refuses_what_is_no_line_of_text(self, day: Day, salt: str) -> None:
        with pytest.raises(UserError) as caught:
            set_salt(actor=day.acting_organiser, championship=day.championship, salt=salt)
        assert caught.value.field == "salt"
        assert salt_of(day).salt == ""

    def test_needs_hands(self) -> None:
        day = make_day(deals=False)
        with pytest.raises(NotNow):
            set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa")

    @pytest.mark.parametrize("act", ["open", "open early", "print"])
    def test_is_fixed_by_the_first_hand_that_is_seen(self, day: Day, act: str) -> None:
        set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa")
        if act == "open":
            day.open(1)
        elif act == "open early":
            open_hands_early(
                actor=day.acting_organiser, championship=day.championship, round=2, reason="why"
            )
        else:
            record_hand_printing(
                actor=day.acting_organiser,
                championship=day.championship,
                rounds=[1, 2],
                reason="why",
            )
        fixed_at = salt_of(day).salt_fixed_at
        assert fixed_at is not None
        with pytest.raises(NotNow):
            set_salt(actor=day.acting_organiser, championship=day.championship, salt="Other")
        day.open(3)
        assert salt_of(day).salt == "Grossa"
        assert salt_of(day).salt_fixed_at == fixed_at
        assert actions().count(Action.SALT_FIXED) == 1


def access(day: Day, level: Level, user: str = "organiser") -> Access:
    actor = {"organiser": day.acting_organiser, "referee": day.acting}.get(user)
    return Access(day.championship, (day.stage,), day.stage, level, actor, private_line=True)


class TestWhoSeesHands:
    def test_through_the_life_of_a_round(self, day: Day) -> None:
        organiser = access(day, Level.ORGANISER)
        referee = access(day, Level.REFEREE, "referee")
        public = access(day, Level.PUBLIC, "nobody")

        def seen() -> list[bool]:
            return [may_see_hands(one, day.round(1)) for one in (public, referee, organiser)]

        assert seen() == [False, False, False]
        day.open(1)
        assert seen() == [False, True, True]
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        assert seen() == [True, True, True]
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        assert seen() == [True, True, True]
        assert not may_see_hands(organiser, day.round(2))

    def test_early_opening_is_for_the_one_who_asked(self, day: Day) -> None:
        opened = open_hands_early(
            actor=day.acting_organiser,
            championship=day.championship,
            round=2,
            reason=" a card  is missing ",
        )
        assert opened.reason == "a card is missing"
        assert may_see_hands(access(day, Level.ORGANISER), day.round(2))
        assert not may_see_hands(access(day, Level.ORGANISER, "referee"), day.round(2))
        assert not may_see_hands(access(day, Level.REFEREE), day.round(2))
        assert not may_see_hands(access(day, Level.ORGANISER), day.round(1))
        event = AuditEvent.objects.get(action=Action.HANDS_OPENED_EARLY)
        assert (event.place, event.reason) == (RoundPlace(2), "a card is missing")

    def test_early_opening_twice_is_one_act(self, day: Day) -> None:
        for _ in range(2):
            open_hands_early(
                actor=day.acting_organiser, championship=day.championship, round=2, reason="why"
            )
        assert HandAccess.objects.count() == 1
        assert actions().count(Action.HANDS_OPENED_EARLY) == 1

    def test_early_opening_asks_why(self, day: Day) -> None:
        with pytest.raises(UserError) as caught:
            open_hands_early(
                actor=day.acting_organiser, championship=day.championship, round=2, reason="  "
            )
        assert caught.value.field == "reason"
        assert not HandAccess.objects.exists()
        assert salt_of(day).salt_fixed_at is None

    def test_printing_does_not_open_the_hands_on_the_screen(self, day: Day) -> None:
        record_hand_printing(
            actor=day.acting_organiser,
            championship=day.championship,
            rounds=[2, 3],
            reason="making up decks",
        )
        assert not may_see_hands(access(day, Level.ORGANISER), day.round(2))
        event = AuditEvent.objects.get(action=Action.HANDS_PRINTED)
        assert event.reason == "making up decks"
        assert event.after == {"rounds": [2, 3], "username": day.acting_organiser.account}

    def test_the_record_names_every_round_however_many_are_printed_at_once(self) -> None:
        day = make_day(contestants=40, slug="long")
        rounds = range(1, 40)
        record_hand_printing(
            actor=day.acting_organiser,
            championship=day.championship,
            rounds=rounds,
            reason="making up decks",
        )
        event = AuditEvent.objects.get(action=Action.HANDS_PRINTED)
        assert event.after == {"rounds": list(rounds), "username": "long-organiser"}

    def test_printing_public_hands_needs_no_record(self, day: Day) -> None:
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        printed = record_hand_printing(
            actor=day.acting_organiser, championship=day.championship, rounds=[1], reason=""
        )
        assert printed == ()
        assert not HandAccess.objects.exists()


def test_the_hands_are_those_of_key_and_salt(day: Day) -> None:
    set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa 12345")
    day.stage.refresh_from_db()
    hands = [one.deal for one in dealt_hands(day.championship, [1, 2, 3, 4])]
    assert len(hands) == 4
    assert hands[0].number == 50896676318577594181525166
    assert hand_text(hands[0].hand(Seat.N)) == "97.S83.C864.CS6"
    assert bytes(salt_of(day).key or b"") == KEY
    assert hand_text(hands[0].hand(Seat.N)) not in repr(hands)

"""Only the next round opens at a press, and an opening by mistake can be taken back."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.duplicate.settings import Scale, Settings
from tests.page_forms import forms_of
from tests.tournament.day import Day, make_day
from tests.tournament.factories import actor_of, english_client, make_scheduled, stage_of
from tests.tournament.made_once import made_once, own_copy
from tournament.championships.services.settings import change_settings
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import settings_are_frozen
from tournament.deals.queries import dealt_hands, looks_at
from tournament.deals.services.accesses import exchange_hands, record_hand_printing
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import championship_checks
from tournament.models import Action, AuditEvent, Championship, HandAccess, Round, RoundStatus
from tournament.results.kinds.dealt_hand import BLANK
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import (
    close_round,
    open_round,
    reopen_round,
    take_back_opening,
)
from tournament.schedule.services.schedule import make_schedule

pytestmark = pytest.mark.django_db
LAPTOP = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}


day_once = made_once(make_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def rounds(day: Day, rest: str = "") -> str:
    return f"/c/{day.slug}/manage/rounds/{rest}"


def print_hands(actor: Actor, championship: Championship, round: int) -> None:
    record_hand_printing(actor=actor, championship=championship, rounds=[round], reason="packs")


def exchange(day: Day, round: int) -> tuple[int, ...]:
    return exchange_hands(
        actor=day.acting_organiser, championship=day.championship, round=round, reason="seen"
    )


def on_the_laptop(day: Day) -> Client:
    client = Client(headers={"Accept-Language": "en"}, **LAPTOP)  # type: ignore[arg-type]
    client.force_login(day.referee)
    return client


def buttons_that_open(page: str, day: Day) -> list[int]:
    """The rounds that one press of a button on the page would open."""
    return [
        int(form.action.split("/")[-3])
        for form in forms_of(page)
        if form.action and form.action.endswith("/open/")
    ]


class TestOnlyTheNextRound:
    def test_one_press_opens_the_next_one_alone(self, day: Day, referee: Client) -> None:
        day.open(1)
        page = referee.get(rounds(day)).content.decode()
        assert buttons_that_open(page, day) == [2]
        assert "Round 2 comes first" in page  # in the menu of round 3
        assert "shows its hands to referees" in page

    def test_another_one_says_what_follows_first(self, day: Day, referee: Client) -> None:
        day.open(1)
        answer = referee.post(rounds(day, "3/open/"))
        assert answer.status_code == 422
        assert day.round(3).status == RoundStatus.PLANNED
        page = answer.content.decode()
        assert "Round 2 comes first, and stays planned" in page
        assert any("out_of_turn" in form.names for form in forms_of(page))
        referee.post(rounds(day, "3/open/"), {"out_of_turn": "yes"})
        assert day.round(3).status == RoundStatus.OPEN

    def test_the_first_one_always_says_that_settings_freeze(
        self, day: Day, referee: Client
    ) -> None:
        print_hands(day.acting_organiser, day.championship, 1)  # fixes the salt
        assert buttons_that_open(referee.get(rounds(day)).content.decode(), day) == []
        page = referee.get(rounds(day, "1/open/")).content.decode()
        assert "the settings are frozen" in page
        assert "there is no salt" not in page
        day.open(1)
        assert "the settings are frozen" not in referee.get(rounds(day, "2/open/")).content.decode()


class TestTakingBack:
    def test_the_round_is_planned_again_and_the_salt_stays(self, day: Day) -> None:
        day.championship.round_minutes = 30
        day.championship.save()
        day.open(1)
        take_back_opening(actor=day.acting, round=day.round(1), reason="wrong button")
        back = day.round(1)
        assert (back.status, back.opened_at, back.ends_at) == ("planned", None, None)
        deal_set = day.championship.deal_set()
        assert deal_set is not None
        assert deal_set.salt_fixed_at is not None
        event = AuditEvent.objects.get(action=Action.OPENING_TAKEN_BACK)
        assert event.reason == "wrong button"
        assert event.after == {"stage": 1, "hands_seen": False, "settings_frozen": False}

    def test_twice_is_once(self, day: Day) -> None:
        day.open(1)
        for _ in range(2):
            take_back_opening(actor=day.acting, round=day.round(1), reason="wrong button")
        assert AuditEvent.objects.filter(action=Action.OPENING_TAKEN_BACK).count() == 1

    def test_asks_why(self, day: Day) -> None:
        day.open(1)
        with pytest.raises(UserError) as caught:
            take_back_opening(actor=day.acting, round=day.round(1), reason=" ")
        assert caught.value.field == "reason"
        assert day.round(1).status == RoundStatus.OPEN

    def test_not_with_a_result_but_after_it_was_taken_back(self, day: Day) -> None:
        day.open(1)
        day.enter(1, 1, 1, 40)
        with pytest.raises(NotNow, match="already has results"):
            take_back_opening(actor=day.acting, round=day.round(1), reason="why")
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=BLANK,
            based_on=1,
            reason="another round's slip",
        )
        take_back_opening(actor=day.acting, round=day.round(1), reason="why")
        assert day.round(1).status == RoundStatus.PLANNED

    def test_not_once_it_has_been_closed(self, day: Day) -> None:
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        with pytest.raises(NotNow, match="has been closed"):
            take_back_opening(actor=day.acting, round=day.round(1), reason="why")
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        with pytest.raises(NotNow, match="has been closed"):
            take_back_opening(actor=day.acting, round=day.round(1), reason="why")

    def test_not_while_a_pair_waits_for_a_decision(self, day: Day) -> None:
        day.open(1)
        day.correction_request(1, 1, 1, 30)
        with pytest.raises(NotNow, match="decide about them first"):
            take_back_opening(actor=day.acting, round=day.round(1), reason="why")

    def test_the_page_offers_it_until_there_is_a_result(self, day: Day, referee: Client) -> None:
        opened = referee.post(rounds(day, "1/open/"), follow=True).content.decode()
        assert "this can be taken back" in opened
        assert rounds(day, "1/take-back/") in opened
        day.enter(1, 1, 1, 40)
        assert rounds(day, "1/take-back/") not in referee.get(rounds(day, "1/")).content.decode()
        page = referee.get(rounds(day, "1/take-back/")).content.decode()
        assert "already has results" in page
        assert not any("reason" in form.names for form in forms_of(page))


class TestSettings:
    def test_thaw_while_nobody_has_seen_a_hand(self, day: Day) -> None:
        day.open(1)
        assert settings_are_frozen(day.stage)
        take_back_opening(actor=day.acting, round=day.round(1), reason="wrong button")
        assert not settings_are_frozen(day.stage)
        change_settings(
            actor=day.acting_organiser, stage=day.stage, settings=Settings(scale=Scale.HUNDRED)
        )

    def test_stay_frozen_once_somebody_has(self, day: Day) -> None:
        day.open(1)
        on_the_laptop(day).get(rounds(day, "1/hands/"))
        take_back_opening(actor=day.acting, round=day.round(1), reason="wrong button")
        assert settings_are_frozen(day.stage)
        with pytest.raises(UserError) as caught:
            change_settings(
                actor=day.acting_organiser, stage=day.stage, settings=Settings(scale=Scale.HUNDRED)
            )
        assert caught.value.field == "reason"

    def test_printing_after_they_thawed_does_not_freeze_them(self, day: Day) -> None:
        day.open(1)
        take_back_opening(actor=day.acting, round=day.round(1), reason="wrong button")
        print_hands(day.acting_organiser, day.championship, 1)
        assert not settings_are_frozen(day.stage)

    def test_stay_frozen_while_another_round_is_open(self, day: Day) -> None:
        day.open(1)
        day.open(2)
        take_back_opening(actor=day.acting, round=day.round(2), reason="wrong button")
        assert settings_are_frozen(day.stage)


class TestHandsThatWereSeen:
    def test_a_look_at_an_open_round_is_recorded_once(self, day: Day) -> None:
        day.open(1)
        for _ in range(2):
            assert on_the_laptop(day).get(rounds(day, "1/hands/")).status_code == 200
        (look,) = looks_at(day.round(1))
        assert (look.kind, look.actor) == (HandAccess.Kind.SEEN, day.acting.name)
        assert AuditEvent.objects.filter(action=Action.HANDS_SEEN).count() == 1

    def test_a_look_at_public_hands_is_not(self, day: Day) -> None:
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        on_the_laptop(day).get(rounds(day, "1/hands/"))
        assert not HandAccess.objects.exists()

    def test_the_page_names_them_and_who_saw_them(self, day: Day) -> None:
        day.open(1)
        client = on_the_laptop(day)
        client.get(rounds(day, "1/hands/"))
        page = client.get(rounds(day, "1/take-back/")).content.decode()
        assert "Hands 1 to 4 have been seen" in page.replace("\n", " ").replace("    ", "")
        assert day.acting.name in page

    def test_they_are_exchanged_for_spare_ones_of_the_same_key(self, day: Day) -> None:
        before = [one.deal for one in dealt_hands(day.championship, (1, 2, 3, 4))]
        others = [one.deal for one in dealt_hands(day.championship, range(5, 13))]
        day.open(1)
        on_the_laptop(day).get(rounds(day, "1/hands/"))
        take_back_opening(actor=day.acting, round=day.round(1), reason="wrong button")
        numbers = exchange_hands(
            actor=day.acting_organiser,
            championship=day.championship,
            round=1,
            reason="a referee saw them",
        )
        assert numbers == (1, 2, 3, 4)
        after = dealt_hands(day.championship, (1, 2, 3, 4))
        assert not {one.deal for one in after} & {*before, *others}
        assert [one.dealer for one in after] == list("NWSE")
        assert looks_at(day.round(1)) == ()

    def test_whoever_opened_the_old_ones_early_does_not_see_the_new_ones(self, day: Day) -> None:
        organiser = english_client(day.organiser)
        organiser.defaults.update(LAPTOP)
        organiser.post(f"/c/{day.slug}/manage/deals/2/open-early/", {"reason": "a torn card"})
        assert organiser.get(rounds(day, "2/hands/")).status_code == 200
        done = organiser.post(f"/c/{day.slug}/manage/deals/2/exchange/", {"reason": "seen"})
        assert done.status_code == 302
        assert organiser.get(rounds(day, "2/hands/")).status_code == 403

    def test_not_hands_that_nobody_saw_nor_of_a_round_that_plays(self, day: Day) -> None:
        with pytest.raises(NotNow, match="Nobody has seen"):
            exchange(day, 1)
        day.open(1)
        on_the_laptop(day).get(rounds(day, "1/hands/"))
        with pytest.raises(NotNow, match="can't be exchanged"):
            exchange(day, 1)


class TestVerifying:
    @pytest.fixture
    def championship(self) -> Championship:
        championship = make_scheduled()
        actor = actor_of(championship)
        make_deals(actor=actor, championship=championship)
        print_hands(actor, championship, 1)
        first = championship.rounds.get(number=1)
        open_round(actor=actor, round=first)
        take_back_opening(actor=actor, round=first, reason="wrong button")
        exchange_hands(actor=actor, championship=championship, round=1, reason="packs were seen")
        return championship

    def faults(self, championship: Championship) -> list[str]:
        found = Championship.objects.get(pk=championship.pk)
        return [one for check in championship_checks(found) for one in check.faults]

    def test_the_record_leads_to_what_is_stored(self, championship: Championship) -> None:
        assert self.faults(championship) == []

    def test_a_status_changed_behind_its_back_is_noticed(self, championship: Championship) -> None:
        Round.objects.filter(championship=championship, number=1).update(status="open")
        assert any("“open”" in one for one in self.faults(championship))

    def test_other_cards_than_the_recorded_spare_ones_are_noticed(
        self, championship: Championship
    ) -> None:
        deal = championship.round_deals.get(number=1)
        deal.number_in_set = 1
        deal.save()
        assert any("Hand 1 is not the deal" in one for one in self.faults(championship))

    def test_a_look_that_was_removed_is_noticed(self, championship: Championship) -> None:
        HandAccess.objects.filter(round__championship=championship).delete()
        assert any(
            "not stored, but the record tells of it" in one for one in self.faults(championship)
        )

    def test_the_schedule_can_be_remade_and_keeps_them(self, championship: Championship) -> None:
        make_schedule(actor=actor_of(championship), stage=stage_of(championship))
        assert self.faults(championship) == []
        assert championship.round_deals.filter(number_in_set__gt=12).count() == 4


def test_the_seals_tell_of_the_exchange(day: Day) -> None:
    print_hands(day.acting_organiser, day.championship, 2)
    organiser = english_client(day.organiser)
    page = organiser.get(f"/c/{day.slug}/manage/deals/").content.decode()
    assert f"/c/{day.slug}/manage/deals/2/exchange/" in page
    exchange(day, 2)
    page = organiser.get(f"/c/{day.slug}/manage/deals/").content.decode()
    assert "hands exchanged since" in page
    assert f"/c/{day.slug}/manage/deals/2/exchange/" not in page

"""For two minutes whoever stored a result goes back, or mends it without saying why."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override

from scoring.game.seats import Side
from tests.page_forms import forms_of
from tests.tournament.day import Day, after_two_minutes, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.correction_requests.services import decide_correction_request
from tournament.models import AuditEvent, Outcome, Result, ResultConfirmation
from tournament.results.confirmations import unsettled
from tournament.results.kinds.dealt_hand import BLANK, ResultInput
from tournament.results.own_slips import undo_offer
from tournament.results.queries import standing_results
from tournament.results.services.entry import confirm_result, enter_result
from tournament.results.services.undo import undo_result
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def a_day() -> Day:
    day = make_day()
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def entry(points: int) -> ResultInput:
    return ResultInput(outcome=Outcome.PLAYED, ns_points=points)


def change(day: Day, points: int, *, based_on: int, actor: Actor | None = None) -> Result:
    return enter_result(
        actor=actor or day.acting,
        match=day.match(1, 1),
        deal=1,
        entry=entry(points),
        based_on=based_on,
    )


def undo(day: Day, version: int = 1, *, actor: Actor | None = None) -> Result:
    return undo_result(actor=actor or day.acting, match=day.match(1, 1), deal=1, version=version)


def said() -> list[tuple[int | None, str]]:
    """All versions of the hand, oldest first: their points and why they were changed."""
    return list(Result.objects.order_by("version").values_list("ns_points", "change_reason"))


def page(day: Day, rest: str = "", *, deal: int = 1) -> str:
    return f"/c/{day.slug}/manage/rounds/1/tables/1/hands/{deal}/{rest}"


def offered(html: str) -> bool:
    return any(form.action.endswith("/undo/") for form in forms_of(html))


class TestUndoing:
    def test_a_first_result_leaves_the_hand_without_one(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        assert undo(day).outcome == Outcome.BLANK
        assert said() == [(40, ""), (None, "Own slip")]
        assert AuditEvent.objects.order_by("sequence").last().reason == "Own slip"  # type: ignore[union-attr]

    def test_a_change_goes_back_to_what_stood_before(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=entry(41),
            based_on=1,
            reason="misread",
        )
        undo(day, 2)
        assert said() == [(40, ""), (41, "misread"), (40, "Own slip")]

    def test_sent_twice_it_goes_back_once(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        assert undo(day) == undo(day)
        assert len(said()) == 2

    def test_not_after_two_minutes_by_the_servers_clock(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        after_two_minutes()
        with pytest.raises(NotNow, match="can't be undone any more"):
            undo(day)

    def test_not_what_somebody_else_stored(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        with pytest.raises(NotNow):
            undo(day, actor=day.acting_organiser)

    def test_not_what_was_changed_since(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        change(day, 41, based_on=1)
        with pytest.raises(Conflict):
            undo(day, 1)

    def test_not_after_a_confirmation(self, day: Day) -> None:
        result = day.enter_at_table(1, 1, 1, 40)
        pair = day.match(1, 1).pairs.ns.number
        confirm_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            version=result.version,
            by=ResultConfirmation.By.REFEREE,
        )
        with pytest.raises(NotNow):
            undo(day, actor=Actor.of_table(1, Side.NS, pair))

    @pytest.mark.parametrize("decided", [False, True])
    def test_not_after_a_dispute(self, day: Day, decided: bool) -> None:
        day.enter(1, 1, 1, 40)
        request = day.correction_request(1, 1, 1, 30)
        if decided:
            decide_correction_request(
                actor=day.acting, correction_request=request, entry=entry(30), reason="they agree"
            )
        with pytest.raises(NotNow):
            undo(day, 2 if decided else 1)

    def test_not_a_hole_in_a_closed_round(self, day: Day) -> None:
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        with pytest.raises(NotNow, match="can't be taken back"):
            undo(day)

    def test_what_a_pair_had_entered_lacks_its_confirmation_again(self, day: Day) -> None:
        day.enter_at_table(1, 1, 1, 40)
        day.championship.confirmation = "other-side"
        day.championship.save()
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=entry(41),
            based_on=1,
            reason="misread",
        )
        restored = undo(day, 2)
        assert restored.entered_side == "NS"
        standing = standing_results(day.championship)
        assert restored in list(unsettled(standing, day.championship, (day.round(1),)))


class TestMending:
    def test_needs_no_reason_and_gets_a_set_one(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        change(day, 41, based_on=1)
        assert said() == [(40, ""), (41, "Own slip")]

    def test_somebody_elses_needs_one(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        with pytest.raises(UserError, match="Give a reason"):
            change(day, 41, based_on=1, actor=day.acting_organiser)

    def test_needs_one_once_the_round_is_closed(self, day: Day) -> None:
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        with pytest.raises(UserError, match="Give a reason"):
            change(day, 39, based_on=1)

    def test_needs_one_in_a_round_that_was_reopened(self, day: Day) -> None:
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
        with pytest.raises(UserError, match="Give a reason"):
            change(day, 39, based_on=1)

    def test_needs_one_after_a_dispute(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        day.correction_request(1, 1, 1, 30)
        with pytest.raises(UserError, match="Give a reason"):
            change(day, 41, based_on=1)

    def test_taking_back_still_says_why(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        with pytest.raises(UserError, match="Give a reason"):
            enter_result(actor=day.acting, match=day.match(1, 1), deal=1, entry=BLANK, based_on=1)


class TestPages:
    def enter(self, referee: Client, day: Day, points: int = 40) -> str:
        """What the page says that one gets to after storing hand 1."""
        values = {"ns_points": points, "based_on": 0}
        return referee.post(page(day), values, follow=True).content.decode()

    def test_the_next_page_says_what_was_stored_and_undoes_it(
        self, day: Day, referee: Client
    ) -> None:
        html = self.enter(referee, day)
        assert "Table 1, hand 1: saved." in " ".join(html.split())
        (form,) = [one for one in forms_of(html) if one.action.endswith("/undo/")]
        assert form.action == page(day, "undo/")
        back = referee.post(form.action, form.filled(), follow=True)
        assert back.redirect_chain[-1][0] == page(day)
        assert "undone. It has no result now." in back.content.decode()
        assert not offered(back.content.decode())
        assert said() == [(40, ""), (None, "Own slip")]

    @pytest.mark.parametrize(
        "where", ["rounds/1/", "desk/1/", "desk/1/tables/1/", "rounds/1/tables/2/hands/1/"]
    )
    def test_every_page_with_entry_offers_it_for_two_minutes(
        self, day: Day, referee: Client, where: str
    ) -> None:
        self.enter(referee, day)
        url = f"/c/{day.slug}/manage/{where}"
        assert offered(referee.get(url).content.decode())
        assert not offered(english_client(day.organiser).get(url).content.decode())
        after_two_minutes()
        assert not offered(referee.get(url).content.decode())

    def test_it_offers_what_was_stored_last_and_nothing_before(
        self, day: Day, referee: Client
    ) -> None:
        def offers() -> tuple[int, int] | None:
            offer = undo_offer(day.round(1), day.acting.acted_by)
            return (offer.deal, offer.version) if offer else None

        self.enter(referee, day)
        referee.post(page(day, deal=2), {"ns_points": 41, "based_on": 0})
        assert offers() == (2, 1)
        referee.post(page(day, "undo/", deal=2), {"version": 1})
        assert offers() is None
        # Entered again, as it was: that is what can be undone.
        again = referee.post(page(day, deal=2), {"ns_points": 41, "based_on": 2}, follow=True)
        assert again.redirect_chain[-1][0] == page(day, deal=3)
        assert "Table 1, hand 2: saved." in " ".join(again.content.decode().split())
        assert offers() == (2, 3)
        referee.post(page(day, "undo/", deal=2), {"version": 3})
        assert offers() is None
        referee.post(page(day, deal=2), {"ns_points": 41, "based_on": 4})
        assert offers() == (2, 5)
        # Somebody else has changed it since: what was stored before that is not offered either.
        enter_result(
            actor=day.acting_organiser,
            match=day.match(1, 1),
            deal=2,
            entry=entry(40),
            based_on=5,
            reason="misread",
        )
        assert offers() is None

    def test_a_taking_back_is_undone_once(self, day: Day) -> None:
        day.enter(1, 1, 1, 40)
        enter_result(
            actor=day.acting, match=day.match(1, 1), deal=1, entry=BLANK, based_on=1, reason="no"
        )
        assert undo_offer(day.round(1), day.acting.acted_by) is not None
        with override("ca"):
            undo(day, 2)
        assert said()[-1] == (40, "Error propi")
        assert undo_offer(day.round(1), day.acting.acted_by) is None

    def test_it_does_not_follow_into_another_round(self, day: Day, referee: Client) -> None:
        day.enter_whole_round(1)
        assert undo_offer(day.round(1), day.acting.acted_by) is not None
        close_round(actor=day.acting, round=day.round(1))
        day.open(2)
        assert undo_offer(day.round(2), day.acting.acted_by) is None
        for where in ("rounds/2/", "desk/2/", "desk/2/tables/1/", "rounds/2/tables/1/hands/5/"):
            answer = referee.get(f"/c/{day.slug}/manage/{where}")
            assert answer.status_code == 200
            assert not offered(answer.content.decode())

    def test_a_refusal_is_said(self, day: Day, referee: Client) -> None:
        self.enter(referee, day)
        after_two_minutes()
        for version in ("1", "", "x", "9" * 5000):
            answer = referee.post(page(day, "undo/"), {"version": version}, follow=True)
            assert answer.status_code == 200
            assert 'role="alert"' in answer.content.decode()
        assert said() == [(40, "")]

    def test_ones_own_entry_is_mended_without_a_reason(self, day: Day, referee: Client) -> None:
        self.enter(referee, day)
        html = referee.get(page(day)).content.decode()
        assert 'name="reason"' not in html
        referee.post(page(day), {"ns_points": 41, "based_on": 1})
        assert said()[-1] == (41, "Own slip")

    def test_a_form_that_was_open_too_long_asks_why(self, day: Day, referee: Client) -> None:
        self.enter(referee, day)
        after_two_minutes()
        answer = referee.post(page(day), {"ns_points": 41, "based_on": 1})
        assert answer.status_code == 422
        assert 'name="reason"' in answer.content.decode()
        assert 'value="41"' in answer.content.decode()

    def test_a_change_in_a_closed_round_goes_back(self, day: Day, referee: Client) -> None:
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        values = {"ns_points": 70, "based_on": 1, "reason": "misread"}
        answer = referee.post(page(day), values)
        values["sure"] = answer.context["sure_token"] if answer.status_code == 422 else ""
        html = referee.post(page(day), values, follow=True).content.decode()
        assert "It counts in the standings at once." in html
        before = Result.objects.get(match=day.match(1, 1), deal=1, version=1).ns_points
        back = referee.post(page(day, "undo/"), {"version": 2}, follow=True).content.decode()
        assert "What stood before stands again." in back
        current = Result.objects.get(match=day.match(1, 1), deal=1, is_current=True)
        assert (current.version, current.ns_points) == (3, before)

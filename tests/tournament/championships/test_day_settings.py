"""How the day runs: second looks, minutes a round, minutes for corrections; set at any time."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.tournament.factories import (
    actor_of,
    answers_by_role,
    english_client,
    last_actions,
    make_championship,
    organiser_of,
)
from tournament.championships.day_settings import change_day, day_version
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, AuditEvent, Championship, ConfirmationRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return make_championship()


def change(championship: Championship, **changed: Any) -> Championship:
    wished: dict[str, Any] = {
        "confirmation": ConfirmationRule.OTHER_SIDE,
        "round_minutes": None,
        "correction_minutes": 30,
        **changed,
    }
    return change_day(actor=actor_of(championship), championship=championship, **wished)


class TestChanging:
    def test_only_what_changed_is_recorded(self, championship: Championship) -> None:
        change(championship, round_minutes=25, confirmation=ConfirmationRule.REFEREE)
        event = AuditEvent.objects.get(action=Action.DAY_CHANGED)
        assert event.before == {"confirmation": "other-side", "round_minutes": None}
        assert event.after == {"confirmation": "referee", "round_minutes": 25}
        championship.refresh_from_db()
        assert championship.confirmation == ConfirmationRule.REFEREE
        assert championship.round_minutes == 25

    def test_the_same_again_is_no_act(self, championship: Championship) -> None:
        change(championship)
        assert last_actions(championship) == [Action.CHAMPIONSHIP_CREATED]

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("round_minutes", 0),
            ("round_minutes", 601),
            ("correction_minutes", -1),
            ("correction_minutes", 10081),
        ],
    )
    def test_what_can_not_be_is_refused(
        self, championship: Championship, field: str, value: int
    ) -> None:
        with pytest.raises(UserError) as caught:
            change(championship, **{field: value})
        assert caught.value.field == field

    def test_no_time_for_corrections_and_a_week(self, championship: Championship) -> None:
        for minutes in (0, 10080):
            assert change(championship, correction_minutes=minutes).correction_minutes == minutes

    def test_of_two_organisers_the_second_is_told(self, championship: Championship) -> None:
        shown = day_version(championship)
        change(championship, round_minutes=25, based_on=shown)
        with pytest.raises(Conflict):
            change(championship, round_minutes=30, based_on=shown)
        assert change(championship, round_minutes=25, based_on=shown).round_minutes == 25

    def test_not_after_the_end(self, championship: Championship) -> None:
        championship.ended_at = championship.created_at
        championship.save()
        with pytest.raises(NotNow):
            change(championship, round_minutes=25)


class TestPage:
    def url(self, championship: Championship) -> str:
        return reverse("championships:day", args=[championship.slug])

    def test_who_may_set_it(self, championship: Championship) -> None:
        assert answers_by_role(championship, self.url(championship)) == {
            "nobody": 302,
            "stranger": 404,
            "referee": 403,
            "organiser": 200,
        }

    def test_start_and_settings_lead_to_it(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        for name in ("start", "settings"):
            page = client.get(reverse(f"championships:{name}", args=[championship.slug]))
            assert self.url(championship) in page.content.decode()

    def test_it_is_saved(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        data = {"confirmation": "none", "round_minutes": "", "correction_minutes": "0"}
        assert client.post(self.url(championship), data).status_code == 302
        championship.refresh_from_db()
        assert championship.confirmation == ConfirmationRule.NONE
        assert championship.round_minutes is None
        assert championship.correction_minutes == 0

    @pytest.mark.parametrize(
        "wrong",
        [{"confirmation": "x"}, {"round_minutes": "0"}, {"correction_minutes": ""}],
        ids=str,
    )
    def test_faults_are_said_and_change_nothing(
        self, championship: Championship, wrong: dict[str, str]
    ) -> None:
        client = english_client(organiser_of(championship))
        data = {"confirmation": "none", "round_minutes": "25", "correction_minutes": "30", **wrong}
        answer = client.post(self.url(championship), data)
        assert answer.status_code == 422
        assert "field-errors" in answer.content.decode()
        assert last_actions(championship) == [Action.CHAMPIONSHIP_CREATED]

    def test_two_organisers_at_once(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        stale = day_version(championship)
        data = {"confirmation": "none", "round_minutes": "25", "correction_minutes": "30"}
        for minutes in ("25", "40"):
            sent = {**data, "round_minutes": minutes, "based_on": stale}
            page = client.post(self.url(championship), sent, follow=True).content.decode()
        assert "Somebody else has changed this meanwhile" in page
        championship.refresh_from_db()
        assert championship.round_minutes == 25

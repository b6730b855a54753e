"""Creating a championship, its settings, its people, its end."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from scoring.duplicate.settings import Scale, Settings
from scoring.duplicate.tie_breaks import TieBreak
from scoring.rank_by import RankBy
from tests.tournament.correction_requests.requested_day import ask, closed_day
from tests.tournament.factories import (
    actor_of,
    last_actions,
    make_championship,
    make_referee,
    make_scheduled,
    make_user,
    organiser_of,
    stage_of,
)
from tournament.championships.services import details
from tournament.championships.services.details import (
    change_details,
    create_championship,
    details_version,
)
from tournament.championships.services.end import end_championship
from tournament.championships.services.members import (
    add_member,
    add_new_member,
    change_member,
    remove_member,
)
from tournament.championships.services.settings import change_settings, settings_version
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.correction_requests.services import decide_correction_request
from tournament.models import Action, Championship, Membership, Role, Round, RoundStatus

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 21)


def set_rounds(championship: Championship, status: RoundStatus, *numbers: int) -> None:
    Round.objects.filter(stage__championship=championship, number__in=numbers).update(status=status)


class TestCreating:
    def test_it_has_a_stage_an_organiser_and_a_record(self) -> None:
        user = make_user("marta")
        championship = create_championship(
            actor=Actor.of_user(user), user=user, name=" Trofeu  Àngel·la ", place="Valls", date=DAY
        )
        assert (championship.name, championship.slug) == ("Trofeu Àngel·la", "trofeu-angella")
        assert stage_of(championship).published_at is None
        assert organiser_of(championship) == user
        assert last_actions(championship, 9) == [Action.CHAMPIONSHIP_CREATED]

    @pytest.mark.parametrize("name", ["!!!", "李小龙", "<b>x</b>", "x" * 120])
    def test_any_name_has_an_address(self, name: str) -> None:
        championship = make_championship(name)
        championship.full_clean()
        assert championship.slug

    def test_two_with_one_name_have_two_addresses(self) -> None:
        assert make_championship("Copa").slug == "copa"
        assert make_championship("Copa").slug == "copa-2"
        assert make_championship("Copa").slug == "copa-3"

    def test_two_made_at_once_have_two_addresses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        make_championship("Copa")
        seen = iter(["copa", "copa", "copa-2"])  # what a reader saw before the other had written
        monkeypatch.setattr(details, "_free_slug", lambda name: next(seen))
        assert make_championship("Copa").slug == "copa-2"
        monkeypatch.setattr(details, "_free_slug", lambda name: "copa")
        with pytest.raises(Conflict):
            make_championship("Copa")
        assert Championship.objects.count() == 2

    def test_a_double_click_creates_one(self) -> None:
        user = make_user()
        assert make_championship("Copa", organiser=user) == make_championship(
            "Copa", organiser=user
        )

    def test_a_name_is_needed(self) -> None:
        with pytest.raises(UserError) as caught:
            make_championship(" \u200b")
        assert caught.value.field == "name"
        assert not Championship.objects.exists()

    def test_details_change_but_the_address_stays(self) -> None:
        championship = make_championship("Copa")
        actor = actor_of(championship)
        for _click in range(2):
            changed = change_details(
                actor=actor, championship=championship, name="Trofeu", place="Reus", date=DAY
            )
        assert (changed.name, changed.place, changed.slug) == ("Trofeu", "Reus", "copa")
        assert championship.events.count() == 2

    def test_two_organisers_do_not_overwrite_each_other(self) -> None:
        championship = make_championship("Copa")
        actor, seen = actor_of(championship), details_version(championship)
        for _click in range(2):
            change_details(
                actor=actor,
                championship=championship,
                name="Copa",
                place="Reus",
                date=DAY,
                based_on=seen,
            )
        with pytest.raises(Conflict):
            change_details(
                actor=actor,
                championship=championship,
                name="Copa",
                place="Salou",
                date=DAY,
                based_on=seen,
            )
        championship.refresh_from_db()
        assert championship.place == "Reus"


class TestSettings:
    def test_they_change_freely_before_the_first_round(self) -> None:
        championship = make_scheduled()
        settings = replace(
            Settings(),
            flat_score=Fraction(2),
            scale=Scale.HUNDRED,
            tie_breaks=(TieBreak.BEST_RESULTS, TieBreak.HAND_SCORES),
        )
        changed = change_settings(
            actor=actor_of(championship), stage=stage_of(championship), settings=settings
        )
        assert changed.scoring_settings() == settings
        event = championship.events.last()
        assert event is not None
        assert event.before == {
            "flat_score": "3/2",
            "scale": "1-2",
            "tie_breaks": [rule.value for rule in Settings().tie_breaks],
        }
        assert event.after == {
            "stage": 1,
            "flat_score": "2",
            "scale": "0-100",
            "tie_breaks": ["best-results", "hand-scores"],
        }

    def test_after_the_first_round_a_reason_is_needed_and_recorded(self) -> None:
        championship = make_scheduled()
        actor = actor_of(championship)
        set_rounds(championship, RoundStatus.OPEN, 1)
        settings = replace(Settings(), rank_by=RankBy.MEAN)
        with pytest.raises(UserError) as caught:
            change_settings(actor=actor, stage=stage_of(championship), settings=settings)
        assert caught.value.field == "reason"
        championship.refresh_from_db()
        assert stage_of(championship).scoring_settings() == Settings()
        change_settings(
            actor=actor, stage=stage_of(championship), settings=settings, reason="Voted by all."
        )
        event = championship.events.last()
        assert event is not None
        assert (event.action, event.reason) == (Action.SETTINGS_CHANGED, "Voted by all.")

    def test_nothing_changed_is_nothing_recorded(self) -> None:
        championship = make_championship()
        change_settings(
            actor=actor_of(championship), stage=stage_of(championship), settings=Settings()
        )
        assert championship.events.count() == 1

    def test_a_drawn_card_needs_a_seed(self) -> None:
        championship = make_championship()
        actor = actor_of(championship)
        settings = replace(Settings(), tie_breaks=(TieBreak.DRAW,))
        changed = change_settings(actor=actor, stage=stage_of(championship), settings=settings)
        assert len(changed.draw_seed) == 16
        changed = change_settings(
            actor=actor, stage=stage_of(championship), settings=settings, draw_seed="Grossa 12345"
        )
        assert changed.draw_seed == "Grossa 12345"

    def test_two_organisers_do_not_overwrite_each_other(self) -> None:
        championship = make_championship()
        seen = settings_version(stage_of(championship))
        change_settings(
            actor=actor_of(championship),
            stage=stage_of(championship),
            settings=replace(Settings(), scale=Scale.HUNDRED),
            based_on=seen,
        )
        with pytest.raises(Conflict):
            change_settings(
                actor=actor_of(championship),
                stage=stage_of(championship),
                settings=replace(Settings(), rank_by=RankBy.TOTAL),
                based_on=seen,
            )
        championship.refresh_from_db()
        assert stage_of(championship).scoring_settings().scale is Scale.HUNDRED


class TestPeople:
    def test_an_account_gets_one_role(self) -> None:
        championship, user = make_championship(), make_user("jordi")
        actor = actor_of(championship)
        add_member(actor=actor, championship=championship, user=user, role=Role.REFEREE)
        with pytest.raises(UserError) as caught:
            add_member(actor=actor, championship=championship, user=user, role=Role.ORGANISER)
        assert caught.value.field == "username"
        assert championship.memberships.get(user=user).role == Role.REFEREE

    def test_a_new_account_can_log_in_with_the_password_shown(self) -> None:
        championship = make_championship()
        member, password = add_new_member(
            actor=actor_of(championship),
            championship=championship,
            username="jordi",
            full_name="Jordi Font",
            role=Role.REFEREE,
        )
        assert member.user.check_password(password)
        event = championship.events.last()
        assert event is not None
        assert event.target == "Jordi Font (jordi)"
        assert password not in str(event.after)

    def test_a_taken_user_name_makes_nothing(self) -> None:
        championship = make_championship()
        make_user("jordi")
        with pytest.raises(UserError) as caught:
            add_new_member(
                actor=actor_of(championship),
                championship=championship,
                username="Jordi",
                full_name="",
                role=Role.REFEREE,
            )
        assert caught.value.field == "username"
        assert championship.memberships.count() == 1

    def test_the_last_organiser_stays(self) -> None:
        championship = make_championship()
        make_referee(championship)
        actor = actor_of(championship)
        only = championship.memberships.get(role=Role.ORGANISER)
        with pytest.raises(UserError, match="only organiser"):
            remove_member(actor=actor, membership=only)
        with pytest.raises(UserError, match="only organiser"):
            change_member(actor=actor, membership=only, role=Role.REFEREE)
        second = championship.memberships.get(role=Role.REFEREE)
        change_member(actor=actor, membership=second, role=Role.ORGANISER)
        for _click in range(2):
            remove_member(actor=actor, membership=only)
        assert list(championship.memberships.values_list("pk", flat=True)) == [second.pk]
        assert last_actions(championship, 2) == [Action.MEMBER_CHANGED, Action.MEMBER_REMOVED]

    def test_a_removed_person_can_not_change(self) -> None:
        championship = make_championship()
        make_referee(championship)
        actor = actor_of(championship)
        second = championship.memberships.get(role=Role.REFEREE)
        remove_member(actor=actor, membership=Membership.objects.get(pk=second.pk))
        with pytest.raises(UserError, match="removed"):
            change_member(actor=actor, membership=second, role=Role.ORGANISER)


class TestEnding:
    @pytest.mark.parametrize("published", [False, True])
    def test_before_a_round_has_been_played_there_is_nothing_to_end(self, published: bool) -> None:
        championship = make_scheduled(published=published)
        with pytest.raises(NotNow):
            end_championship(actor=actor_of(championship), championship=championship, reason="x")

    def test_an_open_round_is_in_the_way(self) -> None:
        championship = make_scheduled(4)
        set_rounds(championship, RoundStatus.CLOSED, 1)
        set_rounds(championship, RoundStatus.OPEN, 2, 3)
        with pytest.raises(NotNow, match="2, 3"):
            end_championship(actor=actor_of(championship), championship=championship, reason="x")

    def test_a_correction_request_that_nobody_has_decided_is_in_the_way(self) -> None:
        day = closed_day()
        correction_request = ask(day, points=40)

        def end() -> Championship:
            return end_championship(
                actor=day.acting, championship=day.championship, reason="It is late."
            )

        with pytest.raises(NotNow, match="Correction request 1 is still undecided"):
            end()
        decide_correction_request(
            actor=day.acting,
            correction_request=correction_request,
            entry=None,
            reason="the slip says 34",
        )
        assert end().ended_at is not None

    def test_rounds_that_were_never_opened_need_a_reason(self) -> None:
        championship = make_scheduled(4)
        set_rounds(championship, RoundStatus.CLOSED, 1, 2)
        with pytest.raises(UserError, match="3") as caught:
            end_championship(actor=actor_of(championship), championship=championship)
        assert caught.value.field == "reason"
        ended = end_championship(
            actor=actor_of(championship), championship=championship, reason="It is late."
        )
        assert ended.ended_at is not None
        event = championship.events.get(action=Action.CHAMPIONSHIP_ENDED)
        assert (event.after, event.reason) == ({"rounds_not_played": [3]}, "It is late.")

    def test_it_ends_once_and_nothing_changes_after(self) -> None:
        championship = make_scheduled(4)
        set_rounds(championship, RoundStatus.CLOSED, 1, 2, 3)
        actor = actor_of(championship)
        first = end_championship(actor=actor, championship=championship)
        again = end_championship(actor=actor, championship=championship)
        assert first.ended_at == again.ended_at
        assert championship.events.filter(action=Action.CHAMPIONSHIP_ENDED).count() == 1
        with pytest.raises(NotNow):
            change_settings(
                actor=actor,
                stage=stage_of(championship),
                settings=replace(Settings(), scale=Scale.HUNDRED),
                reason="x",
            )
        with pytest.raises(NotNow):
            change_details(actor=actor, championship=championship, name="X", place="", date=DAY)

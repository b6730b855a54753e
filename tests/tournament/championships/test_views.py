"""The pages of a championship as a whole, through HTTP."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from scoring.duplicate.methods import Method
from scoring.duplicate.settings import Scale, Settings
from scoring.duplicate.tie_breaks import TieBreak
from scoring.settings import OneOf
from tests.tournament.correction_requests.requested_day import closed_day, end_corrections
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    answers_by_role,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
    put_settings,
    stage_of,
)
from tournament.championships.services.settings import settings_version
from tournament.championships.settings_forms import SettingsForm
from tournament.contestants.services.register import add_contestant
from tournament.models import Championship, Role, Round, RoundStatus, Stage

pytestmark = pytest.mark.django_db

INSIDE = {"nobody": 302, "stranger": 404, "referee": 403, "organiser": 200}


def url(name: str, championship: Championship, *args: object) -> str:
    return reverse(f"championships:{name}", args=[championship.slug, *args])


def set_status(championship: Championship, status: RoundStatus, *numbers: int) -> None:
    Round.objects.filter(stage__championship=championship, number__in=numbers).update(status=status)


def settings_data(championship: Championship, **changed: object) -> dict[str, object]:
    """What the settings page's form sends, with some of it changed; None leaves a field empty."""
    values = SettingsForm.values_of(
        stage_of(championship).settings, stage_of(championship).draw_seed
    )
    values["based_on"] = settings_version(stage_of(championship))
    return {name: "" if value is None else value for name, value in {**values, **changed}.items()}


class TestStart:
    def test_who_may_see_it(self) -> None:
        championship = make_championship()
        answers = answers_by_role(championship, url("start", championship))
        assert answers == {**INSIDE, "referee": 200}

    def test_it_leads_to_the_next_step(self) -> None:
        championship = make_scheduled(published=False)
        client = english_client(organiser_of(championship))
        page = client.get(url("start", championship)).content.decode()
        assert 'aria-current="step"' in page
        assert "View and publish it" in page

    def test_a_referee_is_sent_nowhere_they_may_not_go(self) -> None:
        championship = make_championship()
        answers_by_role(championship, url("start", championship))
        referee = championship.memberships.get(role=Role.REFEREE).user
        page = english_client(referee).get(url("start", championship)).content.decode()
        assert reverse("contestants:tables", args=[championship.slug]) not in page

    def test_once_it_has_ended_its_papers_come_first_and_few_pairs_are_no_news(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.CLOSED, 1)
        client = english_client(organiser_of(championship))

        def page() -> str:
            return client.get(url("start", championship)).content.decode()

        assert page().index('class="checklist') < page().index('id="exports"')
        assert "made for 6 pairs" in " ".join(page().split())
        Championship.objects.update(ended_at=timezone.now())
        assert page().index('id="exports"') < page().index('class="checklist')
        assert "Diplomas, official record" in page()
        assert "made for 6 pairs" not in " ".join(page().split())

    def test_namesakes_and_few_pairs_are_warned_of(self) -> None:
        championship = make_championship()
        add_contestants(championship, 4)
        championship.contestants.update(name="Els  Àligues")
        championship.contestants.filter(number=4).update(name="els aligues")
        page = (
            english_client(organiser_of(championship)).get(url("start", championship)).content
        ).decode()
        assert "The name Els  Àligues occurs more than once: pairs 1, 2, 3, 4." in page
        assert "With 4 pairs only two tables play" in page

    def test_a_name_twice_in_one_pair_tells_that_pair_once(self) -> None:
        championship = make_championship()
        actor = actor_of(championship)
        add_contestant(
            actor=actor, championship=championship, players=["Anna Ç", "anna c"], number=8
        )
        add_contestant(
            actor=actor, championship=championship, players=["Blai", "Carme"], name="Blai"
        )
        client = english_client(organiser_of(championship))
        page = client.get(url("start", championship)).content.decode()
        assert "The name Anna Ç occurs more than once in pair 8." in page
        assert "The name Blai" not in page

    def test_namesakes_are_settled_once_the_schedule_is_made(self) -> None:
        championship = make_scheduled(4)
        championship.contestants.update(name="Els  Àligues")
        client = english_client(organiser_of(championship))
        assert (
            "occurs more than once" not in client.get(url("start", championship)).content.decode()
        )


class TestDetails:
    def test_who_may_change_them(self) -> None:
        championship = make_championship()
        assert answers_by_role(championship, url("details", championship)) == INSIDE

    def test_they_change(self) -> None:
        championship = make_championship("Copa")
        client = english_client(organiser_of(championship))
        data = {"name": "=1+1", "place": "<b>", "date": "2027-01-02"}
        assert client.post(url("details", championship), data).status_code == 302
        page = client.get(url("start", championship)).content.decode()
        assert "=1+1" in page
        assert "&lt;b&gt;" in page


class TestSettings:
    def test_who_may_change_them(self) -> None:
        championship = make_championship()
        assert answers_by_role(championship, url("settings", championship)) == INSIDE

    def test_every_choice_stands_there_with_its_sentence(self) -> None:
        championship = make_championship()
        page = (
            english_client(organiser_of(championship)).get(url("settings", championship)).content
        ).decode()
        for one in Settings.fields().values():
            assert escape(one.question.text) in page
            for choice in one.choices.values():
                assert escape(choice.sentence.text) in page
        chosen = [one for one in Settings.fields().values() if isinstance(one, OneOf)]
        assert page.count("usual</span>") == len(chosen)

    def test_they_are_saved(self) -> None:
        championship = make_championship()
        client = english_client(organiser_of(championship))
        data = settings_data(
            championship,
            scale="0-100",
            tie_break_head_to_head=None,
            tie_break_hand_scores=2,
            tie_break_best_results=1,
            tie_break_fewest_infractions=None,
            tie_break_draw=3,
        )
        response = client.post(url("settings", championship), data)
        assert response["Location"] == url("settings", championship)
        championship.refresh_from_db()
        settings = stage_of(championship).scoring_settings()
        assert settings.scale is Scale.HUNDRED
        assert settings.tie_breaks == (TieBreak.BEST_RESULTS, TieBreak.HAND_SCORES, TieBreak.DRAW)
        assert stage_of(championship).draw_seed

    def test_two_rules_can_not_have_one_number(self) -> None:
        championship = make_championship()
        client = english_client(organiser_of(championship))
        data = settings_data(championship, tie_break_draw=1, flat_score="2")
        response = client.post(url("settings", championship), data)
        assert response.status_code == 422
        assert "“head-to-head” already has this number" in response.content.decode()
        championship.refresh_from_db()
        assert stage_of(championship).scoring_settings().flat_score == Fraction(3, 2)

    @pytest.mark.parametrize(
        "changed",
        [
            {"scale": "1-3"},
            {"flat_score": "1.7"},
            {"play_variant": "abarrotada"},
            {"tie_break_draw": "x"},
            {"tie_break_draw": "9"},
        ],
    )
    def test_nothing_outside_the_choices_is_taken(self, changed: dict[str, str]) -> None:
        championship = make_championship()
        client = english_client(organiser_of(championship))
        data = settings_data(championship, **changed)
        assert client.post(url("settings", championship), data).status_code == 422

    def test_after_the_first_round_a_reason_is_asked_and_tie_breaks_are_warned_of(self) -> None:
        championship = make_scheduled()
        set_status(championship, RoundStatus.OPEN, 1)
        client = english_client(organiser_of(championship))
        data = settings_data(championship, tie_break_head_to_head=None)
        response = client.post(url("settings", championship), data)
        assert response.status_code == 422
        assert "the settings are frozen" in response.content.decode()
        data["reason"] = "All organisers agreed."
        page = client.post(url("settings", championship), data, follow=True).content.decode()
        assert "The tie-breaks have changed after play began" in page

    def test_two_organisers_at_once(self) -> None:
        championship = make_championship()
        client = english_client(organiser_of(championship))
        first = settings_data(championship, scale="0-100")
        second = settings_data(championship, rank_by="mean")
        client.post(url("settings", championship), first)
        page = client.post(url("settings", championship), second, follow=True).content.decode()
        assert "Somebody else has changed the settings meanwhile" in page
        championship.refresh_from_db()
        settings = stage_of(championship).scoring_settings()
        assert (settings.scale, settings.rank_by) == ("0-100", "auto")


class TestRules:
    def test_they_are_public_with_the_schedule(self) -> None:
        hidden, public = make_scheduled(published=False), make_scheduled()
        assert answers_by_role(hidden, url("rules", hidden)) == {
            "nobody": 404,
            "stranger": 404,
            "referee": 200,
            "organiser": 200,
        }
        assert set(answers_by_role(public, url("rules", public)).values()) == {200}

    def test_they_say_what_was_chosen(self, client: Client) -> None:
        championship = make_scheduled(3)
        stage = stage_of(championship)
        stage.draw_seed = "Grossa 12345"
        stage.save()
        put_settings(
            stage, scale=Scale.HUNDRED, flat_score=Fraction(2), tie_breaks=(TieBreak.DRAW,)
        )
        page = english_client().get(url("rules", championship)).content.decode()
        assert "100 × (hand score − min) / (max − min)" in page
        assert "everybody gets 100.00" in page
        assert "Seed of the drawn cards: “Grossa 12345”" in page
        assert "<strong>100.00</strong>" in page
        assert "from 1 to 2" not in page
        assert page.count("not the usual choice") == 2
        assert "With 3 pairs only one table plays" in page
        put_settings(stage, tie_breaks=())
        page = english_client().get(url("rules", championship)).content.decode()
        assert "None: those who are tied share the rank." in page

    def test_a_flat_hand_by_matchpoints_is_that_of_who_is_alone(self) -> None:
        championship = make_scheduled(4)
        put_settings(stage_of(championship), scale=Scale.HUNDRED, method=Method.MATCHPOINTS)
        page = english_client().get(url("rules", championship)).content.decode()
        assert page.count("Who has nobody to be compared with gets 50.00.") == 2
        assert "<strong>50.00</strong>" in page
        assert "1.50" not in page

    @pytest.mark.parametrize(
        ("kind", "said", "unsaid"),
        [
            (Stage.Kind.ROUND_ROBIN, "everybody rests once", "rematches"),
            (Stage.Kind.DRAWN, "by lot among those that have rested least often", "rests once"),
            (Stage.Kind.DUPLICATE_SWISS, "the one with the fewest rematches", "rests once"),
        ],
    )
    def test_they_say_how_opponents_are_found(
        self, kind: Stage.Kind, said: str, unsaid: str
    ) -> None:
        championship = make_scheduled(4)
        Stage.objects.filter(championship=championship).update(kind=kind)
        page = " ".join(english_client().get(url("rules", championship)).content.decode().split())
        assert said in page
        assert unsaid not in page


def test_what_comes_next_stands_first_with_its_button() -> None:
    championship = make_scheduled(4)
    page = english_client(organiser_of(championship)).get(url("start", championship))
    top, below = page.content.decode().split('<ol class="checklist')
    assert ">Make the hands</a>" in top
    assert ">Make the hands</a>" not in below


class TestEnding:
    def test_who_may_end(self) -> None:
        championship = make_scheduled()
        assert answers_by_role(championship, url("end", championship)) == {
            **INSIDE,
            "stranger": 403,  # it is public
        }

    def test_rounds_that_were_never_opened_are_listed_and_asked_about(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.CLOSED, 1)
        client = english_client(organiser_of(championship))
        page = client.get(url("end", championship)).content.decode()
        assert "Rounds 2, 3 were planned but never opened." in page
        assert client.post(url("end", championship), {"sure": "on"}).status_code == 422
        assert client.post(url("end", championship), {"reason": "Late."}).status_code == 422
        assert Championship.objects.get().ended_at is None
        data = {"sure": "on", "reason": "Late."}
        assert client.post(url("end", championship), data).status_code == 302
        assert Championship.objects.get().ended_at is not None
        page = client.get(url("end", championship)).content.decode()
        assert "It ended on" in page
        assert '<form method="post" class="narrow-form">' not in page

    def test_an_open_round_is_in_the_way(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.OPEN, 2)
        client = english_client(organiser_of(championship))
        assert "Round 2 is open: close it first." in (
            client.get(url("end", championship)).content.decode()
        )
        data = {"sure": "on", "reason": "x"}
        assert client.post(url("end", championship), data).status_code == 422
        assert Championship.objects.get().ended_at is None

    def test_who_may_still_ask_for_a_correction_is_thought_of(self) -> None:
        day = closed_day()
        client = english_client(day.organiser)
        page = client.get(url("end", day.championship)).content.decode()
        assert "Corrections can be asked for until" in page
        end_corrections(day)
        page = client.get(url("end", day.championship)).content.decode()
        assert "Corrections can be asked for until" not in page

    def test_the_published_key_is_announced_where_there_are_hands(self) -> None:
        championship = make_scheduled(4)
        assert championship.deal_set() is None
        set_status(championship, RoundStatus.CLOSED, 1, 2, 3)
        client = english_client(organiser_of(championship))
        client.post(reverse("deals:make", args=[championship.slug]))
        client.post(url("end", championship), {"sure": "on"})
        actions = championship.events.order_by("-sequence").values_list("action", flat=True)
        assert list(actions[:2]) == ["key-published", "championship-ended"]

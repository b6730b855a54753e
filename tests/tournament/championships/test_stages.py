"""Adding a stage to a championship."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.duplicate.settings import Scale
from tests.tournament.factories import actor_of, english_client, make_championship, organiser_of
from tournament.championships.services.stages import add_stage
from tournament.core.errors import NotNow, UserError
from tournament.core.stages import stages_of
from tournament.integrity.checks import championship_checks
from tournament.models import MOST_HANDS_PER_MATCH, Action, Stage
from tournament.stages.formats import FORMATS

pytestmark = pytest.mark.django_db
DRAWN = Stage.Kind.DRAWN.value


def test_it_comes_after_the_last_with_what_its_format_begins_with() -> None:
    championship = make_championship()
    of_pairs = [kind for kind, format in FORMATS.items() if not format.of_players]
    added = [
        add_stage(actor=actor_of(championship), championship=championship, kind=kind)
        for kind in of_pairs
    ]
    assert [one.number for one in added] == list(range(2, 2 + len(of_pairs)))
    assert [one.kind for one in added] == of_pairs
    for one in added:
        format = FORMATS[one.kind]
        assert one.settings == format.defaults
        assert (one.hands_per_match, one.published_at) == (format.hands_per_match, None)


def test_the_record_tells_what_it_is() -> None:
    championship = make_championship()
    actor = actor_of(championship)
    add_stage(actor=actor, championship=championship, kind=DRAWN, hands_per_match=2)
    event = championship.events.get(action=Action.STAGE_ADDED)
    assert (event.actor, event.place) == (actor.name, None)
    assert event.after == {
        "stage": 2,
        "kind": "drawn",
        "hands_per_match": 2,
        "scale": Scale.HUNDRED.value,
    }
    assert [one for check in championship_checks(championship) for one in check.faults] == []


@pytest.mark.parametrize(("what", "value"), [("hands_per_match", 4), ("kind", "drawn")])
def test_verify_finds_what_was_changed_behind_its_back(what: str, value: Any) -> None:
    championship = make_championship()
    actor = actor_of(championship)
    kind = Stage.Kind.ROUND_ROBIN.value
    stage = add_stage(actor=actor, championship=championship, kind=kind, hands_per_match=2)
    Stage.objects.filter(pk=stage.pk).update(**{what: value})
    assert any(check.faults for check in championship_checks(championship))


def test_a_stage_of_the_record_that_is_gone_is_missed() -> None:
    championship = make_championship()
    add_stage(actor=actor_of(championship), championship=championship, kind=DRAWN).delete()
    faults = [one for check in championship_checks(championship) for one in check.faults]
    assert any("not stored, but the record tells of it" in one for one in faults)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "triathlon"}, "kind"),
        ({"hands_per_match": 0}, "hands_per_match"),
        ({"hands_per_match": MOST_HANDS_PER_MATCH + 1}, "hands_per_match"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], field: str) -> None:
    championship = make_championship()
    with pytest.raises(UserError) as raised:
        add_stage(
            actor=actor_of(championship), championship=championship, **{"kind": DRAWN, **wrong}
        )
    assert raised.value.field == field
    assert championship.stages.count() == 1


def test_a_championship_that_has_ended_gets_no_more() -> None:
    championship = make_championship()
    championship.ended_at = timezone.now()
    championship.save()
    with pytest.raises(NotNow, match="has ended"):
        add_stage(actor=actor_of(championship), championship=championship, kind=DRAWN)


def test_the_first_of_two_gets_a_name_among_its_settings() -> None:
    championship = make_championship()
    organiser = organiser_of(championship)
    client = english_client(organiser)
    page = reverse("championships:settings", args=[championship.slug])
    assert 'name="name"' not in client.get(page).content.decode()  # nobody sees it of one alone
    add_stage(actor=actor_of(championship), championship=championship, kind=DRAWN)
    page += "?stage=1"
    form = client.get(page).context["form"]
    asked = {one.html_name: one.value() for one in form if one.value() is not None}
    assert client.post(page, {**asked, "name": "Lligueta"}).status_code == 302
    first, second = stages_of(championship)
    assert (first.name, first.shown_name, second.name) == ("Lligueta", "Lligueta", "")
    event = championship.events.get(action=Action.SETTINGS_CHANGED)
    assert (event.before, event.after) == ({"name": ""}, {"stage": 1, "name": "Lligueta"})
    assert [one for check in championship_checks(championship) for one in check.faults] == []
    assert "Lligueta" in client.get(page).content.decode()
    too_long = client.post(page, {**asked, "name": "x" * 41})
    assert too_long.status_code == 422
    assert "name" in too_long.context["form"].errors

"""A new championship like an earlier one, and moving championships to the archive."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from scoring.duplicate.settings import Scale
from scoring.duplicate.tie_breaks import TieBreak
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    last_actions,
    make_referee,
    make_scheduled,
    organiser_of,
)
from tests.tournament.integrity.full_day import full_day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.verified import faults
from tournament.championships.day_settings import change_day
from tournament.championships.services.another import CopiedParts, create_another
from tournament.championships.services.end import set_archived
from tournament.championships.services.settings import change_settings
from tournament.championships.services.stages import add_stage
from tournament.contestants.services.tables import set_tables
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.stages import stages_of
from tournament.models import Championship, ConfirmationRule, Role, Stage

pytestmark = pytest.mark.django_db

NOTHING = CopiedParts(tables=False, people=False, pairs=False)
EVERYTHING = CopiedParts(tables=True, people=True, pairs=True)


def a_source() -> Championship:
    """Scale, day, tables, a referee, a second stage, and a pair that withdrew."""
    source = make_scheduled(contestants=5, name="Copa")
    actor = actor_of(source)
    (stage,) = stages_of(source)
    settings = replace(stage.scoring_settings(), scale=Scale.HUNDRED, tie_breaks=(TieBreak.DRAW,))
    change_settings(actor=actor, stage=stage, settings=settings, draw_seed="last year's")
    add_stage(actor=actor, championship=source, kind=Stage.Kind.DRAWN.value, hands_per_match=2)
    change_day(
        actor=actor,
        championship=source,
        confirmation=ConfirmationRule.REFEREE,
        round_minutes=25,
        correction_minutes=10,
    )
    make_referee(source)
    set_tables(actor=actor, championship=source, names={2: "Finestra"}, fixed={})
    leaving = source.contestants.get(number=2)
    withdraw_contestant(actor=actor, contestant=leaving, from_round=1, reason="ill")
    return Championship.objects.get(pk=source.pk)


source_once = made_once(a_source)
source = own_copy("source_once")


def another(source: Championship, taken: CopiedParts, **details: Any) -> Championship:
    asked = {"name": "Copa 2027", "place": "Reus", "date": date(2027, 11, 20), **details}
    user = organiser_of(source)
    return create_another(actor=actor_of(source), user=user, source=source, taken=taken, **asked)


def test_the_settings_always_come_along(source: Championship) -> None:
    made = another(source, NOTHING)
    assert (made.name, made.place, made.date) == ("Copa 2027", "Reus", date(2027, 11, 20))
    for new, earlier in zip(stages_of(made), stages_of(source), strict=True):
        assert new.scoring_settings() == earlier.scoring_settings()
        assert (new.kind, new.hands_per_match) == (earlier.kind, earlier.hands_per_match)
        assert new.published_at is None
    assert (made.confirmation, made.round_minutes, made.correction_minutes) == ("referee", 25, 10)
    drawn_from = stages_of(made)[0].draw_seed
    assert drawn_from
    assert drawn_from != "last year's"
    assert not made.contestants.exists()
    assert not made.tables.exists()
    assert made.memberships.count() == 1
    assert faults(made) == []


def test_tables_people_and_pairs_come_along_where_they_are_chosen(source: Championship) -> None:
    made = another(source, EVERYTHING)
    left = source.contestants.exclude(withdrawn_from__isnull=False)
    assert [one.number for one in made.contestants.all()] == [1, 2, 3, 4]
    assert [str(one) for one in made.contestants.all()] == [str(one) for one in left]
    assert [one.shown_name for one in made.tables.all()] == ["1", "2 · Finestra"]
    assert [one.role for one in made.memberships.order_by("pk")] == [Role.ORGANISER, Role.REFEREE]
    assert not made.rounds.exists()
    assert faults(made) == []
    assert faults(source) == []


def test_tables_without_pairs_keep_their_numbers(source: Championship) -> None:
    made = another(source, replace(NOTHING, tables=True))
    assert [one.shown_name for one in made.tables.all()] == ["1", "2 · Finestra"]
    add_contestants(made, 6)
    assert [one.shown_name for one in made.tables.all()] == ["1", "2 · Finestra", "3"]
    assert faults(made) == []


def test_a_double_click_makes_one(source: Championship) -> None:
    made = {another(source, EVERYTHING).pk for _click in range(2)}
    assert len(made) == 1
    assert another(source, NOTHING, place="Valls").pk not in made


def test_one_with_everything_that_can_be_in_it() -> None:
    source = full_day()
    made = another(source, EVERYTHING)
    assert made.logo.digest == source.logo.digest
    assert faults(made) == []


class TestPages:
    def url(self, name: str, championship: Championship) -> str:
        return reverse(f"championships:{name}", args=[championship.slug])

    def test_it_is_made_from_a_page(self, source: Championship) -> None:
        client = english_client(organiser_of(source))
        page = client.get(self.url("another", source)).content.decode()
        assert 'value="Copa"' in page
        data = {"name": "Copa 2027", "place": "", "date": "2027-11-20", "pairs": "on"}
        answer = client.post(self.url("another", source), data)
        made = Championship.objects.get(name="Copa 2027")
        assert answer["Location"] == self.url("start", made)
        assert made.contestants.count() == 4
        assert made.memberships.count() == 1
        wrong = client.post(self.url("another", source), {**data, "name": " ", "date": "soon"})
        assert wrong.status_code == 422

    def test_the_archive_and_back(self, source: Championship) -> None:
        client = english_client(organiser_of(source))
        home = reverse("public:home", args=[source.slug])
        for act, archived in (("archive", True), ("archive", True), ("back", False)):
            client.post(self.url("archive", source), {"act": act})
            source.refresh_from_db()
            assert source.is_archived is archived
            page = client.get(self.url("start", source)).content.decode()
            assert ("in the archive</span>" in page) is archived
            assert "in the archive</span>" not in english_client().get(home).content.decode()
        assert last_actions(source, 3)[1:] == ["archive-changed", "archive-changed"]
        assert faults(source) == []

    def test_a_change_behind_the_record_is_noticed(self, source: Championship) -> None:
        set_archived(actor=actor_of(source), championship=source, archived=True)
        Championship.objects.filter(pk=source.pk).update(is_archived=False)
        source.refresh_from_db()
        assert len(faults(source)) == 1

"""Changing a result of a closed round: it stays closed, and the standings change at once."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.page_forms import forms_of
from tests.tournament.correction_requests.requested_day import (
    closed_day,
    end_corrections,
    played,
    standing,
)
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.core.errors import NotNow
from tournament.models import Championship, Match, RoundStatus
from tournament.results.effects import RankChanges, rank_changes_of
from tournament.results.kinds.dealt_hand import BLANK
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import reopen_round
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


day_once = made_once(closed_day)
day = own_copy("day_once")


def address(day: Day, name: str = "results:entry", deal: int = 1) -> str:
    return reverse(name, args=[day.slug, 1, 1, deal])


def change(client: Client, day: Day, points: int, reason: str = "the slip says so") -> int:
    """Fill in the page's form as a person would; the status of the answer."""
    page = client.get(address(day)).content.decode()
    (form,) = (one for one in forms_of(page) if "ns_points" in one.names)
    sent = form.filled(ns_points=points, ew_points=72 - points, reason=reason)
    return client.post(address(day), sent).status_code


def end(day: Day) -> None:
    Championship.objects.filter(pk=day.championship.pk).update(ended_at=timezone.now())


def totals(day: Day) -> dict[int, Fraction]:
    return {line.contestant.number: line.figures.total for line in standings_view(day.stage).lines}


def test_referee_changes_a_provisional_result_and_the_round_stays_closed(day: Day) -> None:
    client = english_client(day.referee)
    page = client.get(address(day)).content.decode()
    assert "provisional until" in page
    assert "a change counts at once" in page
    before = totals(day)
    assert change(client, day, 40) == 302
    assert (standing(day).ns_points, standing(day).version) == (40, 2)
    assert day.round(1).status == RoundStatus.CLOSED
    assert totals(day) != before


def test_change_needs_a_reason(day: Day) -> None:
    assert change(english_client(day.referee), day, 40, reason="") == 422
    assert standing(day).version == 1


def test_after_the_time_for_corrections_only_an_organiser_changes_it(day: Day) -> None:
    end_corrections(day)
    refused = english_client(day.referee).get(address(day)).content.decode()
    assert "only an organiser can change a result now" in refused
    assert not any("ns_points" in form.names for form in forms_of(refused))
    organiser = english_client(day.organiser)
    assert "As an organiser you can still" in organiser.get(address(day)).content.decode()
    assert change(organiser, day, 40) == 302
    assert standing(day).ns_points == 40


def test_after_the_end_an_organiser_still_changes_a_result(day: Day) -> None:
    end(day)
    refused = english_client(day.referee).get(address(day)).content.decode()
    assert "only an organiser can change a result now" in refused
    organiser = english_client(day.organiser)
    assert "its standings are final" in organiser.get(address(day)).content.decode()
    assert change(organiser, day, 40) == 302
    assert standing(day).ns_points == 40


@pytest.mark.parametrize("who", ["referee", "organiser"])
def test_result_of_a_closed_round_is_not_taken_back(day: Day, who: str) -> None:
    client = english_client(getattr(day, who))
    for page in ("results:entry", "score_explanations:history"):
        assert "/take-back/" not in client.get(address(day, page)).content.decode()
    asked = client.get(address(day, "results:take_back")).content.decode()
    assert "Round 1 is closed" in asked
    sent = client.post(address(day, "results:take_back"), {"based_on": "1", "reason": "why"})
    assert sent.status_code == 422
    assert "Round 1 is closed" in sent.content.decode()
    with pytest.raises(NotNow):
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=BLANK,
            based_on=1,
            reason="why",
        )
    assert standing(day).version == 1


def test_preview_says_what_a_change_does_to_the_standings(day: Day) -> None:
    """On hand 1 table 1 made 34 and table 2 made 37: with 40 the best and the worst change places,
    so pairs 1 and 3 get a point more and pairs 2 and 4 one less."""
    client = english_client(day.referee)
    url = reverse("results:preview", args=[day.slug, 1, 1, 1])
    shown = client.get(url, {"ns_points": "40", "ew_points": "32", "based_on": "1"})
    before = totals(day)
    moves = [one for one, _before, _after in shown.context["rank_changes"].of_pairs]
    assert {
        move.contestant.number: move.after.figures.total - move.before.figures.total
        for move in moves
    } == {
        1: 1,
        2: -1,
        3: 1,
        4: -1,
    }
    assert "What it does to the standings" in shown.content.decode()
    assert all(str(move) in shown.content.decode() for move in moves)
    assert totals(day) == before  # nothing is stored
    assert standing(day).version == 1


def test_what_stands_and_open_rounds_move_nothing(day: Day) -> None:
    match = day.match(1, 1)
    assert rank_changes_of(match, 1, played(34)) is None
    assert rank_changes_of(match, 1, None) is None
    assert rank_changes_of(match, 1, replace(played(34), note="recounted")) == RankChanges(())
    reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
    assert rank_changes_of(day.match(1, 1), 1, played(40)) is None
    Match.objects.filter(pk=match.pk).cancel()
    assert rank_changes_of(day.match(1, 1), 1, played(40)) is None

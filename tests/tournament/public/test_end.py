"""The first page of a championship that has ended, and its link to share."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tournament.championships.services.end import end_championship
from tournament.core.actor import Actor, Authority
from tournament.models import Championship, Outcome, Player, Result
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round
from tournament.standings.podium import MOST_STEPS, first_places, podium_drawing
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def words(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def stranger() -> Client:
    return Client(headers={"Accept-Language": "en"})


def ended(day: Day, *, points: int | None = None) -> Day:
    """The first round played, the others never: `points` at every table, or various ones."""
    day.open(1)
    if points is None:
        day.enter_whole_round(1)
    else:
        for table in range(1, len(day.contestants) // 2 + 1):
            for deal in range(1, 5):
                day.enter(1, table, deal, points)
    close_round(actor=day.acting, round=day.round(1))
    end_championship(
        actor=day.acting_organiser, championship=day.championship, reason="the hall closes"
    )
    day.championship.refresh_from_db()
    return day


def home(day: Day) -> Any:
    return stranger().get(reverse("public:home", args=[day.slug]))


class TestThePage:
    def test_before_the_end_nobody_stands_on_a_podium(self) -> None:
        day = make_day()
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        assert 'class="drawing podium"' not in home(day).content.decode()

    def test_it_begins_with_the_podium_and_says_it_in_words_too(self) -> None:
        day = ended(make_day(contestants=8))
        answer = home(day)
        text = answer.content.decode()
        assert text.index('class="drawing podium"') < text.index("round-strip")
        view = standings_view(day.stage)
        label = re.search(r'class="drawing podium"[^>]*aria-label="([^"]*)"', text)
        assert label is not None
        for line in first_places(view):
            assert line.contestant.name in unescape(label[1])
            assert line.contestant.name in words(answer)
            assert view.main.text(line) in words(answer)

    def test_it_names_the_best_hand_and_leads_to_it(self) -> None:
        day = ended(make_day(contestants=8))
        seen = home(day)
        assert "The best hand" in words(seen)
        assert re.search(r"Hand [1-4]\b", words(seen))
        assert re.search(r'href="/c/day/hands/[1-4]/"', seen.content.decode())

    def test_pairs_that_share_a_place_stand_equally_high(self) -> None:
        day = ended(make_day(contestants=8), points=36)
        view = standings_view(day.stage)
        places = first_places(view)
        assert all(line.rank <= 3 for line in places)
        drawing = podium_drawing(view)
        assert drawing is not None
        if len(places) > MOST_STEPS:
            assert "8 pairs" in words(home(day))

    def test_a_late_correction_changes_it(self) -> None:
        day = ended(make_day(contestants=8))
        before = home(day).content
        match = day.match(1, 1)
        result = Result.objects.get(match=match, deal=1, is_current=True)
        enter_result(
            actor=Actor.of_user(day.organiser, Authority.ORGANISER),
            match=match,
            deal=1,
            entry=ResultInput(outcome=Outcome.PLAYED, ns_points=72),
            based_on=result.version,
            reason="the slip was misread",
        )
        assert home(day).content != before

    def test_long_names_are_whole_beside_the_picture(self) -> None:
        name = "Maria Montserrat Puigdomènech-Col·lell i Castellví d’Àneu IV"
        day = make_day()
        Player.objects.update(name=name)
        assert f"{name} – {name}" in words(home(ended(day)))


class TestSharing:
    def test_the_link_is_the_address_that_was_used(self) -> None:
        day = make_day()
        answer = stranger().get(reverse("public:share", args=[day.slug]))
        text = answer.content.decode()
        assert 'value="http://testserver/c/day/"' in text
        assert 'class="qr"' in text
        assert "only on this computer" not in words(answer)

    def test_it_is_kept_for_nobody_else(self) -> None:
        day = make_day()
        answer = stranger().get(reverse("public:share", args=[day.slug]))
        assert "no-store" in answer["Cache-Control"]

    def test_the_machine_itself_is_told_that_nobody_else_gets_there(self) -> None:
        day = make_day()
        client = Client(headers={"Accept-Language": "en", "host": "localhost"})
        assert "only on this computer" in words(
            client.get(reverse("public:share", args=[day.slug]))
        )


def test_an_organiser_sees_it_as_well() -> None:
    day = ended(make_day(contestants=8))
    seen = english_client(day.organiser).get(reverse("public:home", args=[day.slug]))
    assert "The best hand" in words(seen)
    assert Championship.objects.get().ended_at is not None

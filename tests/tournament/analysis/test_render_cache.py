"""What many look at in a replay is worked out once, and shown to nobody who may not see it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils.safestring import mark_safe

from scoring import solver
from scoring.game.announcements import Denomination
from scoring.game.variants import PlayVariant
from tests.tournament.analysis.analyses import hand_of, keep_line
from tests.tournament.day import Day, make_day
from tournament.analysis import views
from tournament.analysis.render_cache import Shown, ShownMoments
from tournament.analysis.replays import Asked
from tournament.models import Round
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db
OROS = Denomination.OROS


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    """Round 1 closed, and nothing that could compute anything."""
    monkeypatch.setattr(solver, "find_spec", lambda _name: None)
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The moments that were worked out."""
    made: list[Any] = []
    work_out = views._part

    def noted(*arguments: Any) -> Any:
        made.append(arguments)
        return work_out(*arguments)

    monkeypatch.setattr(views, "_part", noted)
    return made


def get(day: Day, language: str = "en", **headers: Any) -> Any:
    url = f"/c/{day.slug}/hands/1/replay/?trump=O&values=1"
    return Client().get(url, HTTP_ACCEPT_LANGUAGE=language, **headers)


def main_of(response: Any) -> str:
    assert response.status_code == 200
    return str(response.content.decode().partition("<main")[2])


def test_the_page_and_a_step_to_it_for_everybody(day: Day, made: list[Any]) -> None:
    keep_line(day, 1, OROS, 48)
    page = main_of(get(day))
    step = get(day, HTTP_HX_REQUEST="true", HTTP_HX_BOOSTED="true").content.decode()
    assert step.lstrip().startswith('<div id="replay"')
    assert step in page
    assert main_of(get(day)) == page
    assert len(made) == 1


def test_each_language_has_its_own(day: Day, made: list[Any]) -> None:
    assert "Trumps" in main_of(get(day))
    assert "Trumfo" in main_of(get(day, "ca"))
    assert len(made) == 2


def test_what_was_found_meanwhile_is_shown(day: Day, made: list[Any]) -> None:
    assert "card-value" not in main_of(get(day))
    keep_line(day, 1, OROS, 4)
    assert "card-value" in main_of(get(day))
    assert len(made) == 2


def test_whether_the_hand_is_public_is_asked_each_time(day: Day, made: list[Any]) -> None:
    assert get(day).status_code == 200
    Round.objects.update(first_closed_at=None)
    assert get(day).status_code == 404
    assert len(made) == 1


def test_the_least_recently_shown_go_first(day: Day) -> None:
    hand = hand_of(day)

    def moment(plays: str) -> Shown:
        asked = Asked(trump=OROS, plays=plays)
        return Shown("ca", hand, PlayVariant.OBLIGADA, asked, "", analysis_on=True)

    moments = ShownMoments(most=2)
    for plays in ("9O", "AO"):
        moments.keep(moment(plays), mark_safe(plays))
    assert moments.text(moment("9O")) == "9O"
    moments.keep(moment("RO"), mark_safe("RO"))
    assert [moments.text(moment(one)) for one in ("9O", "AO", "RO")] == ["9O", None, "RO"]

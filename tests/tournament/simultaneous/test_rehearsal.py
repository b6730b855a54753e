"""Events that bots play: what `simulate --venues` and the demonstration make."""

from __future__ import annotations

import json
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.factories import make_user
from tests.tournament.verified import faults
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.demo.loader import VENUES, load_venues, slug_of_event
from tournament.models import Championship, Simultaneous, User
from tournament.rehearsal.venues import venue_plans
from tournament.simultaneous.queries.overall import overall_standings
from tournament.simultaneous.queries.state import Progress, event_state
from tournament.simultaneous.services.venues import add_venue

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def organiser() -> User:
    return make_user("anna", superuser=True)


def simulate(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def test_bots_play_an_event(organiser: User) -> None:
    told = json.loads(
        simulate("--venues", "2", "--teams", "9", "--rounds", "2", "--seed", "5", "--json")
    )
    assert (told["venues"], told["pairs"], told["rounds"]) == (2, 9, 2)
    assert told["hands"] == [16, 16]
    event = Simultaneous.objects.get()
    assert event.is_rehearsal
    assert event_state(event).released == (1, 2)
    found = overall_standings(event)
    assert len(found.lines) == 9
    assert found.by_mean, "in a venue of five pairs one rests in each round"
    for championship in Championship.objects.all():
        assert championship.is_rehearsal
        assert faults(championship) == []
    with pytest.raises(NotNow, match="Bots"):
        add_venue(
            actor=Actor.of_user(organiser), user=organiser, event=event, name="One with people"
        )


def test_what_it_tells_and_refuses(organiser: User) -> None:
    told = simulate(
        *("--venues", "2", "--teams", "8", "--rounds", "2", "--play", "1", "--seed", "5"),
        *("--name", "Assaig"),
    )
    assert "“Assaig”: 2 venues, 8 pairs, 2 rounds" in told
    assert "Round 1, released: 16 hands" in told
    for refused in (("--pairs", "4"), ("--events",), ("--minutes", "5")):
        with pytest.raises(CommandError, match="not for venues"):
            simulate("--venues", "2", *refused)
    with pytest.raises(CommandError, match="1 to 100"):
        simulate("--venues", "0")


def test_pairs_are_shared_out_evenly() -> None:
    plans = venue_plans(venues=3, pairs=14, rounds=3, seed=1, mistakes=Fraction(0))
    assert [one.plan.contestants for one in plans] == [5, 5, 4]
    assert len({one.plan.seed for one in plans}) == 3
    with pytest.raises(UserError):
        venue_plans(venues=10, pairs=14, rounds=3, seed=1, mistakes=Fraction(0))


def test_the_demonstration_waits_for_the_last_venue(organiser: User) -> None:
    load_venues(organiser, make_user("jordi"))
    event = Simultaneous.objects.get(slug=slug_of_event())
    state = event_state(event)
    assert state.released == (1, 2)
    assert state.rounds[2].waits_for == (VENUES[-1].name,)
    assert {one.rounds[2].progress for one in state.venues} == {
        Progress.HANDED_IN,
        Progress.PLAYING,
    }
    assert len(overall_standings(event).lines) == 18
    assert all(faults(one) == [] for one in Championship.objects.all())

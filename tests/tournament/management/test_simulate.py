"""`simulate` as an organiser types it: what it plays, tells and refuses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.factories import make_championship, make_user
from tests.tournament.management.server import manage
from tests.tournament.rehearsal.rehearsed import faults
from tournament.models import Championship, Result, Round, RoundStatus, User

pytestmark = pytest.mark.django_db
SMALL = ("--pairs", "4", "--rounds", "3", "--seed", "5")


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


def statuses() -> list[str]:
    return list(Round.objects.order_by("number").values_list("status", flat=True))


def test_a_whole_championship_and_how_it_went(organiser: User) -> None:
    told = simulate(*SMALL, "--mistakes", "0.5", "--name", "Assaig general")
    championship = Championship.objects.get()
    assert championship.name == "Assaig general"
    assert championship.memberships.get().user == organiser
    assert statuses() == [RoundStatus.CLOSED] * 3
    assert faults(championship) == []
    assert "“Rehearsal: Assaig general”: 4 pairs, 3 rounds, seed 5" in told
    assert "Bots play it" in told
    for number in (1, 2, 3):
        assert f"Round {number}, closed: 8 hands" in told
    assert f"/c/{championship.slug}/manage/" in told
    assert "--continue" not in told  # nothing is left


def test_the_same_for_a_program(organiser: User) -> None:
    facts = json.loads(simulate("assaig", *SMALL, "--play", "1", "--open-round", "--json"))
    assert facts["rehearsal"] == "assaig"
    assert (facts["seed"], facts["pairs"], facts["planned_rounds"]) == (5, 4, 3)
    assert [(one["round"], one["closed"], one["hands"]) for one in facts["rounds"]] == [
        (1, True, 8),
        (2, False, 4),
    ]
    assert statuses() == [RoundStatus.CLOSED, RoundStatus.OPEN, RoundStatus.PLANNED]


def test_going_on_where_it_was_left(organiser: User) -> None:
    simulate("assaig", *SMALL, "--play", "0", "--open-round")
    assert statuses() == [RoundStatus.OPEN, RoundStatus.PLANNED, RoundStatus.PLANNED]
    told = simulate("--continue", "assaig", "--pace", "0.001")
    assert statuses() == [RoundStatus.CLOSED, RoundStatus.PLANNED, RoundStatus.PLANNED]
    assert "hand 4: entered" in told  # every act is told
    simulate("--continue", "assaig", "--open-round")
    assert statuses()[1] == RoundStatus.OPEN
    simulate("--continue", "assaig", "--play", "9")
    assert statuses() == [RoundStatus.CLOSED] * 3
    assert faults(Championship.objects.get()) == []
    nothing = json.loads(simulate("--continue", "assaig", "--json"))
    assert nothing["rounds"] == []


def test_without_rounds_played_all_is_ready(organiser: User) -> None:
    simulate(*SMALL, "--play", "0")
    assert statuses() == [RoundStatus.PLANNED] * 3
    assert not Result.objects.exists()


def test_stopped_by_ctrl_c_it_says_how_to_go_on(
    organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_seconds: float) -> None:
        if Result.objects.count() == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", stop)
    told = simulate("assaig", *SMALL)
    assert "Stopped" in told
    assert "simulate --continue assaig" in told
    assert Result.objects.count() == 3
    monkeypatch.undo()
    simulate("--continue", "assaig", "--play", "3", "--json")
    assert statuses() == [RoundStatus.CLOSED] * 3


def test_a_late_pair_and_a_withdrawal_and_rounds_of_some_length(organiser: User) -> None:
    simulate("assaig", "--pairs", "5", "--rounds", "3", "--events", "--minutes", "20")
    championship = Championship.objects.get()
    assert championship.round_minutes == 20
    assert championship.contestants.filter(joined_round=2).exists()
    assert championship.contestants.filter(withdrawn_from=2).exists()


@pytest.mark.parametrize("format", ["individuals-101", "abarrotada", "abarrotada-rank"])
def test_a_late_player_and_a_withdrawal(organiser: User, format: str) -> None:
    simulate("assaig", "--format", format, "--pairs", "9", "--events", "--play", "1")
    championship = Championship.objects.get()
    assert championship.contestants.filter(joined_round__gt=1).count() == 1
    assert championship.contestants.exclude(withdrawn_from=None).count() == 1
    assert championship.contestants.count() == 10


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--pairs", "2"], "3 to 200 pairs"),
        (["--pairs", "many"], "--pairs takes a whole number, not “many”"),
        (["--pairs", "4", "--rounds", "4"], "1 to 3 rounds"),
        (["--pairs", "4", "--play", "4"], "There are 3 rounds"),
        (["--pairs", "4", "--play", "3", "--open-round"], "There are 3 rounds"),
        (["--seed", "-1"], "--seed takes a whole number"),
        (["--seed", "²"], "--seed takes a whole number"),
        (["--seed", "9" * 40], "--seed takes a whole number"),
        (["--mistakes", "1.5"], "from 0 to 1"),
        (["--mistakes", "=1+1"], "from 0 to 1"),
        (["--mistakes", "nan"], "from 0 to 1"),
        (["--mistakes", "1e-999999999"], "from 0 to 1"),
        (["--minutes", "601"], "1 to 600 minutes"),
        (["--pace", "-1"], "--pace takes seconds"),
        (["--pace", "inf"], "--pace takes seconds"),
        (["--pairs", "3", "--events"], "need at least 4 pairs"),
        (
            ["--format", "abarrotada", "--rounds", "1", "--events"],
            "at least 4 players and 2 rounds",
        ),
        (["--organiser", "nobody"], "no active account “nobody”"),
        (["--name", "x" * 121], "too long"),
        (["real"], "There is already a championship with the address “real”"),
        (["no address"], "valid"),
        (["--continue", "real"], "is a real championship: bots only play in rehearsals"),
        (["--continue", "nowhere"], "no championship with the address “nowhere”"),
        (["--continue", "real", "--pairs", "4"], "--pairs is only for a new rehearsal"),
        (["--continue", "real", "--events"], "--events is only for a new rehearsal"),
    ],
)
def test_nonsense_is_refused_in_words_and_nothing_is_made(
    organiser: User, arguments: Sequence[str], sentence: str
) -> None:
    real = make_championship("real", organiser=organiser)
    before = real.events.count()
    with pytest.raises(CommandError) as refused:
        simulate(*arguments)
    assert sentence in str(refused.value)
    assert Championship.objects.get() == real
    assert real.events.count() == before


def test_sentences_are_in_the_terminals_language(
    organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    with pytest.raises(CommandError) as refused:
        simulate("--minutes", "601")
    assert "Una ronda dura" in str(refused.value)


class TestWhoseItIs:
    def test_without_any_account_one_is_made_on_request_only(self) -> None:
        with pytest.raises(CommandError, match="--organiser NAME"):
            simulate(*SMALL, "--play", "0")
        facts = json.loads(simulate(*SMALL, "--play", "0", "--organiser", "berta", "--json"))
        assert User.objects.get(username="berta").check_password(facts["password"])

    def test_an_account_that_is_named(self, organiser: User) -> None:
        make_user("berta")
        simulate(*SMALL, "--play", "0", "--organiser", "berta")
        assert Championship.objects.get().memberships.get().user.username == "berta"

    def test_no_account_is_left_where_the_rehearsal_is_refused(self) -> None:
        with pytest.raises(CommandError):
            simulate("no address", "--organiser", "berta")
        assert not User.objects.exists()


@pytest.mark.long
def test_a_folder_of_its_own_is_made(tmp_path: Path) -> None:
    """As the manual says: what is rehearsed there goes with the folder."""
    done = manage(tmp_path, "simulate", *SMALL, "--play", "1", "--organiser", "anna", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rounds"][0]["closed"]
    checked = manage(tmp_path, "verify")
    assert checked.returncode == 0, checked.stdout

"""The whole day of a championship, by nothing but the pages and forms a browser is given.

A laptop without any account becomes a finished championship: seven pairs and one that comes late,
five rounds, slips with everything that can be written on them, a correction, a withdrawal, the end.
The standings must be those that plain arithmetic gives, and everybody must be able to check hands
and record.
"""

from __future__ import annotations

import random
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.e2e.browser import Browser
from tests.e2e.outcome import (
    HOME,
    check_command_line,
    check_papers,
    check_proof,
    check_record,
    check_standings,
)
from tests.e2e.plain_scores import Slip, standings
from tests.tournament.contestants.lists import workbook
from tests.tournament.exports.reading import text_of
from tournament.models import Championship, Match

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MANAGE = f"{HOME}manage/"
PASTED = (
    "Àngela Puig; Blai Roca; Penya Gal·la\nCarme Serra - Dídac Tort\n<b>Èlia</b>; =1+1; Club B\n"
)
TYPED = (
    "player 1,player 2,club\nFiona Vila,Gil Xirau,Club B\nHug Bosch,,Club C\nIu Camps,Jan Durà,\n"
)
ROUNDS = 5
SALT = "Grossa 48912"
FLAT = {"ns_points": 36}
SPECIAL: dict[tuple[int, int], dict[str, Any]] = {
    # Round 1, three tables: a flat hand, a misread slip, rule-breaks, no time, all tricks.
    (1, 1): FLAT,
    (1, 2): FLAT,
    (1, 3): FLAT,
    (2, 1): {"ns_points": 40, "trump": "botifarra"},
    (2, 2): {"ns_points": 28},
    (2, 3): {"ew_points": 50, "trump": "C", "double": "contro"},
    (3, 1): {"ns_points": 41, "infraction": "NS"},
    (3, 2): {"infraction": "EW", "note": "West did not follow suit"},
    (4, 1): {"not_played_reason": "time"},
    (4, 2): {"ns_points": 72},
    # Round 2, four tables with the late pair: both sides at fault, nobody without a fault.
    (5, 1): {"infraction": "NS+EW"},
    (6, 2): {"not_played_reason": "other", "note": "The lights went out"},
    (7, 1): {"infraction": "NS"},
    (7, 2): {"infraction": "EW"},
    (7, 3): {"infraction": "NS"},
    (7, 4): {"infraction": "EW"},
    (8, 1): {"ns_points": 30, "trump": "botifarra", "double": "recontro"},
}
"""What is written on the slips that are not ordinary, by hand and table."""


@pytest.fixture
def organiser() -> Browser:
    """Whoever set up the laptop."""
    browser = Browser()
    assert b"/first-organiser/" in browser.open("/").content
    password = "quatre botifarres"
    browser.send(
        "/first-organiser/",
        username="mireia",
        full_name="Mireia Font",
        password=password,
        password_again=password,
    )
    return browser


def test_a_championship_from_registration_to_the_proof(
    organiser: Browser, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    make_championship(organiser)
    referee = make_referee(organiser)
    register(organiser)
    make_plan(organiser)
    seal_hands(organiser)
    day = Play(referee)
    day.play_round(1)
    correct(referee, day)
    come_late(organiser)
    day.play_round(2)
    day.play_round(3)
    withdraw(organiser)
    day.play_round(4)
    day.play_round(5)
    expected = standings(day.slips)
    assert {line.hands for line in expected} != {20}, "somebody rested, came late or withdrew"
    check_standings(expected, state="provisional")
    organiser.send(f"{MANAGE}end/", sure="on")
    check_standings(expected, state="final")
    check_command_line(expected, day.slips, capsys, tmp_path)
    check_papers(expected, rounds=ROUNDS)
    check_proof(capsys)
    check_record()


def make_championship(organiser: Browser) -> None:
    organiser.send(
        "/new/round-robin/", name="Trofeu de Valls", place="Centre Gal·lec", date="2026-11-21"
    )
    organiser.send(f"{MANAGE}settings/", tie_break_draw=5, draw_seed="27418")
    assert "27418" in organiser.page(f"{MANAGE}settings/")


def make_referee(organiser: Browser) -> Browser:
    """Somebody with an account made by the organiser, who logs in and chooses a password."""
    page = organiser.send(
        f"{MANAGE}people/", on="/new/", username="pau", full_name="Pau Grau", status=200
    )
    match = re.search(r'id="first-password">([^<]+)<', page.content.decode())
    assert match
    referee, own = Browser(), "un altre mot secret"
    answer = referee.send("/accounts/login/", username="pau", password=match[1])
    assert answer["Location"] == "/accounts/password/"
    referee.send(answer["Location"], old_password=match[1], new_password1=own, new_password2=own)
    referee.open(f"{MANAGE}rounds/")
    referee.open(f"{MANAGE}settings/", status=403)
    return referee


def register(organiser: Browser) -> None:
    """Three pairs pasted, one of three lines from a text file, one from a workbook, two typed."""
    paste = f"{MANAGE}pairs/paste/"
    preview = organiser.send(paste, text=PASTED, status=200)
    assert "Is the number in “=1+1” part of the name?" in preview.content.decode()
    organiser.fill(preview, paste, all_seen="on")
    upload = f"{MANAGE}pairs/upload/"
    file = SimpleUploadedFile("parelles.csv", TYPED.encode("utf-8-sig"))
    preview = organiser.send(upload, file=file, status=200)
    assert "1 line is faulty." in preview.content.decode()
    assert organiser.fill(preview, upload, status=422)
    assert Championship.objects.get().contestants.count() == 3
    organiser.fill(preview, upload, leave_out="on")
    rows = [
        ("Núm.", "Jugador 1", "Jugador 2"),
        (7, "Lluc Espriu", "Mar Font"),
        ("", "Nil Puig", ""),
    ]
    book = SimpleUploadedFile("parelles.xlsx", workbook(rows[:2]))
    preview = organiser.send(upload, file=book, status=200)
    organiser.fill(preview, upload)
    add = f"{MANAGE}pairs/add/"
    names = {"player_1": "ANGELA PUIG", "player_2": "Ona Camps", "substitutes": "Pep Tort"}
    question = organiser.send(add, **names, status=422)
    assert "Àngela Puig" in question.content.decode() or "pair 1" in question.content.decode()
    organiser.fill(question, add, names_known="on")
    organiser.send(f"{MANAGE}pairs/draw/", seed="Grossa 27418")
    numbers = Championship.objects.get().contestants.values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4, 5, 6, 7]


def make_plan(organiser: Browser) -> None:
    organiser.send(f"{MANAGE}tables/", name_1="Finestra", pair_2=5)
    organiser.send(f"{MANAGE}schedule/", on="/make/", rounds=ROUNDS)
    Browser().open(HOME, status=404)
    organiser.send(f"{MANAGE}schedule/", on="/publish/")
    assert "Trofeu de Valls" in Browser().page(HOME)
    stays = Match.objects.filter(seats__contestant__number=5)
    assert set(stays.values_list("table__number", flat=True)) == {2}


def seal_hands(organiser: Browser) -> None:
    """Make the hands, add the lottery's number to them, print those of the first round."""
    organiser.send(f"{MANAGE}deals/", on="/make/")
    organiser.send(f"{MANAGE}deals/", salt=SALT)
    paper = f"{HOME}export/rounds/1/hands.pdf"
    Browser().open(paper, status=302)
    packs = organiser.send(paper, reason="The packs are made up this morning", status=200)
    assert text_of(packs.content).count("North") >= 4


class Play:
    """The referee's day: opens rounds, types slips in, closes rounds."""

    def __init__(self, referee: Browser) -> None:
        self.referee = referee
        self.slips: list[Slip] = []
        self._chance = random.Random(2026)

    def play_round(self, number: int) -> None:
        page = f"{MANAGE}rounds/{number}/"
        self.referee.send(f"{page}open/")
        matches = list(
            Match.objects.filter(round__number=number, cancelled=False).order_by("table__number")
        )
        next_page = ""
        for match in matches:
            for deal in range(4 * number - 3, 4 * number + 1):
                entry = f"{page}tables/{match.table.number}/hands/{deal}/"
                assert next_page in {"", entry}, "the way goes from one hand to the next"
                next_page = self._enter(entry, match, deal)
            if match == matches[0]:
                assert "can't be closed yet" in unescape(self.referee.page(f"{page}close/"))
        assert next_page == page
        self.referee.send(f"{page}close/")

    def _enter(self, entry: str, match: Match, deal: int) -> str:
        """Type in what the table wrote down; the page that comes next."""
        typed = self._typed(match, deal)
        answer = self.referee.send(entry, **typed, status=None)
        if answer.status_code == 422:  # unlikely: asked once more
            asked = re.search(r'name="sure"[^>]*value="([^"]+)"', answer.content.decode())
            assert asked, answer.content.decode()
            answer = self.referee.fill(answer, entry, sure=asked[1])
        if "not_played_reason" not in typed:
            points = typed.get("ns_points")
            if points is None and "ew_points" in typed:
                points = 72 - int(typed["ew_points"])
            said = {key: str(typed.get(key, "")) for key in ("trump", "double")}
            offenders = str(typed.get("infraction", ""))
            ns, ew = match.pairs.ns.number, match.pairs.ew.number
            self.slips.append(Slip(deal, ns, ew, points, **said, offenders=offenders))
        return str(answer["Location"])

    def _typed(self, match: Match, deal: int) -> dict[str, Any]:
        special = SPECIAL.get((deal, match.table.number))
        if special is not None:
            return special
        points = self._chance.randrange(4, 69)
        side = self._chance.choice([{"ns_points": points}, {"ew_points": 72 - points}])
        trump = self._chance.choice(["", "O", "C", "E", "B", "botifarra"])
        double = self._chance.choice(["", "", "contro", "recontro"])
        return {**side, "trump": trump, "double": double}


def correct(referee: Browser, day: Play) -> None:
    """A slip of round 1 was misread. Somebody else has its page open since before."""
    page = f"{MANAGE}rounds/1/"
    entry = f"{page}tables/2/hands/2/"
    referee.send(f"{page}reopen/", status=422)
    referee.send(f"{page}reopen/", reason="Table 2 wrote 44 and 28")
    old_page = referee.open(entry)
    referee.send(entry, ns_points=44, ew_points=28, status=422)
    referee.send(entry, ns_points=44, ew_points=28, trump="", double="", reason="misread")
    late = referee.fill(old_page, entry, ns_points=28, ew_points=44, reason="misread", status=409)
    assert "misread" in late.content.decode()
    referee.send(f"{page}close/")
    table_2 = Match.objects.get(round__number=1, table__number=2)
    (at,) = (
        index
        for index, slip in enumerate(day.slips)
        if slip.deal == 2 and slip.ns == table_2.pairs.ns.number
    )
    day.slips[at] = Slip(2, table_2.pairs.ns.number, table_2.pairs.ew.number, 44)


def come_late(organiser: Browser) -> None:
    late = f"{MANAGE}pairs/late/"
    assert "It becomes pair 8" in organiser.page(late)
    organiser.send(late, player_1="Quim Durà", player_2="Rosa Durà", club="Penya Gal·la")
    assert Match.objects.filter(seats__contestant__number=8).count() == ROUNDS - 1


def withdraw(organiser: Browser) -> None:
    """Pair 4 goes home before round 4; its results stand."""
    pair = Championship.objects.get().contestants.get(number=4)
    organiser.send(f"{MANAGE}pairs/{pair.pk}/withdraw/", reason="has to catch a train")
    assert Match.objects.filter(cancelled=True).count() == 2

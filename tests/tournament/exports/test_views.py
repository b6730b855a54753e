"""The files through HTTP: who gets which, in what language, and what sealed hands ask for."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from scoring.dealing.deal_set import make_deal
from scoring.game.cards import Suit
from scoring.game.seats import Seat
from tests.tournament.day import KEY, Day, make_day
from tests.tournament.exports.reading import reader, text_of
from tests.tournament.made_once import made_once, own_copy
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor
from tournament.deals.services.accesses import record_hand_printing
from tournament.deals.services.deal_sets import set_salt
from tournament.models import Action, Contestant, DealSet, HandAccess, User
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PUBLIC_FILES = ("standings_pdf", "standings_xlsx", "hand_sheets_xlsx", "commitment_pdf")


def _played() -> Day:
    made = make_day(contestants=4, slug="played")
    made.open(1)
    made.enter_whole_round(1)
    close_round(actor=made.acting, round=made.round(1))
    made.open(2)
    return made


played = made_once(_played)
day = own_copy("played")
"""Four pairs, one round closed, the second open."""


def address(day: Day, name: str, *args: int) -> str:
    return reverse(f"exports:{name}", args=[day.slug, *args])


def logged_in(user: User, *, host: str = "127.0.0.1") -> Client:
    client = Client(HTTP_HOST=host, REMOTE_ADDR="127.0.0.1")
    client.force_login(user)
    return client


def holds_hands_of(text: str, round_number: int) -> bool:
    """Whether the cards of every hand of a round stand in the text."""
    deals = [make_deal(KEY, "", n) for n in range(4 * round_number - 3, 4 * round_number + 1)]
    return all(
        " ".join(card.rank.letter for card in deal.suit_of_hand(seat, suit)) in text
        for deal in deals
        for seat in Seat
        for suit in Suit
        if deal.suit_of_hand(seat, suit)
    )


@pytest.mark.parametrize("name", PUBLIC_FILES)
def test_everybody_gets_what_is_published(client: Client, day: Day, name: str) -> None:
    response = client.get(address(day, name))

    assert response.status_code == 200
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in response["Cache-Control"]
    if name.endswith("pdf"):
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"].startswith("inline; ")
        assert response.content.startswith(b"%PDF")
    else:
        assert response["Content-Disposition"].startswith("attachment; ")
        assert load_workbook(BytesIO(response.content)).worksheets


@pytest.mark.parametrize("name", PUBLIC_FILES)
def test_before_the_schedule_is_published_outsiders_find_nothing(client: Client, name: str) -> None:
    assert client.get(address(make_day(published=False), name)).status_code == 404


def test_pairings_are_public_for_every_round_there_is(client: Client, day: Day) -> None:
    text = text_of(client.get(address(day, "pairings_pdf", 3)).content)

    assert "Àngels 1" in text
    assert client.get(address(day, "pairings_pdf", 4)).status_code == 404


def test_hand_sheets_are_there_for_closed_rounds_only(client: Client, day: Day) -> None:
    assert client.get(address(day, "hand_sheets_pdf", 1)).status_code == 200
    assert client.get(address(day, "hand_sheets_pdf", 2)).status_code == 404
    assert client.get(address(day, "hand_sheets_pdf", 99)).status_code == 404
    workbook = load_workbook(
        BytesIO(client.get(address(day, "hand_sheets_xlsx") + "?lang=en").content)
    )
    assert workbook.sheetnames == ["Round 1"]


def test_a_paper_is_in_the_readers_language_or_the_one_asked_for(client: Client, day: Day) -> None:
    path = address(day, "standings_pdf")

    assert "Standings" in text_of(client.get(path + "?lang=en").content)
    assert client.get(path, HTTP_ACCEPT_LANGUAGE="es")["Content-Language"] == "es"
    assert client.get(path + "?lang=ca", HTTP_ACCEPT_LANGUAGE="es")["Content-Language"] == "ca"
    assert client.get(path + "?lang=xx", HTTP_ACCEPT_LANGUAGE="es")["Content-Language"] == "es"


def test_standings_after_an_earlier_round(client: Client, day: Day) -> None:
    path = address(day, "standings_pdf")

    assert "After round 1" in text_of(client.get(path + "?after=1&lang=en").content)
    for after in ("2", "0", "x", "²", "99999999999"):
        assert client.get(path + f"?after={after}").status_code == 404


def test_provisional_until_the_championship_ends(client: Client, day: Day) -> None:
    path = address(day, "hand_sheets_pdf", 1) + "?lang=en"
    assert "PROVISIONAL" in text_of(client.get(path).content)

    day.championship.ended_at = day.round(1).closed_at
    day.championship.save()

    text = text_of(client.get(path).content)
    assert "FINAL" in text
    assert "PROVISIONAL" not in text


def test_the_final_standings_are_headed_as_such_and_not_by_a_round(
    client: Client, day: Day
) -> None:
    paths = [
        address(day, "standings_pdf") + "?lang=en",
        address(day, "standings_xlsx") + "?lang=en",
    ]
    before = [client.get(path) for path in paths]
    assert "Standings After round 1" in text_of(before[0].content)
    assert "Standings – After round 1" in str(workbook_of(before[1])["A2"].value)

    day.championship.ended_at = day.round(1).closed_at
    day.championship.save()

    after = [client.get(path) for path in paths]
    text = text_of(after[0].content)
    assert "Final standings" in text
    assert "After round" not in text
    assert workbook_of(after[1])["A2"].value == "Final standings (final)"


def workbook_of(response: Any) -> Any:
    """The first sheet of a workbook."""
    return load_workbook(BytesIO(response.content)).worksheets[0]


def test_pairs_without_a_hand_stand_below_the_standings_once_there_are_any(
    client: Client, day: Day
) -> None:
    """A pair that came late and has not played yet; before the first round closes that's nobody."""
    late = Contestant.objects.create(
        championship=day.championship, number=9, name="Els tardans", joined_round=2
    )
    note = f"Without a hand that counts: {late.number} {late.name}"
    for made, expected in ((day, True), (make_day(slug="nothing-played"), False)):
        paper = client.get(address(made, "standings_pdf") + "?lang=en").content
        book = client.get(address(made, "standings_xlsx") + "?lang=en").content
        cells = [cell.value for row in load_workbook(BytesIO(book)).worksheets[0] for cell in row]
        assert (note in text_of(paper)) is expected
        assert (note in cells) is expected
        assert ("Without a hand" in text_of(paper)) is expected
        assert any("Without a hand" in str(cell) for cell in cells) is expected


def test_who_has_withdrawn_rests_neither_on_the_page_nor_on_paper(client: Client) -> None:
    made = make_day(contestants=6)
    left, rester = made.match(2, 1).pairs.ns, made.match(2, 1).pairs.ew
    made.open(1)
    made.enter_whole_round(1)
    close_round(actor=made.acting, round=made.round(1))
    withdraw_contestant(actor=made.acting_organiser, contestant=left, from_round=2, reason="ill")
    made.open(2)
    made.enter_whole_round(2)
    close_round(actor=made.acting, round=made.round(2))

    page = client.get(reverse("standings:standings", args=[made.slug]) + "?lang=en").content
    paper = client.get(address(made, "standings_pdf") + "?lang=en").content
    book = client.get(address(made, "standings_xlsx") + "?lang=en").content
    rows = {row[1]: row for row in load_workbook(BytesIO(book)).worksheets[0].values}

    assert len(re.findall(r">\s*(?:rest|descans)\s*<", page.decode())) == 1
    assert len(re.findall(r"\brest\b", text_of(paper))) == 1
    assert rows[rester.number][5] == "rest"
    assert rows[left.number][5] == "–"


def test_a_files_name_is_readable_and_safe(client: Client, day: Day) -> None:
    day.championship.name = 'L"Hospitalet: tro·feu d’estiu 1–3; ç/à\\'
    day.championship.save()

    header = client.get(address(day, "pairings_pdf", 1) + "?lang=en")["Content-Disposition"]

    assert header.isascii()
    assert 'filename="pairings-round-1-l-hospitalet-trofeu-destiu-1-3-c-a.pdf"' in header
    _plain, _mark, quoted = header.partition("filename*=UTF-8''")
    assert unquote(quoted) == "Pairings – Round 1 – L-Hospitalet- tro·feu d’estiu 1–3; ç-à-.pdf"


def test_a_paper_is_exempt_from_the_policy_for_pages_but_a_form_is_not(day: Day) -> None:
    client = logged_in(day.organiser)

    assert "Content-Security-Policy" not in client.get(address(day, "commitment_pdf"))
    form = client.get(address(day, "hands_pdf", 3))
    assert "Content-Security-Policy" in form


def test_the_number_of_queries_does_not_grow_with_the_championship(
    client: Client, day: Day
) -> None:
    large = make_day(contestants=8, slug="large")
    for number in (1, 2, 3):
        large.open(number)
        large.enter_whole_round(number)
        close_round(actor=large.acting, round=large.round(number))

    # The ninth counts the results: what has many of them is made behind the page.
    for name, most in {"standings_pdf": 15, "standings_xlsx": 9, "hand_sheets_xlsx": 10}.items():
        few, many = (queries_of(client, address(one, name)) for one in (day, large))
        assert few == many <= most, name


def queries_of(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_without_hands_there_is_no_commitment_and_no_paper_of_hands(client: Client) -> None:
    bare = make_day(deals=False)

    assert client.get(address(bare, "commitment_pdf")).status_code == 404
    assert logged_in(bare.organiser).get(address(bare, "hands_pdf", 1)).status_code == 404


class TestHands:
    """A round's hands: public once it was closed, until then asked for with a reason."""

    def test_everybody_gets_those_of_a_closed_round(self, client: Client, day: Day) -> None:
        response = client.get(address(day, "hands_pdf", 1), REMOTE_ADDR="192.168.1.20")

        assert holds_hands_of(text_of(response.content), 1)
        assert not HandAccess.objects.exists()

    @pytest.mark.parametrize("number", [2, 3])
    def test_nobody_else_gets_sealed_ones(self, client: Client, day: Day, number: int) -> None:
        path = address(day, "hands_pdf", number)
        body = {"rounds": [number], "reason": "curious"}

        for answer in (client.get(path), client.post(path, body)):
            assert answer.status_code == 302
            assert answer["Location"].startswith(reverse("accounts:login"))
        for user in (day.referee, day.stranger):
            assert logged_in(user).get(path).status_code == 403
            assert logged_in(user).post(path, body).status_code == 403
        assert not HandAccess.objects.exists()

    def test_an_organiser_says_why_and_gets_them(self, day: Day) -> None:
        client = logged_in(day.organiser)
        path = address(day, "hands_pdf", 3)

        form = client.get(path)
        assert form.status_code == 200
        assert form["Content-Type"].startswith("text/html")
        assert not HandAccess.objects.exists()

        response = client.post(path, {"rounds": ["3"], "reason": "to make up the packs"})

        assert response["Content-Type"] == "application/pdf"
        assert "no-store" in response["Cache-Control"]
        assert holds_hands_of(text_of(response.content), 3)
        printing = HandAccess.objects.get()
        assert (printing.kind, printing.round.number) == (HandAccess.Kind.PRINTED, 3)
        assert printing.reason == "to make up the packs"
        event = day.championship.events.get(action=Action.HANDS_PRINTED)
        assert event.actor == Actor.of_user(day.organiser).name

    def test_several_rounds_are_one_paper_and_one_act(self, day: Day) -> None:
        response = logged_in(day.organiser).post(
            address(day, "hands_pdf", 3) + "?lang=en",
            {"rounds": ["3", "2"], "reason": "to make up the packs"},
        )

        assert "hands-to-prepare-rounds-2-3-trofeu.pdf" in response["Content-Disposition"]
        described = reader(response.content).metadata
        assert described is not None
        assert described.title == "Hands to prepare – Rounds 2, 3 – Trofeu"
        text = text_of(response.content)
        assert holds_hands_of(text, 2)
        assert holds_hands_of(text, 3)
        assert not holds_hands_of(text, 1)
        assert text.count("SEALED") == 8
        assert text.index("Hand 5") < text.index("Hand 9")
        assert day.championship.events.filter(action=Action.HANDS_PRINTED).count() == 1
        assert HandAccess.objects.count() == 2

    @pytest.mark.parametrize(
        "body",
        [
            {"rounds": ["3"], "reason": "  "},
            {"rounds": [], "reason": "why not"},
            {"rounds": ["1"], "reason": "not sealed"},
            {"rounds": ["77"], "reason": "no such round"},
            {"rounds": ["x"], "reason": "no number"},
        ],
    )
    def test_without_a_reason_or_a_sealed_round_nothing_is_made(
        self, day: Day, body: dict[str, object]
    ) -> None:
        response = logged_in(day.organiser).post(address(day, "hands_pdf", 3), body)

        assert response.status_code == 422
        assert response["Content-Type"].startswith("text/html")
        assert not HandAccess.objects.exists()

    def test_they_are_not_sent_over_the_halls_network(self, day: Day) -> None:
        client = logged_in(day.organiser)
        path = address(day, "hands_pdf", 3)
        body = {"rounds": ["3"], "reason": "to make up the packs"}

        for answer in (
            client.get(path, REMOTE_ADDR="192.168.1.20"),
            client.post(path, body, REMOTE_ADDR="192.168.1.20"),
        ):
            assert answer.status_code == 403
            assert f"http://127.0.0.1{path}<" in answer.content.decode()
        assert not HandAccess.objects.exists()
        assert client.post(path, body, secure=True, REMOTE_ADDR="192.168.1.20").status_code == 200

    def test_the_salt_that_counts_is_the_one_that_printing_fixed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Somebody enters the salt after the request began, and before the printing fixes it."""
        day = make_day()

        def salted_meanwhile(**given: Any) -> object:
            set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa 12345")
            return record_hand_printing(**given)

        monkeypatch.setattr("tournament.exports.files.record_hand_printing", salted_meanwhile)
        response = logged_in(day.organiser).post(
            address(day, "hands_pdf", 1), {"rounds": ["1"], "reason": "to make up the packs"}
        )

        assert DealSet.objects.get(championship=day.championship).salt == "Grossa 12345"
        # Deal 1 of the published vector: N holds 97.S83.C864.CS6.
        assert "9 7 S 8 3 C 8 6 4 C S 6" in text_of(response.content)

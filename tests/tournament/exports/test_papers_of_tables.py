"""Slips, cards and the schedule from the database: what is valid now, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone, translation

from scoring.game.seats import Seat
from tests.tournament.day import Day, make_day
from tests.tournament.exports.reading import page_texts, text_of
from tests.tournament.exports.samples import MADE_AT
from tests.tournament.exports.test_link_cards import codes_of
from tests.tournament.exports.words import word_faults
from tests.tournament.factories import make_scheduled, stage_of
from tests.tournament.links.addresses import link_address
from tests.tournament.made_once import made_once, own_copy
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.permissions import Level
from tournament.deals.check_codes import check_codes
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, DealSet, Match, Round, RoundStatus, Stage, Table

pytestmark = pytest.mark.django_db

SITE = "http://192.168.1.10:8000"
WITH_CODES = ("table-slips", "guide-cards", "place-cards")


day_once = made_once(lambda: make_day(contestants=6, slug="six"))
day = own_copy("day_once")


def request_of(championship: Championship, *rounds: int, **more: object) -> PaperRequest:
    stage = Stage.objects.select_related("championship").get(championship=championship)
    return PaperRequest((stage,), rounds, MADE_AT, SITE, known_of((stage,)), **more)  # type: ignore[arg-type]


def paper(name: str, request: PaperRequest) -> bytes:
    with translation.override("en"):
        return bind_papers(request, [PAPERS[name]]).content


def fix_salt() -> None:
    DealSet.objects.update(salt="Grossa 12345", salt_fixed_at=timezone.now())


def addresses(championship: Championship, kind: PlaceKind, *numbers: int) -> set[str]:
    return {SITE + link_address(championship, Place(kind, number, 1)) for number in numbers}


def found_codes(content: bytes, folder: Path) -> set[str]:
    return {code for page in codes_of(content, folder) for code in page}


def test_a_rounds_slips_are_its_matches(day: Day) -> None:
    Table.objects.filter(number=2).update(name="window")
    for number in (1, 2):
        text = text_of(paper("table-slips", request_of(day.championship, number)))
        for match in Match.objects.filter(round__number=number).select_related("table"):
            own = text.partition(f"Table {match.table.shown_name} ")[2].partition("Table ")[0]
            for contestant in match.pairs:
                for player in contestant.main_players:
                    assert player.name in own
            assert f"North–South: pair {match.pairs.ns.number}" in own
            assert f"East–West: pair {match.pairs.ew.number}" in own
        first = 4 * number - 3
        assert text.count(f"Round {number} · Hands {first} to {first + 3}") == 3


def test_they_bear_the_codes_of_the_packs_once_the_salt_is_fixed(day: Day) -> None:
    text = text_of(paper("table-slips", request_of(day.championship, 2)))
    assert "Codes on the packs" not in text
    assert (
        text.count("The codes of the packs are not shown, because the salt can still change.") == 3
    )

    fix_salt()
    text = text_of(paper("table-slips", request_of(day.championship, 2)))
    codes = check_codes(day.championship, [5, 6, 7, 8])
    for deal in (5, 6, 7, 8):
        north, west, south, east = (codes[deal, seat] for seat in Seat)
        line = f"Codes on the packs: North {north} West {west} South {south} East {east}"
        assert text.count(line) == 3
    assert "salt" not in text


def test_without_hands_slips_say_nothing_of_codes() -> None:
    day = make_day(deals=False)
    text = text_of(paper("table-slips", request_of(day.championship, 1)))
    assert "codes" not in text.casefold()


def test_slips_are_for_rounds_still_to_be_played(day: Day) -> None:
    Round.objects.filter(number=1).update(status=RoundStatus.CLOSED)
    Round.objects.filter(number=2).update(status=RoundStatus.OPEN)
    slips = PAPERS["table-slips"]
    with translation.override("en"):
        assert "has been played" in slips.missing(request_of(day.championship, 1))
        assert slips.missing(request_of(day.championship, 2)) == ""


@pytest.mark.poppler
@pytest.mark.parametrize(
    ("name", "kind", "count"),
    [
        ("table-slips", PlaceKind.TABLE, 3),
        ("place-cards", PlaceKind.TABLE, 3),
        ("guide-cards", PlaceKind.PAIR, 6),
    ],
)
def test_their_codes_are_the_valid_links(
    day: Day, name: str, kind: PlaceKind, count: int, tmp_path: Path
) -> None:
    content = paper(name, request_of(day.championship, 1))
    assert found_codes(content, tmp_path) == addresses(day.championship, kind, *range(1, count + 1))
    without = request_of(day.championship, 1, options={f"{name}:code": "without"})
    assert found_codes(paper(name, without), tmp_path) == set()


@pytest.mark.poppler
def test_a_renewed_link_is_the_one_printed(day: Day, tmp_path: Path) -> None:
    Table.objects.filter(number=1).update(link_number=2)
    found = found_codes(paper("place-cards", request_of(day.championship)), tmp_path)
    renewed = SITE + link_address(day.championship, Place(PlaceKind.TABLE, 1, 2))
    assert found == {renewed} | addresses(day.championship, PlaceKind.TABLE, 2, 3)


@pytest.mark.parametrize("name", WITH_CODES)
def test_papers_with_links_are_the_organisers_and_end_with_the_championship(
    day: Day, name: str
) -> None:
    assert PAPERS[name].level is Level.ORGANISER
    request = request_of(day.championship, 1)
    assert PAPERS[name].missing(request) == ""
    not_for_phones = request_of(day.championship, 1, for_phones=False)
    assert "NOT FOR PHONES" in page_texts(paper(name, not_for_phones))[0]
    assert "NOT FOR PHONES" not in page_texts(paper(name, request))[0]

    Championship.objects.update(ended_at=timezone.now())
    with translation.override("en"):
        assert "has ended" in PAPERS[name].missing(request_of(day.championship, 1))


@pytest.mark.parametrize("name", [*WITH_CODES, "schedule-grid"])
def test_without_a_schedule_there_are_none(name: str) -> None:
    day = make_day()
    Match.objects.all().delete()
    with translation.override("en"):
        assert PAPERS[name].missing(request_of(day.championship, 1)) == "There is no schedule yet."


def withdrawn(from_round: int) -> Championship:
    championship = make_scheduled(5)
    actor = make_day(slug="other").acting_organiser
    contestant = championship.contestants.get(number=2)
    withdraw_contestant(actor=actor, contestant=contestant, from_round=from_round, reason="ill")
    return championship


def test_a_pair_that_left_has_a_card_for_the_rounds_it_plays() -> None:
    championship = withdrawn(4)
    text = text_of(paper("guide-cards", request_of(championship)))
    card = text.partition("Pair 2 ")[2].partition("Pair 3 ")[0]
    assert card.count("withdrawn") == 2
    grid = text_of(paper("schedule-grid", request_of(championship)))
    assert grid.count("withdrawn") == 2


def test_one_that_left_before_the_first_round_has_none() -> None:
    text = text_of(paper("guide-cards", request_of(withdrawn(1))))
    assert "Pair 2 " not in text
    assert "Pair 3 " in text


@pytest.mark.poppler
@pytest.mark.parametrize("name", [*WITH_CODES, "schedule-grid", "pairings"])
def test_of_a_made_schedule_every_paper_can_be_read(name: str, tmp_path: Path) -> None:
    championship = make_scheduled(7)
    rounds = range(1, stage_of(championship).rounds.count() + 1)
    content = paper(name, request_of(championship, *rounds))
    assert word_faults(content, tmp_path) == []


def test_progress_is_told_while_many_rounds_are_laid_out(day: Day) -> None:
    told: list[int] = []
    tell: Callable[[int, int], None] = lambda done, _of: told.append(done)  # noqa: E731
    paper("table-slips", request_of(day.championship, 1, 2, 3, progress=tell))
    assert told == sorted(told)
    assert len(set(told)) > 3

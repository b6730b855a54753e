"""A championship with a second stage: whatever the site shows or makes goes through both of them.

Four pairs play three rounds of four hands, then, on the other scale, two rounds of two hands: one
of them is closed and the other open.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from scoring.duplicate.settings import Scale, Settings
from tests.tournament.asked_names import looks_at_the_stage
from tests.tournament.factories import (
    actor_of,
    english_client,
    make_referee,
    make_scheduled,
    organiser_of,
    put_settings,
)
from tests.tournament.undrawn import day_line_unread
from tests.tournament.verified import faults
from tests.tournament.visitors import HALL, Address, Visitors, Who, addresses, undone
from tournament.championships.services.settings import change_settings
from tournament.championships.services.stages import add_stage
from tournament.core.live import public_version
from tournament.core.locks import play_has_begun
from tournament.core.stages import stages_of
from tournament.deals.queries import dealt_hands
from tournament.deals.services.deal_sets import make_deals
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.papers.base import Scope
from tournament.exports.workbooks import WORKBOOKS, made_workbook
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, Match, Outcome, Round, Stage
from tournament.phones.pair_queries import pair_page
from tournament.phones.queries import table_page
from tournament.phones.reach import Sender
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.rulings.services import cancel_hand, deduct
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]


def play(championship: Championship, number: int) -> Round:
    """Open a round and enter all its hands, no two tables alike."""
    actor = actor_of(championship)
    round = championship.rounds.select_related("stage__championship").get(number=number)
    round = open_round(actor=actor, round=round)
    for match in Match.objects.filter(round=round).select_related("table"):
        for deal in round.deals:
            points = 20 + 7 * match.table.number + 5 * (deal % 3)
            entry = ResultInput(outcome=Outcome.PLAYED, ns_points=points)
            enter_result(actor=actor, match=match, deal=deal, entry=entry, based_on=0)
    return round


def play_second_stage(championship: Championship) -> None:
    """Two rounds of two hands on the scale 0–100, one of them closed."""
    actor = actor_of(championship)
    stage = add_stage(
        actor=actor,
        championship=championship,
        kind=Stage.Kind.ROUND_ROBIN.value,
        hands_per_match=2,
    )
    change_settings(actor=actor, stage=stage, settings=Settings(scale=Scale.HUNDRED))
    make_schedule(actor=actor, stage=stage, rounds=2)
    publish_schedule(actor=actor, stage=stage)
    close_round(actor=actor, round=play(championship, 4))
    play(championship, 5)


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Championship]:
    with django_db_blocker.unblock(), undone():
        championship = make_scheduled(4)
        actor = actor_of(championship)
        make_deals(actor=actor, championship=championship)
        for number in (1, 2, 3):
            close_round(actor=actor, round=play(championship, number))
        cancel_hand(actor=actor, championship=championship, deal=6, reason="fouled")
        play_second_stage(championship)
        cancel_hand(actor=actor, championship=championship, deal=14, reason="fouled")
        make_referee(championship)
        yield championship


@pytest.fixture(autouse=True)
def _as_it_was(played: Championship) -> Iterator[None]:
    with undone():
        yield


def test_rounds_and_hands_go_on_counting(played: Championship) -> None:
    first, second = stages_of(played)
    deals = {round.number: round.deals for round in played.rounds.all()}
    assert deals == {
        1: (1, 2, 3, 4),
        2: (5, 6, 7, 8),
        3: (9, 10, 11, 12),
        4: (13, 14),
        5: (15, 16),
    }
    assert [one.number for one in first.rounds.all()] == [1, 2, 3]
    assert [one.number for one in second.rounds.all()] == [4, 5]
    hands = dealt_hands(played, range(1, 17))
    assert len({hand.deal for hand in hands}) == 16
    assert play_has_begun(second)


def test_each_stage_has_its_own_standings_and_scale(played: Championship) -> None:
    first, second = map(standings_view, stages_of(played))
    assert (first.rounds, second.rounds) == ((1, 2, 3), (4,))
    # Of two tables the better one has it all and the other nothing, whatever the scale: 11 hands
    # that count in the first stage, one in the second.
    assert sum(line.figures.total for line in first.lines) == 11 * 6
    assert sum(line.figures.total for line in second.lines) == 200
    assert {line.figures.hands for line in second.lines} == {1}
    assert {line.figures.mean for line in second.lines} == {Fraction(0), Fraction(100)}


def test_a_deduction_counts_in_its_stage_alone(played: Championship) -> None:
    def lost() -> list[Fraction]:
        return [
            line.figures.deduction
            for stage in stages_of(played)
            for line in standings_view(stage).lines
            if line.contestant.number == 3
        ]

    second, pair = stages_of(played)[1], played.contestants.get(number=3)
    actor, url = actor_of(played), f"/c/{played.slug}/manage/rulings/"
    deduct(actor=actor, stage=second, contestant=pair, hundredths=50, reason="late")
    assert lost() == [0, Fraction(1, 2)]
    organiser = english_client(organiser_of(played))
    deduction = {"contestant": "3", "hundredths": "7", "reason": "late"}
    shown = organiser.post(f"{url}deduct/?stage=1", deduction).context["step"]
    deduction |= {"shown": shown.shown.fingerprint, "based_on": shown.based_on}
    assert organiser.post(f"{url}deduct/?stage=1", deduction).status_code == 302
    assert lost() == [7, Fraction(1, 2)]
    assert faults(played) == []
    listed = organiser.get(url).content.decode()
    assert listed.count("<small>Stage 1</small>") == listed.count("<small>Stage 2</small>") == 1
    content = export_championship(actor=actor, championship=played).content
    twin = import_championship(actor=actor, file=BytesIO(content), slug="twin")
    assert [one.stage and one.stage.number for one in twin.rulings.filter(deal=None)] == [2, 1]
    played.rulings.filter(deal=None).update(stage=second)
    assert any("stage is “2”, the record says “1”" in fault for fault in faults(played))


def test_everything_that_verify_recomputes_is_right(played: Championship) -> None:
    assert faults(played) == []


def test_verify_finds_a_round_that_was_moved_to_the_other_stage(played: Championship) -> None:
    first, _second = stages_of(played)
    played.rounds.filter(number=4).update(stage=first)
    assert any("round 4" in fault for fault in faults(played))


def test_verify_finds_the_other_stages_settings(played: Championship) -> None:
    put_settings(played.stages.get(number=2), scale=Scale.ONE_TWO)
    assert any("scale" in fault for fault in faults(played))


def test_verify_finds_a_stage_that_nobody_added(played: Championship) -> None:
    Stage.objects.create(championship=played, number=3)
    assert "stage 3: stored, but the record doesn't tell of it." in faults(played)


def arguments(played: Championship) -> Iterator[dict[str, Any]]:
    """What addresses name: a round, hand and table of either stage, and the open one."""
    member = played.memberships.exclude(user=organiser_of(played)).get()
    fixed = {
        "slug": played.slug,
        "preset": "lligueta",
        "user_id": member.user_id,
        "membership": member.pk,
        "contestant": played.contestants.order_by("number")[0].pk,
        "code": f"{played.pk}-1-not-the-token-at",
        **dict.fromkeys(("job", "made", "correction_request", "version", "play", "playing"), 1),
    }
    for number, deal in ((2, 5), (4, 13), (5, 16)):
        yield {
            **fixed,
            "number": number,
            "round": number,
            "table": 1,
            "deal": deal,
            "call": 1,
            "seat": "N",
            "side": "NS",
            "act": "packs",
            "deal_set": 1,
        }


OF_A_CHAMPIONSHIP = [one for one in addresses() if "slug" in one.arguments]


@pytest.fixture(scope="module")
def visitors(played: Championship, django_db_blocker: DjangoDbBlocker) -> Visitors:
    with django_db_blocker.unblock():
        return Visitors({Who.ORGANISER: organiser_of(played)})


@pytest.mark.parametrize("address", OF_A_CHAMPIONSHIP, ids=lambda one: one.name)
def test_every_address_answers(played: Championship, visitors: Visitors, address: Address) -> None:
    """Where an address doesn't name the stage it is the second one, which is being played."""

    def ask(url: str, *others: Who) -> None:
        with undone(), day_line_unread():
            for who in (Who.ORGANISER, *others):
                client = visitors.client(who, HALL, headers={"Accept-Language": "en"})
                assert client.get(url).status_code < 500, url

    *urls, last = dict.fromkeys(address.url(values) for values in arguments(played))
    with looks_at_the_stage() as looks:
        for url in urls:
            ask(url)
        ask(last, Who.ANONYMOUS)
    if looks:
        ask(f"{last}?stage=1", Who.ANONYMOUS)


@pytest.mark.parametrize(
    "name",
    [
        *("standings:hand_sheet", "standings:round", "public:pairings", "deals:hands"),
        *("exports:hand_sheets_pdf", "exports:hands_pdf", "exports:pairings_pdf"),
    ],
)
def test_what_is_public_of_a_round_is_public_in_both_stages(
    played: Championship, name: str
) -> None:
    (address,) = (one for one in addresses() if one.name == name)
    of_closed_rounds = list(arguments(played))[:2]
    for values in of_closed_rounds:
        response = english_client().get(address.url(values))
        assert response.status_code == 200, address.url(values)


def test_a_page_about_one_stage_lets_one_choose(played: Championship) -> None:
    def page(query: str) -> str:
        return english_client().get(f"/c/{played.slug}/standings/{query}").content.decode()

    assert "0–100" in page("") or "100.00" in page("")  # the one being played
    assert "100.00" not in page("?stage=1")
    assert "100.00" not in page("?after=2")
    assert 'href="?stage=1"' in page("")
    assert english_client().get(f"/c/{played.slug}/standings/?stage=3").status_code == 404


def test_a_stage_that_is_not_published_is_nobody_elses_business(played: Championship) -> None:
    Stage.objects.filter(championship=played, number=2).update(published_at=None)
    everybody, organiser = english_client(), english_client(organiser_of(played))
    url = f"/c/{played.slug}/"
    assert everybody.get(url).status_code == 200
    assert everybody.get(f"{url}standings/?stage=2").status_code == 404
    assert organiser.get(f"{url}standings/?stage=2").status_code == 200
    assert "?stage=1" not in everybody.get(f"{url}standings/").content.decode()


@pytest.mark.parametrize("name", [name for name in PAPERS if name not in ("bracket", "calendar")])
def test_every_paper(played: Championship, name: str) -> None:
    stages = stages_of(played)
    known = known_of(stages)
    paper = PAPERS[name]
    rounds: tuple[int, ...] = (2, 4) if paper.scope is Scope.ROUND else ()
    if name == "table-slips":
        rounds = (5,)
    moment = played.created_at
    request = PaperRequest(stages, rounds, moment, "http://hall", known)
    assert bind_papers(request, [paper]).content.startswith(b"%PDF")


@pytest.mark.parametrize("name", WORKBOOKS)
@pytest.mark.parametrize("number", [1, 2])
def test_every_workbook(played: Championship, name: str, number: int) -> None:
    stage = stages_of(played)[number - 1]
    _heading, content = made_workbook(name, stage, played.created_at)
    assert content.startswith(b"PK")


def test_the_file_there_and_back(played: Championship) -> None:
    actor = actor_of(played)
    content = export_championship(actor=actor, championship=played).content
    twin = import_championship(actor=actor, file=BytesIO(content), slug="twin")
    assert faults(twin) == []
    assert export_championship(actor=actor, championship=twin).content == content.replace(
        f'"slug": "{played.slug}"'.encode(), b'"slug": "twin"'
    )
    for mine, theirs in zip(stages_of(played), stages_of(twin), strict=True):
        lines = [standings_view(one).lines for one in (mine, theirs)]
        assert [line.figures.total for line in lines[0]] == [
            line.figures.total for line in lines[1]
        ]


def test_a_table_and_a_pair_see_the_open_round_of_the_second_stage(played: Championship) -> None:
    code = Place(PlaceKind.TABLE, 1, played.tables.get(number=1).link_number)
    page = table_page(Sender(played, 1, [code]), "1")
    assert page.open_rounds == (5,)
    assert page.match is not None
    assert [hand.deal for hand in page.match.hands] == [15, 16]
    stages = stages_of(played)
    pair = pair_page(stages, stages[1], 1, published=public_version(played))
    assert [one.number for one in pair.rounds] == [1, 2, 3, 4, 5]
    assert [one.group.round for one in pair.results] == [4, 3, 2, 1]

"""How fast papers and workbooks are made. Prints figures, asserts nothing about time.

Single ones of 200 pairs, from read models made up beforehand; and everything for one round, from
the database to the file, for championships of several sizes.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from io import BytesIO

from pypdf import PdfReader

from scoring.dealing.deal_set import deal_hashes, make_deal
from scoring.dealing.pack_codes import check_codes
from scoring.game.seats import dealer_of
from tests.benchmarks.large import large_championship
from tests.tournament.exports.files import hand_sheets_pdf, pairings_pdf, standings_pdf
from tests.tournament.exports.made_up import MadeUp
from tests.tournament.exports.samples import Sample, heading
from tournament.deals.queries import DealtHand
from tournament.exports.excel.auditor import auditors_workbook
from tournament.exports.excel.hand_sheets import hand_sheets_workbook
from tournament.exports.excel.reader import readers_workbook
from tournament.exports.excel.standings import standings_workbook
from tournament.exports.papers import PAPERS, PaperRequest, Scope, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.pdf.hands_to_prepare import hands_to_prepare_pages
from tournament.exports.pdf.paper import write
from tournament.exports.workbooks import WORKBOOKS, made_workbook, published_results
from tournament.models import Result, ResultConfirmation, RoundStatus, Stage

CONTESTANTS, ROUNDS = 200, 7
SIZES = (10, 50, 100, 200)
KEY = bytes(range(32))


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    sample = Sample(CONTESTANTS, ROUNDS)
    view = sample.standings()
    pairings = sample.pairings(1)
    sheets = sample.sheets_of([1])
    hands = [DealtHand(n, dealer_of(n), make_deal(KEY, "", n)) for n in range(1, 5)]
    codes = check_codes(deal_hashes(KEY, 4), "")
    top = heading()
    size = f"{CONTESTANTS} pairs"
    yield f"standings, {size} × {ROUNDS} rounds, PDF", lambda: standings_pdf(top, view), 1
    yield f"standings, {size} × {ROUNDS} rounds, xlsx", lambda: standings_workbook(top, view), 1
    yield f"pairings of a round, {size}, PDF", lambda: pairings_pdf(top, pairings), 1
    yield f"hand sheets of a round, {size}, PDF", lambda: hand_sheets_pdf(top, sheets, {}, {}), 1
    yield (
        f"hand sheets of {4 * ROUNDS} hands, {size}, xlsx",
        lambda: hand_sheets_workbook(top, sample.sheets),
        1,
    )
    everything = MadeUp(1, pairs=CONTESTANTS, rounds=ROUNDS).scores()
    hands_of_all = f"{4 * ROUNDS} hands, {size}, xlsx"
    yield f"auditor's workbook, {hands_of_all}", lambda: auditors_workbook(top, everything), 1
    yield f"reader's workbook, {hands_of_all}", lambda: readers_workbook(top, everything), 1
    full = MadeUp(1, pairs=40, rounds=39).scores()
    whole = "156 hands, 40 pairs, xlsx"
    yield f"auditor's workbook, {whole}", lambda: auditors_workbook(top, full), 1
    yield f"reader's workbook, {whole}", lambda: readers_workbook(top, full), 1
    yield "hands of a round, PDF", lambda: write(hands_to_prepare_pages(top, hands, codes)), 1
    for contestants in SIZES:
        yield from everything_for_a_round(contestants)
    for contestants in SIZES:
        yield from workbooks(contestants)
    for contestants in SIZES:
        yield official_record(contestants, ROUNDS)
    yield official_record(40, 39)


def everything_for_a_round(contestants: int) -> Iterable[tuple[str, Callable[[], object], int]]:
    """All papers of a round: what it has after it was played, and a next one before it is.

    So what it has at any time, as pairings and hands, is made twice. Its unit is a page.
    """
    stage = large_championship(contestants, 2, slug=f"rounds-of-{contestants}")
    stage.rounds.filter(number=2).update(status=RoundStatus.PLANNED, first_closed_at=None)
    stage = Stage.objects.select_related("championship").get(pk=stage.pk)
    made_at = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    known = known_of((stage,))
    request = PaperRequest((stage,), (1, 2), made_at, "http://192.168.1.20:8000", known)
    papers = [paper for paper in PAPERS.values() if paper.scope is Scope.ROUND]
    pages = len(PdfReader(BytesIO(bind_papers(request, papers).content)).pages)
    name = f"everything for a round, {contestants} pairs, {pages} pages, PDF"
    yield name, partial(bind_papers, request, papers), pages


def workbooks(contestants: int) -> Iterable[tuple[str, Callable[[], object], int]]:
    """Every workbook, from the database to the file; its unit is a result."""
    stage = large_championship(contestants, ROUNDS, slug=f"workbooks-of-{contestants}")
    stage = Stage.objects.select_related("championship").get(pk=stage.pk)
    made_at, results = datetime(2026, 11, 21, 18, 0, tzinfo=UTC), published_results(stage)
    for name in WORKBOOKS:
        yield (
            f"workbook {name}, {contestants} pairs, {results} results",
            partial(made_workbook, name, stage, made_at),
            results,
        )


def official_record(contestants: int, rounds: int) -> tuple[str, Callable[[], object], int]:
    """The whole official record, from the database to the file; its unit is a page."""
    stage = large_championship(contestants, rounds, slug=f"record-of-{contestants}-and-{rounds}")
    ResultConfirmation.objects.bulk_create(
        ResultConfirmation(
            result=result,
            by=ResultConfirmation.By.EW,
            actor="table 1 EW pair 2",
            actor_contestant=2,
            actor_table=1,
        )
        for result in Result.objects.filter(match__round__stage=stage)
    )
    stage = Stage.objects.select_related("championship").get(pk=stage.pk)
    made_at = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    request = PaperRequest((stage,), (), made_at, "http://192.168.1.20:8000", known_of((stage,)))
    paper = PAPERS["official-record"]
    pages = len(list(paper.pages(request)))
    name = f"official record, {contestants} pairs × {rounds} rounds, {pages} pages, PDF"
    return name, partial(bind_papers, request, [paper]), pages

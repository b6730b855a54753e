"""How fast papers and workbooks of 200 pairs are made. Prints figures, asserts nothing about time.

Reading the championship from the database is another benchmark's matter; here the read models are
made up beforehand.
"""

from collections.abc import Callable, Iterable

from scoring.dealing import make_deal
from scoring.seats import dealer_of
from tests.tournament.exports.samples import Sample, heading
from tournament.deals.queries import DealtHand
from tournament.exports.excel.hand_sheets import hand_sheets_workbook
from tournament.exports.excel.standings import standings_workbook
from tournament.exports.pdf.hand_sheets import hand_sheets_pdf
from tournament.exports.pdf.hands import hand_pages
from tournament.exports.pdf.pairings import pairings_pdf
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.standings import standings_pdf

TEAMS, ROUNDS = 200, 7
KEY = bytes(range(32))


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    sample = Sample(TEAMS, ROUNDS)
    view = sample.standings()
    pairings = sample.pairings(1)
    sheets = sample.sheets_of([1])
    hands = [DealtHand(n, dealer_of(n), make_deal(KEY, "", n)) for n in range(1, 5)]
    top = heading()
    size = f"{TEAMS} pairs"
    yield f"standings, {size} × {ROUNDS} rounds, PDF", lambda: standings_pdf(top, view), 1
    yield f"standings, {size} × {ROUNDS} rounds, xlsx", lambda: standings_workbook(top, view), 1
    yield f"pairings of a round, {size}, PDF", lambda: pairings_pdf(top, pairings), 1
    yield f"hand sheets of a round, {size}, PDF", lambda: hand_sheets_pdf(top, sheets), 1
    yield (
        f"hand sheets of {4 * ROUNDS} hands, {size}, xlsx",
        lambda: hand_sheets_workbook(top, sample.sheets),
        1,
    )
    yield "hands of a round, PDF", lambda: write(hand_pages(top, hands)), 1

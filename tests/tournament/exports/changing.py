"""Changes of a made-up championship, made alike in the program and in the auditor's workbook.

Each function makes one change in both, chosen by chance, and says whether there was something to
change.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from openpyxl.cell.cell import Cell
from openpyxl.workbook import Workbook

from scoring.duplicate.methods import Method
from scoring.duplicate.scores import Award, Infraction
from scoring.duplicate.settings import FLAT_SCORES, AverageOf, Scale
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.game.seats import Sides
from scoring.participation import LEAST_SHARES, Withdrawn
from scoring.rank_by import RankBy
from tests.tournament.exports.audited import RESULTS
from tests.tournament.exports.made_up import MadeUp
from tournament.exports.excel.auditor import results
from tournament.exports.excel.auditor.results import key_of
from tournament.exports.excel.auditor.words import text_of
from tournament.models import NotPlayedReason, Outcome
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, SideOfHand
from tournament.standings.rulings import Deduction


@dataclass
class Change:
    """The championship, its workbook, and what decides."""

    made_up: MadeUp
    book: Workbook
    chance: random.Random

    def named(self, name: str) -> list[Cell]:
        """The cells that bear a name."""
        ((sheet, place),) = self.book.defined_names[name].destinations
        found: Any = self.book[sheet][place]
        return [row[0] for row in found] if isinstance(found, tuple) else [found]

    def put(self, **changed: Any) -> None:
        """Change settings of the championship."""
        stage = self.made_up.stage
        stage.settings = replace(stage.settings, **changed)

    def setting(self, name: str, value: Any) -> None:
        (cell,) = self.named(name)
        cell.value = value

    def free(self, name: str) -> int:
        """Which of the cells of a list is the first without a value."""
        return next(n for n, cell in enumerate(self.named(name)) if cell.value is None)

    def entry(self, *, which: Callable[[HandEntry], bool]) -> HandEntry | None:
        found = [one for of_deal in self.made_up.entries.values() for one in of_deal if which(one)]
        return self.chance.choice(found) if found else None

    def store(self, entry: HandEntry, **cells: Any) -> None:
        """Put an entry in the place of the one of its table, and write its cells."""
        of_deal = self.made_up.entries[entry.deal]
        (index,) = [n for n, one in enumerate(of_deal) if one.table_number == entry.table_number]
        of_deal[index] = entry
        sheet = self.book.worksheets[RESULTS]
        (row,) = [
            row for row in sheet.iter_rows() if row[results.Column.KEY - 1].value == key_of(entry)
        ]
        for name, value in cells.items():
            row[results.Column[name] - 1].value = value


def word(value: Any) -> str | None:
    return text_of(value) if value else None


def played(entry: HandEntry) -> bool:
    return entry.outcome == Outcome.PLAYED


def with_points(entry: HandEntry) -> bool:
    return played(entry) and entry.sides.ns.points is not None


def made(entry: HandEntry, points: int) -> Sides[SideOfHand]:
    """Both sides with these points of N–S."""
    ns, ew = entry.sides
    return Sides(ns._replace(points=points), ew._replace(points=72 - points))


def points(change: Change) -> bool:
    entry = change.entry(which=with_points)
    if entry is None:
        return False
    now = change.chance.randint(0, 72)
    change.store(entry._replace(sides=made(entry, now)), POINTS=now)
    return True


def announcement(change: Change) -> bool:
    entry = change.entry(which=played)
    if entry is None:
        return False
    trump = change.chance.choice([None, Denomination.BOTIFARRA, *Denomination])
    now = Announcement(trump, change.chance.choice([Double.NONE, Double.CONTRO, Double.RECONTRO]))
    change.store(entry._replace(announcement=now), TRUMPS=word(now.trump), DOUBLE=word(now.double))
    return True


def rule_break(change: Change) -> bool:
    entry = change.entry(which=played)
    if entry is None:
        return False
    now = change.chance.choice([Infraction.NS, Infraction.EW, Infraction.BOTH])
    change.store(entry._replace(infraction=now, award=Award.NONE), RULE_BREAK=word(now), AWARD=None)
    return True


def no_rule_break(change: Change) -> bool:
    entry = change.entry(which=lambda one: bool(one.infraction) and with_points(one))
    if entry is None:
        return False
    change.store(entry._replace(infraction=Infraction.NONE), RULE_BREAK=None)
    return True


def award(change: Change) -> bool:
    entry = change.entry(which=with_points)
    if entry is None:
        return False
    now = change.chance.choice([Award.NS, Award.EW, Award.BOTH, Award.NONE])
    changed = entry._replace(infraction=Infraction.NONE, award=now)
    change.store(changed, RULE_BREAK=None, AWARD=word(now))
    return True


def not_played(change: Change) -> bool:
    """What was entered of the play may stay on the sheet."""
    entry = change.entry(which=played)
    if entry is None:
        return False
    bare = entry._replace(
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.FOULED,
        announcement=NOTHING_ANNOUNCED,
        infraction=Infraction.NONE,
        award=Award.NONE,
    )
    change.store(bare, OUTCOME=word(Outcome.NOT_PLAYED), REASON=str(NotPlayedReason.FOULED.label))
    return True


def played_after_all(change: Change) -> bool:
    entry = change.entry(which=lambda one: not played(one))
    if entry is None:
        return False
    now = change.chance.randint(0, 72)
    change.store(
        entry._replace(outcome=Outcome.PLAYED, not_played_reason="", sides=made(entry, now)),
        OUTCOME=word(Outcome.PLAYED),
        POINTS=now,
        REASON=None,
    )
    return True


def points_taken_away(change: Change) -> bool:
    """A result without points is none."""
    entry = change.entry(
        which=lambda one: with_points(one) and not one.infraction and one.award is not Award.BOTH
    )
    if entry is None:
        return False
    change.store(entry._replace(outcome=Outcome.BLANK, award=Award.NONE), POINTS=None)
    return True


def other_pairs(change: Change) -> bool:
    """Two pairs had changed sides; what each side made stays."""
    entry = change.entry(which=played)
    if entry is None:
        return False
    ns, ew = entry.sides
    sides = Sides(ns._replace(contestant=ew.contestant), ew._replace(contestant=ns.contestant))
    swapped = entry._replace(sides=sides)
    change.store(swapped, NS=swapped.pairs.ns.number, EW=swapped.pairs.ew.number)
    return True


def cancelled_hand(change: Change) -> bool:
    deals = [one for one in change.made_up.entries if one not in change.made_up.cancelled]
    if not deals:
        return False
    deal = change.chance.choice(deals)
    change.made_up.cancelled[deal] = "the pack had two manillas"
    change.named("cancelled_hands")[change.free("cancelled_hands")].value = deal
    return True


def hand_that_stands(change: Change) -> bool:
    if not change.made_up.cancelled:
        return False
    deal = change.chance.choice(list(change.made_up.cancelled))
    del change.made_up.cancelled[deal]
    (cell,) = [one for one in change.named("cancelled_hands") if one.value == deal]
    cell.value = None
    return True


def deduct(change: Change, number: int, taken: Fraction) -> None:
    before = change.made_up.deductions.get(number, ())
    change.made_up.deductions[number] = (*before, Deduction(number, taken, "late"))
    free = change.free("deducted_pairs")
    change.named("deducted_pairs")[free].value = number
    change.named("deducted_points")[free].value = float(taken)


def deduction(change: Change) -> bool:
    number = change.chance.choice(list(change.made_up.contestants))
    deduct(change, number, Fraction(change.chance.randint(1, 250), 100))
    return True


def no_deduction(change: Change) -> bool:
    if not change.made_up.deductions:
        return False
    number = change.chance.choice(list(change.made_up.deductions))
    del change.made_up.deductions[number]
    for pair, taken in zip(change.named("deducted_pairs"), change.named("deducted_points")):
        if pair.value == number:
            pair.value = taken.value = None
    return True


def tie(change: Change) -> bool:
    """A pair loses just so much that it has the total of another one, perhaps of a tie."""
    lines = [line for line in view_of(change.made_up.scores()).lines if line.figures.hands]
    totals = sorted({line.figures.total for line in lines})
    if len(totals) < 2:
        return False
    lower = change.chance.choice(totals[:-1])
    higher = change.chance.choice([line for line in lines if line.figures.total > lower])
    deduct(change, higher.contestant.number, higher.figures.total - lower)
    return True


def withdrawal(change: Change) -> bool:
    there = [one for one in change.made_up.contestants.values() if one.withdrawn_from is None]
    gone = change.chance.choice(there)
    change.made_up.contestants[gone.id] = replace(gone, withdrawn_from=2)
    free = change.free("withdrawn_pairs")
    change.named("withdrawn_pairs")[free].value = gone.number
    change.named("withdrawn_from")[free].value = 2
    return True


def no_withdrawal(change: Change) -> bool:
    found = [one for one in change.made_up.contestants.values() if one.withdrawn_from is not None]
    if not found:
        return False
    change.made_up.contestants[found[0].id] = replace(found[0], withdrawn_from=None)
    for cell in change.named("withdrawn_pairs"):
        if cell.value == found[0].number:
            cell.value = None
    return True


def method(change: Change) -> bool:
    others = [one for one in Method if one != change.made_up.stage.scoring_settings().method]
    now = change.chance.choice(others)
    change.put(method=now)
    change.setting("method", word(now))
    return True


def scale(change: Change) -> bool:
    now = (
        Scale.HUNDRED
        if change.made_up.stage.scoring_settings().scale is Scale.ONE_TWO
        else Scale.ONE_TWO
    )
    change.put(scale=now)
    change.setting("scale", word(now))
    return True


def flat_score(change: Change) -> bool:
    now = change.chance.choice(FLAT_SCORES)
    change.put(flat_score=now)
    change.setting("flat_score", float(now))
    return True


def average_of(change: Change) -> bool:
    now = change.chance.choice(list(AverageOf))
    change.put(average_of=now)
    change.setting("average_of", word(now))
    return True


def rank_by(change: Change) -> bool:
    now = change.chance.choice(list(RankBy))
    change.put(rank_by=now)
    change.setting("rank_by", word(now))
    return True


def least_share(change: Change) -> bool:
    now = change.chance.choice(LEAST_SHARES)
    change.put(least_share=now)
    change.setting("least_share", None if now is None else float(now))
    return True


def when_withdrawn(change: Change) -> bool:
    now = change.chance.choice(list(Withdrawn))
    change.put(withdrawn=now)
    change.setting("when_withdrawn", word(now))
    return True


CHANGES: tuple[Callable[[Change], bool], ...] = (
    points,
    announcement,
    rule_break,
    no_rule_break,
    award,
    not_played,
    played_after_all,
    points_taken_away,
    other_pairs,
    cancelled_hand,
    hand_that_stands,
    deduction,
    no_deduction,
    tie,
    withdrawal,
    no_withdrawal,
    method,
    scale,
    flat_score,
    average_of,
    rank_by,
    least_share,
    when_withdrawn,
)
EVERYWHERE = tuple(
    one for one in CHANGES if one not in {no_rule_break, hand_that_stands, no_deduction}
)
"""Changes for which there is something to change in nearly every championship."""

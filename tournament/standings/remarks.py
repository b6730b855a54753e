"""Remarks about a pair, shown beneath its name or in a column."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournament.core.numbers import score_text
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import StandingsLine
from tournament.standings.rulings import Deduction


def contestant_remarks(contestant: ContestantRef, *, club: bool) -> tuple[str, ...]:
    """Return remarks about a pair: players if it has its own name, `club`, withdrawal."""
    found = (
        [" – ".join(contestant.players)] if contestant.has_own_name and contestant.players else []
    )
    if club and contestant.club:
        found.append(contestant.club)
    remarks = [" · ".join(found)] if found else []
    if contestant.withdrawn_from is not None:
        remarks.append(withdrawn_text(contestant.withdrawn_from))
    return tuple(remarks)


def line_remarks(line: StandingsLine[Any], *, club: bool) -> tuple[str, ...]:
    """Return remarks about a pair in the standings: those of `contestant_remarks`, too few hands,
    deductions, and how a tie was split."""
    remarks = list(contestant_remarks(line.contestant, club=club))
    if told := line.too_few_hands:
        remarks.append(told)
    remarks += map(deduction_text, line.deductions)
    if line.tie_text:
        remarks.append(line.tie_text)
    return tuple(remarks)


def deduction_text(deduction: Deduction) -> str:
    """Return the points deducted from a total, with the reason."""
    return _("%(points)s deducted from the total: %(reason)s") % {
        "points": score_text(deduction.points),
        "reason": deduction.reason,
    }


def place_reasons(line: StandingsLine[Any]) -> tuple[str, ...]:
    """Return why a pair is behind others, for papers without remarks: too few hands, withdrawal."""
    number = line.contestant.withdrawn_from
    left = "" if number is None else withdrawn_text(number)
    return tuple(filter(None, (line.too_few_hands, left)))


def withdrawn_text(round_number: int) -> str:
    return _("withdrawn from round %(number)s") % {"number": round_number}

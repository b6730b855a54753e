"""Rows that papers and workbooks share, whatever their format.

A hand's row keeps numbers as numbers; a workbook writes them into cells, a paper as text. The words
around them are made here once, in the language in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.duplicate.scores import Award, Infraction, Origin
from scoring.game.seats import Sides, dealer_of, makers_of
from tournament.core.labels import label
from tournament.core.numbers import NOTHING
from tournament.models import NotPlayedReason, Outcome
from tournament.results.kinds.dealt_hand import announced, points_text
from tournament.results.kinds.kind import Content
from tournament.simultaneous.queries.event_standings import EventStandings
from tournament.standings.rankings.dealt_hands.hand_sheet import (
    HandEntry,
    HandSheet,
    PlayedOnPhones,
    SideOfHand,
)
from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheetLine
from tournament.standings.rankings.ranking import StandingsView

VOID = NOTHING
"""Text for a suit of which a seat has no card."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """One table's result of one hand. A number that isn't there is None."""

    table: str
    sides: Sides[SideOfHand]
    announced: str
    remark: str


def hand_row(entry: HandEntry) -> HandRow:
    return HandRow(
        table=entry.table_name,
        sides=entry.sides,
        announced=announced(entry.announcement),
        remark="; ".join(_remarks(entry)),
    )


def _remarks(entry: HandEntry) -> Iterator[str]:
    if entry.outcome == Outcome.BLANK:
        yield _("no result yet")
    elif entry.reason is not None:
        yield _not_played(entry, entry.reason)
    origins = {own.origin for own in entry.sides}
    nobody = Origin.AVERAGE_OF_NOBODY in origins
    if entry.infraction is not Infraction.NONE:
        yield _("rule-break %(by_whom)s") % {"by_whom": label(entry.infraction)}
        if Origin.AVERAGE in origins:
            yield _("the other side gets the average")
        elif nobody:
            yield _("the other side gets the score of a flat hand")
    if entry.award is not Award.NONE:
        yield _("average awarded %(for_whom)s") % {"for_whom": label(entry.award)}
        if nobody:
            yield _("with nobody to average: the score of a flat hand")
    if Origin.ANNULLED in origins:
        yield _("annulled, as a pair withdrew")
    if entry.on_phones is not None:
        yield played_text(entry.on_phones)


def played_text(played: PlayedOnPhones) -> str:
    """Return the play on phones of a hand that counts otherwise: "played on phones: 17–55"."""
    if played.points is None:
        return _("play on phones broken off and set aside by a referee")
    made = ", ".join(filter(None, [points_text(*played.points), announced(played.announcement)]))
    if played.set_aside_by:
        return _("played on phones: %(made)s, set aside by a referee") % {"made": made}
    return _("played on phones: %(made)s") % {"made": made}


def _not_played(entry: HandEntry, reason: NotPlayedReason) -> str:
    if reason is NotPlayedReason.FOULED:
        return _("fouled hand: compared with nobody")
    told = entry.public_note or str(reason.label)
    return _("not played: %(reason)s") % {"reason": told}


def content_text(content: Content | None) -> str:
    """Return a version of a result on one line: "40–32, botifarra; rule-break by NS"."""
    if content is None or content.outcome is Outcome.BLANK:
        return pgettext("result", "taken back")
    if content.reason is not None:
        return _("not played: %(reason)s") % {"reason": content.reason.label}
    return content.words


def moment_text(moment: datetime | None) -> str:
    """Return a day and a time in the site's time zone, short; a dash for None."""
    if moment is None:
        return NOTHING
    local = timezone.localtime(moment)
    return f"{date_format(local, 'SHORT_DATE_FORMAT')} {local:%H:%M}"


def sheet_line_remark(line: PairSheetLine) -> str:
    """Return the remark that explains a hand's scores to a pair; "" for an ordinary hand."""
    entry, origin = line.entry, line.own.origin
    found = []
    if entry.outcome == Outcome.BLANK:
        found.append(_("no result yet"))
    elif entry.reason is not None:
        found.append(_not_played(entry, entry.reason))
    if entry.infraction is not Infraction.NONE:
        found.append(_("rule-break %(by_whom)s") % {"by_whom": label(entry.infraction)})
    if entry.award is not Award.NONE:
        found.append(_("average awarded %(for_whom)s") % {"for_whom": label(entry.award)})
    if origin not in {None, Origin.FORMULA, Origin.INFRACTION}:
        found.append(label(origin))
    if entry.on_phones is not None:
        found.append(played_text(entry.on_phones))
    if line.sheet.cancelled and origin is None:
        found.append(label(Origin.CANCELLED))
    return "; ".join(found)


def remark_at_table(sheet: HandSheet, row: HandRow) -> str:
    """Return a row's remark where it is read by itself, without the remarks above its hand."""
    cancelled = f"{label(Origin.CANCELLED)}: {sheet.why_cancelled}" if sheet.cancelled else ""
    return "; ".join(filter(None, [row.remark, cancelled]))


def cancelled_note(sheet: HandSheet) -> str:
    """Return that a hand was cancelled for all tables, and why; "" for one that stands."""
    if not sheet.cancelled:
        return ""
    return _("Hand cancelled: no pair has a score for it.") + f" {sheet.why_cancelled}"


def hand_title(deal: int) -> str:
    return _("Hand %(number)s") % {"number": deal}


def hand_conditions(deal: int) -> str:
    """Return who deals the hand, and who makes trumps."""
    return _("dealer: %(seat)s · trumps made by %(side)s") % {
        "seat": label(dealer_of(deal)),
        "side": label(makers_of(deal)),
    }


def note_on_scores(view: StandingsView[Any]) -> str:
    """Return how the standings came about, in a sentence or two."""
    rounded = _(
        "Places are decided on exact values; what is shown is rounded, halves away from zero."
    )
    return f"{view.ranking.short_note(view)} {rounded}"


def note_on_unranked(view: StandingsView[Any]) -> str:
    """Return which pairs stand below the standings and why; "" where there are none."""
    if not (view.lines and view.unranked):
        return ""
    names = "; ".join(f"{contestant.number} {contestant.name}" for contestant in view.unranked)
    return f"{view.ranking.unranked} {names}"


def note_on_corrections(until: datetime | None) -> str:
    """Return until when results can be corrected; "" where that time is over, or never was."""
    if until is None:
        return ""
    return _("Corrections can be asked for until: %(moment)s.") % {"moment": moment_text(until)}


def note_on_cells() -> str:
    """Return the note about numbers for a reader of a workbook."""
    return _(
        "Cells hold each score to fourteen digits and show two decimals, rounded, "
        "halves away from zero."
    )


def round_title(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


def table_title(table_name: str, round: int) -> str:
    return _("Table %(table)s, round %(number)s") % {"table": table_name, "number": round}


def rounds_title(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return round_title(numbers[0])
    return _("Rounds %(numbers)s") % {"numbers": ", ".join(_stretches(numbers))}


def _stretches(numbers: Sequence[int]) -> Iterator[str]:
    """Yield numbers in their order, three and more that follow one another as "3–7"."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index < len(numbers) and numbers[index] == numbers[index - 1] + 1:
            continue
        stretch = numbers[start:index]
        yield from [f"{stretch[0]}–{stretch[-1]}"] if len(stretch) > 2 else map(str, stretch)
        start = index


def standings_title(view: StandingsView[Any]) -> str:
    """Return the title of standings, with the stage's name if it has one."""
    return view.titled(_("Final standings") if view.final else _("Standings"))


def after_rounds(rounds: Sequence[int], *, final: bool = False) -> str:
    """Return the last round that counts, or which rounds where one is left out.

    "" where the standings are final: then all rounds count.
    """
    if final:
        return ""
    if not rounds:
        return _("Before the first round")
    if list(rounds) == list(range(1, len(rounds) + 1)):
        return _("After round %(number)s") % {"number": rounds[-1]}
    return rounds_title(rounds)


def event_notes(found: EventStandings) -> Iterator[str]:
    """Yield notes for readers of an event's standings: who is missing, and what is compared."""
    if found.late:
        names = ", ".join(one.venue.name for one in found.late)
        yield _("Not ranked, because rounds are missing: %(venues)s.") % {"venues": names}
    for out in found.left_out:
        yield f"{out.venue.name}: {out.why.label} – {out.reason}"
    if found.event.field == "own-venue":
        yield _(
            "Each hand is compared with those who played it in the same venue, everybody is ranked "
            "together."
        )
    else:
        yield _("Each hand is compared with everybody who played it, in all venues.")
    yield _("The percentile is the share of all others with the same cards that a pair has beaten.")

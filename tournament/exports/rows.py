"""The rows that papers and workbooks share: what stands in them, before any format is chosen.

A hand's row keeps numbers as numbers; a workbook writes them into cells, a paper as text. The words
around them are made here once, in the language in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.announcements import Announcement, Double
from scoring.championship import Infraction, Origin
from scoring.seats import dealer_of, makers_of
from scoring.settings import RankBy
from tournament.core.labels import label
from tournament.core.numbers import NOTHING, score_text
from tournament.models import NotPlayedReason, Outcome
from tournament.standings.queries import HandEntry, StandingsLine, StandingsView, TeamRef

VOID = NOTHING
"""What stands for a suit of which a seat has no card."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """One table's result of one hand. A number that isn't there is None."""

    table: str
    ns: TeamRef
    ew: TeamRef
    ns_points: int | None
    ew_points: int | None
    announced: str
    ns_hand_score: int | None
    ew_hand_score: int | None
    ns_final: Fraction | None
    ew_final: Fraction | None
    remark: str


def hand_row(entry: HandEntry) -> HandRow:
    """The row of a table's result."""
    return HandRow(
        table=entry.table_name,
        ns=entry.ns,
        ew=entry.ew,
        ns_points=entry.ns_points,
        ew_points=entry.ew_points,
        announced=announced(entry.announcement),
        ns_hand_score=entry.ns_hand_score,
        ew_hand_score=entry.ew_hand_score,
        ns_final=entry.ns_final,
        ew_final=entry.ew_final,
        remark="; ".join(_remarks(entry)),
    )


def announced(announcement: Announcement) -> str:
    """Trumps and doubles in words: "botifarra, contro"; "" when nothing was written down."""
    words = []
    if announcement.trump is not None:
        words.append(label(announcement.trump))
    if announcement.double is not Double.NONE:
        words.append(label(announcement.double))
    return ", ".join(words)


def _remarks(entry: HandEntry) -> Iterator[str]:
    """What a reader must know to understand the row's scores."""
    if entry.outcome == Outcome.BLANK:
        yield _("no result yet")
    elif entry.reason is not None:
        other = entry.reason is NotPlayedReason.OTHER
        told = [] if other else [str(entry.reason.label)]
        told += [entry.public_note] if entry.public_note else []
        yield _("not played: %(reason)s") % {"reason": ", ".join(told)}
    if entry.infraction is not Infraction.NONE:
        yield _("rule-break %(by_whom)s") % {"by_whom": label(entry.infraction)}
    origins = {entry.ns_origin, entry.ew_origin}
    if Origin.AVERAGE in origins:
        yield _("the other side gets the average")
    if Origin.AVERAGE_OF_NOBODY in origins:
        yield _("the other side gets the score of a flat hand")
    if Origin.ANNULLED in origins:
        yield _("annulled, as a pair withdrew")


def hand_title(deal: int) -> str:
    """The name of a hand."""
    return _("Hand %(number)s") % {"number": deal}


def hand_conditions(deal: int) -> str:
    """Who deals the hand, and who makes trumps."""
    return _("dealer: %(seat)s · trumps made by %(side)s") % {
        "seat": label(dealer_of(deal)),
        "side": label(makers_of(deal)),
    }


def rank_text(line: StandingsLine) -> str:
    """A rank; one that is shared bears a sign of equality: "2="."""
    return f"{line.rank}=" if line.shared else str(line.rank)


def round_initial(number: int) -> str:
    """A round's name at the head of a narrow column: "R3"."""
    return pgettext("round, short", "R%(number)s") % {"number": number}


def round_score_text(line: StandingsLine, number: int) -> str:
    """A pair's score in a round: a word where it rested, a dash where it has none."""
    score = line.by_round.get(number)
    if score is None and number in line.rests:
        return pgettext("round's score", "rest")
    return score_text(score)


def team_remarks(team: TeamRef, *, club: bool) -> tuple[str, ...]:
    """What is told of a pair beneath its name: its players, its `club`, its withdrawal."""
    found = [" – ".join(team.players)] if team.has_own_name and team.players else []
    if club and team.club:
        found.append(team.club)
    remarks = [" · ".join(found)] if found else []
    if team.withdrawn_from is not None:
        remarks.append(withdrawn_text(team.withdrawn_from))
    return tuple(remarks)


def line_remarks(line: StandingsLine, *, club: bool) -> tuple[str, ...]:
    """What is told of a pair in the standings: see `team_remarks`, and how its place came about."""
    remarks = list(team_remarks(line.team, club=club))
    if line.deduction:
        points = {"points": score_text(line.deduction)}
        remarks.append(_("%(points)s deducted from the total") % points)
    if line.tie_text:
        remarks.append(line.tie_text)
    return tuple(remarks)


def withdrawn_text(round_number: int) -> str:
    return _("withdrawn from round %(number)s") % {"number": round_number}


def note_on_scores(view: StandingsView) -> str:
    """How the standings came about, in a sentence or two."""
    if view.ranked_by is RankBy.MEAN:
        ranked = _("Ranked by the mean score per hand.")
    else:
        ranked = _("Ranked by the total of all hands.")
    rounded = _("Places are decided on exact values; what is shown is rounded half up.")
    return f"{ranked} {rounded}"


def note_on_unranked(view: StandingsView) -> str:
    """Which pairs stand below the standings and why; "" where there are none, or no standings."""
    if not (view.lines and view.unranked):
        return ""
    names = "; ".join(f"{team.number} {team.name}" for team in view.unranked)
    return _("Without a hand that counts:") + f" {names}"


def note_on_cells() -> str:
    """What a reader of a workbook should know about its numbers."""
    return _("Cells hold each score to fourteen digits and show two decimals, rounded half up.")


def round_title(number: int) -> str:
    """The name of a round."""
    return _("Round %(number)s") % {"number": number}


def rounds_title(numbers: Sequence[int]) -> str:
    """The names of one round or several."""
    if len(numbers) == 1:
        return round_title(numbers[0])
    return _("Rounds %(numbers)s") % {"numbers": ", ".join(map(str, numbers))}


def after_rounds(rounds: Sequence[int]) -> str:
    """Up to where results count: after a round, or of which rounds where one is left out."""
    if not rounds:
        return _("Before the first round")
    if list(rounds) == list(range(1, len(rounds) + 1)):
        return _("After round %(number)s") % {"number": rounds[-1]}
    return rounds_title(rounds)

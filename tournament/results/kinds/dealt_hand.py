"""Result of a hand dealt beforehand, as a duplicate match needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import (
    DUPLICATE_DOUBLES,
    NOTHING_ANNOUNCED,
    Announcement,
    Denomination,
    Double,
)
from scoring.game.seats import Sides, dealer_of
from scoring.game.tricks import POINTS_IN_A_HAND
from tournament.core.errors import UserError
from tournament.core.labels import label
from tournament.core.numbers import NOTHING
from tournament.core.reasons import clean_note
from tournament.models import NotPlayedReason, Outcome, Result
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.plausibility import FEW_POINTS, doubts_about


@dataclass(frozen=True, slots=True)
class ResultInput(Content):
    """The result of a dealt hand: played (points, a rule-break or both), not played, or blank.

    `ns_points` are N–S's trick points, 0–72; None only beside a rule-break, where both sides were
    awarded the average, or when not played.
    """

    template = "results/_content.html"

    ns_points: int | None = None
    announcement: Announcement = NOTHING_ANNOUNCED
    infraction: Infraction = Infraction.NONE
    award: Award = Award.NONE

    @property
    def order(self) -> str:
        return pgettext("points", "NS–EW")

    @property
    def points(self) -> Sides[int | None]:
        """Trick points of both sides."""
        ns = self.ns_points
        return Sides(ns, None if ns is None else POINTS_IN_A_HAND - ns)

    @property
    def words(self) -> str:
        """Return the result on one line, such as "40–32, botifarra; rule-break by NS"."""
        points = points_text(*self.points)
        parts = [", ".join(filter(None, [points, announced(self.announcement)]))]
        if self.infraction is not Infraction.NONE:
            parts.append(_("rule-break %(by_whom)s") % {"by_whom": label(self.infraction)})
        if self.award is not Award.NONE:
            parts.append(_("average awarded %(for_whom)s") % {"for_whom": label(self.award)})
        return "; ".join(parts)

    def as_columns(self) -> dict[str, Any]:
        trump = self.announcement.trump
        return {
            "outcome": self.outcome.value,
            "ns_points": self.ns_points,
            "trump": trump.value if trump else "",
            "double": self.announcement.double.value,
            "infraction": self.infraction.value,
            "award": self.award.value,
            "not_played_reason": self.not_played_reason,
            "note": self.note,
        }


BLANK = ResultInput(outcome=Outcome.BLANK)
"""Content that takes a result back."""


def announced(announcement: Announcement) -> str:
    """Return trumps and doubles in words: "botifarra, contro"; "" when nothing was written down."""
    words = []
    if announcement.trump is not None:
        words.append(label(announcement.trump))
    if announcement.double is not Double.NONE:
        words.append(label(announcement.double))
    return ", ".join(words)


def points_text(own: int | None, others: int | None) -> str:
    """Return the trick points of a side and of the other: "40–32"; a dash for unwritten ones."""
    return NOTHING if own is None else f"{own}{NOTHING}{others}"


def entry_of(said: Mapping[str, Any]) -> ResultInput:
    """Return the content that `as_columns` wrote."""
    return ResultInput(
        outcome=Outcome(said["outcome"]),
        ns_points=said["ns_points"],
        announcement=Announcement(
            Denomination(said["trump"]) if said["trump"] else None, Double(said["double"])
        ),
        infraction=Infraction(said["infraction"]),
        award=Award(said["award"]),
        not_played_reason=said["not_played_reason"],
        note=said["note"],
    )


def content_of(result: Result) -> ResultInput:
    """Return the content of a stored version of a dealt hand."""
    return entry_of({name: getattr(result, name) for name in DEALT_HAND.columns})


def _checked(entry: ResultInput) -> ResultInput:
    note = clean_note(entry.note)
    if entry.outcome is Outcome.PLAYED:
        _check_played(entry)
        return replace(entry, note=note)
    if entry.ns_points is not None or entry.infraction or entry.award:
        raise UserError(
            _("A hand that was not played has no points, rule-break or awarded average."),
            field="not_played_reason",
        )
    if entry.outcome is Outcome.BLANK:
        return BLANK
    if entry.not_played_reason not in NotPlayedReason.values:
        raise UserError(_("Say why the hand was not played."), field="not_played_reason")
    if entry.not_played_reason == NotPlayedReason.OTHER and not note:
        raise UserError(_("Write down why the hand was not played."), field="note")
    return ResultInput(
        outcome=Outcome.NOT_PLAYED, not_played_reason=entry.not_played_reason, note=note
    )


def _check_played(entry: ResultInput) -> None:
    if entry.not_played_reason:
        raise UserError(
            _("A hand that was played has no reason for not being played."),
            field="not_played_reason",
        )
    if entry.infraction and entry.award:
        raise UserError(
            _("A hand has a rule-break or an awarded average, not both."), field="award"
        )
    if entry.ns_points is None:
        if entry.infraction is Infraction.NONE and entry.award is not Award.BOTH:
            raise UserError(_("Enter the points of one side."), field="ns_points")
    elif not 0 <= entry.ns_points <= POINTS_IN_A_HAND:
        raise UserError(
            _("Points are a whole number from 0 to %(most)d.") % {"most": POINTS_IN_A_HAND},
            field="ns_points",
        )


def _is_for_pairs(entry: ResultInput) -> bool:
    return entry.outcome is Outcome.PLAYED and not entry.infraction and not entry.award


def _agree(standing: ResultInput, said: ResultInput) -> bool:
    is_botifarra = said.announcement.trump is Denomination.BOTIFARRA
    if standing.announcement.trump is None and not is_botifarra:
        # Unknown trumps are some suit, and all suits score alike.
        said = replace(said, announcement=replace(said.announcement, trump=None))
    return standing == said


def _with_ruling(standing: ResultInput, said: ResultInput) -> ResultInput:
    if not standing.infraction and not standing.award:
        return said
    return replace(said, infraction=standing.infraction, award=standing.award, note=standing.note)


def _differences(one: ResultInput, other: ResultInput) -> tuple[str, ...]:
    parts = {
        _("whether it was played"): attrgetter("outcome", "not_played_reason"),
        _("points"): attrgetter("ns_points"),
        _("trumps"): attrgetter("announcement.trump"),
        _("contro"): attrgetter("announcement.double"),
        _("rule-break"): attrgetter("infraction"),
        _("awarded average"): attrgetter("award"),
        _("note"): attrgetter("note"),
    }
    return tuple(words for words, part in parts.items() if part(one) != part(other))


def _compared(content: ResultInput) -> int | None:
    """Return the points of N–S, of a hand that was played out without a rule-break."""
    is_played_out = content.outcome is Outcome.PLAYED and not content.infraction
    return content.ns_points if is_played_out else None


def _from_table(given: Mapping[str, Any]) -> ResultInput:
    points, trump, double = (given[name] for name in DEALT_HAND.table_fields)
    if type(points) is not int or not 0 <= points <= POINTS_IN_A_HAND:  # True is an int, too
        raise ValueError(f"no points: {points!r}")
    if not isinstance(trump, str) or double not in DUPLICATE_DOUBLES:
        raise ValueError(f"no announcement: {trump!r}, {double!r}")
    return ResultInput(
        outcome=Outcome.PLAYED,
        ns_points=points,
        announcement=Announcement(Denomination(trump) if trump else None, Double(double)),
    )


def _for_table(content: ResultInput) -> dict[str, Any] | None:
    if not _is_for_pairs(content) or content.ns_points is None:
        return None
    trump = content.announcement.trump
    return {
        "points": content.ns_points,
        "trump": trump.value if trump else "",
        "double": content.announcement.double.value,
    }


def _told(content: ResultInput) -> str:
    if content.reason is not None:
        return _("Not played: %(reason)s") % {"reason": content.reason.label}
    if content.infraction is not Infraction.NONE:
        return _("Rule-break: %(by)s") % {"by": label(content.infraction)}
    if content.award is not Award.NONE:
        return _("Awarded average: %(side)s") % {"side": label(content.award)}
    return ""


DEALT_HAND = ResultKind(
    key=Result.Kind.DEALT_HAND.value,
    columns=(
        *("outcome", "ns_points", "trump", "double", "infraction", "award"),
        *("not_played_reason", "note"),
    ),
    blank=BLANK,
    numbers=lambda deals: deals,
    title=lambda deal: _("Hand %(number)s") % {"number": deal},
    dealer=dealer_of,
    numbered=True,
    read=entry_of,
    checked=_checked,
    is_for_pairs=_is_for_pairs,
    agree=_agree,
    with_ruling=_with_ruling,
    differences=_differences,
    compared=_compared,
    doubts_about=doubts_about,
    table_fields=("points", "trump", "double"),
    from_table=_from_table,
    for_table=_for_table,
    told=_told,
    limits={"few": FEW_POINTS},
    has_rulings=True,
)

"""Hand sheet: one hand at all tables, with the score of each result.

A hand sheet (a *traveller*) lists every table of a deal. A table without a result, or that did not
play the hand, has no scores and is not compared with the others. A hand that was cancelled for all
has no scores at any table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from scoring.duplicate.scores import Award, Field, Infraction, Origin
from scoring.game.announcements import Announcement
from scoring.game.seats import Seat, Side, Sides
from tournament.models import NotPlayedReason, Outcome
from tournament.standings.contestants import ContestantRef


# Named tuples, because thousands are made for one page: they take less than half the time.
class SideOfHand(NamedTuple):
    """Side of a hand at a table: the pair, its trick points and their scores.

    Points are 0 to 72, None if none were written down. The hand score is None at a table with a
    rule-break and for a side that was awarded the average; the final score (exact, on the
    championship's scale) and its origin are None if there is nothing to score.
    """

    contestant: ContestantRef
    points: int | None
    hand_score: int | None = None
    final: Fraction | None = None
    origin: Origin | None = None


class PlayedOnPhones(NamedTuple):
    """Result of a hand played on phones; `points` are None if play was broken off."""

    points: Sides[int] | None
    announcement: Announcement
    set_aside_by: str = ""
    """Referee who decided that it doesn't count; "" if nobody has."""
    set_aside_reason: str = ""
    """Reason for that decision; shown in the record, but not on public pages."""


class HandEntry(NamedTuple):
    """Hand at one table: what was entered and its scores.

    `version` is 0, and the outcome BLANK, if nothing has been entered yet. `not_played_reason` is a
    value of `NotPlayedReason`, or "".
    """

    match_id: int
    table_name: str
    table_number: int
    round: int
    deal: int
    sides: Sides[SideOfHand]
    outcome: Outcome
    announcement: Announcement
    infraction: Infraction
    award: Award
    not_played_reason: str
    note: str
    version: int
    on_phones: PlayedOnPhones | None = None
    """Result on phones, if the hand counts otherwise; else None."""

    @property
    def pairs(self) -> Sides[ContestantRef]:
        return self.sides.map(lambda own: own.contestant)

    @property
    def group(self) -> int | None:
        """Return the group of the entry's pairs; None where there are no groups."""
        return self.sides.ns.contestant.group

    @property
    def points(self) -> Sides[int | None]:
        return self.sides.map(lambda own: own.points)

    @property
    def reason(self) -> NotPlayedReason | None:
        """Return why the hand was not played; None if it was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None

    @property
    def public_note(self) -> str:
        """Return the note if it is itself the reason why a hand was not played; else "".

        A referee's note beside a ruling or another reason is not public.
        """
        return self.note if self.reason is NotPlayedReason.OTHER else ""


@dataclass(frozen=True, slots=True)
class Span:
    """Lowest and highest hand score of a field, with the final scores that they gave."""

    low: int
    high: int
    worst: Fraction | None
    best: Fraction | None


@dataclass(frozen=True, slots=True)
class HandSheet:
    """Deal at all tables, by table number. `makers` made trumps at every one of them.

    `why_cancelled` is the reason why it was cancelled for all tables, "" if it was not.
    """

    deal: int
    round: int
    dealer: Seat
    makers: Side
    entries: tuple[HandEntry, ...]
    fields: Sides[Field]
    why_cancelled: str
    group_fields: Mapping[int, Sides[Field]] = field(default_factory=dict)
    """Fields by group, if groups are compared separately; `fields` are then empty. {} if all tables
    are compared with each other."""

    @property
    def parts(self) -> tuple[HandSheet, ...]:
        """Return a sheet for each group if groups are compared separately; else only this one."""
        if not self.group_fields:
            return (self,)
        return tuple(
            replace(
                self,
                entries=tuple(one for one in self.entries if one.group == group),
                fields=fields,
                group_fields={},
            )
            for group, fields in self.group_fields.items()
        )

    @property
    def compared(self) -> tuple[tuple[str, HandSheet], ...]:
        """Return the parts whose results are compared with each other: each group that played the
        hand, with its name, if groups are compared separately; else "" and the whole sheet."""
        parts = [part for part in self.parts if part.entries]
        if not self.group_fields or not parts:
            return (("", self),)
        return tuple((part.entries[0].sides.ns.contestant.group_name, part) for part in parts)

    def seen_by(self, contestant: ContestantRef) -> HandSheet:
        """Return the part in which a pair played the hand; the whole sheet if it didn't."""
        return next(
            (
                part
                for part in self.parts
                if any(
                    own.contestant.id == contestant.id for one in part.entries for own in one.sides
                )
            ),
            self,
        )

    @property
    def cancelled(self) -> bool:
        """Return whether the hand has no score at any table."""
        return bool(self.why_cancelled)

    @property
    def spans(self) -> Sides[Span | None]:
        """Return the span of scores that each side is compared with; None if there is none."""
        return Sides(self._span(Side.NS), self._span(Side.EW))

    def _span(self, side: Side) -> Span | None:
        found = self.fields[side]
        if found.low is None or found.high is None:
            return None
        finals = {own.hand_score: own.final for own in self._compared(side)}
        return Span(found.low, found.high, finals[found.low], finals[found.high])

    def _compared(self, side: Side) -> Iterator[SideOfHand]:
        """Yield a side's scores at the tables that are compared."""
        for entry in self.entries:
            own = entry.sides[side]
            if own.hand_score is not None and own.final is not None:
                yield own

    @property
    def has_awards(self) -> bool:
        """Return whether a side was awarded the average."""
        return any(entry.award for entry in self.entries)

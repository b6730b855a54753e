"""What a hand sheet says: one hand at all tables, with what each result scores.

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
    """One side of a hand at a table: the pair, its trick points and what they score.

    Points are 0 to 72, None where none were written down. The hand score is None at a table with a
    rule-break and where the side was awarded the average, the final (exact, on the championship's
    scale) and its origin where there is nothing to score.
    """

    contestant: ContestantRef
    points: int | None
    hand_score: int | None = None
    final: Fraction | None = None
    origin: Origin | None = None


class PlayedOnPhones(NamedTuple):
    """What the players of a hand made on their phones; `points` are None if it was broken off."""

    points: Sides[int] | None
    announcement: Announcement
    set_aside_by: str = ""
    """The referee who has said that it doesn't count; "" where nobody has."""
    set_aside_reason: str = ""
    """Why; the record tells it, public pages don't."""


class HandEntry(NamedTuple):
    """One hand at one table: what was entered and what it scores.

    `version` is 0, and the outcome BLANK, where nothing has been entered yet. `not_played_reason`
    is a value of `NotPlayedReason`, or "".
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
    """What was played on phones, where the hand counts otherwise; None where it doesn't."""

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
        """Why the hand was not played; None if it was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None

    @property
    def public_note(self) -> str:
        """The note where it is itself the reason why a hand was not played.

        What referees note beside a ruling or another reason is not for everybody.
        """
        return self.note if self.reason is NotPlayedReason.OTHER else ""


@dataclass(frozen=True, slots=True)
class Span:
    """The lowest and the highest hand score of a field, and the final scores that they gave."""

    low: int
    high: int
    worst: Fraction | None
    best: Fraction | None


@dataclass(frozen=True, slots=True)
class HandSheet:
    """One deal at all tables, by table number. `makers` made trumps at every one of them.

    `why_cancelled` is the reason why it was cancelled for all tables, "" for one that stands.
    """

    deal: int
    round: int
    dealer: Seat
    makers: Side
    entries: tuple[HandEntry, ...]
    fields: Sides[Field]
    why_cancelled: str
    group_fields: Mapping[int, Sides[Field]] = field(default_factory=dict)
    """By group, where those of a group are compared with each other alone: nobody is with the
    whole, and `fields` are empty. None where all are compared with all."""

    @property
    def parts(self) -> tuple[HandSheet, ...]:
        """A sheet for each group where groups are compared apart; else this one."""
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
        """Return the parts whose results are compared with each other: where groups are compared
        apart, each group that played the hand, by its name; else the whole sheet under ""."""
        parts = [part for part in self.parts if part.entries]
        if not self.group_fields or not parts:
            return (("", self),)
        return tuple((part.entries[0].sides.ns.contestant.group_name, part) for part in parts)

    def seen_by(self, contestant: ContestantRef) -> HandSheet:
        """The part in which a pair played the hand; the whole where it didn't."""
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
        """Whether the hand has no score at any table."""
        return bool(self.why_cancelled)

    @property
    def spans(self) -> Sides[Span | None]:
        """From where to where each side is compared; None where nobody is."""
        return Sides(self._span(Side.NS), self._span(Side.EW))

    def _span(self, side: Side) -> Span | None:
        found = self.fields[side]
        if found.low is None or found.high is None:
            return None
        finals = {own.hand_score: own.final for own in self._compared(side)}
        return Span(found.low, found.high, finals[found.low], finals[found.high])

    def _compared(self, side: Side) -> Iterator[SideOfHand]:
        """What a side made at the tables that are compared."""
        for entry in self.entries:
            own = entry.sides[side]
            if own.hand_score is not None and own.final is not None:
                yield own

    @property
    def has_awards(self) -> bool:
        """Whether some side was awarded the average."""
        return any(entry.award for entry in self.entries)

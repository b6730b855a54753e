"""Results that are the points of each party: of two sides, or of three or four players alone.

A game or abarrotada adds what else can be wrong or unlikely.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, ClassVar, Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import SheetError
from scoring.game.announcements import SantVicencRule
from scoring.game.seats import Party, PerSeat, Seat, Side, Sides
from scoring.ordinary.hands import Multipliers
from scoring.ordinary.sheets import SheetHand, read_sheet, sheet_text
from scoring.play.games import PerParty
from tournament.core.errors import UserError
from tournament.core.labels import label
from tournament.core.numbers import NOTHING
from tournament.core.reasons import clean_note
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    MOST_SHEET,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    Stage,
)
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.score_sheet import fault_text

NO_POINTS: PerParty[int | None] = Sides(None, None)


@dataclass(frozen=True, slots=True)
class GameInput(Content):
    """Result of a table: played (the points of each party), not played, or blank.

    `given_to` is the side to which a referee gave a game, whatever the points, for example as the
    other pair did not come. `hands` is the number of hands in which players made their points; None
    in games.
    """

    template = "results/_game_content.html"

    points: PerParty[int | None] = NO_POINTS
    """All points, whatever the cap; None in the seat that is free at a table of three."""
    hands: int | None = None
    given_to: Side | None = None
    sheet: tuple[SheetHand, ...] = ()
    """Hands of the score sheet; empty where only the points were entered."""

    @property
    def alone(self) -> bool:
        """Return whether each player has own points."""
        return not isinstance(self.points, Sides)

    @property
    def order(self) -> str:
        return "" if self.alone else pgettext("points", "NS–EW")

    @property
    def made(self) -> tuple[int, ...]:
        """Points of the parties that sat there."""
        return tuple(points for points in self.points if points is not None)

    @property
    def figures(self) -> str:
        """Return the points as people read them: "104–87", "64 / 12 / −18"; "" for none."""
        return (" / " if self.alone else NOTHING).join(map(points_text, self.made))

    @property
    def words(self) -> str:
        """Return the result on one line, such as "104–87", "0–0; given to NS" or
        "64 / 12 / −18 / 30 (hands: 8)"."""
        points = self.figures or NOTHING
        if self.made and self.alone:
            told = {"points": points, "hands": self.hands}
            points = pgettext("result of abarrotada", "%(points)s (hands: %(hands)s)") % told
        if self.given_to is None:
            return points
        given = _("given to %(side)s by a referee") % {"side": label(self.given_to)}
        return f"{points}; {given}"

    def as_columns(self) -> dict[str, Any]:
        given_to = self.given_to.value if self.given_to else ""
        return {
            "outcome": self.outcome.value,
            **{f"game_{party.key}": made for party, made in self.points.items()},
            **({"hands_played": self.hands} if self.alone else {"given_to": given_to}),
            "sheet": sheet_text(self.sheet),
            "not_played_reason": self.not_played_reason,
            "note": self.note,
        }


def points_text(points: int) -> str:
    """Return the points as text, with a true minus sign."""
    return f"−{-points}" if points < 0 else str(points)


class GameDoubtKind(StrEnum):
    DRAWN = "drawn"
    ABOVE = "above"
    FEW = "few"
    UNFINISHED = "unfinished"
    FEWER_HANDS = "fewer-hands"
    MUCH = "much"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class GameDoubt:
    """Reason to doubt a result. `figure` is the points, or the hands, that its sentence names."""

    kind: GameDoubtKind
    figure: int = 0

    def __str__(self) -> str:
        sentences = {
            GameDoubtKind.DRAWN: _("The game is a draw at %(points)d."),
            GameDoubtKind.ABOVE: _("The winners have %(points)d points: that is a lot."),
            GameDoubtKind.FEW: _("Points of both sides together: only %(points)d."),
            GameDoubtKind.UNFINISHED: _(
                "The game was not over after hand %(hand)d. Had the time run out?"
            ),
            GameDoubtKind.FEWER_HANDS: _("Hands played: only %(figure)s. Had the time run out?"),
            GameDoubtKind.MUCH: _("A player has %(figure)s points: that is a lot."),
            GameDoubtKind.NOTHING: _("Nobody at the table has a point."),
        }
        figures = dict.fromkeys(("points", "hand"), self.figure)
        return sentences[self.kind] % {**figures, "figure": points_text(self.figure)}


@dataclass(frozen=True, slots=True)
class Refusals:
    """Sentences that refuse an entry, each naming one kind of table."""

    points_without_play: Promise
    no_reason: Promise
    no_note: Promise
    reason_of_played: Promise
    points_missing: Promise
    points_range: Promise


@dataclass(frozen=True, slots=True)
class PointsTable(ABC):
    """Rules by which results of a stage or of a match are checked."""

    key: ClassVar[Result.Kind]
    title: ClassVar[Promise]
    parties: ClassVar[type[Side] | type[Seat]]
    least: ClassVar[int]
    most: ClassVar[int]
    """Largest points of a party."""
    refusals: ClassVar[Refusals]

    @classmethod
    @abstractmethod
    def of_stage(cls, stage: Stage) -> Self: ...

    @classmethod
    @abstractmethod
    def of_match(cls, match: Match) -> Self: ...

    def per_party(self, value_of: Callable[[Any], int | None]) -> PerParty[int | None]:
        """Return a value for each party; of seats for all four, also a free one."""
        return Sides.of(value_of) if self.parties is Side else PerSeat.of(Seat, value_of)

    @property
    def blank(self) -> GameInput:
        """Content that takes a result back."""
        return GameInput(Outcome.BLANK, points=self.per_party(lambda _party: None))

    def sitting(self, _entry: GameInput, /) -> Sequence[Party]:
        """Return the parties that sit at the table."""
        return tuple(self.parties)

    @abstractmethod
    def totals(self, entry: GameInput) -> Sequence[int]:
        """Return the sums of the score sheet's hands. Raises `SheetError`."""

    def filled_in(self, entry: GameInput) -> GameInput:
        """Return `entry` with the points of its score sheet, where only that was entered."""
        if not entry.sheet or entry.made:
            return entry
        return replace(entry, points=self.added_up(entry))

    def added_up(self, entry: GameInput) -> PerParty[int | None]:
        """Return the points of the score sheet. Raises `UserError` about the field `sheet`."""
        try:
            totals = self.totals(entry)
        except SheetError as error:
            raise UserError(fault_text(error, self.parties), field="sheet") from error
        return self.per_party(dict(zip(self.parties, totals)).get)

    @abstractmethod
    def check_points(self, entry: GameInput) -> None:
        """Refuse points, each of which a party can have, that not all can have together."""

    @abstractmethod
    def check_end(self, entry: GameInput) -> None:
        """Refuse points with which a table isn't done yet."""

    @abstractmethod
    def doubts(self, played: GameInput) -> Sequence[GameDoubt]:
        """Return why a result is unlikely; other tables tell nothing of it."""

    @property
    @abstractmethod
    def limits(self) -> Mapping[str, int | None]:
        """Thresholds by which a phone asks and keeps score."""

    @property
    def about(self) -> str:
        """One or two sentences about the match for people who enter its result."""
        return ""

    @property
    def must_be_played(self) -> str:
        """Return why a match can't end unplayed; "" where it can."""
        return ""


def kind_at(table: PointsTable) -> ResultKind[GameInput]:
    """Return the kind of the results of a table."""
    blank = table.blank
    counted = ("hands",) if blank.alone else ()
    return ResultKind(
        key=table.key.value,
        columns=tuple(blank.as_columns()),
        blank=blank,
        numbers=lambda _deals: (1,),
        title=lambda _number: str(table.title),
        dealer=lambda _number: None,
        numbered=False,
        read=lambda said: _read(said, table),
        checked=lambda entry: _checked(entry, table),
        is_for_pairs=_is_for_pairs,
        agree=_agree,
        with_ruling=_with_ruling,
        differences=_differences,
        compared=_compared,
        doubts_about=lambda played, **_around: tuple(table.doubts(played)),
        table_fields=(*(party.key for party in table.parties), *counted, "sheet"),
        from_table=lambda given: _from_table(given, table),
        for_table=_for_table,
        told=_told,
        limits={name: int(most) for name, most in table.limits.items() if most},
        in_stage=lambda stage: kind_at(table.of_stage(stage)),
        in_match=lambda match: kind_at(table.of_match(match)),
        about=table.about,
    )


def _read(said: Mapping[str, Any], table: PointsTable) -> GameInput:
    return GameInput(
        outcome=Outcome(said["outcome"]),
        points=table.per_party(lambda party: said[f"game_{party.key}"]),
        hands=said.get("hands_played"),
        given_to=Side(said["given_to"]) if said.get("given_to") else None,
        sheet=read_sheet(said["sheet"], table.parties),
        not_played_reason=said["not_played_reason"],
        note=said["note"],
    )


def _checked(entry: GameInput, table: PointsTable) -> GameInput:
    note, refusals = clean_note(entry.note), table.refusals
    if entry.outcome is Outcome.PLAYED:
        entry = table.filled_in(entry)
        _check_played(entry, table)
        return replace(entry, note=note)
    if entry.made or entry.hands or entry.given_to or entry.sheet:
        raise UserError(str(refusals.points_without_play), field="not_played_reason")
    if entry.outcome is Outcome.BLANK:
        return table.blank
    if table.must_be_played:
        raise UserError(table.must_be_played, field="not_played_reason")
    reason = entry.not_played_reason
    if reason not in NotPlayedReason.values:
        raise UserError(str(refusals.no_reason), field="not_played_reason")
    if reason == NotPlayedReason.OTHER and not note:
        raise UserError(str(refusals.no_note), field="note")
    return replace(table.blank, outcome=Outcome.NOT_PLAYED, not_played_reason=reason, note=note)


def _check_played(entry: GameInput, table: PointsTable) -> None:
    if entry.not_played_reason:
        raise UserError(str(table.refusals.reason_of_played), field="not_played_reason")
    sitting = table.sitting(entry)
    for party, points in entry.points.items():
        if party in sitting and points is None:
            raise UserError(str(table.refusals.points_missing), field=party.key)
        if party not in sitting and points is not None:
            raise UserError(_("Nobody sits there: the table has three players."), field=party.key)
        if points is not None and not table.least <= points <= table.most:
            text = table.refusals.points_range % {"most": table.most}
            raise UserError(text, field=party.key)
    table.check_points(entry)
    if entry.sheet:
        _check_sheet(entry, table)
    table.check_end(entry)


def _check_sheet(entry: GameInput, table: PointsTable) -> None:
    """Raise `UserError` about the field `sheet` unless it gives the entered points."""
    if len(sheet_text(entry.sheet)) > MOST_SHEET:  # typed it may be shorter than stored
        raise UserError(_("The score sheet has too many hands."), field="sheet")
    given = replace(entry, points=table.added_up(entry))
    if given != entry:
        raise UserError(
            _("The hands on the score sheet add up to %(sheet)s, not %(entered)s.")
            % {"sheet": given.figures, "entered": entry.figures},
            field="sheet",
        )


def _is_for_pairs(entry: GameInput) -> bool:
    return entry.outcome is Outcome.PLAYED and entry.given_to is None


def _agree(standing: GameInput, said: GameInput) -> bool:
    """Return whether two entries have equal points, however score was kept."""
    return replace(standing, sheet=()) == replace(said, sheet=())


def _with_ruling(standing: GameInput, said: GameInput) -> GameInput:
    if standing.given_to is None:
        return said
    return replace(said, given_to=standing.given_to, note=standing.note)


def _differences(one: GameInput, other: GameInput) -> tuple[str, ...]:
    parts = {
        _("whether it was played"): attrgetter("outcome", "not_played_reason"),
        _("points"): attrgetter("points"),
        _("number of hands"): attrgetter("hands"),
        _("to whom it was given"): attrgetter("given_to"),
        _("score sheet"): attrgetter("sheet"),
        _("note"): attrgetter("note"),
    }
    return tuple(words for words, part in parts.items() if part(one) != part(other))


def _compared(content: GameInput) -> GameInput | None:
    """Return the part of an entry that can be unlikely; None for a game that was given away or has
    no points. Sheets make no difference."""
    if not _is_for_pairs(content) or not content.made:
        return None
    return replace(content, note="", sheet=() if content.alone else content.sheet)


def _from_table(given: Mapping[str, Any], table: PointsTable) -> GameInput:
    alone = table.parties is Seat
    for made in (given[party.key] for party in table.parties):
        is_free_seat = alone and made is None
        is_whole = type(made) is int  # True is an int, too
        if not is_free_seat and not (is_whole and table.least <= made <= table.most):
            raise ValueError(f"no points: {made!r}")
    hands, sheet = given["hands"] if alone else None, given["sheet"]
    if alone and (type(hands) is not int or not 1 <= hands <= MOST_HANDS_PER_MATCH):
        raise ValueError("no number of hands")
    if not isinstance(sheet, str) or len(sheet) > MOST_SHEET:
        raise ValueError("no score sheet")
    return GameInput(
        outcome=Outcome.PLAYED,
        points=table.per_party(lambda party: given[party.key]),
        hands=hands,
        sheet=read_sheet(sheet, table.parties),
    )


def _for_table(content: GameInput) -> dict[str, Any] | None:
    if not _is_for_pairs(content):
        return None
    counted = {"hands": content.hands} if content.alone else {}
    made = {party.key: points for party, points in content.points.items()}
    return {**made, **counted, "sheet": sheet_text(content.sheet)}


def _told(content: GameInput) -> str:
    if content.reason is not None:
        return _("Not played: %(reason)s") % {"reason": content.reason.label}
    return content.words if content.given_to else ""


def limits_of_doubles(multipliers: Multipliers, rule: SantVicencRule) -> Mapping[str, int]:
    """Return the part of `limits` that says which doubles there are."""
    return {
        "contro": multipliers.contro,
        "recontro": multipliers.recontro,
        "sant-vicenc": multipliers.sant_vicenc,
        "no-sant-vicenc": rule is SantVicencRule.NOT_ALLOWED,
        "no-sant-vicenc-after-botifarra": rule is not SantVicencRule.ALLOWED,
    }

"""What each player made at a table of abarrotada in a round, and the score sheet if it was kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import SheetError
from scoring.game.announcements import SantVicencRule
from scoring.game.seats import Seat
from scoring.ordinary.abarrotada import THRESHOLDS
from scoring.ordinary.sheets import sheet_text
from scoring.ordinary.solo_sheets import (
    SEATS,
    SoloRules,
    SoloSheetHand,
    play_solo_sheet,
    read_solo_sheet,
)
from tournament.core.counts import hands_text
from tournament.core.errors import UserError
from tournament.core.numbers import NOTHING
from tournament.core.reasons import clean_note
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    MOST_SHEET,
    MOST_SOLO_POINTS,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    Stage,
)
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.solo_sheet import fault_text

FIELDS: Mapping[Seat, str] = {seat: seat.value.lower() for seat in Seat}
"""What forms, phones and columns call the points of a seat."""
FEWEST, MOST = min(THRESHOLDS), max(THRESHOLDS)
NO_POINTS: tuple[int | None, ...] = (None,) * MOST
_MUCH_IN_A_HAND = 72
"""On average a player rarely has more of a hand: all points above the threshold, with a double."""


@dataclass(frozen=True, slots=True)
class SoloInput(Content):
    """The result of a table: played (everybody's points), not played, or blank."""

    template = "results/_abarrotada_content.html"

    points: tuple[int | None, ...] = NO_POINTS
    """By seat, from North on; None in the seat that is free at a table of three."""
    hands: int | None = None
    """In how many hands the points were made."""
    sheet: tuple[SoloSheetHand, ...] = ()
    """The hands of the table, where it kept score here; empty where only the points were
    entered."""

    @property
    def made(self) -> tuple[int, ...]:
        """The points of those who sat there."""
        return tuple(points for points in self.points if points is not None)

    @property
    def figures(self) -> tuple[str, ...]:
        """Return the points of those who sat there, as people read them."""
        return tuple(points_text(points) for points in self.made)

    @property
    def words(self) -> str:
        """Return the result on one line, such as "64 / 12 / −18 / 30 (hands: 8)"."""
        if self.outcome is not Outcome.PLAYED:
            return NOTHING
        told = {"points": " / ".join(self.figures), "hands": self.hands}
        return pgettext("result of abarrotada", "%(points)s (hands: %(hands)s)") % told

    def as_columns(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome.value,
            **{f"game_{FIELDS[seat]}": made for seat, made in zip(SEATS, self.points)},
            "hands_played": self.hands,
            "sheet": sheet_text(self.sheet),
            "not_played_reason": self.not_played_reason,
            "note": self.note,
        }


BLANK_SOLO = SoloInput(outcome=Outcome.BLANK)
"""What takes a result back."""


def points_text(points: int) -> str:
    """With a true minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def _read(said: Mapping[str, Any]) -> SoloInput:
    return SoloInput(
        outcome=Outcome(said["outcome"]),
        points=tuple(said[f"game_{name}"] for name in FIELDS.values()),
        hands=said["hands_played"],
        sheet=read_solo_sheet(said["sheet"]),
        not_played_reason=said["not_played_reason"],
        note=said["note"],
    )


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a stage's hands are scored by, and how many sit at the table; None where it isn't
    known which table."""

    solo: SoloRules
    players: int | None = None

    def hands(self, players: int) -> int:
        return self.solo.hands_of(players) or MOST_HANDS_PER_MATCH


def _checked(entry: SoloInput, rules: _Rules) -> SoloInput:
    note = clean_note(entry.note)
    if entry.outcome is Outcome.PLAYED:
        entry = _filled_in(entry, rules)
        _check_played(entry, rules)
        return replace(entry, note=note)
    if entry.points != NO_POINTS or entry.hands or entry.sheet:
        raise UserError(
            _("A table that did not play has no points and no hands."), field="not_played_reason"
        )
    if entry.outcome is Outcome.BLANK:
        return BLANK_SOLO
    if entry.not_played_reason not in NotPlayedReason.values:
        raise UserError(_("Say why the table did not play."), field="not_played_reason")
    if entry.not_played_reason == NotPlayedReason.OTHER and not note:
        raise UserError(_("Write down why the table did not play."), field="note")
    return replace(
        BLANK_SOLO,
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=entry.not_played_reason,
        note=note,
    )


def _players(entry: SoloInput, rules: _Rules) -> int:
    """How many sit at the table: as it is known, or as is said."""
    if rules.players is not None:
        return rules.players
    if entry.sheet and entry.sheet[0].points is not None and not entry.made:
        return len(entry.sheet[0].points)
    return FEWEST if entry.points[-1] is None else MOST


def _filled_in(entry: SoloInput, rules: _Rules) -> SoloInput:
    """With the points and hands of its score sheet where only that was entered, and with all hands
    of a table where nobody says how many."""
    players = _players(entry, rules)
    if entry.sheet and entry.points == NO_POINTS:
        totals = _totals(entry, rules)
        entry = replace(entry, points=(*totals, *NO_POINTS[players:]))
    if entry.hands is None:
        entry = replace(entry, hands=len(entry.sheet) or rules.hands(players))
    return entry


def _totals(entry: SoloInput, rules: _Rules) -> tuple[int, ...]:
    try:
        return play_solo_sheet(rules.solo, _players(entry, rules), entry.sheet)[-1]
    except SheetError as error:
        raise UserError(fault_text(error), field="sheet") from error


def _check_played(entry: SoloInput, rules: _Rules) -> None:
    if entry.not_played_reason:
        raise UserError(
            _("A table that played has no reason for not having played."),
            field="not_played_reason",
        )
    players = _players(entry, rules)
    for seat, points in zip(SEATS, entry.points):
        _check_points(FIELDS[seat], points, sits=seat in SEATS[:players])
    most = rules.hands(players)
    assert entry.hands is not None, "it was filled in"
    if not 1 <= entry.hands <= most:
        raise UserError(
            _("A table of %(players)d plays 1 to %(most)d hands.")
            % {"players": players, "most": most},
            field="hands",
        )
    if entry.sheet:
        _check_sheet(entry, rules)


def _check_points(field: str, points: int | None, *, sits: bool) -> None:
    if sits and points is None:
        raise UserError(_("Enter the points of every player."), field=field)
    if not sits and points is not None:
        raise UserError(_("Nobody sits there: the table has three players."), field=field)
    if points is not None and abs(points) > MOST_SOLO_POINTS:
        raise UserError(
            _("Points are a whole number from −%(most)d to %(most)d.") % {"most": MOST_SOLO_POINTS},
            field=field,
        )


def _check_sheet(entry: SoloInput, rules: _Rules) -> None:
    """Check that the score sheet gives the points and hands that were entered. Raises `UserError`
    about the field `sheet`."""
    if len(sheet_text(entry.sheet)) > MOST_SHEET:  # typed it may be shorter than stored
        raise UserError(_("The score sheet has too many hands."), field="sheet")
    totals = _totals(entry, rules)
    if totals != entry.made:
        raise UserError(
            _("The hands on the score sheet add up to %(sheet)s, not %(entered)s.")
            % {
                "sheet": " / ".join(map(points_text, totals)),
                "entered": " / ".join(entry.figures),
            },
            field="sheet",
        )
    if len(entry.sheet) != entry.hands:
        raise UserError(
            _("The score sheet has %(sheet)s, not %(entered)d.")
            % {"sheet": hands_text(len(entry.sheet)), "entered": entry.hands},
            field="hands",
        )


class SoloDoubtKind(StrEnum):
    FEWER_HANDS = "fewer-hands"
    MUCH = "much"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class SoloDoubt:
    """A reason to doubt a result. `figure` is the hands, or the points, that its sentence names."""

    kind: SoloDoubtKind
    figure: int

    def __str__(self) -> str:
        return {
            SoloDoubtKind.FEWER_HANDS: _("Hands played: only %(figure)s. Had the time run out?"),
            SoloDoubtKind.MUCH: _("A player has %(figure)s points: that is a lot."),
            SoloDoubtKind.NOTHING: _("Nobody at the table has a point."),
        }[self.kind] % {"figure": points_text(self.figure)}


_Compared = tuple[tuple[int, ...], int]
"""What is looked at for what is unlikely: everybody's points, and the hands."""


def _doubts_about(compared: _Compared, rules: _Rules) -> tuple[SoloDoubt, ...]:
    """Why this is unlikely; other tables tell nothing of it."""
    made, hands = compared
    doubts = []
    if hands < rules.hands(len(made)):
        doubts.append(SoloDoubt(SoloDoubtKind.FEWER_HANDS, hands))
    if (most := max(made, key=abs)) and abs(most) > _MUCH_IN_A_HAND * hands:
        doubts.append(SoloDoubt(SoloDoubtKind.MUCH, most))
    if not any(made):
        doubts.append(SoloDoubt(SoloDoubtKind.NOTHING, 0))
    return tuple(doubts)


def _is_for_pairs(entry: SoloInput) -> bool:
    return entry.outcome is Outcome.PLAYED


def _differences(one: SoloInput, other: SoloInput) -> tuple[str, ...]:
    parts = {
        _("whether it was played"): attrgetter("outcome", "not_played_reason"),
        _("points"): attrgetter("points"),
        _("number of hands"): attrgetter("hands"),
        _("score sheet"): attrgetter("sheet"),
        _("note"): attrgetter("note"),
    }
    return tuple(words for words, part in parts.items() if part(one) != part(other))


def _compared(content: SoloInput) -> _Compared | None:
    if not _is_for_pairs(content) or content.hands is None:
        return None
    return content.made, content.hands


def _agree(standing: SoloInput, said: SoloInput) -> bool:
    """The points and the number of hands do, whoever kept score."""
    return replace(standing, sheet=()) == replace(said, sheet=())


def _from_table(given: Mapping[str, Any]) -> SoloInput:
    points = tuple(given[name] for name in FIELDS.values())
    for made in points:
        if made is not None and (type(made) is not int or abs(made) > MOST_SOLO_POINTS):
            raise ValueError(f"no points: {made!r}")
    hands, sheet = given["hands"], given["sheet"]
    if type(hands) is not int or not 1 <= hands <= MOST_HANDS_PER_MATCH:
        raise ValueError("no number of hands")
    if not isinstance(sheet, str) or len(sheet) > MOST_SHEET:
        raise ValueError("no score sheet")
    return SoloInput(
        outcome=Outcome.PLAYED, points=points, hands=hands, sheet=read_solo_sheet(sheet)
    )


def _for_table(content: SoloInput) -> dict[str, Any] | None:
    if not _is_for_pairs(content):
        return None
    made = {FIELDS[seat]: points for seat, points in zip(SEATS, content.points)}
    return {**made, "hands": content.hands, "sheet": sheet_text(content.sheet)}


def _told(content: SoloInput) -> str:
    if content.reason is None:
        return ""
    return _("Not played: %(reason)s") % {"reason": content.reason.label}


def _by(rules: _Rules) -> ResultKind[SoloInput]:
    """The kind, for tables that play by these rules."""
    return ResultKind(
        key=Result.Kind.ABARROTADA.value,
        columns=tuple(BLANK_SOLO.as_columns()),
        blank=BLANK_SOLO,
        numbers=lambda _deals: (1,),
        title=lambda _number: _("Table"),
        dealer=lambda _number: None,
        numbered=False,
        read=_read,
        checked=lambda entry: _checked(entry, rules),
        is_for_pairs=_is_for_pairs,
        agree=_agree,
        with_ruling=lambda _standing, said: said,
        differences=_differences,
        compared=_compared,
        doubts_about=lambda made, **_around: _doubts_about(made, rules),
        table_fields=(*FIELDS.values(), "hands", "sheet"),
        from_table=_from_table,
        for_table=_for_table,
        told=_told,
        limits=_limits(rules),
        in_stage=_in_stage,
        in_match=_in_match,
    )


def _in_stage(stage: Stage) -> ResultKind[SoloInput]:
    return _by(_Rules(stage.solo_settings().rules(stage.hands_per_match)))


def _in_match(match: Match) -> ResultKind[SoloInput]:
    """By how many sit at the table."""
    stage = match.round.stage
    rules = stage.solo_settings().rules(stage.hands_per_match)
    return _by(_Rules(rules, len(match.seats.all())))


def _limits(rules: _Rules) -> dict[str, int]:
    """What a phone asks about by itself, and what it keeps score by."""
    players, solo = rules.players or MOST, rules.solo
    numbers = {
        "players": players,
        "hands": rules.hands(players),
        "threshold": THRESHOLDS[players],
        "contro": solo.multipliers.contro,
        "recontro": solo.multipliers.recontro,
        "sant-vicenc": solo.multipliers.sant_vicenc,
        "much": _MUCH_IN_A_HAND,
        "no-sant-vicenc": solo.sant_vicenc is SantVicencRule.NOT_ALLOWED,
        "no-sant-vicenc-after-botifarra": solo.sant_vicenc is not SantVicencRule.ALLOWED,
    }
    return {name: int(number) for name, number in numbers.items() if number}


ABARROTADA = _by(_Rules(SoloRules()))

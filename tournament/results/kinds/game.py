"""The points with which a game of the ordinary kind ended, and its score sheet if it was kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring.errors import SheetError
from scoring.game.announcements import SantVicencRule
from scoring.game.seats import Side, Sides
from scoring.ordinary.games import GameRules
from scoring.ordinary.hands import Revoke
from scoring.ordinary.sheets import SheetHand, play_sheet, read_sheet, sheet_text
from scoring.ordinary.standings import GameSettings
from tournament.core.errors import UserError
from tournament.core.labels import label
from tournament.core.numbers import NOTHING
from tournament.core.reasons import clean_note
from tournament.models import (
    MOST_GAME_POINTS,
    MOST_SHEET,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    Stage,
)
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.legs import ONLY_GAME, Legs, read_legs
from tournament.results.kinds.score_sheet import played
from tournament.stages.formats import format_of

ONE_HAND = 72
"""The last hand rarely takes a pair further above the target: a capot after botifarra."""
FEW_IN_ALL, FEW_IN_A_HAND = 36, 3
"""A game in which both sides together made less can hardly have been finished: so many points, or
so many for each hand that it has at most, whichever is less."""
NO_POINTS: Sides[int | None] = Sides(None, None)
_Compared = tuple[tuple[int, int], tuple[SheetHand, ...]]
"""What is looked at for what is unlikely: the points of both pairs, and the score sheet."""


@dataclass(frozen=True, slots=True)
class GameInput(Content):
    """The result of a game: played (both pairs' points), not played, or blank.

    `given_to` is the side to which a referee gave the game, whatever the points: the other pair did
    not come, say.
    """

    template = "results/_game_content.html"
    order = pgettext_lazy("points", "NS–EW")

    points: Sides[int | None] = NO_POINTS
    """Both pairs', whatever the cap."""
    given_to: Side | None = None
    sheet: tuple[SheetHand, ...] = ()
    """The hands of the game, where the table kept score here; empty where only the points were
    entered."""

    @property
    def words(self) -> str:
        """Return the result on one line, such as "104–87" or "0–0; given to NS"."""
        points = NOTHING if self.points.ns is None else NOTHING.join(map(str, self.points))
        return "; ".join(filter(None, [points, _given(self)]))

    def as_columns(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome.value,
            **{f"game_{side.key}": points for side, points in self.points.items()},
            "given_to": self.given_to.value if self.given_to else "",
            "sheet": sheet_text(self.sheet),
            "not_played_reason": self.not_played_reason,
            "note": self.note,
        }


BLANK_GAME = GameInput(outcome=Outcome.BLANK)
"""What takes a result back."""


def _given(content: GameInput) -> str:
    if content.given_to is None:
        return ""
    return _("given to %(side)s by a referee") % {"side": label(content.given_to)}


def _read(said: Mapping[str, Any]) -> GameInput:
    return GameInput(
        outcome=Outcome(said["outcome"]),
        points=Sides.of(lambda side: said[f"game_{side.key}"]),
        given_to=Side(said["given_to"]) if said["given_to"] else None,
        sheet=read_sheet(said["sheet"]),
        not_played_reason=said["not_played_reason"],
        note=said["note"],
    )


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a stage's games are played by, and whether somebody has to go on."""

    game: GameRules
    knocks_out: bool = False
    legs: Legs = ONLY_GAME


def _checked(entry: GameInput, rules: _Rules) -> GameInput:
    note = clean_note(entry.note)
    if entry.outcome is Outcome.PLAYED:
        entry = _with_totals(entry, rules.game)
        _check_played(entry, rules)
        return replace(entry, note=note)
    if entry.points != NO_POINTS or entry.given_to or entry.sheet:
        raise UserError(
            _("A game that was not played has no points, and is given to nobody."),
            field="not_played_reason",
        )
    if entry.outcome is Outcome.BLANK:
        return BLANK_GAME
    if rules.knocks_out:
        raise UserError(
            _(
                "In a knock-out one of the two pairs goes on: give it the game, whatever the "
                "points. If neither does, let both withdraw."
            ),
            field="not_played_reason",
        )
    if entry.not_played_reason not in NotPlayedReason.values:
        raise UserError(_("Say why the game was not played."), field="not_played_reason")
    if entry.not_played_reason == NotPlayedReason.OTHER and not note:
        raise UserError(_("Write down why the game was not played."), field="note")
    return replace(
        BLANK_GAME,
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=entry.not_played_reason,
        note=note,
    )


def _with_totals(entry: GameInput, rules: GameRules) -> GameInput:
    """Return `entry` with the points of its score sheet, where only that was entered."""
    if not entry.sheet or entry.points != NO_POINTS:
        return entry
    return replace(entry, points=played(rules, entry.sheet)[-1].totals)


def _check_played(entry: GameInput, rules: _Rules) -> None:
    if entry.not_played_reason:
        raise UserError(
            _("A game that was played has no reason for not being played."),
            field="not_played_reason",
        )
    made = []
    for side, points in entry.points.items():
        if points is None:
            raise UserError(_("Enter the points of both pairs."), field=side.key)
        if not 0 <= points <= MOST_GAME_POINTS:
            raise UserError(
                _("Points are a whole number from 0 to %(most)d.") % {"most": MOST_GAME_POINTS},
                field=side.key,
            )
        made.append(points)
    target, extra_hands = rules.game.target, rules.game.extra_hands
    if target is not None and min(made) >= target and rules.game.before is None:
        raise UserError(
            _("Only one pair can reach %(target)d: the game is over then.") % {"target": target},
            field="ew",
        )
    _check_sheet(entry, rules)
    if entry.given_to is not None or rules.legs.other_is_given:
        return
    if rules.legs.is_alone:
        raise UserError(
            _(
                "The next round was opened without a second game of these two: give this one to "
                "the pair that goes on."
            ),
            field="ew",
        )
    level = rules.legs.rules(rules.game).are_level(Sides(*made))
    if rules.legs.is_decided_by_it and level and rules.legs.number == 1:
        raise UserError(
            _(
                "With these points neither pair is ahead after both games, and the second one has "
                "been entered. First give that one to the pair that goes on."
            ),
            field="ew",
        )
    if extra_hands and level:
        raise UserError(extra_hands_text(extra_hands, rules.legs.number), field="ew")


def _check_sheet(entry: GameInput, rules: _Rules) -> None:
    """Where there is a sheet, it is of one game, and gives the points that were entered."""
    if not entry.sheet:
        return
    if len(sheet_text(entry.sheet)) > MOST_SHEET:  # typed it may be shorter than stored
        raise UserError(_("The score sheet has too many hands."), field="sheet")
    totals = played(rules.game, entry.sheet)[-1].totals
    if totals != entry.points:
        raise UserError(
            _("The hands on the score sheet add up to %(sheet)s, not %(entered)s.")
            % {
                "sheet": NOTHING.join(map(str, totals)),
                "entered": NOTHING.join(map(str, entry.points)),
            },
            field="sheet",
        )


def extra_hands_text(hands: int, leg: int = 0) -> str:
    """What a table does after a draw that doesn't stand; in a second leg, after both."""
    if leg > 1:
        return ngettext(
            "Neither pair is ahead after both games: play %(hands)d more hand, as often as it "
            "takes, and enter the points with it.",
            "Neither pair is ahead after both games: play %(hands)d more hands, as often as it "
            "takes, and enter the points with them.",
            hands,
        ) % {"hands": hands}
    return ngettext(
        "A draw doesn't stand: play %(hands)d more hand, as often as it takes, and enter the "
        "points with it.",
        "A draw doesn't stand: play %(hands)d more hands, as often as it takes, and enter the "
        "points with them.",
        hands,
    ) % {"hands": hands}


class GameDoubtKind(StrEnum):
    DRAWN = "drawn"
    ABOVE = "above"
    FEW = "few"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class GameDoubt:
    """A reason to doubt a result. `figure` is the points, or the hand, that its sentence names."""

    kind: GameDoubtKind
    figure: int

    def __str__(self) -> str:
        return {
            GameDoubtKind.DRAWN: _("The game is a draw at %(points)d."),
            GameDoubtKind.ABOVE: _("The winners have %(points)d points: that is a lot."),
            GameDoubtKind.FEW: _("Points of both sides together: only %(points)d."),
            GameDoubtKind.UNFINISHED: _(
                "The game was not over after hand %(hand)d. Had the time run out?"
            ),
        }[self.kind] % {"points": self.figure, "hand": self.figure}


def _doubts_about(compared: _Compared, rules: GameRules) -> tuple[GameDoubt, ...]:
    """Why this is unlikely; other tables and games tell nothing of it."""
    made, hands = compared
    target, doubts = rules.target, []
    if made[0] == made[1]:
        doubts.append(GameDoubt(GameDoubtKind.DRAWN, made[0]))
    if target is not None and max(made) > target + ONE_HAND:
        doubts.append(GameDoubt(GameDoubtKind.ABOVE, max(made)))
    if sum(made) < _few(rules):
        doubts.append(GameDoubt(GameDoubtKind.FEW, sum(made)))
    if hands and _is_unfinished(rules, hands):
        doubts.append(GameDoubt(GameDoubtKind.UNFINISHED, len(hands)))
    return tuple(doubts)


def _is_unfinished(rules: GameRules, hands: tuple[SheetHand, ...]) -> bool:
    try:
        return play_sheet(rules, hands)[-1].ended is None
    except SheetError:
        return False  # it will be refused


def _is_for_pairs(entry: GameInput) -> bool:
    return entry.outcome is Outcome.PLAYED and entry.given_to is None


def _with_ruling(standing: GameInput, said: GameInput) -> GameInput:
    if standing.given_to is None:
        return said
    return replace(said, given_to=standing.given_to, note=standing.note)


def _differences(one: GameInput, other: GameInput) -> tuple[str, ...]:
    parts = {
        _("whether it was played"): attrgetter("outcome", "not_played_reason"),
        _("points"): attrgetter("points"),
        _("to whom it was given"): attrgetter("given_to"),
        _("score sheet"): attrgetter("sheet"),
        _("note"): attrgetter("note"),
    }
    return tuple(words for words, part in parts.items() if part(one) != part(other))


def _compared(content: GameInput) -> _Compared | None:
    """Return what is compared with the other tables: the points and the score sheet; None of a game
    that was given away or has no points."""
    ns, ew = content.points
    if not _is_for_pairs(content) or ns is None or ew is None:
        return None
    return (ns, ew), content.sheet


def _agree(standing: GameInput, said: GameInput) -> bool:
    """The points do, whoever kept score."""
    return replace(standing, sheet=()) == replace(said, sheet=())


def _from_table(given: Mapping[str, Any]) -> GameInput:
    made = Sides.of(lambda side: given[side.key])
    for points in made:
        if type(points) is not int or not 0 <= points <= MOST_GAME_POINTS:  # True is an int, too
            raise ValueError(f"no points: {points!r}")
    sheet = given["sheet"]
    if not isinstance(sheet, str) or len(sheet) > MOST_SHEET:
        raise ValueError("no score sheet")
    return GameInput(outcome=Outcome.PLAYED, points=made, sheet=read_sheet(sheet))


def _for_table(content: GameInput) -> dict[str, Any] | None:
    if not _is_for_pairs(content):
        return None
    made = {side.key: points for side, points in content.points.items()}
    return {**made, "sheet": sheet_text(content.sheet)}


def _told(content: GameInput) -> str:
    if content.reason is not None:
        return _("Not played: %(reason)s") % {"reason": content.reason.label}
    return content.words if content.given_to else ""


def _by(rules: _Rules) -> ResultKind[GameInput]:
    """The kind, for games played by these rules."""
    return ResultKind(
        key=Result.Kind.GAME.value,
        columns=tuple(BLANK_GAME.as_columns()),
        blank=BLANK_GAME,
        numbers=lambda _deals: (1,),
        title=lambda _number: _("Game"),
        dealer=lambda _number: None,
        numbered=False,
        read=_read,
        checked=lambda entry: _checked(entry, rules),
        is_for_pairs=_is_for_pairs,
        agree=_agree,
        with_ruling=_with_ruling,
        differences=_differences,
        compared=_compared,
        doubts_about=lambda made, **_around: _doubts_about(made, rules.game),
        table_fields=(*(side.key for side in Side), "sheet"),
        from_table=_from_table,
        for_table=_for_table,
        told=_told,
        limits=limits_of(rules.game),
        in_stage=_in_stage,
        in_match=_in_match,
        about=rules.legs.words,
    )


def _in_stage(stage: Stage) -> ResultKind[GameInput]:
    rules = stage.game_settings().rules(stage.hands_per_match)
    return _by(_Rules(rules, format_of(stage).knocks_out))


def _in_match(match: Match) -> ResultKind[GameInput]:
    """In a knock-out of two legs, by which of them it is and what the other one gave."""
    stage = match.round.stage
    if not format_of(stage).knocks_out or stage.game_settings().legs == 1:
        return _in_stage(stage)
    rules, legs = stage.game_settings().rules(stage.hands_per_match), read_legs(match)
    return _by(_Rules(legs.rules_of_game(rules), knocks_out=True, legs=legs))


def rules_of_match(match: Match, settings: GameSettings | None = None) -> GameRules:
    """What the game of a match is played by, or would be by other settings of its stage."""
    stage = match.round.stage
    rules = (settings or stage.game_settings()).rules(stage.hands_per_match)
    if not format_of(stage).knocks_out or stage.game_settings().legs == 1:
        return rules
    return read_legs(match).rules_of_game(rules)


def _few(rules: GameRules) -> int:
    return min(FEW_IN_ALL, FEW_IN_A_HAND * rules.hands) if rules.hands else FEW_IN_ALL


def limits_of(rules: GameRules) -> dict[str, int]:
    """What a phone asks about by itself, and what it keeps score by."""
    numbers = {
        "few": _few(rules),
        "most": rules.target and rules.target + ONE_HAND,
        "target": rules.target,
        "hands": rules.hands,
        "extra": rules.extra_hands,
        "contro": rules.hand.multipliers.contro,
        "recontro": rules.hand.multipliers.recontro,
        "sant-vicenc": rules.hand.multipliers.sant_vicenc,
        "stake": rules.hand.revoke is Revoke.STAKE,
        "no-sant-vicenc": rules.hand.sant_vicenc is SantVicencRule.NOT_ALLOWED,
        "no-sant-vicenc-after-botifarra": rules.hand.sant_vicenc is not SantVicencRule.ALLOWED,
    }
    if rules.before is not None:
        numbers |= {f"{side.key}-before": points for side, points in rules.before.items()}
        numbers["cap"] = rules.cap
    return {name: int(number) for name, number in numbers.items() if number}


GAME = _by(_Rules(GameRules()))

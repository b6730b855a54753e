"""Points with which a game of the ordinary kind ended, and its score sheet if it was kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.errors import SheetError
from scoring.game.seats import Side, Sides
from scoring.ordinary.games import GameRules
from scoring.ordinary.hands import Revoke
from scoring.ordinary.sheets import play_sheet
from scoring.ordinary.standings import GameSettings
from tournament.core.errors import UserError
from tournament.models import (
    MOST_GAME_POINTS,
    Contestant,
    Match,
    Outcome,
    Result,
    RoundStatus,
    Stage,
)
from tournament.results.kinds.points import (
    GameDoubt,
    GameDoubtKind,
    GameInput,
    PointsTable,
    Refusals,
    kind_at,
    limits_of_doubles,
)
from tournament.stages.formats import format_of


@dataclass(frozen=True, slots=True)
class Legs:
    """Legs of a meeting in a knock-out.

    `number` is the leg that a match is, 0 where there is only one game. `other` are the points of
    the other leg by the sides of this one, None without a result that counts. `is_alone`: the
    second leg was opened without a match of these two, who are both still there.
    """

    number: int = 0
    other: Sides[int] | None = None
    other_is_given: bool = False
    is_alone: bool = False

    @property
    def is_decided_by_it(self) -> bool:
        """Return whether the meeting is decided with this result."""
        return self.number != 1 or self.other is not None

    @property
    def words(self) -> str:
        """Sentence about the leg, and the points of the other one; "" for an only game."""
        if self.number == 0:
            return ""
        which = _("First of two games.") if self.number == 1 else _("Second of two games.")
        if self.other is None:
            return which
        told = _("Points in the other one: NS %(ns)d, EW %(ew)d.") % {
            "ns": self.other.ns,
            "ew": self.other.ew,
        }
        return f"{which} {told}"

    def rules(self, rules: GameRules) -> GameRules:
        """Return the rules by which both games are compared."""
        return replace(rules, before=self.other)

    def rules_of_game(self, rules: GameRules) -> GameRules:
        """Return the rules of this game: a draw stands in leg 1; leg 2 has extra hands."""
        if self.number == 1:
            return replace(rules, extra_hands=0)
        return replace(rules, before=None if self.other_is_given else self.other)


ONLY_GAME = Legs()


def read_legs(match: Match) -> Legs:
    """Return the legs of a match in a knock-out that has two; 5 queries."""
    stage = match.round.stage
    first = stage.rounds.order_by("number").values_list("number", flat=True)[0]
    rules = stage.knockout_settings().bracket
    number, leg = rules.place_of(match.round.number - first + 1)
    other_round = next(
        one for one in rules.legs_of(number) if one != match.round.number - first + 1
    )
    mine = Match.objects.with_pairs().get(pk=match.pk).pairs
    in_round = other_round + first - 1
    others = Match.objects.filter(round__stage=stage, round__number=in_round)
    found = [one for one in others.with_pairs() if set(one.pairs) == set(mine)]
    if leg == 1 and not found and _was_opened(stage, in_round, mine):
        return Legs(leg, is_alone=True)
    other = next((one for one in found if not one.cancelled), None)
    result = None if other is None else Result.objects.current(other, 1)
    if other is None or result is None or result.outcome != Outcome.PLAYED:
        return Legs(leg)
    made = Sides(result.game_ns, result.game_ew)
    assert made.ns is not None
    assert made.ew is not None
    points = Sides(made.ns, made.ew)
    if other.pairs.ns != mine.ns:
        points = Sides(points.ew, points.ns)
    return Legs(leg, points, bool(result.given_to))


def _was_opened(stage: Stage, number: int, pairs: Sides[Contestant]) -> bool:
    """Return whether a round was opened while both of these were there."""
    there = all(one.withdrawn_from is None or one.withdrawn_from > number for one in pairs)
    opened = stage.rounds.filter(number=number).exclude(status=RoundStatus.PLANNED)
    return there and opened.exists()


ONE_HAND = 72
"""Most points above the target in a likely last hand: a capot after botifarra."""
FEW_IN_ALL, FEW_IN_A_HAND = 36, 3
"""Fewest points of both sides in a likely game, and for each possible hand; the smaller applies."""


@dataclass(frozen=True, slots=True)
class GameTable(PointsTable):
    """Rules of a stage's games, and whether somebody has to go on."""

    key = Result.Kind.GAME
    title = gettext_lazy("Game")
    parties = Side
    least, most = 0, MOST_GAME_POINTS
    refusals = Refusals(
        points_without_play=gettext_lazy(
            "A game that was not played has no points, and is given to nobody."
        ),
        no_reason=gettext_lazy("Say why the game was not played."),
        no_note=gettext_lazy("Write down why the game was not played."),
        reason_of_played=gettext_lazy("A game that was played has no reason for not being played."),
        points_missing=gettext_lazy("Enter the points of both pairs."),
        points_range=gettext_lazy("Points are a whole number from 0 to %(most)d."),
    )

    rules: GameRules
    knocks_out: bool = False
    legs: Legs = ONLY_GAME

    @classmethod
    def of_stage(cls, stage: Stage) -> Self:
        rules = stage.game_settings().rules(stage.hands_per_match)
        return cls(rules, format_of(stage).knocks_out)

    @classmethod
    def of_match(cls, match: Match, settings: GameSettings | None = None) -> Self:
        """Return the table of a match, by the settings of its stage or by others; in a knock-out of
        two legs also by its leg and the points of the other one."""
        stage = match.round.stage
        table = cls.of_stage(stage)
        if settings is not None:
            table = replace(table, rules=settings.rules(stage.hands_per_match))
        if not table.knocks_out or stage.game_settings().legs == 1:
            return table
        legs = read_legs(match)
        return replace(table, rules=legs.rules_of_game(table.rules), legs=legs)

    @property
    def about(self) -> str:
        return self.legs.words

    def totals(self, entry: GameInput) -> Sequence[int]:
        return tuple(play_sheet(self.rules, entry.sheet)[-1].totals)

    @property
    def must_be_played(self) -> str:
        if not self.knocks_out:
            return ""
        return _(
            "In a knock-out one of the two pairs goes on: give it the game, whatever the points. "
            "If neither does, let both withdraw."
        )

    def check_points(self, entry: GameInput) -> None:
        target = self.rules.target
        if target is not None and min(entry.made) >= target and self.rules.before is None:
            raise UserError(
                _("Only one pair can reach %(target)d: the game is over then.")
                % {"target": target},
                field="ew",
            )

    def check_end(self, entry: GameInput) -> None:
        legs, extra_hands = self.legs, self.rules.extra_hands
        if entry.given_to is not None or legs.other_is_given:
            return
        if legs.is_alone:
            raise UserError(
                _(
                    "The next round was opened without a second game of these two: give this one "
                    "to the pair that goes on."
                ),
                field="ew",
            )
        level = legs.rules(self.rules).are_level(Sides(*entry.made))
        if legs.is_decided_by_it and level and legs.number == 1:
            raise UserError(
                _(
                    "With these points neither pair is ahead after both games, and the second one "
                    "has been entered. First give that one to the pair that goes on."
                ),
                field="ew",
            )
        if extra_hands and level:
            raise UserError(extra_hands_text(extra_hands, legs.number), field="ew")

    def doubts(self, played: GameInput) -> Sequence[GameDoubt]:
        made, target, doubts = played.made, self.rules.target, []
        if made[0] == made[1]:
            doubts.append(GameDoubt(GameDoubtKind.DRAWN, made[0]))
        if target is not None and max(made) > target + ONE_HAND:
            doubts.append(GameDoubt(GameDoubtKind.ABOVE, max(made)))
        if sum(made) < self.few:
            doubts.append(GameDoubt(GameDoubtKind.FEW, sum(made)))
        if played.sheet and self._is_unfinished(played):
            doubts.append(GameDoubt(GameDoubtKind.UNFINISHED, len(played.sheet)))
        return doubts

    def _is_unfinished(self, played: GameInput) -> bool:
        try:
            return play_sheet(self.rules, played.sheet)[-1].ended is None
        except SheetError:
            return False  # it will be refused

    @property
    def few(self) -> int:
        hands = self.rules.hands
        return min(FEW_IN_ALL, FEW_IN_A_HAND * hands) if hands else FEW_IN_ALL

    @property
    def limits(self) -> Mapping[str, int | None]:
        rules = self.rules
        numbers: dict[str, int | None] = {
            **limits_of_doubles(rules.hand.multipliers, rules.hand.sant_vicenc),
            "few": self.few,
            "most": rules.target and rules.target + ONE_HAND,
            "target": rules.target,
            "hands": rules.hands,
            "extra": rules.extra_hands,
            "stake": rules.hand.revoke is Revoke.STAKE,
        }
        if rules.before is not None:
            numbers |= {f"{side.key}-before": points for side, points in rules.before.items()}
            numbers["cap"] = rules.cap
        return numbers


def extra_hands_text(hands: int, leg: int = 0) -> str:
    """Return a sentence about the extra hands after a draw; in leg 2 after a draw of both games."""
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


GAME = kind_at(GameTable(GameRules()))

"""The two games of a tie in a knock-out: which of them a match is, and what the other one gave."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.game.seats import Sides
from scoring.ordinary.games import GameRules
from tournament.models import Contestant, Match, Outcome, Result, RoundStatus, Stage


@dataclass(frozen=True, slots=True)
class Legs:
    """`number` is the leg that a match is, 0 where there is only one game. `other` are the points
    of the other leg by the sides of this one, None without a result that counts. `is_alone`: the
    second leg was opened without a match of these two, who are both still there."""

    number: int = 0
    other: Sides[int] | None = None
    other_is_given: bool = False
    is_alone: bool = False

    @property
    def is_decided_by_it(self) -> bool:
        """Whether the tie is decided with this result."""
        return self.number != 1 or self.other is not None

    @property
    def words(self) -> str:
        """Which leg it is, and what the other one gave; "" where there is only one game."""
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
        """By what both games are compared."""
        return replace(rules, before=self.other)

    def rules_of_game(self, rules: GameRules) -> GameRules:
        """What this game is played by: a draw stands in the first leg, and after the second one
        extra hands decide."""
        if self.number == 1:
            return replace(rules, extra_hands=0)
        return replace(rules, before=None if self.other_is_given else self.other)


ONLY_GAME = Legs()


def read_legs(match: Match) -> Legs:
    """The legs of a match in a knock-out that has two; 5 queries."""
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
    """Whether a round was opened while both of these were there."""
    there = all(one.withdrawn_from is None or one.withdrawn_from > number for one in pairs)
    opened = stage.rounds.filter(number=number).exclude(status=RoundStatus.PLANNED)
    return there and opened.exists()

"""Results of a table, by their kind, and what is entered wrongly in their place.

A kind of results that a rehearsal can have is an entry in `TABLE_PLAYS`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.dealing.deal_set import make_deal
from scoring.game.announcements import Denomination
from scoring.game.play_check import PlayFault
from scoring.game.seats import Seat, Sides
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.dealers import dealer_of_hand
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.sheets import SheetHand
from tournament.deals.queries import DealtHand
from tournament.models import Match, Outcome
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.players import PlayedHand, Sitting, play_hand, play_solo_hand
from tournament.rehearsal.scenarios import Mistake, entered_wrongly, said_of_hand
from tournament.results.kinds.abarrotada import ABARROTADA, SoloTable
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput
from tournament.results.kinds.game import GAME, GameTable
from tournament.results.kinds.points import GameInput, PointsTable


class Played(ABC):
    """The course of a hand or a game at a table."""

    fault: PlayFault | None = None
    """The first card that broke a rule, if any."""

    @property
    @abstractmethod
    def right(self) -> Any:
        """The result as it was."""

    @abstractmethod
    def wrong(self, plan: Plan, sitting: Sitting, how: Mistake) -> Any:
        """Return a wrong result to enter in its place; they always differ."""

    @abstractmethod
    def ns_lead(self, content: Any) -> int:
        """Return a measure of the result for N–S, to be compared with another one's."""


@dataclass(frozen=True, slots=True)
class DealtHandPlayed(Played):
    """A hand dealt beforehand."""

    hand: PlayedHand

    @property
    def fault(self) -> PlayFault | None:  # type: ignore[override]
        return self.hand.fault

    @property
    def right(self) -> ResultInput:
        return said_of_hand(self.hand)

    def wrong(self, plan: Plan, sitting: Sitting, how: Mistake) -> ResultInput:
        return entered_wrongly(plan, sitting, self.right, how)

    def ns_lead(self, content: ResultInput) -> int:
        assert content.ns_points is not None, "it was played"
        return content.ns_points


@dataclass(frozen=True, slots=True)
class GamePlayed(Played):
    """A game, by `rules`, or a table of abarrotada; the table dealt the cards itself."""

    made: GameInput
    rules: GameRules | None = None

    @property
    def right(self) -> GameInput:
        return self.made

    def wrong(self, plan: Plan, sitting: Sitting, how: Mistake) -> GameInput:
        """Return wrong points: neighbours swapped, or a slip in the first or a game's losers."""
        first, second, *others = self.made.made
        if how is not Mistake.DIGITS and first != second and not self._are_level(second, first):
            points = second, first
        else:
            slip = 1 + plan.chance("slip", sitting.deal, *sitting.pairs).below(9)
            points = self._slipped(first, second, slip)
            if self._are_level(*points):  # that may not stand
                points = self._slipped(first, second, slip + 1)
        entered = iter((*points, *others))
        by_party = self.made.points.map(lambda made: None if made is None else next(entered))
        return replace(self.made, points=by_party, sheet=())

    def _slipped(self, first: int, second: int, slip: int) -> tuple[int, int]:
        is_first = self.rules is None or first < second
        return (first + slip, second) if is_first else (first, second + slip)

    def _are_level(self, ns: int, ew: int) -> bool:
        return self.rules is not None and self.rules.are_level(Sides(ns, ew))

    def ns_lead(self, content: GameInput) -> int:
        """Return N–S's or North's points less E–W's or West's."""
        first, second, *_others = content.made
        return first - second


@dataclass(frozen=True, slots=True)
class TablePlay:
    """Bots' way of playing for a kind of results; `mistakes`: those that can be made with it."""

    play: Callable[[Plan, Match, DealtHand | None, Sitting, Mistake], Played]
    mistakes: frozenset[Mistake]


def _play_dealt_hand(
    plan: Plan, match: Match, dealt: DealtHand | None, sitting: Sitting, mistake: Mistake
) -> DealtHandPlayed:
    assert dealt is not None, "it was dealt beforehand"
    hand = play_hand(
        plan,
        sitting,
        dealt.deal,
        dealt.dealer,
        match.round.stage.settings.play_variant,
        breaks_a_rule=mistake is Mistake.RULE_BREAK,
    )
    return DealtHandPlayed(hand)


def _play_game(
    plan: Plan, match: Match, _dealt: DealtHand | None, sitting: Sitting, _mistake: Mistake
) -> GamePlayed:
    """Hand after hand, North dealing first, with cards that come from the seed and the pairs."""
    table = GameTable.of_match(match)
    game = Game.begin(table.rules)
    sheet: list[SheetHand] = []
    cards = f"{sitting.pairs.ns}-{sitting.pairs.ew}-{sitting.attempt}"
    number = 0
    while game.ended is None:
        number += 1
        dealer = dealer_of_hand(Seat.N, number)
        one = replace(sitting, deal=number)
        deal = make_deal(plan.key, cards, number)
        hand = play_hand(plan, one, deal, dealer, match.round.stage.settings.play_variant)
        trump = hand.announcement.trump
        suit = None if trump is not Denomination.BOTIFARRA else trump  # nobody writes suits down
        announcement = replace(hand.announcement, trump=suit)
        points = (hand.ns_points, POINTS_IN_A_HAND - hand.ns_points)
        sheet.append(SheetHand(dealer, points, announcement))
        game = game.play(sheet[-1].hand)
    return GamePlayed(_of_sheet(table, sheet), table.rules)


def _play_abarrotada(
    plan: Plan, match: Match, _dealt: DealtHand | None, sitting: Sitting, _mistake: Mistake
) -> GamePlayed:
    """Hand after hand, North dealing first, with cards that come from the seed and the players."""
    players = len(sitting.everybody)
    table = replace(SoloTable.of_stage(match.round.stage), players=players)
    sheet = []
    for number in range(1, (table.rules.hands_of(players) or players) + 1):
        one, dealer = replace(sitting, deal=number), dealer_of_hand(Seat.N, number, players)
        sheet.append(play_solo_hand(plan, one, dealer, table.rules.sant_vicenc))
    return GamePlayed(_of_sheet(table, sheet))


def _of_sheet(table: PointsTable, sheet: Sequence[SheetHand]) -> GameInput:
    return table.filled_in(replace(table.blank, outcome=Outcome.PLAYED, sheet=tuple(sheet)))


_OF_POINTS = frozenset(
    {Mistake.NONE, Mistake.SWAPPED, Mistake.DIGITS, Mistake.DISPUTE, Mistake.LATE}
)
TABLE_PLAYS: Mapping[str, TablePlay] = {
    DEALT_HAND.key: TablePlay(_play_dealt_hand, frozenset(Mistake)),
    GAME.key: TablePlay(_play_game, _OF_POINTS),
    ABARROTADA.key: TablePlay(_play_abarrotada, _OF_POINTS),
}
"""Plays by kind of results."""

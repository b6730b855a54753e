"""What a table makes of each kind of results, and what is entered wrongly in its place.

A kind of results that a rehearsal can have is an entry in `TABLE_PLAYS`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.dealing.deal_set import make_deal
from scoring.game.announcements import Denomination
from scoring.game.play_check import PlayFault
from scoring.game.seats import Seat, Sides
from scoring.ordinary.games import Game
from scoring.ordinary.sheets import SheetHand
from scoring.ordinary.solo_sheets import SoloSheetHand, next_dealer, play_solo_sheet
from tournament.deals.queries import DealtHand
from tournament.models import Match, Outcome
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.players import PlayedHand, Sitting, play_hand, play_solo_hand
from tournament.rehearsal.scenarios import Mistake, entered_wrongly, said_of_hand
from tournament.results.kinds.abarrotada import ABARROTADA, NO_POINTS, SoloInput
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput
from tournament.results.kinds.game import GAME, GameInput, rules_of_match


class Played(ABC):
    """What a table made of a hand or a game."""

    fault: PlayFault | None = None
    """The first card that broke a rule, if any."""

    @property
    @abstractmethod
    def right(self) -> Any:
        """The result as it was."""

    @abstractmethod
    def wrong(self, plan: Plan, sitting: Sitting, how: Mistake) -> Any:
        """What is entered in its place; always something else."""

    @abstractmethod
    def ns_lead(self, content: Any) -> int:
        """How well a result is for N–S, to be compared with another one."""


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
    """A game, whose cards the table dealt itself."""

    game: Game
    sheet: tuple[SheetHand, ...]

    @property
    def right(self) -> GameInput:
        return GameInput(outcome=Outcome.PLAYED, points=self.game.totals, sheet=self.sheet)

    def wrong(self, plan: Plan, sitting: Sitting, how: Mistake) -> GameInput:
        """The table enters only the points: the sides are swapped, or a finger slips by some points
        of the losers'."""
        right = replace(self.right, sheet=())
        ns, ew = self.game.totals
        are_level = self.game.rules.are_level
        if how is not Mistake.DIGITS and ns != ew and not are_level(Sides(ew, ns)):
            return replace(right, points=Sides(ew, ns))
        slip = 1 + plan.chance("slip", sitting.deal, *sitting.pairs).below(9)
        slipped = Sides(ns + slip, ew) if ns < ew else Sides(ns, ew + slip)
        if are_level(slipped):  # that may not stand
            slipped = Sides.of(
                lambda side: slipped[side] + (self.game.totals[side] != slipped[side])
            )
        return replace(right, points=slipped)

    def ns_lead(self, content: GameInput) -> int:
        ns, ew = content.points
        assert ns is not None
        assert ew is not None
        return ns - ew


@dataclass(frozen=True, slots=True)
class SoloPlayed(Played):
    """The hands of a table of abarrotada, whose cards the table dealt itself."""

    totals: tuple[int, ...]
    sheet: tuple[SoloSheetHand, ...]

    @property
    def right(self) -> SoloInput:
        return SoloInput(
            outcome=Outcome.PLAYED,
            points=(*self.totals, *NO_POINTS[len(self.totals) :]),
            hands=len(self.sheet),
            sheet=self.sheet,
        )

    def wrong(self, plan: Plan, sitting: Sitting, how: Mistake) -> SoloInput:
        """The table enters only the points: those of two neighbours are swapped, or a finger slips
        by some points of North's."""
        north, west, *others = self.totals
        swapped = how is not Mistake.DIGITS and north != west
        slip = 1 + plan.chance("slip", sitting.deal, *sitting.pairs).below(9)
        points = (west, north, *others) if swapped else (north + slip, west, *others)
        return replace(self.right, points=(*points, *NO_POINTS[len(points) :]), sheet=())

    def ns_lead(self, content: SoloInput) -> int:
        """North's points less those of West."""
        north, west, *_others = content.made
        return north - west


@dataclass(frozen=True, slots=True)
class TablePlay:
    """How bots play for results of a kind; `mistakes` are those that can be made with it."""

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
    game = Game.begin(rules_of_match(match))
    sheet: list[SheetHand] = []
    seats, cards = tuple(Seat), f"{sitting.pairs.ns}-{sitting.pairs.ew}-{sitting.attempt}"
    number = 0
    while game.ended is None:
        number += 1
        dealer = seats[(number - 1) % len(seats)]
        one = replace(sitting, deal=number)
        deal = make_deal(plan.key, cards, number)
        hand = play_hand(plan, one, deal, dealer, match.round.stage.settings.play_variant)
        trump = hand.announcement.trump
        suit = None if trump is not Denomination.BOTIFARRA else trump  # nobody writes suits down
        announcement = replace(hand.announcement, trump=suit)
        sheet.append(SheetHand(dealer, hand.ns_points, announcement))
        game = game.play(sheet[-1].hand)
    return GamePlayed(game, tuple(sheet))


def _play_abarrotada(
    plan: Plan, match: Match, _dealt: DealtHand | None, sitting: Sitting, _mistake: Mistake
) -> SoloPlayed:
    """Hand after hand, North dealing first, with cards that come from the seed and the players."""
    stage = match.round.stage
    rules = stage.solo_settings().rules(stage.hands_per_match)
    players = len(sitting.everybody)
    sheet: list[SoloSheetHand] = []
    for number in range(1, (rules.hands_of(players) or players) + 1):
        dealer = next_dealer(sheet, players)
        sheet.append(play_solo_hand(plan, replace(sitting, deal=number), dealer, rules.sant_vicenc))
    return SoloPlayed(play_solo_sheet(rules, players, sheet)[-1], tuple(sheet))


_OF_POINTS = frozenset(
    {Mistake.NONE, Mistake.SWAPPED, Mistake.DIGITS, Mistake.DISPUTE, Mistake.LATE}
)
TABLE_PLAYS: Mapping[str, TablePlay] = {
    DEALT_HAND.key: TablePlay(_play_dealt_hand, frozenset(Mistake)),
    GAME.key: TablePlay(_play_game, _OF_POINTS),
    ABARROTADA.key: TablePlay(_play_abarrotada, _OF_POINTS),
}
"""By the kind of results."""

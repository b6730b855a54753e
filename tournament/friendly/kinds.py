"""What can be played at a friendly table. Each kind says by which rules hands are played, and what
stands after some of them: who sits where next, the score, whether it is over, who has won.

Everything here follows from the table's terms and from what came out of the hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.duplicate.scores import TableResult
from scoring.game.announcements import Announcement, SantVicencRule
from scoring.game.seats import Seat, Side, Sides
from scoring.game.variants import PlayVariant
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.hands import Hand, HandRules
from scoring.ordinary.individuals import GAMES_IN_A_SET, seats_of_set, set_scores
from scoring.play.rules import TableRules
from tournament.models import FriendlyTable
from tournament.models.friendly import PLACES

AS_THEY_SIT: Mapping[Seat, int] = dict(zip(Seat, PLACES))
"""Who sits where as long as partners don't change: the first place is North."""


@dataclass(frozen=True, slots=True)
class Terms:
    """By what a table plays, as chosen when it was made."""

    target: int
    hands: int
    variant: PlayVariant
    sant_vicenc: SantVicencRule


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """What came out of a hand."""

    maker: Seat
    announcement: Announcement
    ns_points: int


@dataclass(frozen=True, slots=True)
class Total:
    """A line of the score: of a side, or of a player where partners change."""

    side: Side | None
    place: int | None
    points: int
    won: int = 0
    """Games won, where there are several."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands after some hands."""

    seats: Mapping[Seat, int]
    """Which place sits where in the next hand; when it is over, in the last one."""
    totals: tuple[Total, ...]
    over: bool = False
    winners: tuple[Total, ...] = ()
    """Those lines of the score that have won; several, or none, for a draw."""
    game: int = 1
    games: int = 1
    game_totals: Sides[int] | None = None
    """Where the game stands that is being played, or ended last, beside the score of several."""


class Kind(Protocol):
    """Something that can be played."""

    def rules(self, terms: Terms) -> TableRules:
        """How hands are called and played."""
        ...

    def hand_scores(self, terms: Terms, hand: PlayedHand, /) -> Sides[int]:
        """What a hand scores for each side."""
        ...

    def standing(self, terms: Terms, hands: Sequence[PlayedHand]) -> Standing:
        """What stands after these hands."""
        ...


class OneGame:
    """An ordinary game to a target."""

    def rules(self, terms: Terms) -> TableRules:
        return TableRules(terms.variant, terms.sant_vicenc, recontro_counts=True)

    def hand_scores(self, terms: Terms, hand: PlayedHand) -> Sides[int]:
        return Game.begin(GameRules(hand=_hand_rules(terms))).play(_ordinary(hand)).scores

    def standing(self, terms: Terms, hands: Sequence[PlayedHand]) -> Standing:
        game = Game.begin(_game_rules(terms))
        for hand in hands:
            game = game.play(_ordinary(hand))
        totals = tuple(Total(side, None, game.totals[side]) for side in Side)
        winners = tuple(total for total in totals if total.side is game.winner)
        return Standing(AS_THEY_SIT, totals, game.ended is not None, winners)


class ChangingPartners(OneGame):
    """Three games to a target, each of the four the partner of each once."""

    def standing(self, terms: Terms, hands: Sequence[PlayedHand]) -> Standing:
        games = [Game.begin(_game_rules(terms))]
        for hand in hands:
            if games[-1].ended is not None:
                games.append(Game.begin(_game_rules(terms)))
            games[-1] = games[-1].play(_ordinary(hand))
        totals = tuple(
            Total(None, one.player, one.points, one.won) for one in set_scores(PLACES, games)
        )
        ended = games[-1].ended is not None
        over = ended and len(games) == GAMES_IN_A_SET
        best = max((one.points, one.won) for one in totals)
        winners = tuple(one for one in totals if (one.points, one.won) == best) if over else ()
        number = len(games) + (ended and not over)
        return Standing(
            seats=seats_of_set(PLACES)[number - 1],
            totals=totals,
            over=over,
            winners=winners,
            game=number,
            games=GAMES_IN_A_SET,
            game_totals=games[-1].totals if number == len(games) else Sides(0, 0),
        )


class DealtHands:
    """So many hands of a numbered set, played and scored as in a duplicate championship."""

    def rules(self, terms: Terms) -> TableRules:
        return TableRules(terms.variant)

    def hand_scores(self, _terms: Terms, hand: PlayedHand) -> Sides[int]:
        result = TableResult(Sides(1, 2), hand.ns_points, hand.announcement)

        def score(side: Side) -> int:
            made = result.hand_score(side, hand.maker.side)
            assert made is not None, "nobody can break a rule here"
            return made

        return Sides.of(score)

    def standing(self, terms: Terms, hands: Sequence[PlayedHand]) -> Standing:
        scores = [self.hand_scores(terms, hand) for hand in hands]
        totals = tuple(Total(side, None, sum(one[side] for one in scores)) for side in Side)
        return Standing(AS_THEY_SIT, totals, over=len(hands) >= terms.hands)


Played = FriendlyTable.Played
KINDS: Mapping[Played, Kind] = {
    Played.GAME: OneGame(),
    Played.PARTNERS: ChangingPartners(),
    Played.HANDS: DealtHands(),
}


def _hand_rules(terms: Terms) -> HandRules:
    return HandRules(sant_vicenc=terms.sant_vicenc)


def _game_rules(terms: Terms) -> GameRules:
    return GameRules(target=terms.target, hand=_hand_rules(terms))


def _ordinary(hand: PlayedHand) -> Hand:
    return Hand(hand.maker.side, hand.ns_points, hand.announcement)

"""Games of friendly tables. Each says by which rules hands are played, and what stands after some
of them: the next seats, the score, whether it is over, who has won.

Everything here follows from the table's terms and the outcome of its hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.duplicate.scores import TableResult
from scoring.game.announcements import Announcement, SantVicencRule
from scoring.game.deals import Deal, Hands
from scoring.game.seats import SEATS_OF, PerSeat, Seat, Side, Sides
from scoring.game.three_hands import ThreeHands
from scoring.game.variants import PlayVariant
from scoring.ordinary.abarrotada import SoloHand, score_solo_hand
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, Hand, HandRules, Multipliers
from scoring.ordinary.individuals import GAMES_IN_A_SET, seats_of_set, set_scores
from scoring.play.games import PerParty
from scoring.play.rules import TableRules
from tournament.models import FriendlyTable
from tournament.models.friendly import PLACES

AS_THEY_SIT: Mapping[Seat, int] = dict(zip(Seat, PLACES))
"""Seats while partners don't change: the first place is North."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of a table, as chosen when it was made."""

    target: int
    hands: int
    variant: PlayVariant
    sant_vicenc: SantVicencRule
    multipliers: Multipliers = DEFAULT_MULTIPLIERS


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """Outcome of a hand."""

    maker: Seat
    announcement: Announcement
    points: PerParty[int]


@dataclass(frozen=True, slots=True)
class Total:
    """A line of the score: of a side; of a player where partners change; or of a seat, where
    everybody plays alone."""

    side: Side | None
    place: int | None
    points: int
    seat: Seat | None = None
    won: int = 0
    """Games won, where there are several."""


@dataclass(frozen=True, slots=True)
class Standing:
    """State of a table after some hands."""

    seats: Mapping[Seat, int]
    """Places by their seats in the next hand; when it is over, in the last one."""
    totals: tuple[Total, ...]
    over: bool = False
    winners: tuple[Total, ...] = ()
    """Lines of the score that have won; several, or none, for a draw."""
    game: int = 1
    games: int = 1
    game_totals: Sides[int] | None = None
    """Points in the current or last game, beside the score of several."""


class Kind(Protocol):
    """Game that can be played at a friendly table."""

    def rules(self, terms: Terms) -> TableRules:
        """Return the rules by which hands are called and played."""
        ...

    def hands(self, terms: Terms, /) -> int | None:
        """Return the number of hands, where no target ends the game."""
        ...

    def dealt(self, deal: Deal, /) -> Hands:
        """Return the hands that follow from a deal of all cards."""
        ...

    def hand_scores(self, terms: Terms, hand: PlayedHand, /) -> PerParty[int]:
        """Return the scores of a hand for each side, or for each player alone."""
        ...

    def standing(self, terms: Terms, hands: Sequence[PlayedHand]) -> Standing:
        """Return the state after these hands."""
        ...


class _OfPairs:
    """Base of games of two against two."""

    def dealt(self, deal: Deal) -> Hands:
        return deal


class OneGame(_OfPairs):
    """An ordinary game to a target."""

    def hands(self, _terms: Terms) -> int | None:
        return None

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
            Total(None, one.player, one.points, won=one.won) for one in set_scores(PLACES, games)
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


class DealtHands(_OfPairs):
    """A game of some hands of a numbered set, played and scored as a duplicate championship."""

    def hands(self, terms: Terms) -> int | None:
        return terms.hands

    def rules(self, terms: Terms) -> TableRules:
        return TableRules(terms.variant)

    def hand_scores(self, _terms: Terms, hand: PlayedHand) -> Sides[int]:
        result = TableResult(Sides(1, 2), _of_sides(hand)[Side.NS], hand.announcement)

        def score(side: Side) -> int:
            made = result.hand_score(side, hand.maker.side)
            assert made is not None, "nobody can break a rule here"
            return made

        return Sides.of(score)

    def standing(self, terms: Terms, hands: Sequence[PlayedHand]) -> Standing:
        scores = [self.hand_scores(terms, hand) for hand in hands]
        totals = tuple(Total(side, None, sum(one[side] for one in scores)) for side in Side)
        return Standing(AS_THEY_SIT, totals, over=len(hands) >= terms.hands)


@dataclass(frozen=True)
class Abarrotada:
    """A game of a number of hands in which everybody plays alone, four players or three."""

    players: int

    def hands(self, terms: Terms) -> int | None:
        return terms.hands

    def rules(self, terms: Terms) -> TableRules:
        return TableRules(
            PlayVariant.ABARROTADA,
            terms.sant_vicenc,
            recontro_counts=True,
            players=self.players,
        )

    def dealt(self, deal: Deal) -> Hands:
        return deal if self.players == len(Seat) else ThreeHands.of(deal)

    def hand_scores(self, terms: Terms, hand: PlayedHand) -> PerSeat[int]:
        seats = SEATS_OF[self.players]
        solo = SoloHand(
            self.players, seats.index(hand.maker), tuple(hand.points), hand.announcement
        )
        return PerSeat(tuple(zip(seats, score_solo_hand(solo, terms.multipliers))))

    def standing(self, terms: Terms, hands: Sequence[PlayedHand]) -> Standing:
        seats = {seat: AS_THEY_SIT[seat] for seat in SEATS_OF[self.players]}
        scores = [self.hand_scores(terms, hand) for hand in hands]
        totals = tuple(
            Total(None, place, sum(one[seat] for one in scores), seat=seat)
            for seat, place in seats.items()
        )
        over = len(hands) >= terms.hands
        best = max(one.points for one in totals)
        winners = tuple(one for one in totals if one.points == best) if over else ()
        is_draw = len(winners) == len(totals)
        return Standing(seats, totals, over, () if is_draw else winners)


Played = FriendlyTable.Played
KINDS: Mapping[Played, Kind] = {
    Played.GAME: OneGame(),
    Played.PARTNERS: ChangingPartners(),
    Played.ABARROTADA: Abarrotada(4),
    Played.THREE: Abarrotada(3),
    Played.HANDS: DealtHands(),
}


def _hand_rules(terms: Terms) -> HandRules:
    return HandRules(terms.multipliers, terms.sant_vicenc)


def _game_rules(terms: Terms) -> GameRules:
    return GameRules(target=terms.target, hand=_hand_rules(terms))


def _ordinary(hand: PlayedHand) -> Hand:
    return Hand(hand.maker.side, _of_sides(hand)[Side.NS], hand.announcement)


def _of_sides(hand: PlayedHand) -> Sides[int]:
    assert isinstance(hand.points, Sides)
    return hand.points

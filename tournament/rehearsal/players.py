"""Calls and plays of a table's players with a hand.

They are `scoring`'s bots, except that now and then somebody plays a random legal card, each pair
more or less often. So tables with the same cards differ, and good pairs lead the standings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.bots.abarrotada_calls import call_all
from scoring.bots.calls import call
from scoring.bots.quick import choose_card
from scoring.chance import Chance
from scoring.game.announcements import Announcement, Denomination, SantVicencRule
from scoring.game.cards import PACK, SHORT_PACK, Card
from scoring.game.deals import Deal
from scoring.game.legality import legal_cards
from scoring.game.play_check import PlayFault, check_play
from scoring.game.seats import SEATS_OF, Seat, Side, Sides, in_turn
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from scoring.ordinary.calls import Calling
from scoring.ordinary.sheets import SheetHand
from tournament.rehearsal.plan import Plan

_LEAST_CARELESS, _MOST_CARELESS = 1, 9
"""Least and greatest number of cards, in a hundred, that a pair plays without thinking."""
_LATEST_BREAK = 12
"""A rule is broken after fewer chances to do so than this."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A hand at a table: its number, and the numbers of the pairs; of players one of each side,
    and `everybody` from North on.

    `attempt` picks another way of playing it, where something special is to be shown.
    """

    deal: int
    pairs: Sides[int]
    attempt: int = 0
    everybody: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as a table played it; `fault` is the first card that broke a rule, if any."""

    announcement: Announcement
    ns_points: int
    plays: tuple[Card, ...]
    fault: PlayFault | None


def play_hand(
    plan: Plan,
    sitting: Sitting,
    deal: Deal,
    dealer: Seat,
    variant: PlayVariant,
    *,
    breaks_a_rule: bool = False,
) -> PlayedHand:
    """Let the table play; with `breaks_a_rule` somebody plays a card that is not legal, once.

    Where nobody ever has a choice that would break a rule, none is broken.
    """
    chance = plan.chance("play", sitting.deal, *sitting.pairs, sitting.attempt)
    announcement = call(deal, dealer, chance).announcement
    assert announcement.trump is not None
    start = Position.start(deal, dealer, announcement.trump)
    careless = {side: _carelessness(plan, sitting.pairs[side]) for side in Side}
    until = chance.below(_LATEST_BREAK) if breaks_a_rule else None
    plays = _plays(start, variant, careless, chance, until)
    check = check_play(deal, dealer, announcement.trump, plays, variant)
    return PlayedHand(
        announcement, check.points[Side.NS], tuple(plays), next(iter(check.faults), None)
    )


def play_solo_hand(
    plan: Plan, sitting: Sitting, dealer: Seat, sant_vicenc: SantVicencRule
) -> SheetHand:
    """Let a table of abarrotada deal, call and play a hand, as its score sheet has it."""
    players = sitting.everybody
    chance = plan.chance("abarrotada", sitting.deal, *players, sitting.attempt)
    seats = SEATS_OF[len(players)]
    hands = _dealt_to(seats, PACK if len(players) == len(Seat) else SHORT_PACK, chance)
    calling = call_all(Calling.begin(dealer, len(players), sant_vicenc), hands)
    assert calling.trump is not None
    assert calling.maker is not None
    leader = in_turn(dealer, len(players))[1]
    position = Position.of_hands(hands, Trick(leader, calling.trump, players=len(players)))
    careless = {seat: _carelessness(plan, player) for seat, player in zip(seats, players)}
    while not position.is_over:
        if chance.below(100) < careless[position.to_play]:
            card = _any_of(legal_cards(position, PlayVariant.ABARROTADA), chance)
        else:
            card = choose_card(position, PlayVariant.ABARROTADA, chance)
        position = position.play(card)
    trump = calling.trump
    suit = None if trump is not Denomination.BOTIFARRA else trump  # nobody writes suits down
    return SheetHand(
        dealer,
        tuple(position.points(seat) for seat in seats),
        replace(calling.announcement, trump=suit),
        maker=None if calling.maker is dealer else calling.maker,
    )


def _dealt_to(
    seats: tuple[Seat, ...], pack: tuple[Card, ...], chance: Chance
) -> dict[Seat, tuple[Card, ...]]:
    """Return the hands of a shuffled pack, each of the same size."""
    shuffled = list(pack)
    for last in range(len(shuffled) - 1, 0, -1):
        other = chance.below(last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    each = len(pack) // len(seats)
    return {
        seat: tuple(sorted(shuffled[place * each : (place + 1) * each]))
        for place, seat in enumerate(seats)
    }


def _plays(
    position: Position,
    variant: PlayVariant,
    careless: Mapping[Side, int],
    chance: Chance,
    until: int | None,
) -> list[Card]:
    """Return all 48 cards in order of play. At chance number `until` to break a rule (None: never)
    somebody takes it."""
    plays = []
    while not position.is_over:
        illegal = _illegal(position, variant) if until is not None else ()
        if illegal and until == 0:
            card, until = _any_of(illegal, chance), None
        elif chance.below(100) < careless[position.to_play.side]:
            card = _any_of(legal_cards(position, variant), chance)
        else:
            card = choose_card(position, variant, chance)
        if illegal and until:
            until -= 1
        plays.append(card)
        position = position.play(card)
    return plays


def _carelessness(plan: Plan, pair: int) -> int:
    span = _MOST_CARELESS - _LEAST_CARELESS + 1
    return _LEAST_CARELESS + plan.chance("careless", pair).below(span)


def _illegal(position: Position, variant: PlayVariant) -> tuple[Card, ...]:
    """Return the cards in the hand that may not be played now."""
    legal = legal_cards(position, variant)
    return tuple(card for card in position.hand_of(position.to_play) if card not in legal)


def _any_of(cards: tuple[Card, ...], chance: Chance) -> Card:
    return cards[chance.below(len(cards))]

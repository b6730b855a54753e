"""Checks a record of play: every fault, with what was legal, and who won what.

What was played is replayed, legal or not, so that one fault doesn't hide the next. Only a card
that can't have been played at all ends the check: one that another player holds, or that has been
played before.

Whoever shows a fault in another language makes the sentence from its parts: `rule` says which
sentence it is, and the other fields fill it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.deals import Deal
from scoring.game.legality import PlayRule, broken_rule, legal_cards
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant

_SENTENCES: Mapping[PlayRule, str] = {
    PlayRule.FOLLOW_SUIT: "{seat} played {card} but can follow suit to {led}",
    PlayRule.BEAT: "{seat} played {card} but can beat {winning}",
    PlayRule.TRUMP: "{seat} played {card} but can trump {winning}",
    PlayRule.OVERTRUMP: "{seat} played {card} but can overtrump {winning}",
    PlayRule.LOWEST: (
        "{seat} played {card}, which doesn't beat {winning}, "
        "and holds a lower card of the same suit"
    ),
    PlayRule.LOWEST_OR_COUNTING: (
        "{seat} played {card}, which neither beats {winning} nor counts, "
        "and holds a lower card of the same suit"
    ),
    PlayRule.LOWEST_UNLESS_SAFE: (
        "{seat} played {card}, which doesn't beat {winning}, while the partner's {winning} "
        "is not safe, and holds a lower card of the same suit"
    ),
    PlayRule.NOT_HELD: "{seat} can't have played {card}, which another player holds",
    PlayRule.PLAYED_TWICE: "{seat} can't have played {card}, which has been played before",
}

_ENDS_THE_CHECK = (PlayRule.NOT_HELD, PlayRule.PLAYED_TWICE)


@dataclass(frozen=True, slots=True)
class PlayFault:
    """A card that broke a rule. `str()` gives the sentence in English.

    `trick` counts from 1. `legal` are the cards that might have been played instead, in canonical
    order; `led` and `winning` the card led and the best one at that moment, None for a lead.
    """

    trick: int
    seat: Seat
    card: Card
    rule: PlayRule
    legal: tuple[Card, ...]
    led: Card | None
    winning: Card | None

    def __str__(self) -> str:
        return _SENTENCES[self.rule].format(
            seat=self.seat, card=self.card, led=self.led, winning=self.winning
        )


@dataclass(frozen=True, slots=True)
class PlayCheck:
    """The result of a check: the faults, and the position where the record ends."""

    position: Position
    faults: tuple[PlayFault, ...]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks, and behind them the one that was begun, if one was."""
        begun = (self.position.trick,) if self.position.trick.cards else ()
        return self.position.won + begun

    @property
    def is_complete(self) -> bool:
        """Return whether all cards were played, and no card that can't have been."""
        return self.position.is_over and not any(
            fault.rule in _ENDS_THE_CHECK for fault in self.faults
        )

    @property
    def points(self) -> dict[Side, int]:
        """Points of each side from the complete tricks."""
        return {side: self.position.points(side) for side in Side}


def check_play(
    deal: Deal,
    dealer: Seat,
    trump: Denomination,
    plays: Iterable[Card],
    variant: PlayVariant = PlayVariant.OBLIGADA,
) -> PlayCheck:
    """Check the cards in the order in which they were played, all of them or the first ones."""
    return check_play_from(Position.start(deal, dealer, trump), plays, variant)


def check_play_from(
    position: Position, plays: Iterable[Card], variant: PlayVariant = PlayVariant.OBLIGADA
) -> PlayCheck:
    """Check what was played from that position on."""
    faults: list[PlayFault] = []
    for card in plays:
        rule = broken_rule(position, card, variant)
        if rule is not None:
            faults.append(_fault(position, card, rule, variant))
            if rule in _ENDS_THE_CHECK:
                break
        position = position.play(card)
    return PlayCheck(position, tuple(faults))


def _fault(position: Position, card: Card, rule: PlayRule, variant: PlayVariant) -> PlayFault:
    return PlayFault(
        trick=position.trick_number,
        seat=position.to_play,
        card=card,
        rule=rule,
        legal=legal_cards(position, variant),
        led=position.trick.led,
        winning=position.trick.winning_card,
    )

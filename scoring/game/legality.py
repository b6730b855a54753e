"""Legal cards, by the variants of the rules of play, and reasons why others are not.

Any card may be led. Whoever follows obeys these rules, the earlier ones first:

1. Follow suit, if you can.
2. Unless your partner is winning the trick at that moment, beat the cards that are in it if what
   rule 1 leaves you can; so who is void trumps and overtrumps.
3. (not in `LLIURE` and `ABARROTADA`) A card that doesn't beat is the lowest you hold of its suit.
   It may also be a counting card if your partner is winning, or if you are second and can't follow
   suit.

In David Parlett's notation, where F and T beat by following and by trumping, f and t don't beat, r
is another suit, 0 the lowest held of the suit, v a counting card, and a group after a comma counts
only where those before it are impossible:

    partner winning                   Ff0fv, Tt0tvr0rv
    opponents winning, second player  F, f0, T, r0rv
    opponents winning, third, fourth  F, f0, T, t0r0

What the other variants change in rule 3: by `OBLIGADA_SECOND_HAND` the second player may play a
counting card when following suit too (`F, f0fv, T, r0rv`). By `OBLIGADA_SAFE_THIRD` the third
player may play a counting card that doesn't beat only if the partner's card is safe: every higher
one of its suit has been played or is in the third player's own hand.

By `ABARROTADA` nobody has a partner, so rule 2 binds everybody always.

Each rule that concerns a position narrows down what may be played. A card breaks the first rule
that leaves it out, so a legal card and a reason always agree.

Sources: D. Parlett's description of the game and his notation for it; the rules of oriental
(obligada) and western (lliure) play as Catalan championships publish them; "Botifarra" on
pagat.com.
"""

from enum import StrEnum

from scoring.game.card_sets import (
    COUNTING,
    SUITS,
    CardSet,
    cards_in,
    higher_cards,
    lowest_of_each_suit,
)
from scoring.game.cards import Card
from scoring.game.tricks import Position, beaten_by
from scoring.game.variants import PlayVariant

_FREE = (PlayVariant.LLIURE, PlayVariant.ABARROTADA)
"""Variants in which a player who doesn't have to beat may play any card that follows suit."""


class PlayRule(StrEnum):
    """Rules that a card can break."""

    FOLLOW_SUIT = "follow-suit"
    """A card of the suit led is in the hand."""
    BEAT = "beat"
    """The partner isn't winning, and a card of the suit led would beat."""
    TRUMP = "trump"
    """The partner isn't winning, and a trump would beat a trick without trumps."""
    OVERTRUMP = "overtrump"
    """The partner isn't winning, and a higher trump would beat the trump that is winning."""
    LOWEST = "lowest"
    """A card that doesn't beat must be the lowest held of its suit."""
    LOWEST_OR_COUNTING = "lowest-or-counting"
    """A card that doesn't beat must be the lowest held of its suit, or count."""
    LOWEST_UNLESS_SAFE = "lowest-unless-safe"
    """The card must be the lowest: the partner's winning one isn't safe (`OBLIGADA_SAFE_THIRD`)."""
    NOT_HELD = "not-held"
    """Somebody else holds the card."""
    PLAYED_TWICE = "played-twice"
    """The card has been played before."""


def legal_cards(
    position: Position, variant: PlayVariant = PlayVariant.OBLIGADA
) -> tuple[Card, ...]:
    """Return the legal cards of the player whose turn it is, in canonical order; none at the
    end."""
    return cards_in(legal_set(position, variant))


def legal_set(position: Position, variant: PlayVariant = PlayVariant.OBLIGADA) -> CardSet:
    """Return `legal_cards` as a set."""
    narrowed = _narrowed(position, variant)
    return narrowed[-1][1] if narrowed else position.hand


def broken_rule(
    position: Position, card: Card, variant: PlayVariant = PlayVariant.OBLIGADA
) -> PlayRule | None:
    """Return the first rule that `card` breaks if the player whose turn it is plays it, or None."""
    bit = 1 << card.position
    if position.gone & bit:
        return PlayRule.PLAYED_TWICE
    if not position.hand & bit:
        return PlayRule.NOT_HELD
    for rule, allowed in _narrowed(position, variant):
        if not allowed & bit:
            return rule
    return None


def _narrowed(position: Position, variant: PlayVariant) -> list[tuple[PlayRule, CardSet]]:
    """Return the rules that concern the position, each with what it and those before it allow."""
    trick = position.trick
    led, winning = trick.led, trick.winning_card
    if led is None or winning is None:
        return []
    rules: list[tuple[PlayRule, CardSet]] = []
    allowed = position.hand
    following = allowed & SUITS[led.suit]
    if following:
        allowed = following
        rules.append((PlayRule.FOLLOW_SUIT, allowed))
    beating = allowed & beaten_by(winning, trick.trump)
    partner_wins = (
        variant is not PlayVariant.ABARROTADA and trick.winner is position.to_play.partner
    )
    if beating and not partner_wins:
        rules.append((_duty_to_beat(position, winning, follows=bool(following)), beating))
    elif variant not in _FREE:
        rule = _without_beating(position, variant, winning, follows=bool(following))
        allowed_low = lowest_of_each_suit(allowed)
        if rule is PlayRule.LOWEST_OR_COUNTING:
            allowed_low |= allowed & COUNTING
        rules.append((rule, beating | allowed_low))
    return rules


def _duty_to_beat(position: Position, winning: Card, *, follows: bool) -> PlayRule:
    """Return the rule by which a card that beats `winning` has to be played, where one can be."""
    if follows:
        return PlayRule.BEAT
    is_trump = winning.suit.value == position.trump.value
    return PlayRule.OVERTRUMP if is_trump else PlayRule.TRUMP


def _without_beating(
    position: Position, variant: PlayVariant, winning: Card, *, follows: bool
) -> PlayRule:
    """Return rule 3 for this player: what holds for a card that doesn't beat `winning`."""
    cards = position.trick.cards
    if len(cards) == 1:
        free = not follows or variant is PlayVariant.OBLIGADA_SECOND_HAND
        return PlayRule.LOWEST_OR_COUNTING if free else PlayRule.LOWEST
    if position.trick.winner is not position.to_play.partner:
        return PlayRule.LOWEST
    if variant is PlayVariant.OBLIGADA_SAFE_THIRD and len(cards) == 2:
        known = position.gone | position.hand
        if higher_cards(winning) & ~known:
            return PlayRule.LOWEST_UNLESS_SAFE
    return PlayRule.LOWEST_OR_COUNTING

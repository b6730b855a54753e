"""Changes of a record of play: each gives another record, and no card is lost on the way.

After a change everything behind it is replayed. The first card that can no longer have been played
(because another card won a trick, and it is another player's turn), and all cards after it, are
left over: they stay with the record until they are laid again, or discarded on purpose.

Error messages name cards, which may be sealed for others, so only the person who changes the record
sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.game.announcements import Denomination, Double
from scoring.game.cards import Card
from scoring.game.deals import CARDS_IN_HAND
from scoring.game.seats import Seat
from scoring.game.tricks import Position
from tournament.core.errors import NotNow, UserError
from tournament.core.labels import card_name, label
from tournament.deals.queries import DealtHand
from tournament.play_records.play import Play, first_position, gone_of, laid

Change = Callable[[DealtHand, Play], Play]
"""Function that changes a record. Raises `UserError` for an impossible change."""


def choose_trump(trump: Denomination) -> Change:
    """Return the change that sets the trumps; the cards are replayed with them."""

    def change(dealt: DealtHand, play: Play) -> Play:
        return _replayed(dealt, replace(play, trump=trump), play.plays)

    return change


def say_double(double: Double) -> Change:
    """Return the change that sets contro or recontro."""
    return lambda _dealt, play: replace(play, double=double)


def lay(cards: Sequence[Card]) -> Change:
    """Return the change that plays these cards next, one after the other."""

    def change(dealt: DealtHand, play: Play) -> Play:
        position = _end(dealt, play)
        for card in cards:
            _refuse_impossible(dealt, play, position, card)
            position = position.play(card)
        left_over = tuple(card for card in play.left_over if card not in cards)
        return replace(play, plays=(*play.plays, *cards), left_over=left_over)

    return change


def replace_card(place: int, card: Card) -> Change:
    """Return the change that puts `card` at `place`, from 0. If it comes later in the record, the
    two change places."""

    def change(dealt: DealtHand, play: Play) -> Play:
        before = _before(dealt, play, place)
        was = play.plays[place]
        _refuse_impossible(dealt, play, before, card)
        swapped = {was: card, card: was}
        behind = [swapped.get(one, one) for one in play.plays[place:]]
        return _replayed(dealt, play, (*play.plays[:place], *behind))

    return change


def insert_card(place: int, card: Card) -> Change:
    """Return the change that inserts a card before the one at `place`, from 0; if it comes later in
    the record, it is moved."""

    def change(dealt: DealtHand, play: Play) -> Play:
        before = _before(dealt, play, place)
        _refuse_impossible(dealt, play, before, card)
        behind = (one for one in play.plays[place:] if one != card)
        return _replayed(dealt, play, (*play.plays[:place], card, *behind))

    return change


def remove_card(place: int) -> Change:
    """Return the change that removes the card at `place`, from 0."""

    def change(dealt: DealtHand, play: Play) -> Play:
        _before(dealt, play, place)
        return _replayed(dealt, play, (*play.plays[:place], *play.plays[place + 1 :]))

    return change


def lay_left_over(dealt: DealtHand, play: Play) -> Play:
    """Lay the left-over cards again, each player's in their order, as far as there are some."""
    position = _end(dealt, play)
    plays, left_over = list(play.plays), list(play.left_over)
    while card := next((one for one in left_over if position.hand >> one.position & 1), None):
        position = position.play(card)
        plays.append(card)
        left_over.remove(card)
    if len(plays) == len(play.plays):
        raise NotNow(
            _("%(seat)s, whose turn it is, holds none of these cards: play another one first.")
            % {"seat": label(position.to_play)}
        )
    return replace(play, plays=tuple(plays), left_over=tuple(left_over))


def drop_left_over(_dealt: DealtHand, play: Play) -> Play:
    """Discard the cards that are left over."""
    return replace(play, left_over=())


def set_aside(card: Card) -> Change:
    """Return the change that marks a card as gone before the record begins, or takes the mark off.

    The record then begins elsewhere, so all its cards are left over.
    """

    def change(dealt: DealtHand, play: Play) -> Play:
        gone = {*play.gone} ^ {card}
        seat = dealt.deal.seat_of(card)
        if card in gone and gone_of(dealt, play)[seat] + 1 == CARDS_IN_HAND:
            raise UserError(
                _("%(seat)s must keep a card: otherwise the record has nothing to begin with.")
                % {"seat": label(seat)}
            )
        leader = play.leader if gone else dealt.dealer.right
        kept = tuple(one for one in (*play.plays, *play.left_over) if one != card)
        return replace(play, gone=tuple(sorted(gone)), leader=leader, plays=(), left_over=kept)

    return change


def lead_from(seat: Seat) -> Change:
    """Return the change that sets the leader of the first trick of a record that begins late."""

    def change(dealt: DealtHand, play: Play) -> Play:
        if not play.gone and seat is not dealt.dealer.right:
            raise UserError(
                _("%(seat)s leads the first trick. First mark the cards that were gone.")
                % {"seat": label(dealt.dealer.right)}
            )
        return _replayed(dealt, replace(play, leader=seat), play.plays)

    return change


def start_over(dealt: DealtHand, play: Play) -> Play:
    """Remove all cards; the announcements stay."""
    return Play(dealt.dealer.right, play.trump, play.double)


def why_not(dealt: DealtHand, play: Play, position: Position, card: Card) -> str:
    """Return why a card can't have been played in a position of the record; "" if it can."""
    if position.is_over:
        return _("All cards have been played.")
    names = {"card": card_name(card), "seat": label(position.to_play)}
    if card in play.gone:
        return _("%(card)s: gone before the record begins.") % names
    if position.gone >> card.position & 1:
        return _("%(card)s has already been played.") % names
    if not position.hand >> card.position & 1:
        holder = label(dealt.deal.seat_of(card))
        return _("%(card)s: %(holder)s holds it, but it is %(seat)s's turn.") % {
            **names,
            "holder": holder,
        }
    return ""


def _end(dealt: DealtHand, play: Play) -> Position:
    """Return the position behind the last card."""
    first = first_position(dealt, play)
    if first is None:
        raise NotNow(_refusal_to_begin(play), field="trump" if play.trump is None else None)
    position, _count = laid(first, play.plays)
    return position


def _refusal_to_begin(play: Play) -> str:
    if play.trump is None:
        return _("Choose trumps first.")
    return _("The same number of cards must be gone from each hand before the record can begin.")


def _before(dealt: DealtHand, play: Play, place: int) -> Position:
    """Return the position before the card at a place."""
    if not 0 <= place < len(play.plays):
        raise UserError(_("There is no card %(number)d in the record.") % {"number": place + 1})
    return _end(dealt, replace(play, plays=play.plays[:place]))


def _refuse_impossible(dealt: DealtHand, play: Play, position: Position, card: Card) -> None:
    if reason := why_not(dealt, play, position, card):
        raise UserError(reason, field="cards")


def _replayed(dealt: DealtHand, play: Play, cards: Sequence[Card]) -> Play:
    """Return the record with these cards as far as they fit; the others are left over."""
    first = first_position(dealt, play)
    count = 0 if first is None else laid(first, cards)[1]
    over = (*cards[count:], *play.left_over)
    left_over = tuple(dict.fromkeys(card for card in over if card not in cards[:count]))
    return replace(play, plays=tuple(cards[:count]), left_over=left_over)

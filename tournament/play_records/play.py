"""A record of play as a plain value, its stored form, and the position it leads to.

The cards of a record can always have been played: each was in the hand of the player whose turn it
was. Whether a card was legal is the question that a record is made to answer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.errors import CardError, PlayError
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.cards import Card
from scoring.game.deals import CARDS_IN_HAND
from scoring.game.play_check import PlayCheck, check_play_from
from scoring.game.seats import Seat
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from tournament.deals.queries import DealtHand
from tournament.models.play_records import PlayedCards


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """A hand's play, as far as it has been rebuilt. Its `repr` shows no cards.

    `gone` are the cards of the tricks before it begins, `leader` leads the first trick after them.
    `left_over` no longer fit, because something before them was changed.
    """

    leader: Seat
    trump: Denomination | None = None
    double: Double = Double.NONE
    gone: tuple[Card, ...] = ()
    plays: tuple[Card, ...] = ()
    left_over: tuple[Card, ...] = ()

    @property
    def begins_late(self) -> bool:
        """Return whether the record begins after the first trick."""
        return bool(self.gone)


def empty_play(dealt: DealtHand, announced: Announcement) -> Play:
    """Return a record in which nothing has been played yet."""
    return Play(dealt.dealer.right, announced.trump, announced.double)


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards as they are stored: `9O AC`."""
    return " ".join(map(str, cards))


def cards_of(text: str) -> tuple[Card, ...]:
    """Return the inverse of `cards_text`. Raises `CardError`."""
    return tuple(map(Card.parse, text.split()))


def play_of(stored: PlayedCards) -> Play:
    """Return the record that a row holds."""
    return Play(
        leader=Seat(stored.leader),
        trump=Denomination(stored.trump) if stored.trump else None,
        double=Double(stored.double),
        gone=cards_of(stored.gone),
        plays=cards_of(stored.plays),
        left_over=cards_of(getattr(stored, "left_over", "")),
    )


def columns_of(play: Play) -> dict[str, str]:
    """Return the columns of each row that holds the record."""
    return {
        "trump": play.trump.value if play.trump else "",
        "double": play.double.value,
        "leader": play.leader.value,
        "gone": cards_text(play.gone),
        "plays": cards_text(play.plays),
    }


def stored_columns(stored: PlayedCards) -> dict[str, str]:
    """Return the columns of a row that holds a record, as they stand there."""
    return {
        "trump": stored.trump,
        "double": stored.double,
        "leader": stored.leader,
        "gone": stored.gone,
        "plays": stored.plays,
    }


def digest_of(columns: dict[str, str], *, variant: str, nonce: str) -> str:
    """Return the digest of an attached record for the championship's record: SHA-256 in hex."""
    said = {**columns, "variant": variant, "nonce": nonce}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def gone_of(dealt: DealtHand, play: Play) -> dict[Seat, int]:
    """Return the number of cards that each hand had lost before the record begins."""
    count = dict.fromkeys(Seat, 0)
    for card in play.gone:
        count[dealt.deal.seat_of(card)] += 1
    return count


def is_even(dealt: DealtHand, play: Play) -> bool:
    """Return whether the record begins between two tricks, and not behind the last one."""
    counts = set(gone_of(dealt, play).values())
    return len(counts) == 1 and max(counts) < CARDS_IN_HAND


def first_position(dealt: DealtHand, play: Play) -> Position | None:
    """Return the position at which the record begins; None while trumps are not chosen or the hands
    are not even."""
    if play.trump is None or not is_even(dealt, play):
        return None
    hands = {
        seat: [card for card in dealt.deal.hand(seat) if card not in play.gone] for seat in Seat
    }
    return Position.of_hands(hands, Trick(play.leader, play.trump))


def checked(
    dealt: DealtHand, play: Play, variant: PlayVariant, *, until: int | None = None
) -> PlayCheck | None:
    """Return the check of the record, or of its first `until` cards; None where it can't begin."""
    first = first_position(dealt, play)
    return None if first is None else check_play_from(first, play.plays[:until], variant)


def laid(position: Position, cards: Iterable[Card]) -> tuple[Position, int]:
    """Return the position after as many of the cards, one after the other, as can have been played,
    and their number."""
    count = 0
    for card in cards:
        try:
            position = position.play(card)
        except PlayError:
            break
        count += 1
    return position, count


def fits(dealt: DealtHand, stored: PlayedCards) -> bool:
    """Return whether a stored record, wherever it comes from, can be one of this hand."""
    try:
        play = play_of(stored)
    except (CardError, ValueError):
        return False
    if not play.gone and play.leader is not dealt.dealer.right:
        return False
    if not _distinct([*play.gone, *play.plays, *play.left_over]):
        return False
    first = first_position(dealt, play)
    return not play.plays if first is None else laid(first, play.plays)[1] == len(play.plays)


def _distinct(cards: Collection[Card]) -> bool:
    return len(set(cards)) == len(cards)

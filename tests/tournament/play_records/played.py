"""What might have been played of a hand, for tests: by the rules, and with a revoke in it."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.dealing.deal_set import make_deal
from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.legality import legal_set
from scoring.game.seats import dealer_of
from scoring.game.tricks import Position
from tests.tournament.day import KEY, Day
from tournament.deals.queries import DealtHand
from tournament.models import PlayRecord
from tournament.play_records.edits import Change, choose_trump, lay
from tournament.play_records.services import change_play

TRUMP = Denomination.COPES


def dealt(deal: int = 1, *, salt: str = "") -> DealtHand:
    """A hand of `Day`, as long as it has no salt."""
    return DealtHand(deal, dealer_of(deal), make_deal(KEY, salt, deal))


def first_legal(position: Position) -> Card:
    return next(card for card in held(position) if legal_set(position) >> card.position & 1)


def held(position: Position) -> tuple[Card, ...]:
    """What the player whose turn it is holds."""
    return position.hand_of(position.to_play)


def line_of_play(
    count: int = 48, *, hand: DealtHand | None = None, deal: int = 1, wrong_from: int = 48
) -> tuple[Card, ...]:
    """The first cards of a hand by the rules; from place `wrong_from` on (from 0) the first card
    against them that anybody can play is played, once."""
    hand = hand or dealt(deal)
    position = Position.start(hand.deal, hand.dealer, TRUMP)
    cards: list[Card] = []
    wrong = False
    while len(cards) < count:
        card = first_legal(position)
        illegal = [one for one in held(position) if not legal_set(position) >> one.position & 1]
        if len(cards) >= wrong_from and illegal and not wrong:
            card, wrong = illegal[0], True
        cards.append(card)
        position = position.play(card)
    return tuple(cards)


def write(
    day: Day, change: Change, *, based_on: int | None = None, table: int = 1, deal: int = 1
) -> PlayRecord | None:
    """Change the record of a hand of round 1, from what stands unless a version is given."""
    match = day.match(1, table)
    records = PlayRecord.objects.filter(match=match, deal=deal)
    stands = records.count() if based_on is None else based_on
    return change_play(actor=day.acting, match=match, deal=deal, change=change, based_on=stands)


def rebuild(day: Day, cards: Sequence[Card], *, table: int = 1, deal: int = 1) -> PlayRecord:
    """A record with these cards, in two versions."""
    write(day, choose_trump(TRUMP), table=table, deal=deal)
    record = write(day, lay(cards), table=table, deal=deal)
    assert record is not None
    return record

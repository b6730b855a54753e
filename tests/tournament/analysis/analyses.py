"""Analyses of a day's hands, made up: values, and lines of play in which every card is worth 40."""

from __future__ import annotations

from scoring.game.announcements import Denomination
from scoring.game.legality import legal_cards
from scoring.game.tricks import Position
from scoring.solver import Interval
from tests.tournament.day import Day
from tournament.analysis.best_play import Step, write_line
from tournament.analysis.services import store_value
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.models import HandAnalysis


def value(day: Day, deal: int, trump: Denomination, low: int, high: int | None = None) -> None:
    store_value(
        stage=day.stage, deal=deal, trump=trump, value=Interval(low, low if high is None else high)
    )


def all_values(day: Day, deal: int = 1) -> None:
    """Coins 40, cups 41–44, swords 30, batons 46, botifarra 42: worth +4, +5…+8, −6, +10, +12."""
    for trump, points in zip(Denomination, ((40, 40), (41, 44), (30, 30), (46, 46), (42, 42))):
        value(day, deal, trump, *points)


def hand_of(day: Day, deal: int = 1) -> DealtHand:
    return dealt_hands(day.championship, [deal])[0]


def line_of(day: Day, deal: int, trump: Denomination, cards: int) -> tuple[Step, ...]:
    """A made-up line: always the first card that may be played, each worth 40."""
    hand = hand_of(day, deal)
    position, steps = Position.start(hand.deal, hand.dealer, trump), []
    for _ in range(cards):
        legal = legal_cards(position)
        steps.append(Step(legal[0], dict.fromkeys(legal, Interval(40, 40))))
        position = position.play(legal[0])
    return tuple(steps)


def keep_line(day: Day, deal: int, trump: Denomination, cards: int) -> tuple[Step, ...]:
    value(day, deal, trump, 40)
    line = line_of(day, deal, trump, cards)
    HandAnalysis.objects.filter(deal=deal, trump=trump.value).update(line=write_line(line))
    return line

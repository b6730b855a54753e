"""Hands as tables played them on phones: the cards in their order, and what each one lost.

What a card lost is how much more the best one was worth at that moment, with all cards known. A
line is worked out from its end to its beginning, as the later moments make the earlier ones easier.

Nothing here asks whether the reader may see the hands: ask `hands_are_public` first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Seat, Side, Sides
from scoring.game.tricks import Trick
from scoring.game.variants import PlayVariant
from tournament.analysis.best_play import Step, best_of, read_line
from tournament.analysis.replays import Play
from tournament.deals.queries import DealtHand
from tournament.models import HandInPlay, PlayAct, Round


@dataclass(frozen=True, slots=True)
class Course:
    """The cards of a hand at a table, as far as it was played; `line` is what they were worth, ()
    while that is not known."""

    trump: Denomination
    variant: PlayVariant
    cards: tuple[Card, ...]
    line: tuple[Step, ...] = ()

    def next_card(self, play: Play) -> Card | None:
        """Return the card that the table played at that moment; None off the course of its play."""
        done = len(play.cards)
        if play.position.trump is not self.trump or self.cards[:done] != play.cards:
            return None
        return self.cards[done] if done < len(self.cards) else None


def courses_of(round: Round) -> QuerySet[HandInPlay]:
    """Return the hands that tables of a round have begun on phones, with their acts."""
    hands = HandInPlay.objects.begun().filter(match__round=round, match__cancelled=False)
    return hands.select_related("match__table", "analysis").prefetch_related("acts")


def course_of(hand: HandInPlay) -> Course | None:
    """Return the course of a hand that was read by `courses_of`; None where no card was played."""
    acts: list[PlayAct] = sorted(hand.acts.all(), key=lambda act: act.number)
    trump, cards = "", list[Card]()
    for act in acts:
        trump = act.trump or trump
        if act.kind == "card":
            cards.append(Card.parse(act.card))
        elif act.kind == "take-back":
            cards.pop()
    if not trump or not cards:
        return None
    kept = read_line(hand.analysis.line) if hasattr(hand, "analysis") else ()
    known = kept if tuple(step.card for step in kept) == tuple(cards) else ()
    return Course(Denomination(trump), PlayVariant(hand.variant), tuple(cards), known)


def course_at(round: Round, deal: int, table: int) -> Course | None:
    """Return the course of a hand at a table; None where it wasn't played on phones. 2 queries."""
    hand = courses_of(round).filter(deal=deal, match__table__number=table).first()
    return course_of(hand) if hand else None


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card of a course. `before` are the cards before it; `lost` what the side of its player lost
    by it, None where that is not known; `best` a card that would have lost nothing."""

    seat: Seat
    card: Card
    wins: bool
    before: tuple[Card, ...]
    lost: int | None
    best: Card | None


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick of a course, the last one perhaps not complete."""

    number: int
    cards: tuple[PlayedCard, ...]
    side: Side | None
    points: int


def tricks_of(hand: DealtHand, course: Course) -> tuple[PlayedTrick, ...]:
    """Return the tricks of a course, in their order."""
    play = Play.start(hand, course.trump, course.variant)
    found: list[tuple[Trick, list[PlayedCard]]] = []
    for at, card in enumerate(course.cards):
        step = course.line[at] if at < len(course.line) else None
        seat = play.position.to_play
        lost, best = _lost(step, for_makers=play.for_makers) if step else (None, None)
        if at % len(Seat) == 0:
            found.append((play.position.trick, []))
        found[-1][1].append(PlayedCard(seat, card, False, play.cards, lost, best))
        play = play.then(card)
    done = (*play.position.won, play.position.trick)
    return tuple(
        _trick(number, trick, cards)
        for number, (trick, (_first, cards)) in enumerate(zip(done, found), start=1)
    )


def _trick(number: int, trick: Trick, cards: Iterable[PlayedCard]) -> PlayedTrick:
    winner = trick.winner if trick.is_complete else None
    return PlayedTrick(
        number=number,
        cards=tuple(
            PlayedCard(one.seat, one.card, one.seat is winner, one.before, one.lost, one.best)
            for one in cards
        ),
        side=winner.side if winner else None,
        points=trick.points if winner else 0,
    )


def _lost(step: Step, *, for_makers: bool) -> tuple[int | None, Card | None]:
    best = best_of(step.values, for_makers=for_makers)
    top, own = step.values[best.card], step.values[step.card]
    if not (best.certain and top.is_exact and own.is_exact):
        return (0, None) if step.card == best.card and best.certain else (None, None)
    lost = abs(top.low - own.low)
    return lost, best.card if lost else None


def lost_by(tricks: Iterable[PlayedTrick]) -> Sides[int]:
    """Return the points that each side lost in all, as far as they are known."""
    cards = [one for trick in tricks for one in trick.cards]
    return Sides.of(lambda side: sum(one.lost or 0 for one in cards if one.seat.side is side))


def is_known(tricks: Iterable[PlayedTrick]) -> bool:
    """Return whether all of it is known."""
    return all(one.lost is not None for trick in tricks for one in trick.cards)

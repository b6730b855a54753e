"""Knowledge of a place at a friendly table, and of everybody with its code.

The knowledge of a place about a hand is made from the facts that its seat has been told
(`scoring.play.knowledge`), never by hiding parts of the whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import commitment, deal_hashes, make_deal
from scoring.game.announcements import Announcement
from scoring.game.deals import Hands
from scoring.game.seats import Party, Seat
from scoring.ordinary.dealers import dealer_of_hand
from scoring.play.games import PerParty
from scoring.play.views import SeatView
from scoring.play.written import WrittenHand, write_hands
from tournament.friendly.kinds import KINDS, PlayedHand, Standing
from tournament.friendly.table_now import NO_SALT, HandNow, Step, TableNow, table_now, terms_of
from tournament.models import FriendlyHand, FriendlyTable
from tournament.play.stored_acts import act_of

KEPT = timedelta(days=1)
"""Time for which an unused table is kept."""
SILENT = timedelta(minutes=2)
"""Time for which a silent player is waited for before others may put a bot in the place."""
PROMISED_HANDS = 100
"""Deals of a game for which its commitment stands; nothing is dealt beyond them."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place at a table, as the phone that asks may know it."""

    place: int
    seat: Seat
    held: bool
    own: bool
    may_free: bool
    """True where this phone may put a bot there: the player is waited for too long."""

    @property
    def number(self) -> int:
        """Number of the player, from 1."""
        return self.place + 1


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand on the score sheet."""

    number: int
    """Number in the game, from 1."""
    makers: Seat
    announcement: Announcement
    points: PerParty[int]
    scores: PerParty[int]

    @property
    def parties(self) -> list[tuple[Party, int, int]]:
        """Each side or player, with score and trick points."""
        points = iter(self.points)
        return [(party, score, next(points)) for party, score in self.scores.items()]


@dataclass(frozen=True, slots=True)
class Dealing:
    """Proof that the deals of a game were fixed before it began."""

    commitment: str
    hands: int
    of_set: bool
    """True where the hands follow from a number."""
    set_number: int | None = None
    """None until the game is over: with it anybody gets these hands at another table."""
    key: str = field(default="", repr=False)
    """"" until the game is over."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """Hands of all, once they have been played."""

    number: int
    dealer: Seat
    seats: tuple[Seat, ...]
    deal: Hands = field(repr=False)


@dataclass(frozen=True, slots=True)
class TableLines:
    """Knowledge of everybody with the code of a table."""

    played: str
    target: int
    hands: int
    variant: str
    step: Step
    places: tuple[PlaceLine, ...]
    standing: Standing
    score_sheet: tuple[HandLine, ...]
    dealing: Dealing
    last_of_game: int | None
    """Number of hands of the game, where no target ends it."""
    last_number: int
    """Number of the last hand dealt at the table, 0 for none."""

    @property
    def deal_act(self) -> str:
        """JSON by which the next hand is dealt."""
        return json.dumps({"after": self.last_number})


@dataclass(frozen=True, slots=True, repr=False)
class PlaceNow:
    """Knowledge of one place about its table. Its `repr` shows no cards."""

    place: int
    seat: Seat
    lines: TableLines
    deal: int
    """Number of the hand at the table; 0 where there is none."""
    deal_of_game: int
    """Number of the hand in the game, from 1; 0 where there is none."""
    next_number: int
    """Number of the seat's next act, among its own in the hand."""
    bots: tuple[Seat, ...]
    opponents: tuple[Seat, ...]
    """Seats that play against this one."""
    view: SeatView | None
    """Table from the seat; None before the first hand."""
    shown: HandShown | None
    """Hands of all, once this one is over."""

    @property
    def step(self) -> Step:
        return self.lines.step

    @property
    def player(self) -> int:
        """Number of the player, from 1."""
        return self.place + 1

    @property
    def last_line(self) -> HandLine | None:
        """Line of the last hand that has ended."""
        return self.lines.score_sheet[-1] if self.lines.score_sheet else None


def known_tables() -> QuerySet[FriendlyTable]:
    """Return the tables that are kept: somebody has used them within the last day."""
    return FriendlyTable.objects.filter(used_at__gte=timezone.now() - KEPT)


def table_lines(table: FriendlyTable, phone: str) -> TableLines:
    """Return the knowledge of a phone without a place; 4 queries."""
    return _lines(table_now(table), phone)


@sensitive_variables()
def place_now(table: FriendlyTable, phone: str) -> PlaceNow | None:
    """Return the knowledge of the place that this phone holds; None if it holds none; 4 queries."""
    now = table_now(table)
    place = now.place_of(phone) if phone else None
    if place is None:
        return None
    seat, hand = now.seat_of(place), now.hand
    over = hand is not None and now.step is not Step.PLAY
    return PlaceNow(
        place=place,
        seat=seat,
        lines=_lines(now, phone),
        deal=hand.number if hand else 0,
        deal_of_game=len(now.hands),
        next_number=hand.next_number(seat) if hand else 1,
        bots=now.bots,
        opponents=now.kind.rules(now.terms).game.opponents(seat),
        view=hand.table.view(seat) if hand else None,
        shown=_shown(now, hand) if hand and over else None,
    )


def _shown(now: TableNow, hand: HandNow) -> HandShown:
    return HandShown(len(now.hands), hand.dealer, tuple(now.seats), hand.table.deal)


def may_free(now: TableNow, place: int) -> bool:
    """Return whether others may put a bot in the place of somebody who is waited for too long."""
    if now.hand is None or now.step is not Step.PLAY:
        return False
    waited_for = now.seat_of(place) in now.hand.table.public.turn
    return waited_for and timezone.now() - now.table.used_at >= SILENT


def _lines(now: TableNow, phone: str) -> TableLines:
    own = now.place_of(phone) if phone else None
    return TableLines(
        played=now.table.played,
        target=now.terms.target,
        hands=now.terms.hands,
        variant=now.terms.variant,
        step=now.step,
        places=tuple(_place_line(now, place, own) for place in now.places),
        standing=now.standing,
        score_sheet=tuple(_hand_line(now, number, one) for number, one in enumerate(now.ended, 1)),
        dealing=_dealing(now),
        last_of_game=now.kind.hands(now.terms),
        last_number=now.last_number,
    )


def _place_line(now: TableNow, place: int, own: int | None) -> PlaceLine:
    held = place in now.held
    return PlaceLine(
        place=place,
        seat=now.seat_of(place),
        held=held,
        own=place == own,
        may_free=held and own is not None and place != own and may_free(now, place),
    )


def _hand_line(now: TableNow, number: int, hand: PlayedHand) -> HandLine:
    return HandLine(
        number=number,
        makers=hand.maker,
        announcement=hand.announcement,
        points=hand.points,
        scores=now.kind.hand_scores(now.terms, hand),
    )


@sensitive_variables()
def _dealing(now: TableNow) -> Dealing:
    game = now.game
    dealing = Dealing(
        commitment=commitment(deal_hashes(bytes.fromhex(game.key), PROMISED_HANDS)),
        hands=PROMISED_HANDS,
        of_set=game.set_number is not None,
    )
    if now.step is not Step.OVER:
        return dealing
    return replace(dealing, set_number=game.set_number, key=game.key)


@sensitive_variables()
def written_hands(table: FriendlyTable) -> str:
    """Return all that have ended, in their order; 2 queries."""
    return write_hands(_hands(table))


@sensitive_variables()
def _hands(table: FriendlyTable) -> Iterator[WrittenHand]:
    kind = KINDS[FriendlyTable.Played(table.played)]
    rules = kind.rules(terms_of(table))
    rows = FriendlyHand.objects.filter(game__table=table).exclude(points={})
    for hand in rows.select_related("game").prefetch_related("acts").order_by("number"):
        game = hand.game
        place = hand.number - game.hands_before
        yield WrittenHand(
            deal=kind.dealt(make_deal(bytes.fromhex(game.key), NO_SALT, place)),
            dealer=dealer_of_hand(Seat(game.first_dealer), place, rules.players),
            rules=rules,
            acts=tuple(map(act_of, sorted(hand.acts.all(), key=lambda act: act.number))),
            about={"played": table.played, "game": game.number, "hand": place},
        )

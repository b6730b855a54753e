"""The course of a hand that a visitor plays against three bots, from the visitor's own acts.

The acts stand in the address, in order, with a hyphen between them:

    ?seat=S&acts=delegate-contro-9O-AC

Trumps are O, C, E, B or botifarra; then there are delegate, contro, recontro, pass and cards. The
bots' acts follow from them. A bot knows what its seat knows; its luck depends on the championship,
the hand and the number of the act alone. So equal acts give an equal course, also for a visitor who
takes a card back and plays it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from scoring.errors import ActError, CardError
from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Seat
from scoring.play.acts import Contro, Delegate, MakeTrump, Pass, PlayCard, Recontro, SeatAct
from scoring.play.table import Table
from tournament.play.bots import bots_act

BETWEEN = "-"
_CALLS: Mapping[str, type[SeatAct]] = {
    kind.kind: kind for kind in (Delegate, Contro, Recontro, Pass)
}
_TRUMPS = frozenset(map(str, Denomination))


class WhyRefused(Enum):
    """Reason why an act of the address was not taken."""

    NO_ACT = "no act"
    """The word is no act at a table."""
    CARD = "card"
    """The seat may not play that card."""
    NOT_NOW = "not now"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Refusal:
    """First act of the address that could not be taken; nothing after it was looked at."""

    number: int
    word: str
    why: WhyRefused


@dataclass(frozen=True, slots=True)
class Course:
    """A hand after the visitor's acts and the bots' answers to them."""

    table: Table
    seat: Seat
    words: tuple[str, ...]
    """Own acts that were taken, as the address has them."""
    refusal: Refusal | None = None


def word_of(act: SeatAct) -> str:
    """Return an own act as an address has it: the inverse of `act_of`."""
    if isinstance(act, MakeTrump):
        return str(act.trump)
    if isinstance(act, PlayCard):
        return str(act.card)
    return act.kind


def act_of(word: str, seat: Seat) -> SeatAct | None:
    """Return the act that a word of an address stands for; None for no act."""
    if word in _CALLS:
        return _CALLS[word](seat)
    if word in _TRUMPS:
        return MakeTrump(seat, Denomination(word))
    try:
        return PlayCard(seat, Card.parse(word))
    except CardError:
        return None


def words_in(text: str) -> list[str]:
    """Return the words of an address's list of acts."""
    return text.split(BETWEEN) if text else []


def play(start: Table, seat: Seat, words: Iterable[str], luck: str) -> Course:
    """Return the hand after those acts, as far as they can be taken, and all acts of bots in
    between.

    `start` is the table before the first act; `luck` names the championship and the hand.
    """
    bots = [other for other in Seat if other is not seat]
    table = bots_act(start, bots, luck)
    taken: list[str] = []
    for number, word in enumerate(words, start=1):
        act = act_of(word, seat)
        refusal = None
        if act is None:
            refusal = WhyRefused.NO_ACT
        elif not table.public.turn:
            refusal = WhyRefused.OVER
        else:
            try:
                table = bots_act(table.after(act), bots, luck)
            except ActError:
                may_play = PlayCard in table.public.may(seat)
                is_card = isinstance(act, PlayCard) and may_play
                refusal = WhyRefused.CARD if is_card else WhyRefused.NOT_NOW
        if refusal is not None:
            return Course(table, seat, tuple(taken), Refusal(number, word, refusal))
        taken.append(word)
    return Course(table, seat, tuple(taken))

"""One hand and one table at the desk: what is missing, and what is unlikely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from scoring.game.seats import Party, Seat, Sides, party_named
from tournament.audit.event_text import actor_text
from tournament.core.actor import Actor
from tournament.correction_requests.queries import CorrectionRequestView
from tournament.models import (
    ConfirmationRule,
    HandInPlay,
    Outcome,
    Result,
    ResultConfirmation,
    Round,
)
from tournament.results.confirmations import Owed, confirmation_owed, is_after_publication
from tournament.results.hidden import Unsaid, hidden
from tournament.results.kinds.kind import Content, Doubt
from tournament.results.kinds.kinds import content_of, kind_of
from tournament.results.played_hands import PlayBeside, plays_beside
from tournament.standings.contestants import ContestantRef


class Mark(models.TextChoices):
    """Reason why a hand waits, the most pressing first; a hand has the first that fits it."""

    DISPUTED = "disputed", pgettext_lazy("mark at the desk", "disputed: a referee decides")
    MISSING = "missing", pgettext_lazy("mark at the desk", "missing: no result yet")
    UNLIKELY = "unlikely", pgettext_lazy("mark at the desk", "unlikely: check the slip")
    WAITING = "waiting", pgettext_lazy("mark at the desk", "waiting for confirmation")
    SETTLED = "settled", pgettext_lazy("mark at the desk", "settled")
    CANCELLED = "cancelled", pgettext_lazy("hand", "cancelled for all")

    @property
    def sign(self) -> str:
        """Return a letter that differs in shape from all others; never the only sign."""
        return _SIGNS[self]

    @property
    def short(self) -> Promise:
        """Return a word that fits below the sign."""
        return _SHORT[self]


_SIGNS = {
    Mark.DISPUTED: "≠",
    Mark.MISSING: "–",
    Mark.UNLIKELY: "?",
    Mark.WAITING: "…",
    Mark.SETTLED: "✓",
    Mark.CANCELLED: "×",
}
_SHORT = {
    Mark.DISPUTED: pgettext_lazy("short mark at the desk", "disp."),
    Mark.MISSING: pgettext_lazy("short mark at the desk", "miss."),
    Mark.UNLIKELY: pgettext_lazy("short mark at the desk", "unlik."),
    Mark.WAITING: pgettext_lazy("short mark at the desk", "conf."),
    Mark.SETTLED: pgettext_lazy("short mark at the desk", "ok"),
    Mark.CANCELLED: pgettext_lazy("short mark at the desk", "canc."),
}


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The confirmation of a version; `actor` in words."""

    by: ResultConfirmation.By
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class DeskHand:
    """One hand at one table; `entry` is None while it has no result."""

    deal: int
    title: str
    """The hand's name as a heading: "Hand 7"."""
    numbered: bool
    """Whether the hand is one of several of its match (`ResultKind.numbered`)."""
    dealer: Seat | None
    entry: Content | None
    version: int
    """Number of the newest version, also of a result that was taken back; 0 for none."""
    entered_side: Party | None
    """The side or the seat that entered it; None for a referee."""
    entered_by: str
    """Author of the entry, in words."""
    entered_at: datetime | None
    confirmations: tuple[Confirmation, ...]
    owes: Owed
    """The party whose confirmation it lacks."""
    doubts: tuple[Doubt, ...]
    """Why the result is unlikely, until a referee has entered it or looked at it."""
    correction_requests: tuple[CorrectionRequestView, ...]
    """Requests that nobody has decided yet."""
    cancelled: bool
    """Whether the hand is cancelled for all tables, so that no result is needed."""
    bound: bool
    """Whether only the play on phones can give its result, until a referee sets the play aside."""
    beside: PlayBeside | None
    """The play on phones, where the result says otherwise or the play is set aside."""
    is_hidden: bool = False
    """Whether the result is hidden from the reader."""

    def seen_by(self, actor: Actor) -> DeskHand:
        """Return the hand without its result, for an account from which the table's are hidden.

        A result that the account has entered itself stays.
        """
        if self.entry is None and not self.correction_requests:
            return self
        if self.entered_side is None and self.entered_by == actor.name:
            return self
        return replace(
            self,
            entry=hidden(self.entry),
            beside=None,
            doubts=tuple(Unsaid.UNSAID for _doubt in self.doubts[:1]),
            correction_requests=tuple(one.without_results for one in self.correction_requests),
            is_hidden=True,
        )

    @property
    def waits(self) -> bool:
        """Return whether the hand lacks a confirmation that is asked for."""
        return bool(self.owes)

    @property
    def mark(self) -> Mark:
        if self.correction_requests:
            return Mark.DISPUTED
        if self.cancelled:
            return Mark.CANCELLED
        if self.entry is None:
            return Mark.MISSING
        if self.doubts:
            return Mark.UNLIKELY
        return Mark.WAITING if self.waits else Mark.SETTLED

    @property
    def can_be_confirmed(self) -> bool:
        """Return whether a referee's look would change anything; disputes have to be decided."""
        return not self.is_hidden and self.mark in (Mark.UNLIKELY, Mark.WAITING)


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of the round."""

    match_id: int
    number: int
    name: str
    pairs: Sides[ContestantRef]
    hands: tuple[DeskHand, ...]

    @property
    def missing(self) -> int:
        return sum(hand.entry is None and not hand.cancelled for hand in self.hands)

    @property
    def is_done(self) -> bool:
        """Return whether nobody has anything to do here any more."""
        return all(hand.mark in (Mark.SETTLED, Mark.CANCELLED) for hand in self.hands)

    @property
    def last_entry(self) -> datetime | None:
        """Return when the last result came; None while there is none."""
        return max((hand.entered_at for hand in self.hands if hand.entered_at), default=None)

    @property
    def correction_requests(self) -> tuple[CorrectionRequestView, ...]:
        return tuple(one for hand in self.hands for one in hand.correction_requests)

    @property
    def to_confirm(self) -> tuple[DeskHand, ...]:
        return tuple(hand for hand in self.hands if hand.can_be_confirmed)


def desk_hand(
    round: Round,
    deal: int,
    result: Result | None,
    confirmation: ConfirmationRule,
    doubts: tuple[Doubt, ...],
    correction_requests: tuple[CorrectionRequestView, ...],
    *,
    cancelled: bool,
    postponed: bool,
    play: HandInPlay | None,
    bound: bool,
) -> DeskHand:
    """Return a hand with its newest version, None for none; reads the version's confirmations."""
    kind = kind_of(round.stage)
    stands = result is not None and result.outcome != Outcome.BLANK
    confirmations = list(result.confirmations.all()) if result else []
    return DeskHand(
        deal=deal,
        title=kind.title(deal),
        numbered=kind.numbered,
        dealer=kind.dealer(deal),
        entry=content_of(result) if result and stands else None,
        version=result.version if result else 0,
        entered_side=party_named(result.entered_side) if result and result.entered_side else None,
        entered_by=actor_text(result.entered) if result and stands else "",
        entered_at=result.entered_at if result and stands else None,
        confirmations=tuple(
            Confirmation(ResultConfirmation.By(one.by), one.at, actor_text(one.acted_by))
            for one in confirmations
        ),
        owes=confirmation_owed(
            confirmation,
            result.entered_side,
            [one.by for one in confirmations],
            after_publication=is_after_publication(result.entered_at, round, postponed=postponed),
        )
        if result and stands and not cancelled
        else Owed.NOBODYS,
        doubts=doubts,
        correction_requests=correction_requests,
        cancelled=cancelled,
        bound=bound,
        beside=next(iter(plays_beside(filter(None, [play]), filter(None, [result]))), None),
    )

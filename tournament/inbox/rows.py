"""Rows of the list of what waits for a referee, in the order in which they should be taken.

A table that calls sits idle; disputed and late results keep their round from being closed; a
correction changes published results; the rest can wait until somebody has the slip in hand. Within
a kind the longest waiting comes first. `SOURCES` is the registry of kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import models
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring.game.seats import Side
from tournament.audit.event_text import actor_text
from tournament.core.labels import label
from tournament.correction_requests.queries import CorrectionRequestView
from tournament.inbox.queries import WaitingResult, WaitingThings
from tournament.models import CorrectionRequest
from tournament.models.places import ActedBy
from tournament.referee_calls.queries import WaitingCall
from tournament.results.hidden import hidden
from tournament.results.kinds.kind import Content


class Kind(models.TextChoices):
    """A kind of thing that waits, with the heading over all of its kind."""

    CALL = "call", pgettext_lazy("waiting for a referee", "Tables that call")
    DISPUTE = "dispute", pgettext_lazy("waiting for a referee", "Disputed results")
    LATE = "late", pgettext_lazy("waiting for a referee", "Late entries")
    CORRECTION = "correction", pgettext_lazy("waiting for a referee", "Correction requests")
    UNLIKELY = "unlikely", pgettext_lazy("waiting for a referee", "Unlikely: check the slip")
    UNCONFIRMED = "unconfirmed", pgettext_lazy("waiting for a referee", "To be confirmed")

    @property
    def sign(self) -> str:
        """Return a letter that differs in shape from all others; never the only sign."""
        return _SIGNS[self]

    @property
    def short(self) -> Promise:
        """Return the name of a single thing of this kind."""
        return _SHORT[self]


_SIGNS = {
    Kind.CALL: "!",
    Kind.DISPUTE: "≠",
    Kind.LATE: "≠",
    Kind.CORRECTION: "≠",
    Kind.UNLIKELY: "?",
    Kind.UNCONFIRMED: "…",
}
_SHORT = {
    Kind.CALL: pgettext_lazy("waiting for a referee", "calls"),
    Kind.DISPUTE: pgettext_lazy("waiting for a referee", "disputed"),
    Kind.LATE: pgettext_lazy("waiting for a referee", "came late"),
    Kind.CORRECTION: pgettext_lazy("waiting for a referee", "correction asked for"),
    Kind.UNLIKELY: pgettext_lazy("waiting for a referee", "unlikely"),
    Kind.UNCONFIRMED: pgettext_lazy("waiting for a referee", "to be confirmed"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A possible act on a row: a link, or a button that sends `fields`."""

    label: str
    url: str
    fields: tuple[tuple[str, str], ...] = ()
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A thing that waits: where, since when, who, what, and the possible acts.

    `key` stays unchanged as long as it waits. `stands` is the current result, `asked` the pair's;
    `words` are the pair's, or why a result is unlikely.
    """

    kind: Kind
    key: str
    round: int
    table_number: int
    table_name: str
    deals: tuple[int, ...]
    at: datetime
    who: str
    steps: tuple[Step, ...]
    stands: Content | None = None
    asked: Content | None = None
    words: tuple[str, ...] = ()

    @property
    def without_results(self) -> Row:
        """Return the row without results, for an account from which they are hidden: it looks
        first, and confirms then."""
        if self.kind is Kind.CALL:
            return self
        return replace(
            self,
            steps=tuple(step for step in self.steps if not step.fields),
            stands=hidden(self.stands),
            asked=hidden(self.asked),
            words=(),
        )

    @property
    def place(self) -> str:
        """Return the table and the hands; the round stands beside it."""
        if not self.deals:
            return _("Table %(table)s") % {"table": self.table_name}
        return ngettext(
            "Table %(table)s, hand %(hands)s", "Table %(table)s, hands %(hands)s", len(self.deals)
        ) % {"table": self.table_name, "hands": ", ".join(map(str, self.deals))}

    @property
    def announcement(self) -> str:
        """Return the row in one sentence, for screen readers."""
        return f"{self.place}: {self.kind.short}."


Source = Callable[[WaitingThings, str], Iterator[Row]]
"""A function that yields the rows of a kind for the championship of an address."""


def waiting_rows(things: WaitingThings, slug: str) -> tuple[Row, ...]:
    """Return the rows of a championship, as a referee should take them; `slug` is its address."""
    return tuple(row for rows in SOURCES for row in rows(things, slug))


def _who(actor: ActedBy) -> str:
    """Return who acted: of a pair its number, of two partners their side."""
    if isinstance(actor.side, Side) and " player " in actor.name:
        return label(actor.side)
    return actor_text(ActedBy(actor.name, actor.contestant))


def _calls(things: WaitingThings, slug: str) -> Iterator[Row]:
    return (_call(one, slug) for one in things.calls)


def _call(call: WaitingCall, slug: str) -> Row:
    here = reverse("inbox:call", args=[slug, call.number])
    done = Step(_("Done"), here, fields=(("act", "done"),), is_main=bool(call.coming_by))
    coming = Step(_("I'm coming"), here, fields=(("act", "coming"),), is_main=True)
    words = _("%(who)s is on the way.") % {"who": call.coming_by}
    return Row(
        kind=Kind.CALL,
        key=f"call-{call.number}",
        round=call.round,
        table_number=call.table_number,
        table_name=call.table_name,
        deals=(),
        at=call.at,
        who=_who(call.actor),
        steps=(done,) if call.coming_by else (coming, done),
        words=(words,) if call.coming_by else (),
    )


def _requests(asked: CorrectionRequest.Kind, kind: Kind) -> Source:
    return lambda things, slug: (
        _request(one, kind, slug, is_final=one.is_final)
        for one in things.requests
        if one.kind is asked
    )


def _request(request: CorrectionRequestView, kind: Kind, slug: str, *, is_final: bool) -> Row:
    answer = request.answer.label if request.asks_opponents else ""
    whose = _("time is over: an organiser decides") if is_final else ""
    page = reverse("desk:correction_request", args=[slug, request.number])
    decide = Step(_("Decide"), f"{page}?back=inbox", is_main=True)
    return Row(
        kind=kind,
        key=f"request-{request.number}",
        round=request.round,
        table_number=request.table_number,
        table_name=request.table_name,
        deals=(request.deal,) if request.numbered else (),
        at=request.at,
        who=_who(request.actor),
        steps=(decide,),
        stands=request.stands,
        asked=request.said,
        words=tuple(str(one) for one in (request.words, answer, whose) if one),
    )


def _unlikely(things: WaitingThings, slug: str) -> Iterator[Row]:
    return (_look(Kind.UNLIKELY, (one,), slug) for one in things.unlikely)


def _unconfirmed(things: WaitingThings, slug: str) -> Iterator[Row]:
    return (_look(Kind.UNCONFIRMED, results, slug) for results in things.unconfirmed)


def _look(kind: Kind, results: tuple[WaitingResult, ...], slug: str) -> Row:
    first = results[0]
    count, deals = len(results), tuple(sorted(one.deal for one in results))
    versions = "-".join(f"{one.deal}.{one.version}" for one in results)
    at_table = [slug, first.round, first.table_number]
    confirm = Step(
        _("Confirm") if count == 1 else _("Confirm %(count)d hands") % {"count": count},
        reverse("desk:confirm", args=at_table),
        fields=tuple(("hand", f"{one.deal}:{one.version}") for one in results),
        is_main=kind is Kind.UNCONFIRMED,
    )
    table = reverse("desk:table", args=at_table)
    view = Step(_("View the table"), f"{table}#hand-{deals[0]}")
    return Row(
        kind=kind,
        key=f"{kind.value}-{first.round}-{first.table_number}-{versions}",
        round=first.round,
        table_number=first.table_number,
        table_name=first.table_name,
        deals=deals if first.numbered else (),
        at=first.entered_at,
        who=_who(first.entered_by),
        steps=(confirm, view),
        stands=first.content if count == 1 else None,
        words=tuple(str(doubt) for doubt in first.doubts),
    )


SOURCES: tuple[Source, ...] = (
    _calls,
    _requests(CorrectionRequest.Kind.DISAGREEMENT, Kind.DISPUTE),
    _requests(CorrectionRequest.Kind.MEANWHILE, Kind.LATE),
    _requests(CorrectionRequest.Kind.LATE, Kind.LATE),
    _requests(CorrectionRequest.Kind.CORRECTION, Kind.CORRECTION),
    _unlikely,
    _unconfirmed,
)
"""The sources of rows, in the order of the list."""

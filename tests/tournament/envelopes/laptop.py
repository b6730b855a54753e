"""A venue's laptop, in one database with the centre; services take it for another installation."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import pytest

from tests.tournament.factories import make_user
from tests.tournament.simultaneous.venues import Event
from tournament.core.actor import Actor, Authority
from tournament.envelopes.services.make import make_envelope
from tournament.envelopes.services.open import make_results_file, open_envelope, receive_envelope
from tournament.envelopes.services.results_file import bring_results
from tournament.models import Championship, Envelope, ResultsFile, User, Venue


@dataclass
class Laptop:
    """A championship that was opened from an envelope, and who opened it."""

    event: Event
    user: User
    championship: Championship

    @property
    def acting(self) -> Actor:
        return Actor.of_user(self.user, Authority.ORGANISER)

    def as_event(self) -> Event:
        """Return the laptop's championship as an `Event`, with what plays rounds in tests."""
        tie = Venue.objects.get(championship=self.championship)
        return Event(tie.simultaneous, self.user, [self.championship])

    def results(self) -> bytes:
        return make_results_file(actor=self.acting, championship=self.championship)[1]


def envelope_of(event: Event, venue: int = 0, first: int = 1, last: int = 1) -> Envelope:
    tie = Venue.objects.get(championship=event.championships[venue])
    return make_envelope(actor=event.acting, venue=tie, first=first, last=last)


def opened(monkeypatch: pytest.MonkeyPatch, event: Event, envelope: Envelope) -> Laptop:
    """Open an envelope as if it were somewhere else."""
    monkeypatch.setattr("tournament.envelopes.services.open.is_from_here", lambda _digest: False)
    user = make_user()
    received = receive_envelope(file=BytesIO(bytes(envelope.content)))
    championship = open_envelope(
        actor=Actor.of_user(user, Authority.ORGANISER),
        received=received,
        passphrase=envelope.passphrase,
        organiser=user,
    )
    return Laptop(event, user, Championship.objects.get(pk=championship.pk))


def brought(event: Event, content: bytes, venue: int = 0) -> ResultsFile:
    """A results file at the centre."""
    tie = Venue.objects.get(championship=event.championships[venue])
    return bring_results(actor=event.acting, venue=tie, file=BytesIO(content))

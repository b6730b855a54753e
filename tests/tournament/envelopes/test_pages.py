"""The pages of envelopes: the centre's of a venue, and those of the venue's laptop."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.tournament.envelopes.laptop import envelope_of, opened
from tests.tournament.factories import make_user
from tests.tournament.simultaneous.venues import make_venues
from tournament.models import Envelope, ReceivedEnvelope, Result, ResultsFile, Venue

pytestmark = pytest.mark.django_db


def test_from_making_to_taking_in(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_venues(2)
    venue = Venue.objects.get(championship=event.championships[0])
    of_venue = [event.simultaneous.slug, venue.pk]
    centre, keeper = Client(HTTP_HOST="127.0.0.1"), make_user("keeper", superuser=True)
    centre.force_login(event.centre)
    wrong = centre.post(reverse("envelopes:make", args=of_venue), {"first": 1, "last": 9})
    assert wrong.status_code == 422
    centre.post(reverse("envelopes:make", args=of_venue), {"first": 1, "last": 2})
    envelope = Envelope.objects.get()
    page = reverse("envelopes:venue", args=of_venue)
    assert envelope.passphrase not in centre.get(page).content.decode()
    told = reverse("envelopes:passphrase", args=[*of_venue, envelope.pk])
    away = centre.post(told, REMOTE_ADDR="192.0.2.9")
    assert away.status_code == 403
    assert envelope.passphrase not in away.content.decode()
    assert Envelope.objects.get().told_at is None
    assert envelope.passphrase in centre.post(told).content.decode()
    file = centre.get(reverse("envelopes:file", args=[*of_venue, envelope.pk])).content

    monkeypatch.setattr("tournament.envelopes.services.open.is_from_here", lambda _digest: False)
    laptop = Client(HTTP_HOST="127.0.0.1")
    laptop.force_login(keeper)
    brought = {"file": SimpleUploadedFile("x.botifarra-envelope", file)}
    laptop.post(reverse("envelopes:received"), brought)
    received = ReceivedEnvelope.objects.get()
    opening = reverse("envelopes:open", args=[received.pk])
    slip = laptop.post(opening, {"passphrase": "1" * 35})
    assert slip.status_code == 422
    laptop.post(opening, {"passphrase": envelope.passphrase})
    received.refresh_from_db()
    assert received.championship is not None

    here = opened(monkeypatch, event, envelope)  # it is open: the same championship
    here.as_event().play(0, 1)
    results = laptop.post(reverse("envelopes:for_the_centre", args=[here.championship.slug]))
    sent = {"file": SimpleUploadedFile("x.botifarra-results", results.content)}
    centre.post(reverse("envelopes:bring", args=of_venue), sent)
    preview = reverse("envelopes:results", args=[*of_venue, ResultsFile.objects.get().pk])
    assert "<form" in centre.get(preview).content.decode()
    own = Result.objects.filter(match__round__championship=event.championships[0])
    assert not own.exists()
    assert centre.post(preview).status_code == 302
    assert own.count() == 4


def test_the_command_asks_for_the_passphrase(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    envelope = envelope_of(make_venues(2))
    monkeypatch.setattr("tournament.envelopes.services.open.is_from_here", lambda _digest: False)
    monkeypatch.setattr("builtins.input", lambda _prompt: envelope.passphrase)
    file = tmp_path / "venue.botifarra-envelope"
    file.write_bytes(bytes(envelope.content))
    call_command("import-championship", str(file))
    assert ReceivedEnvelope.objects.get().championship is not None

"""Receiving an envelope, opening it, and sending results back: the venue's part, on its laptop."""

from __future__ import annotations

import secrets
from datetime import date, datetime
from typing import Any, BinaryIO

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES
from tournament.audit.services import record_event, record_installation_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_championship, lock_running_championship
from tournament.core.names import clean_name
from tournament.deals.exchanges import exchange_told, exchanges_of
from tournament.deals.secrets import UNKNOWN
from tournament.deals.services.accesses import give_spares
from tournament.envelopes.contents import ENVELOPE, RESULTS, read_content, written
from tournament.envelopes.passphrases import cleaned_passphrase
from tournament.envelopes.sealed_file import SealedFile, parse_sealed, read_sealed, seal, unseal
from tournament.models import (
    VENUE_NAME_LENGTH,
    Action,
    Championship,
    DealSet,
    Envelope,
    InstallationAction,
    ReceivedEnvelope,
    RoundStatus,
    Simultaneous,
    User,
    Venue,
)
from tournament.transfer.columns import written as plain
from tournament.transfer.document import document_of
from tournament.transfer.reader import Document
from tournament.transfer.services import import_document

_LONGEST_BASE = 70


@transaction.atomic
def receive_envelope(*, file: BinaryIO) -> ReceivedEnvelope:
    """Keep an envelope, closed as it is, until its passphrase is told.

    A second call changes nothing. Raises `UserError` (field: file) for a file that is no envelope,
    was damaged, or was made here.
    """
    try:
        found = read_sealed(file, format=ENVELOPE)
        first, last = _rounds(found)
        event = clean_name(str(found.header.get("event", "")), max_length=120)
        venue = clean_name(str(found.header.get("venue", "")), max_length=VENUE_NAME_LENGTH)
        if is_from_here(found.digest):
            raise UserError(_("This envelope was made here: it is for the venue's own laptop."))
    except UserError as error:
        raise UserError(*error.messages, field="file") from error
    received, _new = ReceivedEnvelope.objects.get_or_create(
        digest=found.digest,
        defaults={
            **{"content": found.raw, "event": event, "venue": venue},
            **{"first_round": first, "last_round": last},
        },
    )
    return received


def is_from_here(digest: str) -> bool:
    """Return whether this installation is the centre that made an envelope; 1 query."""
    return Envelope.objects.filter(digest=digest).exists()


@transaction.atomic
def discard_envelope(*, received: ReceivedEnvelope) -> None:
    """Delete an envelope that nobody has opened; does nothing when it is gone."""
    found = ReceivedEnvelope.objects.select_for_update().filter(pk=received.pk).first()
    if found is None:
        return
    if found.opened_at is not None:
        raise NotNow(_("This envelope has been opened, so it can't be thrown away."))
    found.delete()


@sensitive_variables()
@transaction.atomic
def open_envelope(
    *, actor: Actor, received: ReceivedEnvelope, passphrase: str, organiser: User | None = None
) -> Championship:
    """Open an envelope: its venue becomes a championship here, or gets the hands of more rounds.

    A second call changes nothing. Raises `UserError` (field: passphrase) for a mistyped or another
    passphrase.
    """
    typed = cleaned_passphrase(passphrase)
    received = ReceivedEnvelope.objects.select_for_update().get(pk=received.pk)
    if received.championship is not None:
        return received.championship
    sealed = parse_sealed(bytes(received.content), format=ENVELOPE)
    about, document = read_content(unseal(sealed, passphrase=typed), format=ENVELOPE)
    key = bytes.fromhex(about["venue"]["results_key"])
    known = Venue.objects.filter(
        results_key=key, simultaneous__centre_is_elsewhere=True
    ).select_related("championship")
    if (venue := known.first()) is None:
        venue = _first_envelope(actor, about, document, key, organiser)
        championship = lock_championship(venue.championship)
    else:
        championship = lock_running_championship(venue.championship)
        _add_secrets(actor, championship, document)
    _set_hours(venue.simultaneous, about["release_hours"])
    received.championship, received.opened_at = championship, timezone.now()
    received.save(update_fields=["championship", "opened_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ENVELOPE_OPENED,
        target=received.digest[:8],
        after={
            "rounds": list(range(received.first_round, received.last_round + 1)),
            "digest": received.digest,
        },
    )
    return championship


@sensitive_variables()
@transaction.atomic
def make_results_file(*, actor: Actor, championship: Championship) -> tuple[str, bytes]:
    """Return the name and the content of the encrypted file with a venue's results for its centre.

    Nothing of the championship changes; the installation's log tells of it. Raises `NotNow` without
    such a centre, and while no round has been handed in.
    """
    locked = lock_championship(championship)
    venue = locked.tie
    if venue is None or venue.results_key is None:
        raise NotNow(_("This championship has no centre that waits for its results."))
    done = [
        one.number
        for one in locked.rounds.order_by("number")
        if one.handed_in_at is not None or one.status == RoundStatus.CLOSED
    ]
    if not done:
        raise NotNow(_("Hand a round in first: the file takes the rounds that are handed in."))
    event = venue.simultaneous
    header = {
        **{"format": RESULTS, "event": event.name, "venue": venue.name},
        **{"rounds": [done[0], done[-1]], "made_at": plain(timezone.now())},
    }
    content = seal(
        header,
        written({"event": event.slug, "venue": venue.name}, document_of(locked)),
        key=bytes(venue.results_key),
    )
    record_installation_event(
        actor=actor,
        action=InstallationAction.CHAMPIONSHIP_EXPORTED,
        target=locked.slug,
        after={"name": locked.name, "sealed_hands": True, "for_the_centre": done},
    )
    return f"{locked.slug}.botifarra-results", content


def _rounds(found: SealedFile) -> tuple[int, int]:
    """Return the first and the last round, from the unencrypted header."""
    told = found.header.get("rounds")
    if not (
        isinstance(told, list)
        and len(told) == 2
        and all(type(one) is int and 1 <= one <= 1000 for one in told)
    ):
        raise UserError(_("The file is not as this program writes it: fetch it again."))
    return told[0], told[1]


@sensitive_variables()
def _first_envelope(
    actor: Actor,
    about: dict[str, Any],
    document: Document,
    key: bytes,
    organiser: User | None,
) -> Venue:
    """Make the championship of an envelope, and the event that ties it to venues elsewhere."""
    told = about["event"]
    slug = _free_slug(document.slug, Championship)
    championship = import_document(actor=actor, document=document, slug=slug, organiser=organiser)
    event = Simultaneous.objects.create(
        **{name: told[name] for name in ("name", "rounds", "kind", "hands_per_match", "field")},
        date=date.fromisoformat(told["date"]),
        slug=_free_slug(told["slug"], Simultaneous),
        is_rehearsal=championship.is_rehearsal,
        centre_is_elsewhere=True,
    )
    if organiser is not None:
        event.organisers.add(organiser)
    return Venue.objects.create(
        simultaneous=event,
        championship=championship,
        name=about["venue"]["name"],
        results_key=key,
    )


def _free_slug(wanted: str, model: type[Championship] | type[Simultaneous]) -> str:
    base, number, slug = wanted[:_LONGEST_BASE], 1, wanted
    while model._default_manager.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug


@sensitive_variables()
def _add_secrets(actor: Actor, championship: Championship, document: Document) -> None:
    """Add the secrets of another envelope to the known ones. They were checked against the hashes
    when the document was read."""
    stored = {one.number: one for one in championship.deal_sets.select_for_update()}
    for told in document.all(DealSet):
        own = stored.get(told.number)
        if own is None or (own.commitment, own.salt) != (told.commitment, told.salt):
            raise NotNow(_("This envelope doesn't have the hands that the venue was promised."))
        own.secrets = _merged(own, bytes(told.secrets or b""))
        own.save(update_fields=["secrets"])
    _follow_exchanges(actor, championship, document)


def _follow_exchanges(actor: Actor, championship: Championship, document: Document) -> None:
    """Exchange the hands that the centre has exchanged since the last envelope, where their round
    has not been opened here.

    Hands played here keep their cards: the centre tells that they don't count.
    """
    known = {(one.deal_set, tuple(one.places.items())) for one in exchanges_of(championship)}
    begun = set(
        championship.rounds.exclude(status=RoundStatus.PLANNED).values_list("number", flat=True)
    )
    for told in document.events:
        if told.action != Action.HANDS_EXCHANGED or told.round is None or told.round in begun:
            continue
        exchange = exchange_told(told.round, told.after, reason=told.reason, sequence=0)
        if (exchange.deal_set, tuple(exchange.places.items())) not in known:
            give_spares(actor=actor, championship=championship, exchange=exchange)


@sensitive_variables()
def _merged(own: DealSet, brought: bytes) -> bytes:
    known = bytes(own.secrets or b"")
    parts = (
        (known[at : at + KEY_BYTES], brought[at : at + KEY_BYTES])
        for at in range(0, len(known), KEY_BYTES)
    )
    return b"".join(new if secrets.compare_digest(old, UNKNOWN) else old for old, new in parts)


def _set_hours(event: Simultaneous, hours: list[dict[str, Any]]) -> None:
    """Store the hours of release that the centre had set by then."""
    for one in hours:
        if not event.releases.filter(round=one["round"]).exists():
            event.release_hours.update_or_create(
                round=one["round"], defaults={"at": datetime.fromisoformat(one["at"])}
            )

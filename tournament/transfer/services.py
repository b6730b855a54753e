"""Export of a championship as a file, and import of one, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from django.db import DataError, IntegrityError, models, transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.analysis.services import queue_missing
from tournament.audit.services import record_installation_event
from tournament.championships.addresses import refuse_address
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_championship
from tournament.core.stages import stages_of
from tournament.integrity.checks import championship_checks
from tournament.models import AuditEvent, Championship, InstallationAction, Membership, Role, User
from tournament.models.recorder import forget, notes
from tournament.transfer.columns import fault
from tournament.transfer.document import document_of, file_of, refuse_with
from tournament.transfer.reader import Document, read_file

LONGEST_SLUG = 80


class HoldsSealedHands(NotNow):
    """Refusal of a file that would hold sealed hands which the user may not have."""


@dataclass(frozen=True, slots=True)
class ChampionshipFile:
    """File that was made.

    `holds_sealed_hands` is True until the championship has ended, and after that where envelopes
    brought hands that were not played.
    """

    name: str
    content: bytes
    holds_sealed_hands: bool


def holds_sealed_hands(championship: Championship) -> bool:
    """Return whether a file made now holds a key that is not public, or secrets of hands from
    envelopes that nobody has played here; 3 queries at most."""
    if championship.ended_at is None:
        return championship.deal_sets.exists()
    unplayed = championship.rounds.filter(first_closed_at__isnull=True)
    in_envelopes = championship.deal_sets.filter(key__isnull=True)
    return in_envelopes.exists() and unplayed.exists()


@sensitive_variables()
@transaction.atomic
def export_championship(
    *, actor: Actor, championship: Championship, reason: str = "", with_sealed_hands: bool = True
) -> ChampionshipFile:
    """Return a championship as a file. Nothing of it changes; the installation's log tells of it.

    Raises `HoldsSealedHands` if there are some by now and `with_sealed_hands` is False: hands may
    have been made since the page was shown.

    Its own record doesn't tell of it: otherwise a championship that is taken from one laptop to
    another would have two records of one day.
    """
    locked = lock_championship(championship)
    sealed = holds_sealed_hands(locked)
    if sealed and not with_sealed_hands:
        raise HoldsSealedHands(
            _("Hands have been made meanwhile, and the file would contain them. Check it again.")
        )
    content = file_of(document_of(locked))
    record_installation_event(
        actor=actor,
        action=InstallationAction.CHAMPIONSHIP_EXPORTED,
        target=locked.slug,
        after={"name": locked.name, "sealed_hands": sealed},
        reason=reason,
    )
    return ChampionshipFile(f"{locked.slug}.botifarra.json", content, sealed)


@sensitive_variables()
def import_championship(
    *, actor: Actor, file: BinaryIO, slug: str = "", organiser: User | None = None
) -> Championship:
    """Make a championship from a file, with `slug` for its address instead of its own.

    The worth of its hands is worked out again. Its record stays exactly what it was, so
    `organiser`, who gets a role in it, is named in the installation's log alone, with how far the
    record went: roles and early looks that it tells of are another installation's.

    Raises `UserError` with the reasons (field "slug" where that is taken or no address, else
    "file") and leaves nothing behind.
    """
    try:
        document = read_file(file)
    except UserError as error:
        raise UserError(*error.messages, field="file") from error
    return import_document(actor=actor, document=document, slug=slug, organiser=organiser)


@sensitive_variables()
def import_document(
    *, actor: Actor, document: Document, slug: str = "", organiser: User | None = None
) -> Championship:
    """Make a championship from a document, as `import_championship` does from a file."""
    wanted = slug or document.slug
    with transaction.atomic():
        refuse_address(wanted, longest=LONGEST_SLUG)
        try:
            championship = _store(document, slug=wanted)
            if organiser is not None:
                Membership.objects.create(
                    championship=championship, user=organiser, role=Role.ORGANISER
                )
            last = document.events[-1:]
            record_installation_event(
                actor=actor,
                action=InstallationAction.CHAMPIONSHIP_IMPORTED,
                target=wanted,
                after={
                    "name": championship.name,
                    "organiser": Actor.of_user(organiser).name if organiser else None,
                    "username": organiser.username if organiser else "",
                    "events": len(document.events),
                    "head": last[0].hash if last else "",
                },
            )
            refuse_with(_check_faults(championship))
            forget(notes())  # the record that came along tells of all of them
        except UserError as error:
            raise UserError(*error.messages, field="file") from error
        for stage in stages_of(championship):
            queue_missing(actor=actor, stage=stage)
    return championship


@sensitive_variables()
def _store(document: Document, *, slug: str) -> Championship:
    """Store the rows of a document, and its record.

    Raises `UserError` for rows that the database refuses; the transaction must be rolled back then.
    """
    championship = document.championship
    championship.slug, championship.record_number = slug, document.number
    for event in document.events:
        event.championship = championship
        event.conceal()
    stored: dict[type[models.Model], list[models.Model]] = {
        model: [*rows.values()] for model, rows in document.rows.items()
    }
    stored[AuditEvent] = [*document.events]
    for model, rows in stored.items():
        try:
            # Past the recorder: the record that came along tells of all of them.
            model._base_manager.bulk_create(rows, batch_size=500)
        except (IntegrityError, DataError) as error:
            reason = str(error).strip().splitlines()[0]
            refused = _("the database refuses it: %(reason)s") % {"reason": reason}
            raise UserError(fault(model.__name__, refused)) from error
    return championship


def _check_faults(championship: Championship) -> Iterator[str]:
    """Yield the faults that `verify` finds in the championship that was just made."""
    stored = Championship.objects.get(pk=championship.pk)
    for check in championship_checks(stored):
        for found in check.faults:
            yield f"{check.subject.label}: {found}"

"""A championship made into a file, and such a file into a championship, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from tournament.analysis.services import queue_missing
from tournament.audit.services import record_installation_event
from tournament.championships.addresses import refuse_address
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locking import lock_championship, stage_of
from tournament.holding.championship_file.reading import read_document, refuse_with
from tournament.holding.championship_file.storing import store_document
from tournament.holding.championship_file.writing import document_of, file_of
from tournament.holding.checks import championship_checks
from tournament.models import Championship, InstallationAction, Membership, Role, Stage, User

LONGEST_SLUG = 80


@dataclass(frozen=True, slots=True)
class ChampionshipFile:
    """A file that was made; `holds_sealed_hands` until the championship has ended."""

    name: str
    content: bytes
    holds_sealed_hands: bool


def holds_sealed_hands(championship: Championship, stage: Stage) -> bool:
    """Whether a file made now has a key in it that is not public."""
    return stage.deal_set_id is not None and championship.ended_at is None


@sensitive_variables()
@transaction.atomic
def export_championship(
    *, actor: Actor, championship: Championship, reason: str = ""
) -> ChampionshipFile:
    """Make a championship into a file. Nothing of it changes; the installation's log tells of it.

    Its own record doesn't: who takes a championship from one laptop to the other would otherwise
    have two records of one day.
    """
    locked = lock_championship(championship)
    sealed = holds_sealed_hands(locked, stage_of(locked))
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
    """Make a file into a championship, with `slug` for its address instead of its own.

    What its hands were worth is worked out again. Its record stays exactly what it was, so
    `organiser`, who gets a role in it, is named in the installation's log alone. Raises `UserError`
    with the reasons (field "slug" where that is taken or no address, else "file") and leaves
    nothing behind.
    """
    try:
        document = read_document(file)
    except UserError as error:
        raise UserError(*error.messages, field="file") from error
    wanted = slug or document["championship"]["slug"]
    with transaction.atomic():
        refuse_address(wanted, longest=LONGEST_SLUG)
        try:
            stage = store_document(document, slug=wanted)
            refuse_with(_check_faults(stage))
        except UserError as error:
            raise UserError(*error.messages, field="file") from error
        championship = stage.championship
        if organiser is not None:
            Membership.objects.create(
                championship=championship, user=organiser, role=Role.ORGANISER
            )
        record_installation_event(
            actor=actor,
            action=InstallationAction.CHAMPIONSHIP_IMPORTED,
            target=wanted,
            after={
                "name": championship.name,
                "organiser": Actor.of_user(organiser).name if organiser else None,
            },
        )
        queue_missing(actor=actor, stage=stage)
    return championship


def _check_faults(stage: Stage) -> Iterator[str]:
    """What `verify` finds wrong with the championship that was just made."""
    stored = Stage.objects.select_related("championship", "deal_set").get(pk=stage.pk)
    for check in championship_checks(stored):
        for found in check.faults:
            yield f"{check.subject.label}: {found}"

"""Results files of venues: kept unchanged, and checked before anything is made of them."""

from __future__ import annotations

from typing import BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.deals.exchanges import places_ever, places_now
from tournament.envelopes.contents import RESULTS, read_content
from tournament.envelopes.sealed_file import WrongKey, parse_sealed, read_sealed, unseal
from tournament.models import Championship, DealSet, ResultsFile, RoundDeal, RoundStatus, Venue
from tournament.transfer.document import refuse_with
from tournament.transfer.reader import Document
from tournament.transfer.services import import_document

_WHILE_CHECKED = "results-being-checked"
"""Address of the venue's championship while its file is checked."""


@sensitive_variables()
@transaction.atomic
def bring_results(*, actor: Actor, venue: Venue, file: BinaryIO) -> ResultsFile:
    """Keep a results file of this venue, to be looked at and taken in.

    A second call changes nothing. Raises `UserError` (field: file) for a file of another kind or
    venue, one that was damaged or contradicts itself, and one older than what has been taken in.
    """
    venue = Venue.objects.select_for_update().select_related("simultaneous").get(pk=venue.pk)
    try:
        sealed = read_sealed(file, format=RESULTS)
        known = venue.results_files.filter(digest=sealed.digest).first()
        if known is not None:
            return known
        document = read_results(venue, sealed.raw)
        _refuse_another_record(venue, document)
        _refuse_what_does_not_agree(document)
        refuse_older(venue, document)
    except UserError as error:
        raise UserError(*error.messages, field="file") from error
    last = document.events[-1]
    return ResultsFile.objects.create(
        venue=venue,
        content=sealed.raw,
        digest=sealed.digest,
        events=last.sequence,
        head=last.hash,
        brought_by=actor.name,
    )


@sensitive_variables()
def read_results(venue: Venue, raw: bytes) -> Document:
    """Return the championship as it is on the venue's laptop. Raises `UserError`."""
    sealed = parse_sealed(raw, format=RESULTS)
    told = (sealed.header.get("event"), sealed.header.get("venue"))
    if venue.results_key is None:
        raise NotNow(_("No envelope has been made for “%(venue)s”.") % {"venue": venue.name})
    try:
        content = unseal(sealed, key=bytes(venue.results_key))
    except WrongKey:
        raise UserError(
            _("This file is not from the laptop of “%(venue)s”: it says %(event)s, %(other)s.")
            % {"venue": venue.name, "event": str(told[0])[:120], "other": str(told[1])[:60]}
        ) from None
    _about, document = read_content(content, format=RESULTS)
    return document


def refuse_older(venue: Venue, document: Document) -> None:
    """Raise `NotNow` for a file that does not go on from the one that was taken in last."""
    taken = venue.results_files.filter(taken_in_at__isnull=False).order_by("taken_in_at").last()
    if taken is None:
        return
    hashes = {one.sequence: one.hash for one in document.events}
    if hashes.get(taken.events) == taken.head:
        return
    if max(hashes) < taken.events:
        raise NotNow(_("This file is older than the one that has been taken in."))
    raise NotNow(
        _("This file doesn't go on from the one that has been taken in: its record is another one.")
    )


def _refuse_another_record(venue: Venue, document: Document) -> None:
    """Raise `UserError` unless the record of the file begins with the venue's, as an envelope took
    it along, and its hands are those of the event."""
    championship = venue.championship
    hashes = {one.sequence: one.hash for one in document.events}
    taken_along = set(venue.envelopes.values_list("events", flat=True))
    begun = championship.events.filter(sequence__in=taken_along).values_list("sequence", "hash")
    if not any(hashes.get(sequence) == known for sequence, known in begun):
        raise UserError(_("The record in this file is not that of this venue."))
    promised = set(championship.deal_sets.values_list("number", "commitment", "salt"))
    if promised != {(one.number, one.commitment, one.salt) for one in document.all(DealSet)}:
        raise UserError(_("The hands in this file are not those of the event."))
    played = _hands_begun(document)
    ever = places_ever(championship, [*played])
    refuse_with(
        _("Hand %(hand)d of the file is not the deal that the venue plays.") % {"hand": number}
        for number, place in played.items()
        if place not in ever[number]
    )


def hands_that_do_not_count(championship: Championship, document: Document) -> set[int]:
    """Return the hands that were played on the laptop with cards which the centre has exchanged
    since; 2 queries."""
    hands = _hands_begun(document)
    now = places_now(championship, [*hands])
    return {
        number
        for number, place in hands.items()
        if number not in now or (now[number][0].number, now[number][1]) != place
    }


def _hands_begun(document: Document) -> dict[int, tuple[int | None, int | None]]:
    """Return the hands of rounds that were opened on the laptop, each with the number of its deal
    set and its number in it."""
    return {
        one.number: (one.deal_set.number if one.deal_set else None, one.number_in_set)
        for one in document.all(RoundDeal)
        if one.round.status != RoundStatus.PLANNED
    }


@sensitive_variables()
def _refuse_what_does_not_agree(document: Document) -> None:
    """Raise `UserError` if `verify` finds faults in the file's championship; nothing stays."""
    with transaction.atomic():
        import_document(actor=Actor("results"), document=document, slug=_WHILE_CHECKED)
        transaction.set_rollback(True)

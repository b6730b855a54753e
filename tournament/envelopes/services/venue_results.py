"""Results of a venue, entered here as they are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournament.audit.event_text import place_text
from tournament.core.errors import UserError
from tournament.envelopes.services.intake import Change, Intake
from tournament.models import Match, NotPlayedReason, Outcome, Result, ResultConfirmation, Round
from tournament.models.places import HandPlace
from tournament.play.services.tables import change_to_packs
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.kinds import content_of
from tournament.results.played_hands import why_bound
from tournament.results.services.entry import confirm_result, enter_result
from tournament.results.services.locked_hand import lock_hand
from tournament.rounds.queries import closing_obstacles


def entries_that_differ(intake: Intake, round: Round) -> Iterator[tuple[Match, Result]]:
    """Yield the results of a round that are not here yet, or differ here; count the equal ones."""
    related = ("round__stage__championship", "table")
    matches = {}
    for match in Match.objects.filter(round=round, cancelled=False).select_related(*related):
        matches[match.pk] = match
    seated = Match.objects.filter(pk__in=matches).seated("pk", by="contestant__number")
    at = {tuple(sorted(held.values())): matches[pk] for pk, held in seated}
    current = {
        (one.match_id, one.deal): one
        for one in Result.objects.filter(match__in=matches, is_current=True)
    }
    met = intake.who_met(round.number)
    for result in intake.document.all(Result):
        told = result.match
        if told.round.number != round.number or told.cancelled or not result.is_current:
            continue
        match = at[tuple(sorted(met[told.number].values()))]
        stands = current.get((match.pk, result.deal))
        if stands is not None and _is_as_told(intake, stands, result):
            intake.taken.results_same += 1
        else:
            yield match, result


def _is_as_told(intake: Intake, stands: Result, told: Result) -> bool:
    if told.deal in intake.old_cards:
        return bool(stands.outcome == Outcome.NOT_PLAYED)
    return bool(content_of(stands) == content_of(told))


def _entry(intake: Intake, told: Result) -> Any:
    """Return the content of a result here: not played, if the hand has got other cards since; the
    original stays in the file."""
    if told.deal not in intake.old_cards:
        return content_of(told)
    return ResultInput(
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.OTHER,
        note=_("played with the cards that the centre has exchanged"),
    )


def enter(intake: Intake, match: Match, told: Result) -> None:
    """Store a result as it is at the venue; over another one as its next version.

    Nobody plays the venue's hands on phones here: where the stage says so its table is changed to
    packs, as the cards that were played stay in the file.
    """
    deal = told.deal
    if why_bound(lock_hand(match, deal).match, deal):
        change_to_packs(actor=intake.actor, match=match, reason=intake.why)
    current = Result.objects.current(match, deal)
    entry = _entry(intake, told)
    where = place_text(HandPlace(match.round.number, match.table.number, deal))
    try:
        enter_result(
            actor=intake.actor,
            match=match,
            deal=deal,
            entry=entry,
            based_on=current.version if current else 0,
            reason=intake.why if current else "",
        )
    except UserError as error:
        raise UserError(*(f"{where}: {one}" for one in error.messages)) from error
    if current is None or current.outcome == Outcome.BLANK:
        intake.taken.results_new += 1
    else:
        before = content_of(current)
        intake.taken.changes.append(Change(where, before.words, entry.words))


def confirm_results(intake: Intake, round: Round) -> None:
    """Confirm the round's results where the championship asks for it: the venue has confirmed them,
    or it would not have handed the round in."""
    if not closing_obstacles(round):
        return
    results = Result.objects.filter(match__round=round, match__cancelled=False, is_current=True)
    for one in results.select_related("match__round__stage__championship", "match__table"):
        if one.outcome != Outcome.BLANK:
            confirm_result(
                actor=intake.actor,
                match=one.match,
                deal=one.deal,
                version=one.version,
                by=ResultConfirmation.By.REFEREE,
            )

"""Life of a round: planned → open → closed, and open again with a reason.

An opening by mistake can be taken back: the round is planned again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.analysis.services import queue_analysis
from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import NotNow
from tournament.core.locks import lock_running_championship
from tournament.core.reasons import given_reason
from tournament.core.ties import waits_for_release
from tournament.deals.queries import hands_of_stage_were_seen, looks_at
from tournament.deals.services.deal_sets import fix_salt
from tournament.models import Action, Championship, Release, Round, RoundStatus
from tournament.models.places import RoundPlace
from tournament.results.services.entry import is_provisional
from tournament.rounds.correction_time import correction_time
from tournament.rounds.queries import closing_obstacles, why_opening_stays
from tournament.stages.formats import format_of


@transaction.atomic
def open_round(*, actor: Actor, round: Round) -> Round:
    """Open a planned round for play; the first one fixes the salt. Harmless when it is open.

    Where rounds have a length its countdown begins. Raises `NotNow` while the schedule is not
    published, the round not paired or no hands made, and for a closed round, which can be reopened.
    """
    championship = lock_running_championship(round.stage.championship)
    round = current_round(round)
    if round.status == RoundStatus.OPEN:
        return round
    if round.status == RoundStatus.CLOSED:
        raise NotNow(
            _("Round %(round)d is already closed. Reopen it if something has to be changed.")
            % {"round": round.number}
        )
    if round.stage.published_at is None:
        raise NotNow(_("Publish the schedule first: then rounds can be opened."))
    if not round.paired:
        raise NotNow(
            _("Who meets whom in round %(round)d is not known yet: draw the opponents first.")
            % {"round": round.number}
        )
    if format_of(round.stage).deals:
        fix_salt(actor=actor, championship=championship, round=round)
    round.status = RoundStatus.OPEN
    round.opened_at = timezone.now()
    minutes = championship.round_minutes
    round.ends_at = round.opened_at + timedelta(minutes=minutes) if minutes else None
    round.released_at = _released_at(championship, round)
    round.save(update_fields=["status", "opened_at", "ends_at", "released_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ROUND_OPENED,
        place=RoundPlace(round.number),
        after={
            **({"ends_at": _stored(round.ends_at)} if round.ends_at else {}),
            **({"released_at": _stored(round.released_at)} if round.released_at else {}),
        },
        at=round.opened_at,
    )
    return round


def _released_at(championship: Championship, round: Round) -> datetime | None:
    """Return when the other venues of a simultaneous event made the round public; None before that;
    1 query for a venue."""
    if championship.tie is None:
        return None
    released = Release.objects.filter(
        simultaneous=championship.tie.simultaneous_id, round=round.number
    )
    return released.values_list("at", flat=True).first()


@transaction.atomic
def take_back_opening(*, actor: Actor, round: Round, reason: str) -> Round:
    """Make an open round a planned one again, as it was opened by mistake. Twice is once.

    The salt stays fixed. The settings of its stage thaw if no other round of it has been opened and
    nobody has seen or printed any of its hands. Raises `NotNow` once the round has a result, and
    for whatever else `why_opening_stays` tells; `UserError` without a reason.
    """
    championship = lock_running_championship(round.stage.championship)
    round = current_round(round)
    if round.status == RoundStatus.PLANNED:
        return round
    if refusal := why_opening_stays(round):
        raise NotNow(refusal)
    why = given_reason(reason)
    stage = round.stage
    round.status = RoundStatus.PLANNED
    round.opened_at = round.released_at = round.ends_at = round.seconds_left = None
    round.save(update_fields=["status", "opened_at", "released_at", "ends_at", "seconds_left"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.OPENING_TAKEN_BACK,
        place=RoundPlace(round.number),
        after={
            "stage": stage.number,
            "hands_seen": bool(looks_at(round)),
            "settings_frozen": hands_of_stage_were_seen(stage),
        },
        reason=why,
    )
    return round


@transaction.atomic
def close_round(*, actor: Actor, round: Round, anew: bool = False) -> Round:
    """Close an open round: its results count and are public. Harmless when it is closed.

    The time in which pairs can ask for corrections begins; in a reopened round the rest of it goes
    on, as `rounds.correction_time` says, unless it begins `anew`. A worker is asked to analyse its
    hands, which everybody may see from now on.

    Raises `NotNow` with a sentence for each table at which a hand has neither a result nor a
    reason, lacks the confirmation that the championship asks for, or has an undecided correction
    request. (A correction that is asked for after the first closing doesn't count: it is decided in
    an open or a closed round.)
    """
    championship = lock_running_championship(round.stage.championship)
    round = current_round(round)
    if round.status == RoundStatus.CLOSED:
        return round
    refuse_to_close(round)
    if waits_for_release(round):
        raise NotNow(
            _("Hand round %(round)d in: it is closed in all venues at once.")
            % {"round": round.number}
        )
    return _close(actor, championship, round, anew=anew)


@transaction.atomic
def release_round(*, actor: Actor, round: Round, reason: str = "") -> Round:
    """Close a round that was handed in, as it is made public in all venues of an event."""
    championship = lock_running_championship(round.stage.championship)
    round = current_round(round)
    assert round.handed_in_at is not None, "what stays sealed elsewhere is not closed"
    return _close(actor, championship, round, reason=reason)


def refuse_to_close(round: Round) -> None:
    """Raise `NotNow` with the obstacles to closing a round, or to handing it in."""
    if round.status == RoundStatus.PLANNED:
        raise NotNow(_("Round %(round)d has not been opened yet.") % {"round": round.number})
    if obstacles := closing_obstacles(round):
        raise NotNow(*(sentence for one in obstacles for sentence in one.sentences))


def _close(
    actor: Actor,
    championship: Championship,
    round: Round,
    *,
    anew: bool = False,
    reason: str = "",
) -> Round:
    time = correction_time(round)
    round.status = RoundStatus.CLOSED
    round.closed_at = timezone.now()
    round.handed_in_at = None
    round.first_closed_at = round.first_closed_at or round.closed_at
    round.corrections_until = time.until(round.closed_at, anew=anew)
    round.ends_at = round.seconds_left = None
    round.save(
        update_fields=[
            "status",
            "closed_at",
            "first_closed_at",
            "handed_in_at",
            "corrections_until",
            "ends_at",
            "seconds_left",
        ]
    )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ROUND_CLOSED,
        place=RoundPlace(round.number),
        after={
            "corrections_until": _stored(round.corrections_until),
            **({"corrections_anew": anew} if time.goes_on else {}),
        },
        reason=reason,
        at=round.closed_at,
    )
    queue_analysis(actor=actor, round=round)
    return round


@transaction.atomic
def reopen_round(*, actor: Actor, round: Round, reason: str) -> Round:
    """Open a closed round again, to correct it. Harmless when it is open.

    Its hands stay public, and its time for corrections stands still. Raises `UserError` without a
    reason, `NotNow` for a planned round, and for everybody but organisers when the time for
    corrections is over.
    """
    championship = lock_running_championship(round.stage.championship)
    round = current_round(round)
    if round.status == RoundStatus.OPEN:
        return round
    refuse_to_reopen(round, authority=actor.authority)
    why = given_reason(reason)
    before = {"corrections_until": _stored(round.corrections_until)}
    round.status = RoundStatus.OPEN
    round.closed_at = round.corrections_until = None
    round.save(update_fields=["status", "closed_at", "corrections_until"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ROUND_REOPENED,
        place=RoundPlace(round.number),
        before=before,
        reason=why,
    )
    return round


def _stored(moment: datetime | None) -> str | None:
    """Return a moment as the record keeps it."""
    return moment.isoformat() if moment else None


def refuse_to_reopen(round: Round, *, authority: Authority) -> None:
    """Raise `NotNow` if somebody of this authority can't reopen a round that is not open now."""
    if round.status == RoundStatus.PLANNED:
        raise NotNow(_("Round %(round)d has not been opened yet.") % {"round": round.number})
    if authority < Authority.ORGANISER and not is_provisional(round):
        raise NotNow(
            _(
                "The time for corrections of round %(round)d is over: only an organiser can reopen "
                "it now."
            )
            % {"round": round.number}
        )


def current_round(round: Round) -> Round:
    """Return the round as it stands now; the championship is locked, so it stays so."""
    related = ("stage__championship", "stage__championship__venue__simultaneous")
    return Round.objects.select_related(*related).get(pk=round.pk)

"""The life of a round: planned → open → closed, open again with a reason; and who sat where."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seats import Seat, Side
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.labels import label
from tournament.core.locking import lock_running_championship
from tournament.core.reasons import given_reason
from tournament.deals.services import fix_salt
from tournament.models import Action, Match, Player, Round, RoundStatus, Sitting
from tournament.results.queries import missing_hands


@transaction.atomic
def open_round(*, actor: Actor, round: Round) -> Round:
    """Open a planned round for play; the first one fixes the salt. Harmless when it is open.

    Raises `NotNow` while the schedule is not published or there are no hands, and for a closed
    round, which can be reopened.
    """
    championship = lock_running_championship(round.stage.championship)
    round = _current(round)
    if round.status == RoundStatus.OPEN:
        return round
    if round.status == RoundStatus.CLOSED:
        raise NotNow(
            _("Round %(round)d is closed already. Reopen it if something has to be changed.")
            % {"round": round.number}
        )
    if round.stage.published_at is None:
        raise NotNow(_("Publish the schedule first: then rounds can be opened."))
    fix_salt(actor=actor, championship=championship)
    round.status = RoundStatus.OPEN
    round.opened_at = timezone.now()
    round.save(update_fields=["status", "opened_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ROUND_OPENED,
        target=f"round {round.number}",
    )
    return round


@transaction.atomic
def close_round(*, actor: Actor, round: Round) -> Round:
    """Close an open round: its results count and are public. Harmless when it is closed.

    Raises `NotNow` with a sentence for each table at which a hand has neither a result nor a
    stated reason why it was not played.
    """
    championship = lock_running_championship(round.stage.championship)
    round = _current(round)
    if round.status == RoundStatus.CLOSED:
        return round
    if round.status == RoundStatus.PLANNED:
        raise NotNow(_("Round %(round)d has not been opened yet.") % {"round": round.number})
    if missing := missing_hands(round):
        raise NotNow(
            *(
                _("Table %(table)s has no result for: %(hands)s.")
                % {"table": one.table_name, "hands": ", ".join(map(str, one.deals))}
                for one in missing
            )
        )
    round.status = RoundStatus.CLOSED
    round.closed_at = timezone.now()
    round.first_closed_at = round.first_closed_at or round.closed_at
    round.save(update_fields=["status", "closed_at", "first_closed_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ROUND_CLOSED,
        target=f"round {round.number}",
    )
    return round


@transaction.atomic
def reopen_round(*, actor: Actor, round: Round, reason: str) -> Round:
    """Open a closed round again, to correct it. Harmless when it is open.

    Its hands stay public. Raises `UserError` without a reason, `NotNow` for a planned round.
    """
    championship = lock_running_championship(round.stage.championship)
    round = _current(round)
    if round.status == RoundStatus.OPEN:
        return round
    if round.status == RoundStatus.PLANNED:
        raise NotNow(_("Round %(round)d has not been opened yet.") % {"round": round.number})
    why = given_reason(reason)
    round.status = RoundStatus.OPEN
    round.closed_at = None
    round.save(update_fields=["status", "closed_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ROUND_REOPENED,
        target=f"round {round.number}",
        reason=why,
    )
    return round


@transaction.atomic
def note_sitting(*, actor: Actor, match: Match, players: Mapping[Seat, Player | None]) -> None:
    """Note who sat where in a match; seats that are not given stay as they are, None clears one.

    Raises `UserError` (field: the seat's letter) for somebody who is not of the pair that sits
    there, or in two seats; `NotNow` for a cancelled match.
    """
    championship = lock_running_championship(match.round.stage.championship)
    match = Match.objects.select_related("round", "table").get(pk=match.pk)
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    before: dict[Seat, Player] = {
        Seat(sitting.seat): sitting.player for sitting in match.sittings.select_related("player")
    }
    after = {seat: players.get(seat, before.get(seat)) for seat in Seat}
    _check_sitting(match, after)
    if after == {seat: before.get(seat) for seat in Seat}:
        return
    match.sittings.all().delete()
    Sitting.objects.bulk_create(
        Sitting(match=match, seat=seat.value, player=player)
        for seat, player in after.items()
        if player is not None
    )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.SITTING_NOTED,
        target=f"round {match.round.number} table {match.table.number}",
        before={seat.value: before[seat].name for seat in Seat if seat in before},
        after={seat.value: player.name for seat, player in after.items() if player},
    )


def _check_sitting(match: Match, players: Mapping[Seat, Player | None]) -> None:
    seen: set[int] = set()
    for seat, player in players.items():
        if player is None:
            continue
        team_id = match.ns_id if seat.side is Side.NS else match.ew_id
        if player.team_id != team_id:
            raise UserError(
                _("%(player)s is not of the pair that sits %(seat)s.")
                % {"player": player.name, "seat": label(seat)},
                field=seat.value,
            )
        if player.pk in seen:
            raise UserError(
                _("%(player)s can't sit in two seats.") % {"player": player.name},
                field=seat.value,
            )
        seen.add(player.pk)


def _current(round: Round) -> Round:
    """The round as it stands now; the championship is locked, so it stays so."""
    return Round.objects.select_related("stage").get(pk=round.pk)

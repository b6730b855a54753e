"""Seats of a pair's players in a match."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game.seats import Seat
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.labels import label
from tournament.core.locks import lock_running_championship
from tournament.models import Action, Match, Player, Sitting
from tournament.models.places import TablePlace


@transaction.atomic
def note_sitting(*, actor: Actor, match: Match, players: Mapping[Seat, Player | None]) -> None:
    """Note the players' seats in a match; seats that are not given stay as they are, None clears
    one.

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
        place=TablePlace(match.round.number, match.table.number),
        before={seat.value: before[seat].name for seat in Seat if seat in before},
        after={
            **{seat.value: player.name for seat, player in after.items() if player},
            "pairs": [pair.number for _side, pair in match.pairs.items()],
            "positions": {seat.value: player.position for seat, player in after.items() if player},
        },
    )


def _check_sitting(match: Match, players: Mapping[Seat, Player | None]) -> None:
    seen: set[int] = set()
    pair_ids = match.pair_ids
    for seat, player in players.items():
        if player is None:
            continue
        if player.contestant_id != pair_ids[seat.side]:
            raise UserError(
                _("%(player)s is not in the pair that sits %(seat)s.")
                % {"player": player.name, "seat": label(seat)},
                field=seat.value,
            )
        if player.pk in seen:
            raise UserError(
                _("%(player)s can't sit in two seats.") % {"player": player.name},
                field=seat.value,
            )
        seen.add(player.pk)

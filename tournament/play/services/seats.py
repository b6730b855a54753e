"""Taking a seat of a match with a phone, and freeing it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat
from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.labels import label
from tournament.core.locks import lock_alone, lock_running_championship, refuse_ended
from tournament.deals.services.accesses import record_dealing
from tournament.models import Action, Championship, Match, SeatTaken
from tournament.models.places import TablePlace
from tournament.play.match_cache import KeptMatch, kept_match
from tournament.play.match_now import MatchNow, Step, match_now
from tournament.results.played_hands import is_on_phones


class SeatLost(UserError):
    """The phone does not hold the seat, or not any more."""


@sensitive_variables()
@transaction.atomic
def take_seat(*, actor: Actor, match: Match, seat: Seat, phone: str) -> SeatTaken:
    """Let a phone hold one of its pair's seats; asking twice changes nothing.

    When the four are taken for the first time, cards are shown: that is recorded as the handing out
    of the round's hands, once a round, and its opening stays from then on.

    Raises `UserError` for another pair's seat, `Conflict` for one that another phone holds, and
    `NotNow` where the match isn't played on phones now, for a phone that holds another seat of the
    round or has seen the cards of another seat at this table, and for a seat that waits for the
    phone that left it (`MatchNow.keeps`).
    """
    championship, match = lock_match(match)
    if actor.contestant != match.pairs[seat.side].number:
        raise UserError(
            _("The seat %(seat)s is not one of your pair's.") % {"seat": label(seat)}, field="seat"
        )
    refuse_unless_on_phones(match)
    now = match_now(match)
    held = now.seats.get(seat)
    if held is not None:
        if held.phone == phone:
            return held
        raise Conflict(
            _(
                "Another phone holds the seat %(seat)s. Free it there first, or ask a referee to "
                "free it."
            )
            % {"seat": label(seat)},
            field="seat",
        )
    _refuse_second_seat(match, phone)
    own = SeatTaken.objects.filter(match=match, phone=phone).last()
    if own is not None and own.saw_cards and own.seat != seat:
        raise NotNow(
            _("This phone has seen the cards of another seat at this table. Take another phone."),
            field="seat",
        )
    if now.keeps(seat, phone):
        raise NotNow(
            _(
                "Until this hand is over the seat %(seat)s waits for the phone that left it. If "
                "that phone can't come back, call a referee."
            )
            % {"seat": label(seat)},
            field="seat",
        )
    taken = SeatTaken.objects.create(
        match=match, round=match.round, seat=seat.value, phone=phone, saw_cards=now.begun
    )
    _record(championship, replace(actor, phone=phone), Action.SEAT_TAKEN, match, seat)
    if not now.begun and len(now.missing) == 1:
        SeatTaken.objects.filter(match=match, freed_at=None).update(saw_cards=True)
        record_dealing(actor=actor, championship=championship, round=match.round)
        taken.refresh_from_db()
    return taken


@transaction.atomic
def free_seat(*, actor: Actor, match: Match, seat: Seat, phone: str = "") -> None:
    """Let a seat be free: by the phone that holds it, or by a referee, for any phone of the pair.

    A referee may do so with a seat that its phone has left, too: then another one may take it at
    once. A free seat stays free. Raises `SeatLost` for a phone that doesn't hold it.
    """
    championship, match = lock_match(match)
    last = SeatTaken.objects.filter(match=match, seat=seat.value).last()
    is_referee = actor.authority >= Authority.REFEREE
    if last is None or (last.freed_at and (last.another_allowed or not is_referee)):
        return
    if not is_referee and last.phone != phone:
        raise seat_lost()
    action = Action.SEAT_ALLOWED if last.freed_at else Action.SEAT_FREED
    if last.freed_at is None:
        last.freed_at, last.freed_by = timezone.now(), actor.name if is_referee else ""
    last.another_allowed = is_referee
    last.save(update_fields=["freed_at", "freed_by", "another_allowed"])
    _record(championship, actor, action, match, seat)


def lock_match(match: Match) -> tuple[Championship, Match]:
    """Return the championship, locked, and the match as it stands now. Part of another act."""
    championship = lock_running_championship(match.round.stage.championship)
    found = Match.objects.select_related("round__stage__championship", "table").get(pk=match.pk)
    return championship, found


def refuse_unless_on_phones(match: Match) -> None:
    """Raise `NotNow` where the match isn't played on phones now."""
    if not is_on_phones(match):
        raise NotNow(
            _("Round %(round)d is not being played on phones at this table.")
            % {"round": match.round.number}
        )


def refuse_paused(now: MatchNow) -> None:
    """Raise `NotNow` while a referee has paused the table."""
    if now.step is Step.PAUSED:
        raise NotNow(_("A referee has paused this table. Wait until it goes on."))


Phone = str | Callable[[KeptMatch], str]
"""Number of the phone that acts, or a function that finds it from a locked match."""


def locked_match(match: Match) -> KeptMatch:
    """Return a match with its running championship locked, as part of another act, before it
    writes: nothing is newer until the transaction ends."""
    lock_alone(match.round.stage.championship)
    kept = kept_match(match)
    refuse_ended(kept.now.match.round.stage.championship)
    return kept


def refuse_unless_held(kept: KeptMatch, seat: Seat, phone: Phone) -> None:
    """Raise `SeatLost` for a phone that doesn't hold the seat."""
    number = phone if isinstance(phone, str) else phone(kept)
    taken = kept.now.seats.get(seat)
    if not number or taken is None or taken.phone != number:
        raise seat_lost()


def seat_lost() -> SeatLost:
    return SeatLost(
        _("This phone doesn't hold this seat any more. Sit down again, or ask a referee.")
    )


def _refuse_second_seat(match: Match, phone: str) -> None:
    own = SeatTaken.objects.filter(round=match.round, phone=phone, freed_at=None)
    other = own.select_related("match__table").first()
    if other is not None:
        raise NotNow(
            _("This phone holds the seat %(seat)s at table %(table)s already: free it first.")
            % {"seat": label(Seat(other.seat)), "table": other.match.table.shown_name},
            field="seat",
        )


def _record(
    championship: Championship, actor: Actor, action: Action, match: Match, seat: Seat
) -> None:
    record_event(
        championship=championship,
        actor=actor,
        action=action,
        place=TablePlace(match.round.number, match.table.number),
        after={"seat": seat.value},
    )

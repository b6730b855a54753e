"""Pairs that don't play in a coming round: they have asked to rest, or said that they can't come.

A format that pairs round by round leaves them out. Until the round is opened that can be changed; a
round that was paired already is then paired anew at once.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.core.locks import lock_contestant
from tournament.models import Action, Contestant, Round, RoundStatus
from tournament.models.places import ContestantPlace
from tournament.schedule.services.rounds import pair_round
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants


def why_no_rest(round: Round) -> str:
    """Why nobody can ask to rest in a round, or take that back, in words; "" if they can."""
    if not format_of(round.stage).rests_on_request:
        return _("In this format nobody can ask to rest.")
    if round.status != RoundStatus.PLANNED:
        return _("Round %(round)d has been opened: its pairings can't change any more.") % {
            "round": round.number
        }
    return ""


def who_can_rest(round: Round) -> tuple[tuple[ContestantRef, ...], tuple[ContestantRef, ...]]:
    """The pairs that have asked to rest in a round, and those that would play; queries as for
    `stage_contestants`."""
    there = [one for one in stage_contestants(round.stage).values() if one.plays_in(round.number)]
    asked = tuple(one for one in there if one.has_asked_to_rest(round.number))
    return asked, tuple(one for one in there if one not in asked)


@transaction.atomic
def ask_for_rest(*, actor: Actor, contestant: Contestant, round: Round) -> Contestant:
    """Leave a pair out of a round that has not been opened. Asked twice, it rests once.

    NotNow in a format without such rests, once the round has been opened, for a pair that doesn't
    take part in it, and where a round that was paired already can't be paired without it.
    """
    return _change(actor, contestant, round, rests=True)


@transaction.atomic
def take_back_asked_rest(*, actor: Actor, contestant: Contestant, round: Round) -> Contestant:
    """Let a pair play after all in a round in which it had asked to rest. NotNow as above."""
    return _change(actor, contestant, round, rests=False)


def _change(actor: Actor, contestant: Contestant, round: Round, *, rests: bool) -> Contestant:
    championship, current = lock_contestant(contestant)
    round = championship.rounds.select_related("stage__championship").get(pk=round.pk)
    if refusal := why_no_rest(round):
        raise NotNow(refusal)
    known = set(current.asked_rests)
    if (round.number in known) == rests:
        return current
    playing = {
        one.id for one in stage_contestants(round.stage).values() if one.plays_in(round.number)
    }
    if rests and current.pk not in playing:
        raise NotNow(
            _("Pair %(pair)d does not take part in round %(round)d.")
            % {"pair": current.number, "round": round.number}
        )
    current.asked_rests = sorted(known ^ {round.number})
    current.save(update_fields=["asked_rests"])
    told = {"round": round.number}
    record_event(
        championship=championship,
        actor=actor,
        action=Action.REST_ASKED if rests else Action.ASKED_REST_TAKEN_BACK,
        place=ContestantPlace(current.number),
        before=None if rests else told,
        after=told if rests else None,
    )
    if round.paired:
        pair_round(actor=actor, round=round)
    return current

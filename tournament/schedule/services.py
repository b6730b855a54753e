"""Making the schedule, removing it, publishing it.

A schedule can be made again as long as no round has been opened. A published one that is made
again or removed stops being public, so nobody ever sees half a change.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.plan import LEAST_TEAMS
from scoring.schedule import Schedule, full_length, place_at_tables, round_robin
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locking import lock_running_championship, play_has_begun, stage_of
from tournament.models import Action, Championship, Match, Round, Stage
from tournament.schedule.placing import fixed_tables
from tournament.schedule.plan import digest_of_matches
from tournament.schedule.queries import has_schedule


def _refuse_after_opening(championship: Championship) -> None:
    if play_has_begun(championship):
        raise NotNow(
            _(
                "A round has been opened: the schedule stays as it is. There are late pairs and "
                "withdrawals for what changes now."
            )
        )


def _refuse_with_withdrawn_pairs(championship: Championship) -> None:
    """A new schedule would have them play: whoever makes it must say first that they don't."""
    withdrawn = championship.teams.filter(withdrawn_from__isnull=False).order_by("number")
    if numbers := [str(number) for number in withdrawn.values_list("number", flat=True)]:
        raise NotNow(
            _(
                "Pairs that have withdrawn (%(pairs)s) can't be scheduled anew. Remove the "
                "schedule, remove these pairs, and make it again."
            )
            % {"pairs": ", ".join(numbers)}
        )


def _clear(stage: Stage) -> None:
    """Remove all matches and rounds; a round whose hands somebody saw or printed stays, empty."""
    Match.objects.filter(round__stage=stage).delete()
    stage.rounds.filter(hand_accesses__isnull=True).delete()


def _store(stage: Stage, schedule: Schedule) -> None:
    team_ids = list(stage.championship.teams.order_by("number").values_list("pk", flat=True))
    index = {pk: place for place, pk in enumerate(team_ids, start=1)}
    tables = {table.number: table for table in stage.championship.tables.all()}
    fixed = {index[pk]: table for pk, table in fixed_tables(stage.championship).items()}
    placed = place_at_tables(schedule.rounds, len(tables), fixed)
    present = {one.number: one for one in stage.rounds.all()}
    matches = []
    for plan, places in zip(schedule.rounds, placed.rounds, strict=True):
        round_ = present.get(plan.number) or Round.objects.create(stage=stage, number=plan.number)
        matches += [
            Match(
                round=round_,
                table=tables[table],
                ns_id=team_ids[pairing.ns - 1],
                ew_id=team_ids[pairing.ew - 1],
            )
            for pairing, table in zip(plan.pairings, places, strict=True)
        ]
    Match.objects.bulk_create(matches)


@transaction.atomic
def make_schedule(*, actor: Actor, championship: Championship, rounds: int | None = None) -> Stage:
    """Make the schedule of all play all, or of its first `rounds`; replaces one made before.

    The same pairs give the same schedule, so making it twice changes nothing. NotNow once a round
    has been opened, with fewer than three pairs, and with pairs that have withdrawn.
    """
    locked = lock_running_championship(championship)
    _refuse_after_opening(locked)
    stage = stage_of(locked)
    _refuse_with_withdrawn_pairs(locked)
    teams = locked.teams.count()
    if teams < LEAST_TEAMS:
        raise NotNow(
            _("A schedule needs %(min)d pairs at least; %(count)d are registered.")
            % {"min": LEAST_TEAMS, "count": teams}
        )
    full = full_length(teams)
    if rounds is not None and not 1 <= rounds <= full:
        raise UserError(
            _("With %(teams)d pairs there are 1 to %(full)d rounds.")
            % {"teams": teams, "full": full},
            field="rounds",
        )
    printed = stage.rounds.filter(hand_accesses__isnull=False).order_by("-number").first()
    if printed is not None and printed.number > (rounds or full):
        raise UserError(
            _(
                "The hands of round %(round)d have been opened or printed already: plan at least "
                "as many rounds."
            )
            % {"round": printed.number},
            field="rounds",
        )
    schedule = round_robin(teams, rounds)
    _clear(stage)
    _store(stage, schedule)
    was_published, stage.published_at = stage.published_at is not None, None
    stage.save(update_fields=["published_at"])
    balance = schedule.balance
    record_event(
        championship=locked,
        actor=actor,
        action=Action.SCHEDULE_MADE,
        before={"published": True} if was_published else None,
        after={
            "pairs": teams,
            "rounds": len(schedule.rounds),
            "balance": {
                "max": balance.max,
                "zero_pairs": balance.zero_pairs,
                "pairs": balance.pairs,
                "sum_of_squares": balance.sum_of_squares,
            },
            "matches": digest_of_matches(
                Match.objects.filter(round__stage=stage).values_list(
                    "round__number", "ns__number", "ew__number"
                )
            ),
        },
    )
    return stage


@transaction.atomic
def remove_schedule(*, actor: Actor, championship: Championship) -> None:
    """Remove the schedule, so that pairs can be registered again. Removed twice, removed once."""
    locked = lock_running_championship(championship)
    if not has_schedule(locked):
        return
    _refuse_after_opening(locked)
    stage = stage_of(locked)
    before = {"rounds": stage.rounds.count(), "published": stage.published_at is not None}
    _clear(stage)
    stage.published_at = None
    stage.save(update_fields=["published_at"])
    record_event(championship=locked, actor=actor, action=Action.SCHEDULE_REMOVED, before=before)


@transaction.atomic
def publish_schedule(*, actor: Actor, championship: Championship) -> Stage:
    """Make the schedule, and with it the championship's pages, public. Harmless when it is."""
    locked = lock_running_championship(championship)
    stage = stage_of(locked)
    if stage.published_at is not None:
        return stage
    if not has_schedule(locked):
        raise NotNow(_("There is no schedule yet: make it first."))
    stage.published_at = timezone.now()
    stage.save(update_fields=["published_at"])
    record_event(championship=locked, actor=actor, action=Action.SCHEDULE_PUBLISHED)
    return stage

"""Making the schedule, pairing its rounds, removing it, publishing it.

A schedule can be made again until a round has been opened. Making a published one again, or
removing it, ends its publication, so nobody ever sees half a change.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import PairingError, ScheduleError
from scoring.pairing.entrants import exchange
from scoring.schedule.plan import RoundPlan
from scoring.schedule.seating import place_at_tables
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_stage, play_has_begun
from tournament.core.names import clean_name
from tournament.deals.services import give_cards
from tournament.models import SEED_LENGTH, Action, Match, Round, RoundDeal, Stage
from tournament.models.places import RoundPlace
from tournament.models.schedule import in_order
from tournament.schedule.by_hand import SeatedMatch, refuse_impossible, seated_matches, taking_part
from tournament.schedule.pairings import paired_from, read_round, why_not_exchanged
from tournament.schedule.plan import (
    digest_of_matches,
    read_plan,
    read_planning,
    read_scores,
    scores_as_recorded,
)
from tournament.schedule.queries import (
    field_sizes,
    has_schedule,
    rounds_before,
    why_not_paired,
    without_group,
)
from tournament.schedule.table_assignment import fixed_tables
from tournament.stages.format import Format, Planning, Scores
from tournament.stages.formats import deals_per_round, format_of
from tournament.stages.groups import plan_rounds_of
from tournament.stages.intent import intent_of
from tournament.standings.queries import stage_contestants


def _refuse_after_opening(stage: Stage) -> None:
    if play_has_begun(stage):
        raise NotNow(
            _(
                "A round has been opened, so the schedule stays as it is. For changes, there "
                "are late pairs and withdrawals."
            )
        )


def _refuse_before_others(stage: Stage) -> None:
    """The rounds of later stages are numbered after those of this one."""
    if stage.championship.rounds.filter(stage__number__gt=stage.number).exists():
        raise NotNow(_("A later stage already has rounds: remove its schedule first."))


def _refuse_with_withdrawn_pairs(stage: Stage) -> None:
    """A new schedule would have them play: whoever makes it must say first that they don't. Who had
    left before a stage that some were chosen for is not in it anyway."""
    if stage.best is not None:
        _refuse_with_withdrawn_entrants(stage)
        return
    withdrawn = stage.championship.contestants.filter(withdrawn_from__isnull=False)
    numbers = list(map(str, withdrawn.order_by("number").values_list("number", flat=True)))
    if numbers:
        raise NotNow(
            _(
                "Pairs that have withdrawn (%(pairs)s) can't be scheduled again. Remove the "
                "schedule, remove these pairs, and make it again."
            )
            % {"pairs": ", ".join(numbers)}
        )


def _refuse_with_withdrawn_entrants(stage: Stage) -> None:
    """A bracket has a place for every entrant, so of a knock-out none may have left."""
    first, all_of_them = rounds_before(stage) + 1, format_of(stage).knocks_out
    numbers = [
        str(one.number)
        for one in stage_contestants(stage).values()
        if one.withdrawn_from is not None and (all_of_them or one.plays_in(first))
    ]
    if numbers:
        raise NotNow(
            _(
                "Pairs that have withdrawn (%(pairs)s) can't be scheduled again: take the stage "
                "back."
            )
            % {"pairs": ", ".join(numbers)}
        )


def _clear(stage: Stage) -> None:
    """Remove all matches and rounds; a round whose hands somebody saw or printed stays, empty."""
    Match.objects.filter(round__stage=stage).delete()
    stage.rounds.filter(hand_accesses__isnull=True).delete()
    stage.rounds.update(paired=False)


def plan_rounds(stage: Stage, count: int) -> list[Round]:
    """The first `count` rounds of a stage, those that are not there yet made with their deals.

    Rounds and deals go on counting where the championship's stages before this one end: here, and
    nowhere else, it is decided which deals a round plays.
    """
    championship = stage.championship
    last_round = rounds_before(stage)
    before = championship.round_deals.filter(round__stage__number__lt=stage.number)
    last_deal = before.aggregate(last=Max("number"))["last"] or 0
    present = {one.number: one for one in stage.rounds.all()}
    rounds, deals = [], []
    for place in range(count):
        number = last_round + place + 1
        planned = present.get(number)
        if planned is None:
            planned = Round.objects.create(championship=championship, stage=stage, number=number)
            count = deals_per_round(stage)
            first = last_deal + place * count + 1
            deals += [
                RoundDeal(championship=championship, round=planned, number=deal)
                for deal in range(first, first + count)
            ]
        rounds.append(planned)
    RoundDeal.objects.bulk_create(deals)
    give_cards(championship)
    return rounds


def _plans(stage: Stage, planning: Planning) -> tuple[RoundPlan, ...]:
    """What the stage's format pairs now."""
    try:
        return plan_rounds_of(format_of(stage), planning)
    except (PairingError, ScheduleError) as error:
        raise NotNow(_("There are too few pairs left to pair the round.")) from error


def _digest_of_plans(plans: Sequence[RoundPlan]) -> str:
    """What stands for their matches in the record."""
    return digest_of_matches((plan.number, *match) for plan in plans for match in plan.matches)


def _store(stage: Stage, rounds: Sequence[Round], plans: Sequence[RoundPlan]) -> None:
    """Make the matches of these plans, each at its table."""
    by_number = {one.number: one for one in rounds}
    championship = stage.championship
    ids = dict(championship.contestants.values_list("number", "pk"))
    tables = {table.number: table for table in championship.tables.all()}
    placed = place_at_tables(plans, len(tables), fixed_tables(championship))
    matches = [
        (
            Match(round=by_number[plan.number], table=tables[table]),
            [(held, ids[number]) for held, number in match.items()],
        )
        for plan, places in zip(plans, placed.rounds, strict=True)
        for match, table in zip(plan.matches, places, strict=True)
    ]
    Match.objects.create_seated(matches)
    stage.rounds.filter(number__in=[plan.number for plan in plans]).update(paired=True)


@transaction.atomic
def make_schedule(
    *,
    actor: Actor,
    stage: Stage,
    rounds: int | None = None,
    seed: str = "",
    seeded: bool = False,
) -> Stage:
    """Make the schedule of a stage, or of its first `rounds`; replaces one made before, of which
    the days of its rounds stay.

    A format that goes round by round pairs the first one now. The same pairs, and where lots are
    drawn the same `seed`, give the same schedule, so making it twice changes nothing; without a
    seed one is drawn from the operating system. `seeded`: in a format that pairs by scores the
    first round goes by the pairs' numbers, or where they were chosen by the standings before it by
    their order there, the strongest first. NotNow once a round has been opened, with fewer or more
    pairs than the format takes, and with pairs that have withdrawn.
    """
    stage = lock_running_stage(stage)
    format = format_of(stage)
    _refuse_after_opening(stage)
    _refuse_before_others(stage)
    _refuse_with_withdrawn_pairs(stage)
    _refuse_without_group(stage)
    sizes = field_sizes(stage)
    wanted = _wanted_rounds(stage, sizes, rounds)
    days = {
        one.number: (one.first_day, one.last_day) for one in stage.rounds.exclude(first_day=None)
    }
    _clear(stage)
    was_published, stage.published_at = stage.published_at is not None, None
    if format.by_lot:
        seed = clean_name(seed, max_length=SEED_LENGTH, field="seed")
        stage.pairing_seed = seed or secrets.token_hex(8)
    stage.seeded = seeded and format.by_score
    stage.save(update_fields=["published_at", "pairing_seed", "seeded"])
    planned = plan_rounds(stage, wanted)
    for one in planned:
        if one.number in days:
            one.first_day, one.last_day = days[one.number]
            one.save(update_fields=["first_day", "last_day"])
    numbers = range(planned[0].number, planned[-1].number + 1)
    plans = _plans(stage, read_planning(stage, first=numbers[0], rounds=numbers, scores={}))
    _store(stage, planned, plans)
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.SCHEDULE_MADE,
        before={"published": True} if was_published else None,
        after={
            "stage": stage.number,
            "pairs": sum(sizes),
            "first_round": planned[0].number,
            "rounds": len(planned),
            **({"seed": stage.pairing_seed} if format.by_lot else {}),
            **(_recorded_balance(stage) if _has_balance(format) else {}),
            **({"seeded": True} if stage.seeded else {}),
            "matches": _digest_of_plans(plans),
        },
    )
    return stage


def why_not_so_many(format: Format, contestants: int, rounds: int) -> str:
    """Why a schedule of so many pairs, in the largest group where there are groups, can't have so
    many rounds, in words; "" if it can."""
    least, most = format.least_rounds(contestants), format.most_rounds(contestants)
    if least <= rounds <= most and rounds % format.games_in_a_set == 0:
        return ""
    told = {"contestants": contestants, "full": most, "games": format.games_in_a_set}
    if format.of_players:
        return (
            _("A schedule of players has a multiple of %(games)d rounds, %(full)d at most.") % told
        )
    if least == most:
        return _("With %(contestants)d pairs there are %(full)d rounds.") % told
    return _("With %(contestants)d pairs there are 1 to %(full)d rounds.") % told


def _refuse_without_group(stage: Stage) -> None:
    if numbers := without_group(stage):
        raise NotNow(
            _(
                "These pairs are in no group: %(pairs)s. Put them into one, or draw the groups "
                "again."
            )
            % {"pairs": ", ".join(map(str, numbers))}
        )


def _wanted_rounds(stage: Stage, sizes: Sequence[int], rounds: int | None) -> int:
    """How many rounds a schedule shall have, by the sizes of its groups, or of the whole where
    there are none. Raises `UserError` where it can't."""
    format = format_of(stage)
    contestants = max(sizes)
    tie = stage.championship.tie
    if tie is not None and rounds not in (None, tie.simultaneous.rounds):
        raise UserError(
            _("All venues of “%(event)s” play %(rounds)d rounds.")
            % {"event": tie.simultaneous.name, "rounds": tie.simultaneous.rounds},
            field="rounds",
        )
    if tie is not None:
        rounds = tie.simultaneous.rounds
    if len(sizes) > 1 and min(sizes) < format.least:
        raise NotNow(
            _("Each group needs at least %(min)d pairs; one has %(count)d.")
            % {"min": format.least, "count": min(sizes)}
        )
    if contestants < format.least and format.of_players:
        raise NotNow(
            _("A schedule needs at least %(min)d players; %(count)d are registered.")
            % {"min": format.least, "count": contestants}
        )
    if contestants < format.least:
        raise NotNow(
            _("A schedule needs at least %(min)d pairs; %(count)d are registered.")
            % {"min": format.least, "count": contestants}
        )
    if contestants > format.most:
        raise NotNow(
            _("This format takes at most %(max)d contestants; %(count)d are registered.")
            % {"max": format.most, "count": contestants}
        )
    if rounds is not None and (refusal := why_not_so_many(format, contestants, rounds)):
        raise UserError(refusal, field="rounds")
    wanted = rounds or intent_of(stage).rounds_for(format, contestants)
    printed = stage.rounds.filter(hand_accesses__isnull=False).order_by("-number").first()
    if printed is not None and printed.number > rounds_before(stage) + wanted:
        raise UserError(
            _(
                "The hands of round %(round)d have been opened or printed already: plan at least "
                "as many rounds."
            )
            % {"round": printed.number},
            field="rounds",
        )
    return wanted


def _has_balance(format: Format) -> bool:
    """Whether directions were chosen for all rounds at once: not by lot, nor for calendars."""
    return not (format.round_by_round or format.by_lot or format.has_days)


def _recorded_balance(stage: Stage) -> dict[str, Any]:
    balance = read_plan(stage).schedule.balance
    return {
        "balance": {
            "max": balance.max,
            "zero_pairs": balance.zero_pairs,
            "pairs": balance.pairs,
            "sum_of_squares": balance.sum_of_squares,
        }
    }


@transaction.atomic
def pair_round(*, actor: Actor, round: Round) -> Round:
    """Decide who meets whom in a round, in a format that goes round by round.

    While the round has not been opened it can be paired again, for the pairs that take part by
    then: that changes nothing unless one has come or left, a score has changed, or two pairs have
    been exchanged. NotNow before the round in front of it has been opened, or where scores decide,
    closed; and with fewer than two pairs.
    """
    stage = lock_running_stage(round.stage)
    rounds = list(stage.rounds.order_by("number"))
    round = next(one for one in rounds if one.pk == round.pk)
    before = next((one for one in rounds if one.number == round.number - 1), None)
    if format_of(stage).by_hand:
        raise NotNow(_("In this format you enter who meets whom."))
    if refusal := why_not_paired(round, before=before):
        raise NotNow(refusal)
    numbers = range(rounds[0].number, rounds[-1].number + 1)
    scores = read_scores(stage, first=round.number, rounds=numbers)
    plans = _plans(stage, read_planning(stage, first=round.number, rounds=numbers, scores=scores))
    matches = _digest_of_plans(plans)
    if matches == _stored_digest(round) and scores == paired_from(round):
        return round
    Match.objects.filter(round=round).delete()
    _store(stage, rounds, plans)
    round.paired = True
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.ROUND_PAIRED,
        place=RoundPlace(round.number),
        after={"stage": stage.number, "matches": matches, **_recorded_scores(stage, scores)},
    )
    return round


def _stored_digest(round: Round) -> str:
    stored = Match.objects.filter(round=round).seated("round__number", by="contestant__number")
    return digest_of_matches((number, *in_order(held)) for number, held in stored)


def _recorded_scores(stage: Stage, scores: Scores) -> dict[str, Any]:
    """What a round was paired from, so that anybody can pair it again: exact fractions in text."""
    if not format_of(stage).by_score:
        return {}
    return {"scores": scores_as_recorded(scores)}


@transaction.atomic
def enter_pairings(*, actor: Actor, round: Round, matches: Sequence[SeatedMatch]) -> Round:
    """Decide by hand who meets whom at which table in a round; who is in no match rests.

    `matches` are in the order of their tables. Until the round is opened they can be entered anew;
    the same ones again change nothing. NotNow in a format that pairs by itself and once the round
    has been opened; `UserError`, with the place as its field, for what can't be: somebody twice, or
    who doesn't take part.
    """
    stage = lock_running_stage(round.stage)
    round = stage.rounds.select_related("stage__championship").get(pk=round.pk)
    if not format_of(stage).by_hand:
        raise NotNow(_("In this format nobody chooses who meets whom."))
    if refusal := why_not_paired(round, before=None):
        raise NotNow(refusal)
    refuse_impossible(round, matches)
    if round.paired and tuple(matches) == seated_matches(round):
        return round
    Match.objects.filter(round=round).delete()
    ids = dict(stage.championship.contestants.values_list("number", "pk"))
    tables = {table.number: table for table in stage.championship.tables.all()}
    Match.objects.create_seated(
        (
            Match(round=round, table=tables[one.table]),
            one.pairing.map(ids.__getitem__).items(),
        )
        for one in matches
    )
    round.paired = True
    round.save(update_fields=["paired"])
    playing = {number for one in matches for number in one.pairing}
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.ROUND_ENTERED,
        place=RoundPlace(round.number),
        after={
            "stage": stage.number,
            "matches": _stored_digest(round),
            "resting": [one.number for one in taking_part(round) if one.number not in playing],
        },
    )
    return round


@transaction.atomic
def exchange_pairs(*, actor: Actor, round: Round, one: int, other: int) -> Round:
    """Let two pairs change places in a round that was paired by scores: opponents and sides.

    `one` and `other` are their numbers; one of them may rest. The same two again change back.
    NotNow once the round has been opened, and where a pair has come or left since it was paired:
    then it has to be paired anew first.
    """
    stage = lock_running_stage(round.stage)
    round = stage.rounds.get(pk=round.pk)
    if refusal := why_not_exchanged(round):
        raise NotNow(refusal)
    plan = read_round(round)
    there = {plan.rest, *(pair for match in plan.pairings for pair in match)}
    for field, number in (("one", one), ("other", other)):
        if number not in there or one == other:
            raise UserError(_("Choose two different pairs of this round."), field=field)
    Match.objects.filter(round=round).delete()
    _store(stage, [round], [exchange(plan, one, other)])
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.PAIRS_EXCHANGED,
        place=RoundPlace(round.number),
        after={
            "stage": stage.number,
            "exchanged": [one, other],
            "matches": _stored_digest(round),
        },
    )
    return round


@transaction.atomic
def remove_schedule(*, actor: Actor, stage: Stage) -> None:
    """Remove the schedule, so that pairs can be registered again. Removed twice, removed once."""
    stage = lock_running_stage(stage)
    if not has_schedule(stage):
        return
    _refuse_after_opening(stage)
    _refuse_before_others(stage)
    before = {
        "stage": stage.number,
        "rounds": stage.rounds.count(),
        "published": stage.published_at is not None,
    }
    _clear(stage)
    stage.published_at = None
    stage.pairing_seed, stage.seeded = "", False
    stage.save(update_fields=["published_at", "pairing_seed", "seeded"])
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.SCHEDULE_REMOVED,
        before=before,
    )


@transaction.atomic
def publish_schedule(*, actor: Actor, stage: Stage) -> Stage:
    """Make the schedule, and with it the championship's pages, public. Harmless when it is."""
    stage = lock_running_stage(stage)
    if stage.published_at is not None:
        return stage
    if not has_schedule(stage):
        raise NotNow(_("There is no schedule yet: make it first."))
    stage.published_at = timezone.now()
    stage.save(update_fields=["published_at"])
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.SCHEDULE_PUBLISHED,
        after={"stage": stage.number},
        at=stage.published_at,
    )
    return stage

"""Storing planned rounds: the rounds with their deals, and the matches at their tables."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.errors import PairingError, ScheduleError
from scoring.schedule.plan import RoundPlan
from scoring.schedule.seating import place_at_tables
from tournament.core.errors import NotNow
from tournament.deals.services.deal_sets import give_cards
from tournament.models import Championship, Match, Round, RoundDeal, Stage
from tournament.schedule.plan import digest_of_matches
from tournament.schedule.queries import rounds_before
from tournament.schedule.table_assignment import fixed_tables
from tournament.stages.format import Planning
from tournament.stages.formats import deals_per_round, format_of
from tournament.stages.groups import plan_rounds_of


def clear(stage: Stage) -> None:
    """Remove all matches and rounds; a round whose hands somebody saw or printed stays, empty."""
    Match.objects.filter(round__stage=stage).delete()
    stage.rounds.filter(hand_accesses__isnull=True).delete()
    stage.rounds.update(paired=False)


def refuse_lost_hands(championship: Championship) -> None:
    """Raise `NotNow` if no round plays a cancelled hand any more; 1 query.

    Call it once the schedule is changed.
    """
    planned = championship.round_deals.order_by().values("number")
    standing = championship.rulings.filter(deal__isnull=False, withdrawn_at=None)
    lost = standing.exclude(deal__in=planned).order_by("deal").first()
    if lost is not None:
        raise NotNow(
            _("Hand %(hand)d is cancelled, and no round would play it: withdraw that ruling first.")
            % {"hand": lost.deal}
        )


def plan_rounds(stage: Stage, count: int) -> list[Round]:
    """Return the first `count` rounds of a stage; missing ones are made with their deals.

    Numbers of rounds and deals continue those of the championship's stages before this one: only
    this function decides which deals a round plays.
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


def plans_of(stage: Stage, planning: Planning) -> tuple[RoundPlan, ...]:
    """Return the rounds that the stage's format pairs now. Raises `NotNow` with too few pairs."""
    format = format_of(stage)
    try:
        return plan_rounds_of(format, planning)
    except (PairingError, ScheduleError) as error:
        if format.of_players:
            raise NotNow(_("There are too few players left for a table.")) from error
        raise NotNow(_("There are too few pairs left to pair the round.")) from error


def digest_of_plans(plans: Sequence[RoundPlan]) -> str:
    """Return the digest of their matches for the record."""
    return digest_of_matches((plan.number, *match) for plan in plans for match in plan.matches)


def store_plans(stage: Stage, rounds: Sequence[Round], plans: Sequence[RoundPlan]) -> None:
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

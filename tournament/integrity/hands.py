"""Comparing the deal sets, which deals the rounds play, and the early looks at hands, with the
record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.audit.event_text import place_text
from tournament.core.stages import rounds_with_deals
from tournament.deals.numbering import planned_place
from tournament.deals.secrets import list_of_hashes
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import RecordedAccess, RecordedDealSet, Replay
from tournament.models import Championship, DealSet, HandAccess, Stage
from tournament.models.places import RoundPlace
from tournament.stages.formats import deals_per_round


@sensitive_variables()
def hands_check(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> tuple[str, list[str]]:
    """The published promises against the keys, and against what was recorded of them; who looked
    early."""
    sets = list(championship.deal_sets.order_by("number"))
    faults = list(access_faults(state, championship))
    if [one.number for one in sets] != sorted(state.deal_sets):
        faults.append(_("The hands are not those that the record says were made."))
    for one in sets:
        faults += _deal_set_faults(state.deal_sets.get(one.number), one)
    faults += deal_faults(state, championship, stages)
    return ", ".join(one.commitment for one in sets) or _("no hands yet"), faults


@sensitive_variables()
def _deal_set_faults(recorded: RecordedDealSet | None, hands: DealSet) -> Iterator[str]:
    """Where a set is not the one that was promised, or not what the record says."""
    if list_of_hashes(hands) is None:
        yield _("The commitment does not belong to the key: the hands are different ones.")
    if recorded is None:
        return
    if recorded.commitments != {hands.commitment}:
        yield _("The commitment is not the one that was recorded.")
    for name, stored, said in (
        ("salt", hands.salt, recorded.salt),
        ("created_at", hands.created_at, recorded.made_at),
        ("salt_fixed_at", hands.salt_fixed_at, recorded.salt_fixed_at),
        ("hands_before", hands.deals_before, recorded.deals_before),
        ("deals", hands.deals, recorded.deals),
        ("spares_used", hands.spares_used, recorded.spares_used),
    ):
        if stored != said:
            yield f"{difference(name, stored, said)}."


def deal_faults(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> Iterator[str]:
    """Rounds that don't play the deals which they were planned with; 1 query, and 1 a stage.

    Rounds and deals are counted through the stages, each round playing as many as its stage says.
    A hand that was exchanged plays the spare deal that the record names.
    """
    first_round = first_deal = 1
    for stage in stages:
        rounds, count = rounds_with_deals([stage]), deals_per_round(stage)
        for one in rounds:
            first = first_deal + (one.number - first_round) * count
            expected = tuple(range(first, first + count))
            if one.championship_id != championship.pk or one.deals != expected:
                yield _("%(where)s: its hands differ from those that were planned.") % {
                    "where": place_text(RoundPlace(one.number))
                }
        if rounds:
            first_deal += (rounds[-1].number - first_round + 1) * count
            first_round = rounds[-1].number + 1
    sets = sorted(state.deal_sets.values(), key=attrgetter("number"))
    dealt = championship.round_deals.select_related("deal_set").order_by("number")
    for deal in dealt.defer("deal_set__key"):
        planned = planned_place(sets, deal.number)
        expected_place = planned and (planned[0].number, planned[1])
        recorded = state.spare_deals.get(deal.number, expected_place)
        stored = deal.deal_set and (deal.deal_set.number, deal.number_in_set)
        own = deal.deal_set is None or deal.deal_set.championship_id == championship.pk
        if stored != recorded or not own:
            yield _("Hand %(hand)d is not the deal of the key that the record says.") % {
                "hand": deal.number
            }


def access_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Early looks at hands that only the table, or only the record, knows of; 1 query."""
    rows = HandAccess.objects.filter(round__championship=championship).select_related("round")
    stored: Counter[RecordedAccess] = Counter()
    for row in rows:
        one = RecordedAccess(
            row.round.number,
            HandAccess.Kind(row.kind),
            row.at,
            row.actor,
            row.account,
            row.reason,
            row.exchanged,
        )
        stored[one] += 1
    for one in sorted((stored - state.accesses).elements(), key=_in_time):
        yield _("%(look)s: the record doesn't tell of it.") % {"look": _text(one)}
    for one in sorted((state.accesses - stored).elements(), key=_in_time):
        yield _("%(look)s: the record tells of it, but it is not stored.") % {"look": _text(one)}


def _in_time(one: RecordedAccess) -> tuple[object, ...]:
    return one.at, one.round, one.actor


def _text(one: RecordedAccess) -> str:
    """An early look in words: "round 5, opened early, Anna Puig (anna)"."""
    return ", ".join((place_text(RoundPlace(one.round)), str(one.kind.label), one.actor))

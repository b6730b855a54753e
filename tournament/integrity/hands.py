"""Checks of hands: the commitments against their keys, and the deals that rounds play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.audit.event_text import place_text
from tournament.core.stages import rounds_with_deals
from tournament.deals.numbering import planned_place
from tournament.deals.secrets import list_of_hashes
from tournament.integrity.recorded_state import Replay
from tournament.models import Championship, Stage
from tournament.models.places import RoundPlace
from tournament.stages.formats import deals_per_round


@sensitive_variables()
def hand_faults(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> Iterator[str]:
    """Yield the deal sets whose published commitment is not that of their key, and the rounds that
    don't play the deals they should."""
    for one in championship.deal_sets.order_by("number"):
        if list_of_hashes(one) is None:
            yield _("The commitment does not belong to the key: the hands are different ones.")
        recorded = state.deal_sets.get(one.number)
        if recorded is not None and recorded.commitments != {one.commitment}:
            yield _("The commitment is not the one that was recorded.")
    yield from deal_faults(state, championship, stages)


def deal_faults(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> Iterator[str]:
    """Yield the rounds that don't play the deals they were planned with; 1 query, and 1 a stage.

    Rounds and deals are counted through the stages, each round playing as many as its stage says.
    An exchanged hand plays the spare deal that the record names.
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

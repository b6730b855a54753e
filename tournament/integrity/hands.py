"""Comparing which deals the rounds play, and who saw them early, with the record."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.audit.event_text import place_text
from tournament.core.stages import rounds_with_deals, stages_of
from tournament.integrity.recorded_state import Look, Replay
from tournament.models import Championship, HandAccess
from tournament.models.places import RoundPlace


def deal_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Rounds that don't play the deals which they were planned with; 2 queries, and 1 a stage.

    Rounds and deals are counted through the stages, each round playing as many as its stage says.
    A hand that was exchanged plays the spare deal that the record names.
    """
    first_round = first_deal = 1
    for stage in stages_of(championship):
        rounds = rounds_with_deals([stage])
        for one in rounds:
            first = first_deal + (one.number - first_round) * stage.hands_per_match
            expected = tuple(range(first, first + stage.hands_per_match))
            if one.championship_id != championship.pk or one.deals != expected:
                yield _("%(where)s: its hands differ from those that were planned.") % {
                    "where": place_text(RoundPlace(one.number))
                }
        if rounds:
            first_deal += (rounds[-1].number - first_round + 1) * stage.hands_per_match
            first_round = rounds[-1].number + 1
    dealt = championship.round_deals.filter(deal_set__isnull=False).select_related("deal_set")
    for deal in dealt.order_by("number"):
        assert deal.deal_set is not None, "only those are asked for"
        planned = deal.number - deal.deal_set.deals_before
        recorded = state.spare_deals.get(deal.number, planned)
        own = deal.deal_set.championship_id == championship.pk
        if deal.number_in_set != recorded or not own:
            yield _("Hand %(hand)d is not the deal of the key that the record says.") % {
                "hand": deal.number
            }


def look_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Rounds of which it differs who saw or printed the hands before they were public; 1 query."""
    stored: list[Look] = [
        (number, kind, actor, reason, exchanged)
        for number, kind, actor, reason, exchanged in HandAccess.objects.filter(
            round__championship=championship
        ).values_list("round__number", "kind", "actor", "reason", "exchanged")
    ]
    for number in sorted({one[0] for one in (*stored, *state.looks)}):
        now = sorted(one for one in stored if one[0] == number)
        if now != sorted(one for one in state.looks if one[0] == number):
            yield _("%(where)s: who has seen its hands differs from the record.") % {
                "where": place_text(RoundPlace(number))
            }

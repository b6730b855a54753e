"""Comparing the deal set, which deals the rounds play, and the early looks at hands, with the
record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES, commitment
from tournament.audit.event_text import place_text
from tournament.core.stages import rounds_with_deals, stages_of
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import RecordedAccess, Replay
from tournament.models import Championship, DealSet, HandAccess
from tournament.models.places import RoundPlace


@sensitive_variables()
def hands_check(state: Replay, championship: Championship) -> tuple[str, list[str]]:
    """The published promise against the key, and against what was recorded of it; who looked
    early."""
    hands = championship.deal_set()
    faults = list(access_faults(state, championship))
    if hands is None:
        if state.commitments:
            faults.append(_("According to the record there are hands, but there are none."))
        return _("no hands yet"), faults
    key = bytes(hands.key)
    if len(key) != KEY_BYTES or commitment(key) != hands.commitment:
        faults.append(_("The commitment does not belong to the key: the hands are different ones."))
    if state.commitments != {hands.commitment}:
        faults.append(_("The commitment is not the one that was recorded."))
    faults += _deal_set_faults(state, hands)
    return hands.commitment, [*faults, *deal_faults(state, championship)]


def _deal_set_faults(state: Replay, hands: DealSet) -> Iterator[str]:
    if hands.salt != state.salt:
        yield f"{difference('salt', hands.salt, state.salt)}."
    for name, stored, recorded in (
        ("created_at", hands.created_at, state.deals_made_at),
        ("salt_fixed_at", hands.salt_fixed_at, state.salt_fixed_at),
    ):
        if stored != recorded:
            yield f"{difference(name, stored, recorded)}."
    if (hands.number, hands.deals_before) != (1, 0):
        yield _("The hands don't begin with the first of their set.")


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

"""Comparison of records of play with their digests in the record, and with the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.audit.event_text import place_text
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.deals.secrets import list_of_hashes
from tournament.integrity.recorded_state import AttachedTo, RecordedDealSet, Replay
from tournament.models import AttachedPlay, Championship, DealSet, PlayRecord
from tournament.models.places import HandPlace
from tournament.models.play_records import PlayedCards
from tournament.play_records.play import digest_of, fits, stored_columns
from tournament.results.services.locked_hand import hand_place


def play_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Yield the records of play that have other cards than the record says, and those that can't
    have been played with the cards of their hand; 2 queries, and where there are any 1 more and 1
    for each hand."""
    attached = AttachedPlay.objects.filter(
        result__match__round__championship=championship
    ).select_related("result__match__round", "result__match__table")
    stored = {_attached_to(one): one for one in attached}
    for key in sorted(stored.keys() & state.plays.keys()):
        if _digest(stored[key]) != state.plays[key]:
            where, version, number = key
            yield _(
                "%(where)s: record of play %(number)d of version %(version)d is a different one."
            ) % {"where": place_text(where), "version": version, "number": number}
    records = PlayRecord.objects.filter(match__round__championship=championship)
    kept = list(records.select_related("match__round", "match__table"))
    if not stored and not kept:
        return
    can_be = _can_be(state, championship)
    for (where, _version, _number), one in stored.items():
        if not can_be(one, where.deal):
            yield _impossible(where)
    for record in kept:
        if not can_be(record, record.deal):
            yield _impossible(hand_place(record.match, record.deal))


def _impossible(where: HandPlace) -> str:
    return _("%(where)s: the record of play doesn't fit this hand's cards.") % {
        "where": place_text(where)
    }


def _attached_to(one: AttachedPlay) -> AttachedTo:
    result = one.result
    return hand_place(result.match, result.deal), result.version, one.number


def _digest(one: AttachedPlay) -> str:
    return digest_of(stored_columns(one), variant=one.variant, nonce=one.nonce)


@sensitive_variables()
def _can_be(state: Replay, championship: Championship) -> Callable[[PlayedCards, int], bool]:
    """Return a function that tells whether a stored record can be one of a hand.

    It deals each hand once. Where the hands are not those that were promised, which is told
    elsewhere, everything can be.
    """
    sets = list(championship.deal_sets.all())
    if not sets:
        return lambda _stored, _deal: bool(state.deal_sets)
    if not all(_as_promised(state.deal_sets.get(one.number), one) for one in sets):
        return lambda _stored, _deal: True
    dealt: dict[int, DealtHand | None] = {}

    def can_be(stored: PlayedCards, deal: int) -> bool:
        if deal not in dealt:
            dealt[deal] = next(iter(dealt_hands(championship, [deal])), None)
        hand = dealt[deal]
        return hand is not None and fits(hand, stored)

    return can_be


@sensitive_variables()
def _as_promised(recorded: RecordedDealSet | None, hands: DealSet) -> bool:
    """Return whether a set has the recorded salt, and the key of the recorded commitment."""
    return (
        recorded is not None
        and recorded.commitments == {hands.commitment}
        and recorded.salt == hands.salt
        and list_of_hashes(hands) is not None
    )

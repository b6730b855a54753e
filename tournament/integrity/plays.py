"""Comparing records of play with their digests in the record, and with the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES, commitment
from tournament.audit.event_text import place_text
from tournament.deals.queries import dealt_hands
from tournament.integrity.recorded_state import AttachedTo, RecordedPlay, Replay
from tournament.models import AttachedPlay, Championship, PlayRecord
from tournament.models.places import HandPlace
from tournament.models.play_records import PlayedCards
from tournament.play_records.play import digest_of, fits, stored_columns
from tournament.results.services import hand_place


def play_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """What rulings rest on that the record doesn't know, or knows otherwise, and what can't have
    been played with the cards of its hand; 3 queries."""
    attached = AttachedPlay.objects.filter(
        result__match__round__championship=championship
    ).select_related("result__match__round", "result__match__table")
    stored = {_attached_to(one): one for one in attached}
    for key in sorted(stored.keys() | state.plays.keys()):
        where, version, number = key
        named = {"where": place_text(where), "version": version, "number": number}
        if key not in stored:
            yield (
                _("%(where)s: record of play %(number)d of version %(version)d is missing.") % named
            )
        elif key not in state.plays:
            yield (
                _("%(where)s: record of play %(number)d of version %(version)d was not recorded.")
                % named
            )
        elif _as_recorded(stored[key]) != state.plays[key]:
            yield (
                _("%(where)s: record of play %(number)d of version %(version)d is a different one.")
                % named
            )
    can_be = _can_be(state, championship)
    for (where, _version, _number), one in stored.items():
        if not can_be(one, where.deal):
            yield _impossible(where)
    records = PlayRecord.objects.filter(match__round__championship=championship)
    for record in records.select_related("match__round", "match__table"):
        if not can_be(record, record.deal):
            yield _impossible(hand_place(record.match, record.deal))


def _impossible(where: HandPlace) -> str:
    return _("%(where)s: the record of play doesn't fit this hand's cards.") % {
        "where": place_text(where)
    }


def _attached_to(one: AttachedPlay) -> AttachedTo:
    result = one.result
    return hand_place(result.match, result.deal), result.version, one.number


def _as_recorded(one: AttachedPlay) -> RecordedPlay:
    digest = digest_of(stored_columns(one), variant=one.variant, nonce=one.nonce)
    return RecordedPlay(digest, one.by, one.at)


@sensitive_variables()
def _can_be(state: Replay, championship: Championship) -> Callable[[PlayedCards, int], bool]:
    """Whether a stored record can be one of a hand, each hand dealt once.

    Where the hands are not those that were promised, which is told elsewhere, everything can be.
    """
    hands = championship.deal_set()
    if hands is None:
        return lambda _stored, _deal: bool(state.commitments)
    promised = {commitment(key)} if len(key := bytes(hands.key)) == KEY_BYTES else set()
    if state.commitments != promised or hands.salt != state.salt:
        return lambda _stored, _deal: True
    dealt = {}

    def can_be(stored: PlayedCards, deal: int) -> bool:
        if deal not in dealt:
            (dealt[deal],) = dealt_hands(championship, [deal])
        return fits(dealt[deal], stored)

    return can_be

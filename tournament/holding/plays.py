"""Records of play held against the record, which knows their digests, and against the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing import KEY_BYTES, commitment
from tournament.deals.queries import dealt_hands
from tournament.holding.decisions import place_text
from tournament.holding.recorded import AttachedTo, Replay
from tournament.models import AttachedPlay, Match, PlayRecord, Stage
from tournament.models.play_records import PlayedCards
from tournament.play_records.play import digest_of, fits, stored_columns


def play_faults(state: Replay, stage: Stage) -> Iterator[str]:
    """What rulings rest on that the record doesn't know, or knows otherwise, and what can't have
    been played with the cards of its hand; 3 queries."""
    attached = AttachedPlay.objects.filter(result__match__round__stage=stage).select_related(
        "result__match__round", "result__match__table"
    )
    stored = {_attached_to(one): one for one in attached}
    for key in sorted(stored.keys() | state.plays.keys()):
        where, version, number = key
        named = {"where": place_text(where), "version": version, "number": number}
        if key not in stored:
            yield _("%(where)s: record of play %(number)d of version %(version)d is gone.") % named
        elif key not in state.plays:
            yield (
                _("%(where)s: record of play %(number)d of version %(version)d was not recorded.")
                % named
            )
        elif _digest(stored[key]) != state.plays[key]:
            yield (
                _("%(where)s: record of play %(number)d of version %(version)d is another one.")
                % named
            )
    can_be = _can_be(state, stage)
    for (where, _version, _number), one in stored.items():
        if not can_be(one, where[2]):
            yield _impossible(where)
    records = PlayRecord.objects.filter(match__round__stage=stage)
    for record in records.select_related("match__round", "match__table"):
        if not can_be(record, record.deal):
            yield _impossible(_where(record.match, record.deal))


def _impossible(where: tuple[int, int, int]) -> str:
    return _("%(where)s: the record of play is none of this hand's cards.") % {
        "where": place_text(where)
    }


def _where(match: Match, deal: int) -> tuple[int, int, int]:
    return match.round.number, match.table.number, deal


def _attached_to(one: AttachedPlay) -> AttachedTo:
    result = one.result
    return _where(result.match, result.deal), result.version, one.number


def _digest(one: AttachedPlay) -> str:
    return digest_of(stored_columns(one), variant=one.variant, nonce=one.nonce)


@sensitive_variables()
def _can_be(state: Replay, stage: Stage) -> Callable[[PlayedCards, int], bool]:
    """Whether a stored record can be one of a hand, each hand dealt once.

    Where the hands are not those that were promised, which is told elsewhere, everything can be.
    """
    hands = stage.deal_set
    if hands is None:
        return lambda _stored, _deal: bool(state.commitments)
    promised = {commitment(key)} if len(key := bytes(hands.key)) == KEY_BYTES else set()
    if state.commitments != promised or hands.salt != state.salt:
        return lambda _stored, _deal: True
    dealt = {}

    def can_be(stored: PlayedCards, deal: int) -> bool:
        if deal not in dealt:
            (dealt[deal],) = dealt_hands(stage, [deal])
        return fits(dealt[deal], stored)

    return can_be

"""Comparing hands on phones with the record, and their acts with their digests and the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.errors import ActError, ActFormatError
from tournament.audit.event_text import place_text
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import RecordedTable, Replay
from tournament.models import Championship, HandInPlay, Match, PlayAct
from tournament.models.places import TablePlace
from tournament.models.schedule import PAIR_NUMBERS
from tournament.play.match_now import table_of
from tournament.play.stored_acts import digest_of
from tournament.results.services import hand_place


@sensitive_variables()
def phone_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Hands on phones that differ from the record or are missing there, and acts that the cards of
    their hand make impossible; 3 queries.

    A hand has no digest before its end: until then its acts are only compared with the cards.
    """
    rows = HandInPlay.objects.filter(match__round__championship=championship)
    rows = rows.select_related("match__round__stage", "match__table").prefetch_related("acts")
    stored = {hand_place(one.match, one.deal): one for one in rows}
    dealt = {one.number: one for one in dealt_hands(championship, {one.deal for one in rows})}
    for where in sorted(stored.keys() | state.hands_played.keys()):
        told = {"where": place_text(where)}
        if where not in stored:
            yield _("%(where)s: the acts of this hand on phones are missing.") % told
            continue
        hand, recorded = stored[where], state.hands_played.get(where)
        acts = sorted(hand.acts.all(), key=lambda one: one.number)
        numbers = [one.number for one in acts]
        if recorded is not None and (
            len(acts) < recorded.acts or digest_of(hand, acts[: recorded.acts]) != recorded.digest
        ):
            yield _("%(where)s: the acts of this hand on phones are different ones.") % told
        ended = _is_over(hand, dealt.get(where.deal), acts)
        if ended is None or numbers != list(range(1, len(acts) + 1)):
            yield _("%(where)s: the acts don't fit this hand's cards.") % told
        elif ended and recorded is None:
            yield _("%(where)s: that this hand was played on phones was not recorded.") % told


def table_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Matches whose pause, change to packs or new day isn't what the record tells; 2 queries."""
    matches = Match.objects.filter(round__championship=championship)
    rows = matches.with_pair_columns().values_list(
        "round__number", *PAIR_NUMBERS, "table__number", *_OF_A_TABLE
    )
    for round, ns, ew, table, *stored in rows:
        recorded = state.tables.get((round, ns, ew), RecordedTable())
        for name, value in zip(_OF_A_TABLE, stored, strict=True):
            if value != (told := getattr(recorded, name)):
                where = place_text(TablePlace(round, table))
                yield f"{where}: {difference(name, value, told)}."


_OF_A_TABLE = tuple(field.name for field in fields(RecordedTable))


@sensitive_variables()
def _is_over(hand: HandInPlay, dealt: DealtHand | None, acts: list[PlayAct]) -> bool | None:
    """Whether the acts end the hand; None where they are impossible."""
    if dealt is None:
        return None
    try:
        return table_of(hand.match, dealt, hand, acts).public.ending is not None
    except (ActError, ActFormatError, ValueError):
        return None

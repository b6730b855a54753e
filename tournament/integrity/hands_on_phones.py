"""Comparison of hands on phones: acts with their digests and the cards, results with the acts."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.errors import ActError, ActFormatError
from scoring.play.table import Table
from tournament.audit.event_text import place_text
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.integrity.recorded_state import Replay
from tournament.models import Championship, HandInPlay, PlayAct, Result
from tournament.models.places import HandPlace
from tournament.play.match_now import made_columns, table_of
from tournament.play.stored_acts import digest_of
from tournament.results.kinds.dealt_hand import content_of
from tournament.results.played_hands import is_what_was_played, made_by
from tournament.results.queries import standing_results
from tournament.results.services.locked_hand import hand_place


@sensitive_variables()
def phone_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Yield the hands on phones that differ from the record or are missing there, acts that the
    cards of their hand make impossible, and results that differ from the acts; 4 queries.

    A hand has no digest before its end: until then its acts are only compared with the cards.
    """
    rows = HandInPlay.objects.filter(match__round__championship=championship)
    rows = rows.select_related("match__round__stage", "match__table").prefetch_related("acts")
    stored = {hand_place(one.match, one.deal): one for one in rows}
    deals = {where.deal for where in stored} | {where.deal for where, _version in state.unplayed}
    results = standing_results(championship).filter(deal__in=deals)  # no query where there are none
    standing = {
        hand_place(one.match, one.deal): one
        for one in results.select_related("match__round", "match__table")
    }
    begun = {one.deal for one in rows if one.acts.all()}
    dealt = {one.number: one for one in dealt_hands(championship, begun)}
    for where in sorted(stored.keys() | state.hands_played.keys() | state.set_aside):
        if where in stored:
            yield from _hand_faults(state, where, stored[where], dealt.get(where.deal))
            yield from _result_faults(where, stored[where], standing.get(where))
        else:
            yield _("%(where)s: the acts of this hand on phones are missing.") % {
                "where": place_text(where)
            }
    for where, version in sorted(state.unplayed):
        result = standing.get(where)
        if result is not None and result.version == version and where not in state.set_aside:
            yield _(
                "%(where)s: version %(version)d was entered while the hand was to be played on "
                "phones and not over."
            ) % {"where": place_text(where), "version": version}


@sensitive_variables()
def _hand_faults(
    state: Replay, where: HandPlace, hand: HandInPlay, dealt: DealtHand | None
) -> Iterator[str]:
    """Yield where a stored hand differs from the record, or from the cards."""
    told = {"where": place_text(where)}
    recorded = state.hands_played.get(where)
    acts = sorted(hand.acts.all(), key=lambda one: one.number)
    numbers = [one.number for one in acts]
    if recorded is not None and (
        len(acts) < recorded.acts or digest_of(hand, acts[: recorded.acts]) != recorded.digest
    ):
        yield _("%(where)s: the acts of this hand on phones are different ones.") % told
    table = _table(hand, dealt, acts) if acts else None
    if acts and (table is None or numbers != list(range(1, len(acts) + 1))):
        yield _("%(where)s: the acts don't fit this hand's cards.") % told
        return
    if table is not None and table.public.ending is not None and recorded is None:
        yield _("%(where)s: that this hand was played on phones was not recorded.") % told
    if any(getattr(hand, name) != made for name, made in made_columns(table).items()):
        yield _("%(where)s: what is stored of its play is not what its acts made.") % told


def _result_faults(where: HandPlace, hand: HandInPlay, result: Result | None) -> Iterator[str]:
    """Yield a fault for a result that differs from the acts, unless a referee set these aside."""
    if result is None or hand.set_aside_at is not None or not hand.ended:
        return
    told = {"where": place_text(where)}
    made = made_by(hand)
    content = content_of(result)
    if made is not None and not is_what_was_played(content, made):
        yield _(
            "%(where)s: its acts made %(made)s, the result says %(result)s, and no referee has set "
            "its play aside."
        ) % {**told, "made": made.words, "result": content.words}
    elif made is None and result.entered_side:
        yield (
            _(
                "%(where)s: a referee ended this hand without points, and somebody else entered "
                "its result."
            )
            % told
        )


@sensitive_variables()
def _table(hand: HandInPlay, dealt: DealtHand | None, acts: list[PlayAct]) -> Table | None:
    """Return the table after these acts; None where they are impossible."""
    if dealt is None:
        return None
    try:
        return table_of(hand.match, dealt, hand, acts)
    except (ActError, ActFormatError, ValueError):
        return None

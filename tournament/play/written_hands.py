"""Hands that were played on phones as text, as docs/played-hands.md tells it.

Whether the reader may see the hands is for the caller to ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Side
from scoring.game.variants import PlayVariant
from scoring.play.written import WrittenHand, write_hands
from tournament.deals.queries import dealt_hands
from tournament.models import Championship, HandInPlay
from tournament.play.stored_acts import act_of
from tournament.standings.queries import contestant_refs


@sensitive_variables()
def written_hands(championship: Championship, hands: Iterable[HandInPlay]) -> str:
    """The hands with their play, in this order; 6 queries at most."""
    return write_hands(_hands(championship, list(hands)))


@sensitive_variables()
def _hands(championship: Championship, hands: list[HandInPlay]) -> Iterator[WrittenHand]:
    found = HandInPlay.objects.in_bulk([one.pk for one in hands])
    rows = HandInPlay.objects.filter(pk__in=found).select_related("match__round", "match__table")
    read = {one.pk: one for one in rows.prefetch_related("acts", "match__seats")}
    dealt = {one.number: one for one in dealt_hands(championship, {one.deal for one in hands})}
    refs = contestant_refs(championship)
    for one in (read[hand.pk] for hand in hands):
        match, cards = one.match, dealt[one.deal]
        ids = match.pair_ids
        yield WrittenHand(
            deal=cards.deal,
            dealer=cards.dealer,
            variant=PlayVariant(one.variant),
            acts=tuple(map(act_of, sorted(one.acts.all(), key=lambda act: act.number))),
            about={
                "championship": championship.shown_name,
                "round": match.round.number,
                "table": match.table.shown_name,
                "hand": one.deal,
                "pairs": {
                    side.value: {"number": refs[ids[side]].number, "name": refs[ids[side]].name}
                    for side in Side
                },
            },
        )

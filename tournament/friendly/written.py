"""The hands that were played to their end at a friendly table, as text (docs/played-hands.md).

Whoever sits at the table has seen the cards of all when a hand was over.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import make_deal
from scoring.game.seats import Seat
from scoring.ordinary.dealers import dealer_of_hand
from scoring.play.written import WrittenHand, write_hands
from tournament.friendly.kinds import KINDS
from tournament.friendly.table_now import NO_SALT, terms_of
from tournament.models import FriendlyHand, FriendlyTable
from tournament.play.stored_acts import act_of


@sensitive_variables()
def written_hands(table: FriendlyTable) -> str:
    """All that have ended, in their order; 2 queries."""
    return write_hands(_hands(table))


@sensitive_variables()
def _hands(table: FriendlyTable) -> Iterator[WrittenHand]:
    kind = KINDS[FriendlyTable.Played(table.played)]
    rules = kind.rules(terms_of(table))
    rows = FriendlyHand.objects.filter(game__table=table).exclude(points={})
    for hand in rows.select_related("game").prefetch_related("acts").order_by("number"):
        game = hand.game
        place = hand.number - game.hands_before
        yield WrittenHand(
            deal=kind.dealt(make_deal(bytes.fromhex(game.key), NO_SALT, place)),
            dealer=dealer_of_hand(Seat(game.first_dealer), place, rules.players),
            rules=rules,
            acts=tuple(map(act_of, sorted(hand.acts.all(), key=lambda act: act.number))),
            about={"played": table.played, "game": game.number, "hand": place},
        )

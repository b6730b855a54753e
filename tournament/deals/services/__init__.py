"""The hands of a championship: this is the catalogue, one file a concern.

deal_sets   making hands, giving them to the rounds that are planned, the salt
accesses    opening, printing, seeing and dealing hands that are not public, and exchanging those

A key is drawn from the operating system (a rehearsal may be given one) and never leaves its column:
no message, event or error contains it, nor a secret or a hand. The record tells that hands were
made (the commitment), their salt, and who looked at which round early and why.
"""

from tournament.deals.services.accesses import (
    exchange_hands,
    give_spares,
    open_hands_early,
    record_dealing,
    record_hand_printing,
    record_hand_view,
)
from tournament.deals.services.deal_sets import (
    LONGEST_SALT,
    fix_salt,
    give_cards,
    make_deals,
    set_salt,
    share_deals,
    share_salt,
    with_spares,
)

__all__ = [
    "LONGEST_SALT",
    "exchange_hands",
    "fix_salt",
    "give_cards",
    "give_spares",
    "make_deals",
    "open_hands_early",
    "record_dealing",
    "record_hand_printing",
    "record_hand_view",
    "set_salt",
    "share_deals",
    "share_salt",
    "with_spares",
]

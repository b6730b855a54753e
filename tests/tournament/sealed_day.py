"""A championship with hands that are sealed, open, opened early, printed or public."""

from __future__ import annotations

from tests.tournament.day import DEALS, KEY
from tests.tournament.needles import Needles, needles_of
from tests.tournament.visitors import House, addresses, make_house
from tournament.deals.services.accesses import open_hands_early, record_hand_printing
from tournament.deals.services.deal_sets import set_salt
from tournament.models import DealSet
from tournament.rounds.services.lifecycle import close_round

SALT = "Grossa 12345"
ROUNDS = (1, 2, 3)
STATES = ("made", "open", "closed")
ABOUT_HANDS = (
    *("deals:hands", "deals:open_early", "exports:hands_pdf"),
    *("play_records:desk", "exports:play_record_pdf"),
)
"""Addresses where a round's hands are asked for."""
PROOFS = ("deals:proof", "deals:proof_json")
"""Where everybody finds what proves that the hands of closed rounds are fair."""
SENT = {
    "reason": "x",
    "rounds": "3",
    "salt": "another",
    "deal_set": "1",
    "ns_points": "40",
    "based_on": "0",
}
"""A form that most acts take for theirs."""


def house_in(state: str) -> House:
    """Hands "made"; or round 1 "open", 2 opened early by the organiser, 3 printed by the same; or
    then round 1 "closed"."""
    house = make_house()
    day, by = house.day, house.day.acting_organiser
    set_salt(actor=by, championship=day.championship, salt=SALT)
    # The other championship has a key of its own: what its organiser may see is not this one's.
    DealSet.objects.filter(championship=house.other.championship).update(key=bytes(32))
    if state != "made":
        why = "A pack has to be made up again"
        day.open(1)
        day.enter_whole_round(1)
        open_hands_early(actor=by, championship=day.championship, round=2, reason=why)
        record_hand_printing(actor=by, championship=day.championship, rounds=[3], reason=why)
    if state == "closed":
        close_round(actor=day.acting, round=day.round(1))
    return house


def needles_of_day() -> Needles:
    """Everything that is secret in it at first."""
    rounds = {one: range(4 * one - 3, 4 * one + 1) for one in ROUNDS}
    return needles_of(KEY, SALT, rounds, spare=range(4 * ROUNDS[-1] + 1, DEALS + 1))


def turns() -> list[dict[str, int]]:
    """What the addresses' numbers are, for each round."""
    return [{"number": one, "round": one, "deal": 4 * one - 3} for one in ROUNDS]


def urls_about_hands(house: House) -> list[str]:
    """The addresses where the hands of any round are asked for."""
    return [house.url(name, turn) for name in ABOUT_HANDS for turn in turns()]


def urls(house: House, state: str, rounds: int) -> list[str]:
    """Every address, with the numbers of so many rounds; where hands are the matter, of all three.

    What belongs to something else (an event, an account, a friendly table) is the same all day, and
    asked for while a round is "open".
    """
    others = {
        address.url({**house.values, **turn})
        for address in addresses()
        if state == "open" or not address.arguments or {"slug", "code"} & {*address.arguments}
        for turn in turns()[:rounds]
    }
    return sorted(others.union(urls_about_hands(house)))

"""How fast deals are scored, ranked and dealt. Prints figures and asserts nothing about time."""

import random
from collections.abc import Callable, Iterable

from scoring.dealing.deal_set import make_deal
from scoring.duplicate.scores import Infraction, TableResult, score_deal
from scoring.duplicate.standings import contestant_hands, rank_contestants
from scoring.duplicate.tally import ContestantHand
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.deals import Deal
from scoring.game.seats import Seat, Sides, makers_of

CONTESTANTS, DEALS, DEALS_DEALT = 200, 28, 5_000
KEY = bytes(range(32))

Results = list[TableResult[int]]


def random_championship(contestants: int, deals: int) -> list[Results]:
    """Results of `deals` hands at `contestants` // 2 tables, opponents changing every four
    hands."""
    chance = random.Random(2026)
    seats = list(range(1, contestants + 1))
    played = []
    for deal in range(deals):
        if deal % 4 == 0:
            chance.shuffle(seats)
        played.append([random_result(chance, *pair) for pair in zip(seats[::2], seats[1::2])])
    return played


def random_result(chance: random.Random, ns: int, ew: int) -> TableResult[int]:
    announcement = Announcement(
        chance.choice([None, *Denomination]), chance.choice([Double.NONE] * 3 + [Double.CONTRO])
    )
    infraction = chance.choice([Infraction.NONE] * 50 + [Infraction.NS, Infraction.EW])
    return TableResult(Sides(ns, ew), chance.randint(0, 72), announcement, infraction)


def score_and_rank(championship: list[Results]) -> None:
    hands: list[ContestantHand[int]] = []
    for deal, results in enumerate(championship, start=1):
        hands += contestant_hands(score_deal(makers_of(deal), results))
    rank_contestants(range(1, CONTESTANTS + 1), hands)


def deal_them() -> None:
    for index in range(1, DEALS_DEALT + 1):
        make_deal(KEY, "Grossa 12345", index)


def deal_and_sort_the_hands() -> None:
    for index in range(1, DEALS_DEALT + 1):
        deal = make_deal(KEY, "Grossa 12345", index)
        for seat in Seat:
            deal.hand(seat)


def number_deals(deals: list[Deal]) -> None:
    for deal in deals:
        Deal.from_hands({seat: deal.hand(seat) for seat in Seat})


def cases() -> Iterable[tuple[str, Callable[[], None], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    championship = random_championship(CONTESTANTS, DEALS)
    name = f"final scores and standings, {CONTESTANTS} contestants × {DEALS} hands"
    yield name, lambda: score_and_rank(championship), 1
    yield "deals from key and salt", deal_them, DEALS_DEALT
    yield (
        "deals from key and salt, with the four hands sorted",
        deal_and_sort_the_hands,
        DEALS_DEALT,
    )
    deals = [make_deal(KEY, "", index) for index in range(1, 501)]
    yield "four hands to a deal's number and back", lambda: number_deals(deals), len(deals)

"""How fast deals are scored, ranked and dealt. Prints figures and asserts nothing about time."""

import random
from collections.abc import Callable, Iterable

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import Infraction, TableResult, score_deal
from scoring.dealing import make_deal
from scoring.deals import Deal
from scoring.seats import Seat, makers_of
from scoring.standings import TeamHand, rank_teams, team_hands

TEAMS, DEALS, DEALS_DEALT = 200, 28, 5_000
KEY = bytes(range(32))

Results = list[TableResult[int]]


def random_championship(teams: int, deals: int) -> list[Results]:
    """Results of `deals` hands at `teams` // 2 tables, opponents changing every four hands."""
    chance = random.Random(2026)
    seats = list(range(1, teams + 1))
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
    return TableResult(ns, ew, chance.randint(0, 72), announcement, infraction)


def score_and_rank(championship: list[Results]) -> None:
    hands: list[TeamHand[int]] = []
    for deal, results in enumerate(championship, start=1):
        hands += team_hands(score_deal(makers_of(deal), results))
    rank_teams(range(1, TEAMS + 1), hands)


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
    championship = random_championship(TEAMS, DEALS)
    name = f"final scores and standings, {TEAMS} teams × {DEALS} hands"
    yield name, lambda: score_and_rank(championship), 1
    yield "deals from key and salt", deal_them, DEALS_DEALT
    yield (
        "deals from key and salt, with the four hands sorted",
        deal_and_sort_the_hands,
        DEALS_DEALT,
    )
    deals = [make_deal(KEY, "", index) for index in range(1, 501)]
    yield "four hands to a deal's number and back", lambda: number_deals(deals), len(deals)

"""How fast play is checked, and played by bots. Prints figures and asserts nothing about time."""

from collections.abc import Callable, Iterable
from functools import partial

from scoring.bots.calls import call
from scoring.bots.quick import play_out
from scoring.chance import Chance
from scoring.dealing.deal_set import make_deal
from scoring.game.cards import Card
from scoring.game.play_check import check_play_from
from scoring.game.seats import dealer_of
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant

KEY = bytes(range(32))
DEALS = 60


def play_all(starts: list[Position], variant: PlayVariant) -> list[Position]:
    return [play_out(start, variant, Chance(seed)) for seed, start in enumerate(starts)]


def check_all(records: list[tuple[Position, list[Card]]], variant: PlayVariant) -> None:
    for start, plays in records:
        assert not check_play_from(start, plays, variant).faults


def choose_all_trumps() -> None:
    for index in range(1, DEALS + 1):
        call(make_deal(KEY, "", index), dealer_of(index))


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    starts = []
    for index in range(1, DEALS + 1):
        deal, dealer = make_deal(KEY, "", index), dealer_of(index)
        trump = call(deal, dealer).announcement.trump
        assert trump is not None
        starts.append(Position.start(deal, dealer, trump))
    yield "deals dealt, with trumps chosen by bots", choose_all_trumps, DEALS
    for variant in PlayVariant:
        yield f"deals played by four bots, {variant}", partial(play_all, starts, variant), DEALS
    for variant in PlayVariant:
        ends = play_all(starts, variant)
        plays = [[card for trick in end.won for card in trick.cards] for end in ends]
        records = list(zip(starts, plays))
        yield f"whole plays checked, {variant}", partial(check_all, records, variant), DEALS

"""The solver against exhaustive play, against the rules, under symmetries, and in real play."""

import csv
import random
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="analysis is off without Numba")

from scoring.bots.quick import choose_card
from scoring.chance import Chance
from scoring.game.announcements import Denomination
from scoring.game.cards import Suit
from scoring.game.deals import N_DEALS, Deal
from scoring.game.legality import legal_cards, legal_set
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.solver import Interval, compiler
from scoring.solver.analysis import Solver
from scoring.solver.moves import SUITS, VARIANTS, legal
from scoring.solver.positions import bit_of, bits_of, suit_of_trumps
from tests.scoring.solver.endings import exhaustive, random_ending
from tests.scoring.solver.positions import random_position, renamed, rotated

pytestmark = pytest.mark.long

FIXTURE = Path(__file__).parents[3] / "fixtures" / "solved_deals.csv"
"""The makers' points of whole deals, which two solvers found: this one, and `plain_solver.c` beside
this file, whose head tells how it is run. It has nothing in common with this one but the rules."""
SEATS = list(Seat)

variants = pytest.mark.parametrize("variant", PARTNERSHIP_VARIANTS)


@pytest.fixture(scope="module")
def solvers() -> dict[PlayVariant, Solver]:
    return {variant: Solver(variant) for variant in PARTNERSHIP_VARIANTS}


@variants
@pytest.mark.parametrize(("size", "count"), [(3, 120), (4, 15), (5, 1)])
def test_values_are_those_of_exhaustive_play(
    solvers: dict[PlayVariant, Solver], variant: PlayVariant, size: int, count: int
) -> None:
    """`prove_solver` does it with any number, and endings of six cards."""
    chance = random.Random(size)
    for _ in range(count):
        position = random_ending(chance, size)
        value, by_card = exhaustive(position, variant)
        assert solvers[variant].value(position, Side.NS) == Interval(value, value)
        found = solvers[variant].card_values(position, Side.NS)
        assert found == {card: Interval(value, value) for card, value in by_card.items()}


@variants
def test_legal_cards_are_those_of_the_rules(variant: PlayVariant) -> None:
    for seed in range(1500):
        position = random_position(seed)
        trick, hand = position.trick, bits_of(position.hand)
        led, best = trick.led, trick.winning_card
        found = legal(
            hand,
            sum(map(bits_of, position.hands)) - hand,
            0 if led is None else SUITS[led.suit.position],
            0 if best is None else bit_of(best),
            len(trick.cards),
            trick.winner is position.to_play.partner,
            suit_of_trumps(position.trump),
            VARIANTS[variant],
        )
        assert found == bits_of(legal_set(position, variant))


def late_positions(seed: int, count: int, *, won: int) -> Iterator[Position]:
    """Where bots are after so many tricks."""
    chance = random.Random(seed)
    for _ in range(count):
        deal = Deal.from_number(chance.randrange(N_DEALS))
        trump = chance.choice(list(Denomination))
        position = Position.start(deal, chance.choice(SEATS), trump)
        while len(position.won) < won:
            card = choose_card(position, PlayVariant.OBLIGADA, Chance(chance.randrange(1000)))
            position = position.play(card)
        yield Position(position.hands, position.trick)


@variants
def test_seats_and_names_of_suits_change_nothing(
    solvers: dict[PlayVariant, Solver], variant: PlayVariant
) -> None:
    solver = solvers[variant]
    names = list(permutations(Suit))
    for number, position in enumerate(late_positions(3, 6, won=4)):
        value = solver.value(position, Side.NS)
        assert solver.value(rotated(position, 2), Side.NS) == value
        assert solver.value(rotated(position, 1), Side.EW) == value
        other = dict(zip(Suit, names[number * 4 + 1]))
        assert solver.value(renamed(position, other), Side.NS) == value


@variants
def test_sides_share_what_there_is(
    solvers: dict[PlayVariant, Solver], variant: PlayVariant
) -> None:
    for position in late_positions(4, 4, won=4):
        ours, theirs = (solvers[variant].value(position, side).low for side in Side)
        there_is = 8 + sum(c.points for seat in Seat for c in position.hand_of(seat))
        assert ours + theirs == there_is


@variants
def test_what_was_asked_before_changes_nothing(
    solvers: dict[PlayVariant, Solver], variant: PlayVariant
) -> None:
    """On and back on the same hands, to others, and by other trumps."""
    asked: list[Position] = []
    for position in late_positions(7, 2, won=6):
        for trump in list(Denomination)[3:]:
            line = [Position(position.hands, Trick(position.trick.leader, trump))]
            while not line[-1].is_over:
                line.append(line[-1].play(legal_cards(line[-1], variant)[-1]))
            asked += line[:6] + line[4::-2]
    for position in asked:
        fresh = Solver(variant)
        assert solvers[variant].card_values(position, Side.EW) == fresh.card_values(
            position, Side.EW
        )
        assert solvers[variant].value(position, Side.NS) == fresh.value(position, Side.NS)


def test_several_denominations_at_a_time_are_the_same_ones() -> None:
    deal = Deal.from_number(N_DEALS // 3)
    one, three = (Solver(limit=20_000, jobs=jobs) for jobs in (1, 3))
    assert one.makers_points(deal, Seat.W) == three.makers_points(deal, Seat.W)


@variants
def test_optimal_side_never_falls_below_its_value(
    solvers: dict[PlayVariant, Solver], variant: PlayVariant
) -> None:
    chance, solver = random.Random(5), solvers[variant]
    for position in late_positions(5, 6, won=4):
        side = chance.choice(list(Side))
        promised = solver.value(position, side).low
        while not position.is_over:
            cards = legal_cards(position, variant)
            if position.to_play.side is side:
                values = solver.card_values(position, side)
                assert tuple(values) == cards
                best = max(cards, key=lambda card: values[card].low)
                assert position.points(side) + values[best].low >= promised
            else:
                best = chance.choice(cards)
            position = position.play(best)
        assert position.points(side) >= promised


@variants
def test_stopped_search_tells_an_interval_that_holds(
    solvers: dict[PlayVariant, Solver], variant: PlayVariant
) -> None:
    open_ones = 0
    for position in late_positions(6, 4, won=3):
        exact = solvers[variant].value(position, Side.EW).low
        for limit in (0, 10, 100, 1000):
            found = Solver(variant, limit=limit).value(position, Side.EW)
            assert found.low <= exact <= found.high
            open_ones += not found.is_exact
    assert open_ones


def solved_deals() -> list[dict[str, str]]:
    with FIXTURE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", solved_deals(), ids=lambda row: f"{row['variant']}-{row['number']}")
def test_known_deals(solvers: dict[PlayVariant, Solver], row: dict[str, str]) -> None:
    deal, dealer = Deal.from_number(int(row["number"])), Seat(row["dealer"])
    points = solvers[PlayVariant(row["variant"])].makers_points(deal, dealer)
    assert {trump: str(value) for trump, value in points.items()} == {
        trump: row[trump] for trump in Denomination
    }


def test_without_a_folder_for_compiled_code_it_compiles_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(in_the_way / "cache"))
    assert not compiler._prepare_cache()


def test_compiled_code_of_other_sources_is_never_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A function's code holds that of those it calls, so any file may have changed it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("compiler.py", "ordering.py"):
        (tmp_path / name).write_text("first")
    monkeypatch.setattr(compiler, "__file__", str(tmp_path / "compiler.py"))
    before = compiler._cache_folder()
    assert compiler._cache_folder() == before
    (tmp_path / "ordering.py").write_text("second")
    assert compiler._cache_folder() != before


@variants
def test_some_cards_alone_are_worth_the_same(
    solvers: dict[PlayVariant, Solver], variant: PlayVariant
) -> None:
    chance = random.Random(5)
    for _ in range(20):
        position = random_ending(chance, 4)
        some = legal_cards(position, variant)[::2]
        found = solvers[variant].card_values(position, Side.EW, some)
        whole = solvers[variant].card_values(position, Side.EW)
        assert found == {card: whole[card] for card in some}


def test_whoever_forgets_looks_at_as_many_positions_again() -> None:
    solver = Solver()
    first = again = known = 0
    for seed in range(6):
        position = random_ending(random.Random(seed), 7)
        first += _looked_at(solver, position)
        solver.forget()
        again += _looked_at(solver, position)
        known += _looked_at(solver, position)
    assert first == again > known


def _looked_at(solver: Solver, position: Position) -> int:
    before = solver.looked_at
    solver.card_values(position, Side.NS)
    return solver.looked_at - before

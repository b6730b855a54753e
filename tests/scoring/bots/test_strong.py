"""The bot that imagines layouts: legal, repeatable, without looking at other hands, sensible."""

import random

import pytest
from hypothesis import assume, given, settings

from scoring.bots.layouts import Layouts
from scoring.bots.match import play_match
from scoring.bots.registry import BOTS
from scoring.bots.seated import SeatedBot
from scoring.bots.strong import StrongBot, fitting_layouts, misfit
from scoring.chance import Chance
from scoring.game.announcements import Denomination
from scoring.game.card_sets import cards_in, set_of
from scoring.game.cards import PACK, Card
from scoring.game.deals import Deal, parse_hand
from scoring.game.seats import Seat
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.play.acts import Act, Contro, Delegate, MakeTrump, Pass, PlayCard, Recontro, TakeBack
from scoring.play.calls import Phase
from scoring.play.knowledge import Knowledge
from scoring.play.public import PublicTable
from scoring.play.rules import TableRules
from scoring.play.table import Table
from scoring.solver import new_solver
from tests.examples import examples
from tests.scoring.play.courses import random_pair_course
from tests.scoring.solver.positions import deal_numbers, seeds

PARTNERED = [one for one in PlayVariant if one.has_partners]
N, W, S, E = Seat
OROS = Denomination.OROS


@pytest.fixture(scope="module")
def bots() -> dict[PlayVariant, SeatedBot]:
    pytest.importorskip("numba")
    return {variant: StrongBot(variant, layouts=4, positions=2000) for variant in PARTNERED}


def late(seed: int) -> Table:
    """A table where somebody has several legal cards, of few that are left."""
    found = [
        table
        for table in random_pair_course(seed)
        if table.public.rules.variant in PARTNERED
        and table.public.phase is Phase.CARDS
        and len(table.legal(table.public.turn[0])) > 1
        and table.public.cards_left(table.public.turn[0]) <= 6
    ]
    assume(found)
    return found[seed % len(found)]


@settings(max_examples=examples(4), deadline=None)
@given(deal_numbers, seeds)
def test_four_bots_play_a_hand_by_the_rules(
    bots: dict[PlayVariant, SeatedBot], number: int, seed: int
) -> None:
    """Whatever act a bot chooses, the table takes it."""
    variant = list(PlayVariant)[seed % 4]
    players = [bots[variant], BOTS["quick"](variant)]
    table = Table.start(Deal.from_number(number), list(Seat)[seed % 4], TableRules(variant))
    chance = Chance(seed)
    while table.public.turn:
        seat = table.public.turn[0]
        bot = players[chance.below(2)]
        table = table.after(bot.act(table.knowledge(seat), chance))
    assert table.public.ending is not None


@settings(max_examples=examples(15), deadline=None)
@given(seeds)
def test_the_same_chance_gives_the_same_card(bots: dict[PlayVariant, SeatedBot], seed: int) -> None:
    table = late(seed)
    knows = table.knowledge(table.public.turn[0])
    bot = bots[table.public.rules.variant]
    assert bot.act(knows, Chance(seed)) == bot.act(knows, Chance(seed))


def course(*plays: str, hands: dict[Seat, str], trump: Denomination = OROS) -> Table:
    """N makes trumps, nobody doubles, and these cards are played; who isn't told holds the rest."""
    held = {seat: parse_hand(text) for seat, text in hands.items()}
    rest = [card for card in PACK if all(card not in cards for cards in held.values())]
    random.Random(1).shuffle(rest)
    for seat in Seat:
        if seat not in held:
            held[seat], rest = tuple(rest[:12]), rest[12:]
    table = Table.start(Deal.from_hands(held), N)
    acts: list[Act] = [MakeTrump(N, trump), Pass(W), Pass(E)]
    for act in acts:
        table = table.after(act)
    for text in plays:
        table = table.after(PlayCard(table.public.turn[0], Card.parse(text)))
    return table


@settings(max_examples=examples(15), deadline=None)
@given(seeds)
def test_a_card_is_chosen_by_what_the_seat_knows(
    bots: dict[PlayVariant, SeatedBot], seed: int
) -> None:
    """Wherever the other cards lie, as long as everything seen can have happened so.

    A card that was taken back tells nothing of the others, and need not have been legal there.
    """
    table = late(seed)
    assume(not any(isinstance(act, TakeBack) for act in table.acts))
    seat = table.public.turn[0]
    knows = table.knowledge(seat)
    layouts = Layouts(knows)
    dealt = layouts.dealt_hands(layouts.draw(Chance(seed)))
    deal = Deal.from_hands(dict(zip(Seat, map(cards_in, dealt))))
    other = Table.replay(deal, table.public.dealer, table.acts, table.public.rules)
    bot = bots[table.public.rules.variant]
    assert bot.act(other.knowledge(seat), Chance(1)) == bot.act(knows, Chance(1))


def test_whoever_knows_all_that_matters_plays_the_best_card(
    bots: dict[PlayVariant, SeatedBot],
) -> None:
    """The last two tricks: the claimer's cards were shown, and the partner has what is left."""
    for seed in range(200):
        for table in random_pair_course(seed):
            public = table.public
            seat = public.turn[0] if public.turn else N
            elsewhere = table.knowledge(seat).held_elsewhere
            unseen = sum(len(table.hand(other)) for other in (seat.right, seat.left))
            if (
                public.rules.variant in PARTNERED
                and len(table.legal(seat)) > 1
                and elsewhere
                and len(elsewhere) >= unseen - len(table.hand(seat.left))
                and public.cards_left(seat) <= 3
                and Layouts(table.knowledge(seat)).ways == 1
            ):
                hands = {other: table.hand(other) for other in Seat}
                assert public.trick is not None
                position = Position.of_hands(hands, public.trick)
                variant = public.rules.variant
                values = new_solver(variant).card_values(position, seat.side)
                act = bots[variant].act(table.knowledge(seat), Chance(seed))
                assert isinstance(act, PlayCard)
                assert values[act.card] == max(values.values(), key=lambda value: value.low)
                return
    raise AssertionError("no such table was found")


@pytest.mark.parametrize("variant", PARTNERED)
def test_better_than_quick_on_the_same_cards(variant: PlayVariant) -> None:
    pytest.importorskip("numba")
    """By several points on these; a bot that is no better than the other would hardly be."""
    strong = StrongBot(variant, layouts=12, positions=60_000)
    match = play_match(BOTS["quick"](variant), strong, 3, "stronger", variant)
    assert match.mean > 2


def _called(*acts: Act) -> PublicTable:
    public = PublicTable.start(N)
    for act in acts:
        public = public.after(act)
    return public


def cards_of(text: str) -> int:
    return set_of(parse_hand(text))


LONG_OROS = cards_of("9ARCS87.32.4.65")
POOR = cards_of("432.543.654.765")


def test_hands_fit_the_calls_that_they_are_good_for() -> None:
    made = _called(MakeTrump(N, OROS))
    assert misfit(made, N, LONG_OROS) == 0
    assert misfit(made, N, POOR) > 0
    assert misfit(_called(MakeTrump(N, Denomination.BASTOS)), N, LONG_OROS) > 0
    delegated = _called(Delegate(N), MakeTrump(S, OROS))
    assert misfit(delegated, N, POOR) == 0
    assert misfit(delegated, N, LONG_OROS) > 0
    assert misfit(delegated, S, LONG_OROS) == 0


def test_contro_and_silence_tell_of_the_others() -> None:
    strong = cards_of("AR.9AR.9AR.9A32")
    doubled = _called(MakeTrump(N, OROS), Contro(W))
    silent = _called(MakeTrump(N, OROS), Pass(W), Pass(E))
    assert misfit(doubled, W, strong) == 0
    assert misfit(doubled, W, POOR) > 0
    assert misfit(silent, W, strong) > 0
    assert misfit(silent, W, POOR) == 0
    assert misfit(doubled, E, strong) == 0  # was not asked


def test_a_partner_who_is_delegated_to_thinks_of_a_poor_dealer() -> None:
    delegated = _called(Delegate(N))
    assert misfit(delegated, N, POOR) == 0
    assert misfit(delegated, N, LONG_OROS) > 0
    assert misfit(delegated, E, LONG_OROS) == 0


def called_by(bot: SeatedBot, seat: Seat, text: str, *acts: Act) -> Act:
    """What the bot says after these acts, with that hand."""
    held = {seat: parse_hand(text)}
    rest = [card for card in PACK if card not in held[seat]]
    for other in Seat:
        if other is not seat:
            held[other], rest = tuple(rest[:12]), rest[12:]
    table = Table.replay(Deal.from_hands(held), N, acts)
    return bot.act(table.knowledge(seat), Chance(1))


def test_calls_are_those_that_bring_most() -> None:
    pytest.importorskip("numba")
    bot = StrongBot(PlayVariant.OBLIGADA, layouts=30)
    assert called_by(bot, N, "9ARCS876.32.4.6") == MakeTrump(N, OROS)
    assert called_by(bot, N, "9AR.9AR.9AC.9A2") == MakeTrump(N, Denomination.BOTIFARRA)
    assert called_by(bot, N, "432.543.654.765") == Delegate(N)
    assert called_by(bot, S, "4.32.9ARCS876.6", Delegate(N)) == MakeTrump(S, Denomination.ESPASES)
    made = MakeTrump(N, OROS)
    assert called_by(bot, W, "9ARC.9A.9A.9A54", made) == Contro(W)
    assert called_by(bot, W, "432.543.654.765", made) == Pass(W)
    assert called_by(bot, N, "9ARCS876.9A.9.6", made, Contro(W), Pass(S)) == Recontro(N)
    assert called_by(bot, S, "2.543.6543.7654", made, Contro(W)) == Pass(S)


def test_layouts_fit_the_calls_where_some_do() -> None:
    table = course(hands={W: "32.S876.S87.432"})
    knows: Knowledge = table.knowledge(W)
    found = fitting_layouts(knows, 30, Chance(1))
    assert len(found) == 30
    trumps = sum((hands[0] & cards_of("9ARCS8765432.-.-.-")).bit_count() for hands in found)
    assert trumps > 110  # of ten that lie in three hands, a third would be 100

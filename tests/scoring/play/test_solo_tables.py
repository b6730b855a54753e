"""Abarrotada at a table: calls by the written rules, everybody's opponents, points, bots."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from scoring.bots.registry import BOTS
from scoring.chance import Chance
from scoring.game.announcements import Denomination, SantVicencRule
from scoring.game.cards import PACK, Card
from scoring.game.deals import N_DEALS, Deal
from scoring.game.seats import PerSeat, Seat
from scoring.game.three_hands import ThreeHands
from scoring.game.variants import PlayVariant
from scoring.play.acts import (
    AcceptClaim,
    Act,
    Claim,
    Contro,
    Delegate,
    EndHand,
    Estevet,
    MakeTrump,
    Pass,
    PlayCard,
    Recontro,
    RefuseClaim,
    SantVicenc,
    SeatAct,
)
from scoring.play.calls import Phase
from scoring.play.public import Ended, PublicTable
from scoring.play.rules import TableRules
from scoring.play.table import Table
from tests.examples import examples
from tests.scoring.play.courses import random_course
from tests.scoring.play.test_table import IN_TURN, card, refused
from tests.scoring.solver.positions import seeds

N, W, S, E = Seat
OROS = Denomination.OROS
RULES = {
    players: TableRules(
        PlayVariant.ABARROTADA, SantVicencRule.ALLOWED, recontro_counts=True, players=players
    )
    for players in (4, 3)
}
LEFT = {4: {N: E, E: S, S: W, W: N}, 3: {N: S, S: W, W: N}}
RIGHT = {players: {there: here for here, there in LEFT[players].items()} for players in LEFT}
both = pytest.mark.parametrize("players", [4, 3])


def call_paths(public: PublicTable) -> Iterator[tuple[Act, ...]]:
    """Every way in which the calls can go on, oros being the only trumps that anybody makes."""
    if public.phase is Phase.CARDS:
        yield ()
        return
    (seat,) = public.turn
    for kind in public.may(seat):
        act = MakeTrump(seat, OROS) if kind is MakeTrump else kind(seat)  # type: ignore[call-arg]
        for rest in call_paths(public.after(act)):
            yield (act, *rest)


def paths_by_the_rules(dealer: Seat, players: int) -> Iterator[tuple[Act, ...]]:
    """Yield every way in which the calls can go on, written down from the rules alone, without any
    code of the table."""
    left = LEFT[players]
    yield from chosen(dealer, (), players, estevet=False)
    holder = dealer
    before: list[tuple[tuple[Act, ...], bool]] = [((), False)]
    while left[holder] is not dealer:  # it can't be handed back to the dealer
        before = [
            one
            for said, estevet in before
            for one in (
                ((*said, Delegate(holder)), estevet),
                *([] if estevet else [((*said, Estevet(holder)), True)]),
            )
        ]
        holder = left[holder]
        for said, estevet in before:
            yield from chosen(holder, said, players, estevet=estevet)


def chosen(
    maker: Seat, before: tuple[Act, ...], players: int, *, estevet: bool
) -> Iterator[tuple[Act, ...]]:
    """Yield the calls after a player makes trumps: who may double then, anticlockwise from the
    right."""
    right = RIGHT[players]
    others = [right[maker]]
    while right[others[-1]] is not maker:
        others.append(right[others[-1]])
    said = (*before, MakeTrump(maker, OROS))
    contros = [said] if estevet else []
    for seat in [] if estevet else others:
        contros.append((*said, Contro(seat)))
        said = (*said, Pass(seat))
    if not estevet:
        yield said
    for doubled in contros:
        yield (*doubled, Pass(maker))
        redoubled = (*doubled, Recontro(maker))
        for seat in others:
            yield (*redoubled, SantVicenc(seat))
            redoubled = (*redoubled, Pass(seat))
        yield redoubled


@both
def test_calls_go_every_way_that_the_rules_allow_and_no_other(players: int) -> None:
    for dealer in LEFT[players]:
        ways = list(call_paths(PublicTable.start(dealer, RULES[players])))
        assert len(set(ways)) == len(ways)
        assert set(ways) == set(paths_by_the_rules(dealer, players))


@both
def test_who_delegated_and_who_said_estevet_is_told(players: int) -> None:
    rules, left = RULES[players], LEFT[players]
    second, third = left[N], left[left[N]]
    acts = (Estevet(N), Delegate(second), MakeTrump(third, OROS), Recontro(third))
    view = Table.replay(_dealt(players), N, acts, rules).view(W)
    assert (view.delegators, view.estevet) == ((N, second), N)
    assert (view.maker, view.doublers) == (third, (N, third))
    assert view.phase is Phase.SANT_VICENC


@both
def test_everybody_sees_the_own_cards_from_the_start(players: int) -> None:
    table = Table.start(_dealt(players), N, RULES[players])
    for seat in LEFT[players]:
        assert table.view(seat).hand == _dealt(players).hand(seat)


def test_everybody_else_sees_a_claim_and_must_accept_it() -> None:
    table = _playing(card(W, "4C"), Claim(S))
    assert table.public.turn == (E, N, W)
    for seat in (N, W, E):
        assert table.view(seat).claimed_cards == IN_TURN.hand(S)
    assert table.view(S).claimed_cards == ()
    some = table.after(AcceptClaim(N)).after(AcceptClaim(E))
    assert some.public.turn == (W,)
    ending = some.after(AcceptClaim(W)).public.ending
    assert ending
    assert ending.points == PerSeat(((N, 0), (W, 0), (S, 72), (E, 0)))
    back = some.after(RefuseClaim(W)).public
    assert (back.phase, back.turn) == (Phase.CARDS, (S,))


def test_who_claims_gets_what_is_left_and_the_others_keep_what_they_have() -> None:
    trick = (card(W, "4C"), card(S, "7C"), card(E, "CC"), card(N, "9C"))
    claim = (card(N, "5C"), Claim(W), *map(AcceptClaim, (N, S, E)))
    ending = _playing(*trick, *claim).public.ending
    assert ending
    assert ending.by is Ended.CLAIMED
    assert ending.points == PerSeat(((N, 1 + 2 + 5), (W, 64), (S, 0), (E, 0)))


def test_a_partner_is_beaten_too() -> None:
    """S, who sits opposite N, is winning, and N must beat her all the same."""
    table = _playing(card(W, "4C"), card(S, "RC"), card(E, "6C"))
    assert refused(table, card(N, "5C")).expected == ("9C",)


def test_a_referee_ends_no_such_hand() -> None:
    assert refused(_playing(), EndHand("Out of time", 40)).expected == ()


@settings(max_examples=examples(30))
@given(seeds)
def test_any_course_ends_with_72_points_split_among_the_players(seed: int) -> None:
    rules = RULES[3 + seed % 2]
    *_, last = random_course(seed, rules)
    ending = last.public.ending
    if ending is None:
        return  # the course stopped before the end
    assert isinstance(ending.points, PerSeat)
    assert [seat for seat, _points in ending.points.items()] == list(rules.game.seats)
    assert sum(ending.points) == 72


@settings(max_examples=examples(10))
@given(seeds)
def test_bots_play_hands_to_their_end(seed: int) -> None:
    players = 3 + seed % 2
    deal = Deal.from_number(seed * 7919 % N_DEALS)
    hands = deal if players == 4 else ThreeHands.of(deal)
    table = Table.start(hands, N, RULES[players])
    bot = BOTS["strong"](PlayVariant.ABARROTADA)
    while table.public.turn:
        seat = table.public.turn[0]
        act: SeatAct = bot.act(table.knowledge(seat), Chance(seed))
        table = table.after(act)
    ending = table.public.ending
    assert ending
    assert ending.by is Ended.PLAYED
    assert ending.points
    assert sum(ending.points) == 72


@given(seeds)
def test_three_hands_share_the_36_cards_and_keep_what_was_dealt(seed: int) -> None:
    deal = Deal.from_number(seed * 104729 % N_DEALS)
    three = ThreeHands.of(deal)
    low = [one for one in PACK if one.rank.letter in "432"]
    held = [one for seat in (N, W, S) for one in three.hand(seat)]
    assert sorted(held) == [one for one in PACK if one not in low]
    given_out = iter(one for one in deal.hand(E) if one not in low)
    # Card by card: the next of East's for the next low one, whoever holds it.
    instead = {one: next(given_out) for one in low_in_order(deal) if one in low}
    for seat in (N, W, S):
        assert len(three.hand(seat)) == 12
        assert set(three.hand(seat)) == {instead.get(one, one) for one in deal.hand(seat)}


def low_in_order(deal: Deal) -> list[Card]:
    return [one for one in PACK if one.rank.letter in "432" and deal.seat_of(one) is not E]


def _dealt(players: int) -> Deal | ThreeHands:
    return IN_TURN if players == 4 else ThreeHands.of(IN_TURN)


def _playing(*acts: Act) -> Table:
    """North made oros trumps, four play and nobody doubled; then this."""
    calls = (MakeTrump(N, OROS), Pass(W), Pass(S), Pass(E))
    return Table.replay(IN_TURN, N, (*calls, *acts), RULES[4])


def test_a_card_of_three_is_followed_by_the_next_of_the_three() -> None:
    three = ThreeHands.of(IN_TURN)
    calls = (MakeTrump(N, OROS), Pass(W), Pass(S))
    table = Table.replay(three, N, calls, RULES[3])
    assert table.public.turn == (W,)
    for seat in (W, S, N):
        assert table.public.turn == (seat,)
        table = table.after(PlayCard(seat, table.legal(seat)[0]))
    assert len(table.public.won) == 1

"""Turns, calls, cards, claims and the referee's acts, by the rules; points against `check_play`."""

import pytest
from hypothesis import given, settings

from scoring.errors import ActError, ActFault
from scoring.game.announcements import Announcement, Denomination, Double, SantVicencRule
from scoring.game.cards import PACK, Card
from scoring.game.deals import Deal
from scoring.game.legality import PlayRule
from scoring.game.play_check import check_play_from
from scoring.game.seats import Seat, Side, Sides, in_turn
from scoring.game.tricks import Position, Trick
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
    TakeBack,
    read_acts,
    write_acts,
)
from scoring.play.calls import Phase
from scoring.play.public import Ended, Ending
from scoring.play.rules import TableRules
from scoring.play.table import Table
from tests.examples import examples
from tests.scoring.play.courses import random_course
from tests.scoring.solver.positions import seeds

N, W, S, E = Seat
OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA
ORDINARY = TableRules(sant_vicenc=SantVicencRule.ALLOWED, recontro_counts=True)

SUIT_EACH = Deal.from_hands({seat: PACK[12 * at : 12 * at + 12] for at, seat in enumerate(Seat)})
"""N holds oros, W copes, S espases, E bastos."""

IN_TURN = Deal.from_hands({seat: PACK[at::4] for at, seat in enumerate(Seat)})
"""N holds 9, S and 5 of each suit, W A, 8 and 4, S R, 7 and 3, E C, 6 and 2."""


def table(
    *acts: Act, deal: Deal = IN_TURN, dealer: Seat = N, rules: TableRules | None = None
) -> Table:
    return Table.replay(deal, dealer, acts, rules or TableRules())


def playing(*acts: Act, trump: Denomination = OROS, deal: Deal = IN_TURN) -> Table:
    """North made trumps, nobody doubled, and then this."""
    return table(MakeTrump(N, trump), Pass(W), Pass(E), *acts, deal=deal)


def card(seat: Seat, text: str) -> PlayCard:
    return PlayCard(seat, Card.parse(text))


def asked(state: Table) -> tuple[Phase, tuple[Seat, ...]]:
    return state.public.phase, state.public.turn


def refused(state: Table, act: Act) -> ActError:
    with pytest.raises(ActError) as caught:
        state.after(act)
    return caught.value


def test_the_dealer_makes_trumps_or_delegates_and_then_the_partner_must() -> None:
    assert asked(table()) == (Phase.TRUMP, (N,))
    assert table().public.may(N) == (Delegate, MakeTrump)
    delegated = table(Delegate(N))
    assert asked(delegated) == (Phase.DELEGATED, (S,))
    assert refused(delegated, Delegate(S)).expected == ("trump",)
    assert delegated.after(MakeTrump(S, OROS)).public.maker is S


@pytest.mark.parametrize(("maker", "first", "second"), [(N, W, E), (S, E, W)])
def test_contro_first_to_the_right_of_who_made_trumps_then_to_the_left(
    maker: Seat, first: Seat, second: Seat
) -> None:
    acts = [MakeTrump(N, OROS)] if maker is N else [Delegate(N), MakeTrump(S, OROS)]
    state = table(*acts)
    assert asked(state) == (Phase.CONTRO, (first,))
    assert asked(state.after(Pass(first))) == (Phase.CONTRO, (second,))
    assert asked(state.after(Pass(first)).after(Pass(second))) == (Phase.CARDS, (W,))


@pytest.mark.parametrize(("doubler", "first", "second"), [(W, S, N), (E, N, S)])
def test_recontro_first_to_the_right_of_the_doubler_then_to_the_left(
    doubler: Seat, first: Seat, second: Seat
) -> None:
    calls = [Contro(W)] if doubler is W else [Pass(W), Contro(E)]
    state = table(MakeTrump(N, OROS), *calls)
    assert asked(state) == (Phase.RECONTRO, (first,))
    assert asked(state.after(Pass(first))) == (Phase.RECONTRO, (second,))
    played = state.after(Pass(first)).after(Pass(second))
    assert asked(played) == (Phase.CARDS, (W,))
    assert played.public.announcement == Announcement(OROS, Double.CONTRO)


@pytest.mark.parametrize(("redoubler", "first", "second"), [(S, E, W), (N, W, E)])
def test_sant_vicenc_where_it_is_allowed_around_the_redoubler(
    redoubler: Seat, first: Seat, second: Seat
) -> None:
    calls = [Recontro(S)] if redoubler is S else [Pass(S), Recontro(N)]
    state = table(MakeTrump(N, OROS), Contro(W), *calls, rules=ORDINARY)
    assert asked(state) == (Phase.SANT_VICENC, (first,))
    assert asked(state.after(Pass(first))) == (Phase.SANT_VICENC, (second,))
    said = state.after(Pass(first)).after(SantVicenc(second))
    assert asked(said) == (Phase.CARDS, (W,))
    assert said.public.doublers == (W, redoubler, second)


@pytest.mark.parametrize(
    ("rule", "trump", "asked_for"),
    [
        (SantVicencRule.NOT_ALLOWED, OROS, False),
        (SantVicencRule.ALLOWED, BOTIFARRA, True),
        (SantVicencRule.NOT_AFTER_BOTIFARRA, BOTIFARRA, False),
        (SantVicencRule.NOT_AFTER_BOTIFARRA, OROS, True),
    ],
)
def test_where_sant_vicenc_is_not_allowed_nobody_is_asked(
    rule: SantVicencRule, trump: Denomination, asked_for: bool
) -> None:
    rules = TableRules(sant_vicenc=rule)
    state = table(MakeTrump(N, trump), Contro(W), Recontro(S), rules=rules)
    assert (state.public.phase is Phase.SANT_VICENC) == asked_for


def test_in_a_championship_recontro_is_told() -> None:
    state = table(MakeTrump(N, OROS), Contro(W), Recontro(S))
    assert state.public.announcement == Announcement(OROS, Double.RECONTRO)


def test_leader_is_to_the_dealers_right_whoever_made_trumps_and_play_goes_on_to_the_right() -> None:
    state = table(Delegate(W), MakeTrump(E, OROS), Pass(N), Pass(S), dealer=W)
    assert asked(state) == (Phase.CARDS, (S,))
    assert asked(state.after(card(S, "3C"))) == (Phase.CARDS, (E,))


def test_who_wins_a_trick_leads_the_next() -> None:
    state = playing(card(W, "4C"), card(S, "7C"), card(E, "CC"), card(N, "9C"))
    assert asked(state) == (Phase.CARDS, (N,))
    assert state.public.points(Side.NS) == 1 + 5 + 2
    assert (state.public.tricks(Side.NS), state.public.tricks(Side.EW)) == (1, 0)


def test_only_legal_cards_and_the_rule_is_told() -> None:
    state = playing(card(W, "4C"))
    error = refused(state, card(S, "3C"))
    assert (error.fault, error.rule) == (ActFault.CARD, PlayRule.BEAT)
    assert error.expected == ("RC", "7C")
    assert refused(state, card(S, "7O")).rule == PlayRule.FOLLOW_SUIT
    assert refused(state, card(S, "9C")).rule == PlayRule.NOT_HELD
    assert refused(state, card(S, "4C")).rule == PlayRule.PLAYED_TWICE


def test_a_third_player_knows_whether_the_partners_card_is_safe_by_own_hand_and_table() -> None:
    rules = TableRules(PlayVariant.OBLIGADA_SAFE_THIRD)
    calls = [MakeTrump(N, OROS), Pass(W), Pass(E)]
    state = table(*calls, card(W, "AC"), card(S, "3C"), rules=rules)
    assert state.legal(E) == state.knowledge(E).legal == (Card.parse("2C"),)


@pytest.mark.parametrize("act", [Pass(W), MakeTrump(W, OROS), card(W, "4C"), Claim(W)])
def test_out_of_turn(act: Act) -> None:
    error = refused(table(), act)
    assert (error.fault, error.expected) == (ActFault.TURN, ("N",))


@pytest.mark.parametrize("act", [Pass(N), Contro(N), card(N, "9C"), Claim(N), AcceptClaim(N)])
def test_in_turn_but_not_at_this_moment(act: Act) -> None:
    error = refused(table(), act)
    assert (error.fault, error.expected) == (ActFault.NOT_NOW, ("delegate", "trump"))


def test_both_opponents_accept_a_claim_in_any_order() -> None:
    state = playing(card(W, "4C"), card(S, "7C"), card(E, "CC"), card(N, "9C"), Claim(N))
    assert asked(state) == (Phase.CLAIM, (W, E))
    state = state.after(AcceptClaim(E))
    assert asked(state) == (Phase.CLAIM, (W,))
    state = state.after(AcceptClaim(W))
    assert state.public.ending == Ending(Ended.CLAIMED, Sides(72, 0))
    assert refused(state, card(N, "9O")).fault is ActFault.OVER


def test_claimer_gets_the_trick_on_the_table_and_not_those_that_were_lost() -> None:
    lost = [card(W, "AC"), card(S, "3C"), card(E, "2C"), card(N, "9C"), card(N, "9O")]
    state = playing(*lost, card(W, "4O"), Claim(S), AcceptClaim(E), AcceptClaim(W))
    assert state.public.ending == Ending(Ended.CLAIMED, Sides(72, 0))
    state = playing(*lost, Claim(W), AcceptClaim(N), AcceptClaim(S))
    assert state.public.ending == Ending(Ended.CLAIMED, Sides(1 + 4 + 5, 62))


def test_refused_claim_is_played_on_by_the_claimer_who_claims_again_in_a_later_trick() -> None:
    state = playing(Claim(W), AcceptClaim(S), RefuseClaim(N))
    assert asked(state) == (Phase.CARDS, (W,))
    assert refused(state, Claim(W)).expected == ("card",)
    state = state.after(card(W, "4C"))
    assert Claim in state.public.may(S)
    for act in (card(S, "7C"), card(E, "CC"), card(N, "9C"), card(N, "5C")):
        state = state.after(act)
    assert Claim in state.public.may(W)


def test_nobody_answers_for_the_other_side_or_twice() -> None:
    state = playing(Claim(W), AcceptClaim(S))
    for act in (AcceptClaim(S), AcceptClaim(E), card(W, "4C")):
        assert refused(state, act).fault is ActFault.TURN


def test_the_last_card_is_taken_back_before_the_next_one_and_only_once() -> None:
    before = playing(card(W, "4C"), card(S, "7C"), card(E, "CC"))
    after = before.after(card(N, "9C"))
    back = after.after(TakeBack("Slip of the finger"))
    assert asked(back) == asked(before)
    assert back.hand(N) == before.hand(N)
    assert back.public.trick == before.public.trick
    assert refused(back, TakeBack("Again")).expected == ("end",)
    assert refused(playing(Claim(W)), TakeBack("No card")).expected == ("end",)
    assert asked(back.after(card(N, "9C"))) == (Phase.CARDS, (N,))


def test_a_card_that_ended_the_hand_can_be_taken_back() -> None:
    state = _played_out(playing(deal=SUIT_EACH))
    assert state.public.ending == Ending(Ended.PLAYED, Sides(72, 0))
    back = state.after(TakeBack("Slip of the finger"))
    assert back.public.phase is Phase.CARDS
    assert _played_out(back).public.ending == state.public.ending


def test_referee_ends_a_hand_by_hand() -> None:
    state = playing(card(W, "4C")).after(EndHand("Out of time", 40))
    assert state.public.ending == Ending(Ended.REFEREE, Sides(40, 32))
    state = table().after(EndHand("Fouled deal", None))
    assert state.public.ending == Ending(Ended.REFEREE, None)
    assert refused(state, EndHand("Again", None)).fault is ActFault.NOT_NOW


def _played_out(state: Table) -> Table:
    while state.public.phase is not Phase.OVER:
        (seat,) = state.public.turn
        state = state.after(PlayCard(seat, state.legal(seat)[0]))
    return state


@settings(max_examples=examples(50))
@given(seeds)
def test_points_and_legality_agree_with_check_play(seed: int) -> None:
    """Whatever happens at a table, the cards that lie open were played by the rules."""
    *_, last = random_course(seed)
    public = last.public
    if public.trump is None:
        assert public.played == ()
        return
    plays = [play.card for play in public.played]
    game, players = public.rules.game, public.rules.players
    leader = in_turn(public.dealer, players)[1]
    dealt = {seat: last.deal.hand(seat) for seat in game.seats}
    start = Position.of_hands(dealt, Trick(leader, public.trump, players=players))
    check = check_play_from(start, plays, public.rules.variant)
    assert check.faults == ()
    points = dict(game.per_party(check.position.points).items())
    assert dict(game.per_party(public.points).items()) == points
    if public.ending and public.ending.by is Ended.PLAYED:
        assert check.is_complete
        assert dict(public.ending.points.items()) == points  # type: ignore[union-attr]
    if public.ending and public.ending.points:
        assert sum(public.ending.points) == 72


@settings(max_examples=examples(50))
@given(seeds)
def test_acts_alone_give_the_table_again(seed: int) -> None:
    *_, last = random_course(seed)
    acts = read_acts(write_acts(last.acts))
    again = Table.replay(last.deal, last.public.dealer, acts, last.public.rules)
    assert again.public == last.public
    assert again.public.number == len(acts)


@settings(max_examples=examples(30))
@given(seeds)
def test_an_act_that_is_not_told_as_possible_is_refused(seed: int) -> None:
    """Each seat, each card: exactly those that are told as legal can be played."""
    course = list(random_course(seed))
    for state in course[seed % 5 :: 5]:
        for seat in state.public.rules.game.seats:
            legal = state.legal(seat)
            for other in (*state.hand(seat), PACK[seed % 48]):
                if other not in legal:
                    refused(state, PlayCard(seat, other))
            for kind in (Delegate, Estevet, Contro, Recontro, SantVicenc, Pass, Claim, AcceptClaim):
                if kind not in state.public.may(seat):
                    refused(state, kind(seat))

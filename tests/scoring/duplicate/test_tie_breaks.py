"""Which rule splits a tie, with what value, and what is still tied."""

import hashlib
import json
from enum import StrEnum
from fractions import Fraction
from itertools import permutations
from typing import cast

import pytest

from scoring.duplicate.settings import Settings
from scoring.duplicate.standings import Standings, TieSplit, rank_contestants
from scoring.duplicate.tally import ContestantHand
from scoring.duplicate.tie_breaks import TIE_BREAKS, Rule, TieBreak, Unit, own
from scoring.game.cards import PACK, Card
from scoring.lots import draw_cards, height_of
from scoring.rank_by import RankBy

F = Fraction

HEAD_TO_HEAD = TieBreak.HEAD_TO_HEAD
HAND_SCORES = TieBreak.HAND_SCORES
BEST_RESULTS = TieBreak.BEST_RESULTS
FEWEST_INFRACTIONS = TieBreak.FEWEST_INFRACTIONS
DRAW = TieBreak.DRAW


def hand(
    contestant: str, opponent: str, final: str, hand_score: int = 0, infraction: bool = False
) -> ContestantHand[str]:
    return ContestantHand(contestant, opponent, hand_score, F(final), infraction)


def by(*rules: TieBreak) -> Settings:
    return Settings(tie_breaks=rules)


def order(standings: Standings[str]) -> list[tuple[int, str]]:
    return [(row.rank, row.contestant) for row in standings.rows]


def splits(standings: Standings[str], contestant: str) -> tuple[TieSplit, ...]:
    return next(row.splits for row in standings.rows if row.contestant == contestant)


def test_still_tied_contestants_share_the_rank_and_the_next_rank_is_skipped() -> None:
    hands = [
        hand(contestant, "X", final) for contestant, final in zip("ABCD", ("2", "3/2", "3/2", "1"))
    ]
    assert order(rank_contestants("ABCD", hands)) == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def test_a_rule_that_split_nothing_is_not_recorded() -> None:
    hands = [hand("A", "X", "2", 5), hand("B", "X", "2", 5)]
    standings = rank_contestants("AB", hands)
    assert splits(standings, "A") == splits(standings, "B") == ()


def test_no_tie_needs_no_rule() -> None:
    standings = rank_contestants("AB", [hand("A", "B", "2"), hand("B", "A", "1")])
    assert splits(standings, "A") == ()


# Head-to-head


def test_head_to_head_sums_the_final_scores_against_each_other() -> None:
    hands = [
        hand("A", "B", "2"),
        hand("A", "B", "5/4"),
        hand("A", "X", "1"),
        hand("B", "A", "1"),
        hand("B", "A", "7/4"),
        hand("B", "X", "3/2"),
    ]
    standings = rank_contestants("BA", hands)
    assert order(standings) == [(1, "A"), (2, "B")]
    assert splits(standings, "A") == (TieSplit(HEAD_TO_HEAD, F(13, 4)),)
    assert splits(standings, "B") == (TieSplit(HEAD_TO_HEAD, F(11, 4)),)


def test_head_to_head_is_the_mean_where_contestants_are_ranked_by_mean() -> None:
    """A and B both have 3/2 a hand; C's single hand makes the numbers of hands differ."""
    hands = [
        hand("A", "B", "2"),
        hand("A", "B", "3/2"),
        hand("A", "X", "1"),
        hand("B", "A", "1"),
        hand("B", "A", "2"),
        hand("B", "X", "3/2"),
        hand("C", "X", "1"),
    ]
    standings = rank_contestants("ABC", hands)
    assert standings.ranked_by is RankBy.MEAN
    assert splits(standings, "A") == (TieSplit(HEAD_TO_HEAD, F(7, 4)),)
    assert splits(standings, "B") == (TieSplit(HEAD_TO_HEAD, F(3, 2)),)


def test_head_to_head_of_three_counts_the_hands_among_the_three_alone() -> None:
    finals = {"AB": "2", "BA": "1", "AC": "2", "CA": "1", "BC": "7/4", "CB": "5/4"}
    hands = [hand(pair[0], pair[1], final) for pair, final in finals.items()]
    hands += [hand("A", "X", "1"), hand("B", "X", "9/4"), hand("C", "X", "11/4")]
    standings = rank_contestants("CBA", hands)
    assert order(standings) == [(1, "A"), (2, "B"), (3, "C")]
    assert [splits(standings, contestant)[0].value for contestant in "ABC"] == [
        4,
        F(11, 4),
        F(9, 4),
    ]


def test_head_to_head_applies_only_if_all_in_the_group_have_met() -> None:
    """A beat B, but neither has met C; hand scores decide instead."""
    hands = [
        hand("A", "B", "2", 1),
        hand("B", "A", "1", 2),
        hand("A", "X", "1"),
        hand("B", "X", "2"),
        hand("C", "X", "3/2", 3),
        hand("C", "X", "3/2"),
    ]
    standings = rank_contestants("ABC", hands)
    assert order(standings) == [(1, "C"), (2, "B"), (3, "A")]
    assert {splits(standings, contestant)[0].rule for contestant in "ABC"} == {HAND_SCORES}


# The other rules


def test_hand_scores_are_summed_and_a_rule_break_adds_nothing() -> None:
    hands = [
        hand("A", "X", "2", -3),
        hand("B", "X", "2", 4),
        ContestantHand("A", "Y", None, F(0), True),
        hand("B", "Y", "0", -8),
    ]
    standings = rank_contestants("AB", hands, by(HAND_SCORES))
    assert order(standings) == [(1, "A"), (2, "B")]
    assert splits(standings, "A") == (TieSplit(HAND_SCORES, F(-3)),)
    assert splits(standings, "B") == (TieSplit(HAND_SCORES, F(-4)),)


def test_more_best_results_win() -> None:
    hands = [hand("A", "X", "2"), hand("A", "X", "1")] + [hand("B", "X", "3/2")] * 2
    standings = rank_contestants("BA", hands, by(BEST_RESULTS))
    assert order(standings) == [(1, "A"), (2, "B")]
    assert [splits(standings, contestant)[0].value for contestant in "AB"] == [1, 0]


def test_fewer_rule_breaks_win() -> None:
    hands = [hand("A", "X", "0", infraction=True), hand("A", "X", "2"), hand("B", "X", "1")]
    hands.append(hand("B", "X", "1"))
    standings = rank_contestants("AB", hands, by(FEWEST_INFRACTIONS))
    assert order(standings) == [(1, "B"), (2, "A")]
    assert [splits(standings, contestant)[0].value for contestant in "AB"] == [1, 0]


def test_default_order_is_as_listed_without_the_draw() -> None:
    assert Settings().tie_breaks == (HEAD_TO_HEAD, HAND_SCORES, BEST_RESULTS, FEWEST_INFRACTIONS)


# Groups and subgroups


def test_a_rule_is_applied_to_the_whole_group_and_subgroups_go_on_with_the_next() -> None:
    """Hand scores make {A} and {B, C}, which best results split. D stays out of it."""
    hands = [
        hand("A", "X", "3/2", 9),
        hand("A", "X", "3/2"),
        hand("B", "X", "3/2", 5),
        hand("B", "X", "3/2"),
        hand("C", "X", "2", 5),
        hand("C", "X", "1"),
        hand("D", "X", "1"),
        hand("D", "X", "1"),
    ]
    standings = rank_contestants("DBCA", hands, by(HAND_SCORES, BEST_RESULTS))
    assert order(standings) == [(1, "A"), (2, "C"), (3, "B"), (4, "D")]
    assert splits(standings, "A") == (TieSplit(HAND_SCORES, F(9)),)
    assert splits(standings, "B") == (TieSplit(HAND_SCORES, F(5)), TieSplit(BEST_RESULTS, F(0)))
    assert splits(standings, "C") == (TieSplit(HAND_SCORES, F(5)), TieSplit(BEST_RESULTS, F(1)))
    assert splits(standings, "D") == ()


def test_subgroups_dont_start_again_with_the_first_rule() -> None:
    """Head-to-head leaves B and C tied; between themselves B would win it, hand scores say C."""
    finals = {"AB": "2", "AC": "2", "BA": "1", "BC": "7/4", "CA": "3/2", "CB": "5/4"}
    hands = [hand(pair[0], pair[1], final) for pair, final in finals.items()]
    hands += [hand("A", "X", "0"), hand("B", "X", "5/4"), hand("C", "X", "5/4", 1)]
    standings = rank_contestants("ABC", hands)
    assert order(standings) == [(1, "A"), (2, "C"), (3, "B")]
    assert [split.rule for split in splits(standings, "C")] == [HEAD_TO_HEAD, HAND_SCORES]


def test_order_of_the_rules_is_the_organisers() -> None:
    hands = [
        hand("A", "B", "2", 0),
        hand("B", "A", "1", 3),
        hand("A", "X", "1"),
        hand("B", "X", "2"),
    ]
    assert order(rank_contestants("AB", hands, by(HEAD_TO_HEAD, HAND_SCORES)))[0] == (1, "A")
    assert order(rank_contestants("AB", hands, by(HAND_SCORES, HEAD_TO_HEAD)))[0] == (1, "B")


# A rule that is new


class New(StrEnum):
    """What a member of `TieBreak` is before somebody declared its rule."""

    LOWEST_FINAL = "lowest-final"


NEW = cast("TieBreak", New.LOWEST_FINAL)


def by_new_rule() -> Settings:
    settings = Settings()
    object.__setattr__(settings, "tie_breaks", (NEW,))  # which no setting allows
    return settings


ONE_BREAKS_A_RULE = [
    hand("A", "X", "1/2", infraction=True),
    hand("A", "X", "3/2"),
    hand("B", "X", "1/3"),
    hand("B", "X", "5/3"),
]


def test_a_rule_that_nobody_declared_is_not_taken_for_another() -> None:
    with pytest.raises(KeyError):
        rank_contestants("AB", ONE_BREAKS_A_RULE, by_new_rule())


def test_a_declared_rule_splits_with_its_own_exact_value(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = Rule(own(lambda tally: min(one.final for one in tally.hands)), Unit.FINAL_SCORE)
    monkeypatch.setattr("scoring.duplicate.standings.TIE_BREAKS", {NEW: rule})
    standings = rank_contestants("AB", ONE_BREAKS_A_RULE, by_new_rule())
    assert order(standings) == [(1, "A"), (2, "B")]
    assert splits(standings, "B") == (TieSplit(NEW, F(1, 3)),)


def test_every_rule_is_declared() -> None:
    assert set(TIE_BREAKS) == set(TieBreak)


# Drawing cards


def drawn(contestants: list[str], seed: str) -> list[str]:
    """The description of the draw, followed word for word: the cards in the contestants' order."""

    def digest(card: str) -> bytes:
        content = json.dumps([seed, sorted(contestants), 1, card], separators=(",", ":"))
        return hashlib.sha256(b"botifarra-draw-v1\0" + content.encode()).digest()

    texts = [rank + suit for suit in "OCEB" for rank in "9ARCS8765432"]
    return sorted(texts, key=digest)[: len(contestants)]


def test_draw_follows_its_description() -> None:
    contestants = ["delta", "alfa", "ceba"]
    cards = draw_cards(contestants, "Grossa 12345")
    assert [str(cards[contestant]) for contestant in sorted(contestants)] == drawn(
        contestants, "Grossa 12345"
    )


def test_draw_is_repeatable_whatever_the_order_of_the_contestants() -> None:
    draws = [draw_cards(contestants, "seed") for contestants in permutations([3, 1, 2])]
    assert all(draw == draws[0] for draw in draws)
    assert draw_cards([1, 2, 3], "another seed") != draws[0]


def test_draw_is_without_replacement() -> None:
    assert sorted(draw_cards(range(48), "").values()) == list(PACK)


def test_more_than_48_contestants_draw_from_several_packs() -> None:
    cards = list(draw_cards(range(100), "").values())
    assert sorted(cards.count(card) for card in PACK) == [2] * 44 + [3] * 4


def test_higher_card_wins_and_equal_ranks_are_split_by_suit() -> None:
    texts = [rank + suit for rank in "9ARCS8765432" for suit in "OCEB"]
    heights = [height_of(Card.parse(text)) for text in texts]
    assert heights == sorted(set(heights), reverse=True)


@pytest.mark.parametrize("seed", ["", "a", "b", "c"])
def test_drawn_cards_split_the_tie_and_are_in_the_standings(seed: str) -> None:
    hands = [hand(contestant, "X", "3/2") for contestant in "ABC"]
    standings = rank_contestants("CAB", hands, by(DRAW), draw_seed=seed)
    assert [row.rank for row in standings.rows] == [1, 2, 3]
    cards = draw_cards("ABC", seed)
    winner_first = sorted("ABC", key=lambda contestant: -height_of(cards[contestant]))
    assert [row.contestant for row in standings.rows] == winner_first
    for contestant in "ABC":
        assert splits(standings, contestant) == (TieSplit(DRAW, None, cards[contestant]),)

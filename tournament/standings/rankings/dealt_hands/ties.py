"""Sentences beside a pair's line on the rule that split its tie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from scoring.duplicate.standings import Standings, TieSplit
from scoring.duplicate.tie_breaks import TIE_BREAKS, Unit
from scoring.game.cards import Card
from scoring.rank_by import RankBy
from tournament.core.labels import label
from tournament.core.numbers import number_text, score_text, signed_text
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import Split
from tournament.standings.rankings.tie_words import texts_of_ties


def tie_texts(
    standings: Standings[int], contestants: Mapping[int, ContestantRef]
) -> dict[int, str]:
    """Return a sentence for each pair that was tied, by pair id, in the language in force."""
    by_mean = standings.ranked_by is RankBy.MEAN
    scored = [row for row in standings.rows if row.counted_hands]
    return texts_of_ties(
        scored,
        {
            row.contestant: (
                contestants[row.contestant].group,
                row.mean if by_mean else row.total,
            )
            for row in scored
        },
        contestants,
        _split_text,
    )


def _split_text(split: Split) -> str:
    assert isinstance(split, TieSplit), "the rows are those of dealt hands"
    return f"{label(split.rule)} ({value_text(split)})"


def value_text(split: TieSplit) -> str:
    """Return the pair's value under a rule, in the rule's unit."""
    unit = TIE_BREAKS[split.rule].unit
    if unit is Unit.CARD:
        assert split.card is not None
        return card_text(split.card)
    assert split.value is not None
    if unit is Unit.FINAL_SCORE:
        return score_text(split.value)
    if unit is Unit.HAND_SCORE:
        return signed_text(split.value)
    if unit is Unit.NUMBER:
        return number_text(split.value)
    assert_never(unit)


def card_text(card: Card) -> str:
    """Return a drawn card by its number and suit, both in words of the language: "9, coins"."""
    return f"{card.rank.number}, {label(card.suit)}"

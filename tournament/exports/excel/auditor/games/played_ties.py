"""The ties of a knock-out that the auditor's workbook has rows for, with the site's figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from scoring.pairing.bracket import LEAST_FOR_THIRD
from scoring.pairing.knockout import BracketRules, Played, PlayedTie, ties_of
from tournament.standings.rankings.bracket_view import BracketTie
from tournament.standings.rankings.games.scores import of_pairs
from tournament.standings.rankings.knockout.scores import KnockoutScores, games_by_round


class Part(IntEnum):
    """What a tie is part of, as formulas call it."""

    BRACKET = 1
    SECOND_CHANCE = 2
    THIRD_PLACE = 3


@dataclass(frozen=True, slots=True)
class TieRow:
    """A tie in a round of the bracket: the ids of its pairs, as they sat in their first game.

    `played` has its games, and `shown` is the tie as the site shows it; None where there is none.
    """

    number: int
    pairs: tuple[int, int]
    part: Part
    played: PlayedTie[int] | None
    shown: BracketTie | None

    @property
    def winner(self) -> int | None:
        """The id of the pair that goes on."""
        sides = self.shown.sides if self.shown else ()
        return next((one.contestant.id for one in sides if one.contestant and one.goes_on), None)


@dataclass(frozen=True, slots=True)
class Ties:
    """All of them by the rounds of the bracket, and where these are in the championship."""

    scores: KnockoutScores
    by_round: Mapping[int, tuple[TieRow, ...]]

    @property
    def rules(self) -> BracketRules:
        return self.scores.stage.knockout_settings().bracket

    @property
    def rounds(self) -> int:
        """How many rounds the bracket has."""
        return self.scores.progress.bracket.rounds

    @property
    def second_rounds(self) -> int:
        """How many rounds the second chance has; 0 where there is none."""
        return self.rules.second_rounds(len(self.scores.progress.bracket.seeds))

    @property
    def has_third(self) -> bool:
        """Whether the losers of the semifinals play for third place."""
        return self.rules.third_place and len(self.scores.progress.bracket.seeds) >= LEAST_FOR_THIRD

    def legs(self, number: int) -> list[int]:
        """The rounds of the championship in which a round of the bracket is played."""
        return [self.scores.states.first + leg - 1 for leg in self.rules.legs_of(number)]

    def is_over(self, number: int) -> bool:
        return all(one in self.scores.rounds for one in self.legs(number))

    def known(self) -> range:
        """The rounds of the bracket up to the last that has begun to count."""
        first = self.scores.states.first
        return range(1, self.rules.place_of(max(self.scores.rounds) - first + 1)[0] + 1)


def ties_in(scores: KnockoutScores) -> Ties:
    """What was played of the bracket; the second chance stands last in each round."""
    empty = Ties(scores, {})
    shown, games = _shown(scores), _games(scores)
    found: dict[int, tuple[TieRow, ...]] = {}
    for number in empty.known():
        played = {one.contestants: one for one in ties_of(games, empty.rules.legs_of(number))}
        pairs: dict[frozenset[int], tuple[int, int]] = {}
        for table in sorted(scores.tables, key=lambda one: (one.round, one.number)):
            if table.round in empty.legs(number):
                (ns,), (ew,) = table.sides
                pairs.setdefault(frozenset((ns, ew)), (ns, ew))
        rows = [
            TieRow(
                number,
                two,
                shown.get((number, both), (Part.BRACKET, None))[0],
                played.get(both),
                shown.get((number, both), (Part.BRACKET, None))[1],
            )
            for both, two in pairs.items()
        ]
        rows.sort(key=lambda row: row.part is Part.SECOND_CHANCE)
        found[number] = tuple(rows)
    return Ties(scores, found)


def _games(scores: KnockoutScores) -> Played[int]:
    games = ((one.round, of_pairs(one.game)) for one in scores.tables if one.game is not None)
    return games_by_round(games, scores.rounds, scores.states.first)


def _shown(scores: KnockoutScores) -> dict[tuple[int, frozenset[int]], tuple[Part, BracketTie]]:
    """The ties of the site's bracket by their round and their pairs."""
    return {
        (number, frozenset(one.contestant.id for one in tie.sides if one.contestant)): (part, tie)
        for part, number, tie in _all_shown(scores)
    }


def _all_shown(scores: KnockoutScores) -> Iterator[tuple[Part, int, BracketTie]]:
    view = scores.bracket_view()
    if view is None:
        return
    for number, one in enumerate(view.rounds, start=1):
        yield from ((Part.BRACKET, number, tie) for tie in one.ties)
    if view.third:
        yield Part.THIRD_PLACE, len(view.rounds), view.third
    for number, one in enumerate(view.second.rounds if view.second else (), start=2):
        yield from ((Part.SECOND_CHANCE, number, tie) for tie in one.ties)

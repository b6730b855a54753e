"""What decides a tie of a knock-out, as formulas over its games and how far its pairs had come."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scoring.game.seats import Side
from scoring.pairing.knockout import DecidedBy
from tournament.exports.excel.auditor.games.played_ties import Part, Ties
from tournament.exports.excel.auditor.games.results import (
    GIVEN_TO,
    ROUND,
    STANDINGS_NUMBER,
    counted,
    made,
    name_of,
    points,
    seat,
)
from tournament.exports.excel.auditor.words import word
from tournament.standings.rankings.bracket_view import decided_text

PLACE, SLOT = "standings_place", "standings_second_place"
JOINED, WITHDRAWN = "standings_joined", "standings_withdrawn"
"""The names of the standings' columns that ties read."""
ONES = ("one", "other")
"""How the columns of the two pairs of a tie begin."""


def through_name(number: int) -> str:
    """The name of the standings' column of who has come how far after a round of the bracket."""
    return f"standings_through_{number}"


def second_name(number: int) -> str:
    """The same of the second chance."""
    return f"standings_second_{number}"


def played_name(number: int) -> str:
    """The name of the standings' column of how many ties of the bracket itself, but for that for
    third place, somebody has played in a round of it."""
    return f"standings_played_{number}"


def name_in(number: int, key: str) -> str:
    """The name of a column's cells in the ties of a round of the bracket."""
    return f"ties_{number}_{key}"


def ties_of_pair(ties: Ties, number: int, pair: str, *parts: Part) -> str:
    """How many ties of these parts a pair has played in a round of the bracket."""
    if not ties.by_round.get(number):
        return "0"
    games, part = name_in(number, "games"), name_in(number, "part")
    return "+".join(
        f'COUNTIFS({name_in(number, one)},{pair},{part},{int(kind)},{games},">0")'
        for one in ONES
        for kind in parts
    )


def won_by_pair(ties: Ties, number: int, pair: str, part: Part) -> str:
    """How many of them it has won."""
    if not ties.by_round.get(number):
        return "0"
    return f"COUNTIFS({name_in(number, 'winner')},{pair},{name_in(number, 'part')},{int(part)})"


def points_in_first_round(ties: Ties, pair: str) -> str:
    """All points that a pair has made in the first round of the bracket."""
    if not ties.by_round.get(1):
        return "0"
    return "+".join(f"SUMIFS({name_in(1, f'{one}_all')},{name_in(1, one)},{pair})" for one in ONES)


def _sum(parts: Iterable[str]) -> str:
    return "+".join(parts) or "0"


@dataclass(frozen=True, slots=True)
class TieFormulas:
    """The formulas in a tie's row; `cell` says where its column of a key is."""

    ties: Ties
    number: int
    cell: Callable[[str], str]
    above: Callable[[str], str]
    """The cells of a column in the rows of the same round above it; "" in the first one."""

    @property
    def _legs(self) -> list[int]:
        return self.ties.legs(self.number)

    def _games_of(self, leg: int, side: Side) -> str:
        """The criteria for the games of a leg in which the first pair sat on a side."""
        return (
            f"{name_of(seat(side, 1))},{self.cell('one')},"
            f"{name_of(seat(side.opponents, 1))},{self.cell('other')},"
            f'{name_of(ROUND)},{leg},{name_of(made(side))},">=0"'
        )

    def games(self, *legs: int) -> str:
        return _sum(
            f"COUNTIFS({self._games_of(leg, side)})" for leg in legs or self._legs for side in Side
        )

    def _given(self, leg: int, one: str) -> str:
        """Whether a referee gave one of the two pairs the game of a leg."""
        return _sum(
            f"COUNTIFS({self._games_of(leg, side)},{name_of(GIVEN_TO)},"
            f"{word(side if one == ONES[0] else side.opponents)})"
            for side in Side
        )

    def points(self, one: str, of: Callable[[Side], str], *legs: int) -> str:
        """The points of a pair in some legs, those that count or all."""
        return _sum(
            f"SUMIFS({name_of(of(side if one == ONES[0] else side.opponents))},"
            f"{self._games_of(leg, side)})"
            for leg in legs or self._legs
            for side in Side
        )

    def points_in_leg(self, one: str, leg: int) -> str:
        return f'IF(({self.games(leg)})=0,"",{self.points(one, counted, leg)})'

    def sum(self, one: str) -> str:
        return self.points(one, counted)

    def all_points(self, one: str) -> str:
        return self.points(one, points)

    def given_to(self) -> str:
        """The number of the pair to which a referee gave a game, the newest one."""
        formula = '""'
        for leg in self._legs:
            for one in ONES:
                formula = f"IF(({self._given(leg, one)})>0,{self.cell(one)},{formula})"
        return formula

    def winner(self) -> str:
        """The number of the pair that is ahead: a game that was given decides at once. Where one
        has left between the legs, the other goes on."""
        one, other, given = self.cell("one"), self.cell("other"), self.cell("given_to")
        decided = '""'
        if self.ties.is_over(self.number):
            for key in ("all", "sum"):
                mine, theirs = self.cell(f"one_{key}"), self.cell(f"other_{key}")
                ahead = f"IF({mine}>{theirs},{one},{other})"
                decided = f"IF({mine}<>{theirs},{ahead},{decided})"
        decided = f'IF({given}<>"",{given},{decided})'
        if self.ties.is_over(self.number) and len(self._legs) > 1:
            first, second = self._is_there(one), self._is_there(other)
            alone = f"AND({self.cell('games')}<{len(self._legs)},{first}+{second}=1)"
            decided = f"IF({alone},IF({first}=1,{one},{other}),{decided})"
        return f'IF({self.cell("games")}=0,"",{decided})'

    def goes_on(self) -> str:
        """The number of the pair that goes on: the one ahead, unless the other had played its next
        tie before a correction."""
        formula = '""'
        for one in reversed(ONES):
            formula = f"IF({self._has_got_through(self.cell(one))},{self.cell(one)},{formula})"
        return f'IF({self.cell("games")}=0,"",{formula})'

    def _has_got_through(self, pair: str) -> str:
        known, second_rounds = self.ties.known()[-1], self.ties.second_rounds
        come = self._told(through_name(known), pair)
        again = "0"
        if second_rounds:
            again = self._told(second_name(min(known, 1 + second_rounds)), pair)
        through = {
            Part.BRACKET: f"{come}>={self.number}",
            Part.SECOND_CHANCE: f"{again}>={self.number}",
            Part.THIRD_PLACE: f"MOD({come},1)>0",
        }
        return f"CHOOSE({self.cell('part')},{','.join(through[part] for part in Part)})"

    def why(self) -> str:
        """Why that pair goes on, as the site says it."""
        goes_on, winner, given = map(self.cell, ("goes_on", "winner", "given_to"))
        legs = len(self._legs)
        said = {by: _quoted(decided_text(by, legs=legs if legs > 1 else 0)) for by in DecidedBy}
        gone = said[DecidedBy.OPPONENT_GONE]
        ahead = (
            f"IF({self.cell('one_sum')}<>{self.cell('other_sum')},"
            f"{said[DecidedBy.POINTS]},{said[DecidedBy.ALL_POINTS]})"
        )
        by_referee = said[DecidedBy.REFEREE]
        part = f"IF({goes_on}={given},{by_referee},{gone})"
        whole = f'IF({given}<>"",{by_referee},{ahead})'
        whole = f"IF({goes_on}<>{winner},{said[DecidedBy.PLAYED_ON]},{whole})"
        return f'IF({goes_on}="","",IF({self.cell("games")}<{legs},{part},{whole}))'

    def _is_there(self, pair: str) -> str:
        """1 where a pair still took part in the last leg."""
        joined = f'{STANDINGS_NUMBER},{pair},{JOINED},"<={self._legs[-1]}"'
        gone = f'{WITHDRAWN},"<={self._legs[-1]}"'
        return f"(COUNTIFS({joined})-COUNTIFS({joined},{gone}))"

    def part(self) -> str:
        """What it is a part of. Whoever has lost in the first round meets others who have in the
        second chance; what a pair has played already says where it plays on."""
        own = str(int(Part.BRACKET))
        if self.ties.has_third and self.number == self.ties.rounds:
            both = ",".join(self._has_lost_semifinal(self.cell(one)) for one in ONES)
            third = f"AND({both})"
            if above := self.above("part"):  # a corrected semifinal may leave that open
                third = f"OR({third},COUNTIF({above},{int(Part.BRACKET)})>0)"
            own = f"IF({third},{int(Part.THIRD_PLACE)},{own})"
        if self.number == 1 or not self.ties.second_rounds:
            return own
        in_second = self._has_played(Part.SECOND_CHANCE)
        second = f"({in_second})>0,NOT({self._meet(PLACE, self.number)})"
        if self.ties.is_over(1):
            lost = ",".join(
                f"{self._told(through_name(self.number - 1), self.cell(one))}<1" for one in ONES
            )
            slots = ",".join(f"{self._told(SLOT, self.cell(one))}>0" for one in ONES)
            second += f",AND({slots},{self._meet(SLOT, self.number - 1)},{lost})"
        in_first = self._has_played(Part.BRACKET, Part.THIRD_PLACE)
        return f"IF(({in_first})>0,{own},IF(OR({second}),{int(Part.SECOND_CHANCE)},{own}))"

    def _has_played(self, *parts: Part) -> str:
        """How many ties of these parts both pairs have played between the first round and this."""
        return _sum(
            ties_of_pair(self.ties, number, self.cell(one), *parts)
            for number in range(2, self.number)
            for one in ONES
        )

    def _told(self, name: str, pair: str) -> str:
        """What a column of the standings says of a pair."""
        return f"SUMIFS({name},{STANDINGS_NUMBER},{pair})"

    def _meet(self, name: str, number: int) -> str:
        """Whether the places of both pairs, from 1, meet in a round of their bracket."""
        one, other = (self._told(name, self.cell(each)) for each in ONES)
        whole, half = 1 << number, 1 << (number - 1)
        return (
            f"AND(INT(({one}-1)/{whole})=INT(({other}-1)/{whole}),"
            f"INT(({one}-1)/{half})<>INT(({other}-1)/{half}))"
        )

    def _has_lost_semifinal(self, pair: str) -> str:
        before, count = through_name(self.number - 1), 1 << (self.number - 1)
        half = f"INT(({self._told(PLACE, pair)}-1)/{count})*{count}"
        won = (
            f'COUNTIFS({PLACE},">"&{half},{PLACE},"<="&({half}+{count}),'
            f'{before},">={self.number - 1}")'
        )
        return f"{self._told(before, pair)}={self.number - 2},{won}>0"


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'

"""Ranking of games: contestants by their numbers of wins, and what splits equal ones.

A won game counts 1 and a drawn one ½; the points of a side count as far as the cap. A rest counts
as the settings say, with a difference of 0; one that was asked for by a setting of its own. Among
equal scores, a contestant who has played no game is ranked behind the others, as nobody played for
its difference of 0. The others go through the tie-breaks in their order
(`scoring.ordinary.ladder`).

The settings can rank by the sum of points instead, where a rest counts nothing.

A rule is a member of `GameTieBreak` and its entry in `GAME_TIE_BREAKS`.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import Generic, TypeVar

from scoring.errors import SettingsError
from scoring.game.announcements import SANT_VICENC, SantVicencRule
from scoring.game.seats import Side, Sides
from scoring.game.variants import PLAY_VARIANT_OF_GAMES, PlayVariant
from scoring.lots import DRAWING
from scoring.ordinary.dealers import MISDEAL, Misdeal
from scoring.ordinary.games import MOST_EXTRA_HANDS, MOST_GAME_POINTS, GameRules
from scoring.ordinary.hands import (
    DEFAULT_MULTIPLIERS,
    MULTIPLIERS,
    REVOKE,
    HandRules,
    Multipliers,
    Revoke,
)
from scoring.ordinary.ladder import Lots, Merit, Row, Rule, drawn, own, ranked
from scoring.participation import Participation, Withdrawn, withdrawn_setting
from scoring.settings import N_, NC_, Choice, Fixed, InOrder, Number, OneOf, StageSettings, setting

T = TypeVar("T", bound=Hashable)
HALF = Fraction(1, 2)


class Rest(StrEnum):
    """Score of a contestant for a round in which it rests."""

    WIN = "win"
    DRAW = "draw"
    NOTHING = "nothing"


SCORE_OF_A_REST = {Rest.WIN: Fraction(1), Rest.DRAW: HALF, Rest.NOTHING: Fraction(0)}


class GameScore(StrEnum):
    """Basis of the ranking: games won, or the points of all games."""

    GAMES_WON = "games-won"
    POINTS = "points"


class GameTieBreak(StrEnum):
    """A rule that splits contestants with the same score."""

    WINS = "wins"
    DIFFERENCE = "difference"
    POINTS_FOR = "points-for"
    POINTS_AGAINST = "points-against"
    HEAD_TO_HEAD = "head-to-head"
    BUCHHOLZ = "buchholz"
    DRAW = "draw"


DEFAULT_GAME_TIE_BREAKS = (
    GameTieBreak.WINS,
    GameTieBreak.DIFFERENCE,
    GameTieBreak.POINTS_FOR,
)


_TARGET = Number(
    title=N_("Points that end a game"),
    question=N_("Usually 101. Empty: a game ends after its hands, or when the time is over."),
    record=NC_("in the record", "points that end a game"),
    least=1,
    most=MOST_GAME_POINTS,
    can_be_none=True,
    fixed=Fixed.BY_SHEETS,
    unsaid=None,
)
_CAP = Number(
    title=N_("Most points of a game that count"),
    question=N_(
        "Usually 121: what a side has above it doesn't count for the standings. Empty: all count."
    ),
    record=NC_("in the record", "points of a game that count"),
    least=1,
    most=MOST_GAME_POINTS,
    can_be_none=True,
    unsaid=None,
)
EXTRA_HANDS = Number(
    title=N_("Extra hands after a draw"),
    question=N_("How many are played at a time, until a side is ahead. Empty or 0: a draw stands."),
    record=NC_("in the record", "extra hands after a draw"),
    least=0,
    most=MOST_EXTRA_HANDS,
    fixed=Fixed.BY_SHEETS,
)
_GAME_SCORE = OneOf(
    title=N_("Ranking"),
    question=N_("What the players are ranked by, in provisional standings too."),
    record=NC_("in the record", "players are ranked"),
    choices={
        GameScore.GAMES_WON: Choice(
            N_("by games won"), N_("By how many games each has won; a drawn one counts ½.")
        ),
        GameScore.POINTS: Choice(
            N_("by the sum of points"), N_("By the points of all games; a rest counts nothing.")
        ),
    },
    needed=lambda format: format.of_players,
)
_A_DRAW, _NOTHING = NC_("what a rest counts", "a draw"), NC_("what a rest counts", "nothing")
_REST = OneOf(
    title=N_("A round without a game"),
    question=N_("What a rest counts for, with a difference of 0."),
    record=NC_("in the record", "a rest counts"),
    choices={
        Rest.WIN: Choice(NC_("what a rest counts", "a win"), N_("As much as a game won.")),
        Rest.DRAW: Choice(_A_DRAW, N_("As much as a game drawn.")),
        Rest.NOTHING: Choice(_NOTHING, N_("Nothing: who rests falls behind.")),
    },
)
_ASKED_REST = OneOf(
    title=N_("A rest that a pair asked for"),
    question=N_("What it counts for, with a difference of 0."),
    record=NC_("in the record", "a rest asked for counts"),
    choices={
        Rest.NOTHING: Choice(_NOTHING, N_("Nothing: the pair chose not to play.")),
        Rest.DRAW: Choice(_A_DRAW, N_("As much as a game drawn.")),
    },
    needed=lambda format: format.rests_on_request,
)
_WITHDRAWN = replace(
    withdrawn_setting(
        N_("What happens to the games it has played."),
        N_("They count."),
        N_("They count for nobody: its opponents have a rest instead."),
    ),
    needed=lambda format: not format.of_players,
)
TIE_BREAKS_OF_GAMES = InOrder(
    title=N_("Tie-breaks"),
    record=NC_("in the record", "tie-breaks"),
    choices={
        GameTieBreak.WINS: Choice(
            N_("games won"), N_("Games won at the table; rests and drawn games don't count.")
        ),
        GameTieBreak.DIFFERENCE: Choice(
            N_("difference of points"), N_("The points for, less the points against.")
        ),
        GameTieBreak.POINTS_FOR: Choice(N_("points for"), N_("The own points in all games.")),
        GameTieBreak.POINTS_AGAINST: Choice(
            N_("fewest points against"),
            N_("The opponents' points in all games: the fewer the better."),
        ),
        GameTieBreak.HEAD_TO_HEAD: Choice(
            N_("head-to-head"),
            N_("The games of those tied against each other; only if all of them have met."),
        ),
        GameTieBreak.BUCHHOLZ: Choice(
            N_("Buchholz"), N_("The sum of the scores of all opponents; a rest adds nothing.")
        ),
        GameTieBreak.DRAW: DRAWING,
    },
    unsaid=None,
)


@dataclass(frozen=True, slots=True)
class GameSettings(StageSettings):
    """Settings of games and their ranking. Raises `SettingsError` for what can't be.

    `target` is None where only hands and time end a game, and `cap` where all points count.
    `extra_hands` are played at a time after a draw; 0 where it stands. `asked_rest` is the score
    for a round in which a contestant asked to rest. `misdeal` says who deals again; no figure
    depends on it. `bracket` is for a knock-out.
    """

    target: int | None = setting(101, _TARGET)
    cap: int | None = setting(121, _CAP)
    extra_hands: int = setting(0, EXTRA_HANDS)
    third_place: bool = False
    legs: int = 1
    second_chance: bool = False
    game_score: GameScore = setting(GameScore.GAMES_WON, _GAME_SCORE)
    rest: Rest = setting(Rest.WIN, _REST)
    asked_rest: Rest = setting(Rest.NOTHING, _ASKED_REST)
    withdrawn: Withdrawn = setting(Withdrawn.KEEP, _WITHDRAWN)
    play_variant: PlayVariant = setting(PlayVariant.LLIURE, PLAY_VARIANT_OF_GAMES)
    multipliers: Multipliers = setting(DEFAULT_MULTIPLIERS, MULTIPLIERS)
    sant_vicenc: SantVicencRule = setting(SantVicencRule.ALLOWED, SANT_VICENC)
    revoke: Revoke = setting(Revoke.ALL_POINTS, REVOKE)
    misdeal: Misdeal = setting(Misdeal.SAME_DEALER_ONCE, MISDEAL)
    tie_breaks: tuple[GameTieBreak, ...] = setting(DEFAULT_GAME_TIE_BREAKS, TIE_BREAKS_OF_GAMES)

    def __post_init__(self) -> None:
        StageSettings.__post_init__(self)
        if self.target is not None and self.cap is not None and self.cap < self.target:
            raise SettingsError(
                "cap must not be below target",
                field="cap",
                told=N_("At least the %(target)d points that end a game."),
            )

    def rules(self, hands: int) -> GameRules:
        """Return the rules of a game of `hands` hands at most."""
        hand = HandRules(self.multipliers, self.sant_vicenc, self.revoke)
        return GameRules(self.target, hands, self.cap, self.extra_hands, hand)

    def counted(self, points: int) -> int:
        """Return the points that count: those above the cap don't."""
        return points if self.cap is None else min(points, self.cap)


DEFAULT_GAME_SETTINGS = GameSettings()


@dataclass(frozen=True, slots=True)
class PlayedGame(Generic[T]):
    """A game that is over: who played it, with how many points each ended, uncapped.

    `awarded` is the side to which a referee gave it, whatever the points.
    """

    contestants: Sides[T]
    points: Sides[int]
    awarded: Side | None = None

    @property
    def ahead(self) -> Side | None:
        """Side with more points; None for neither."""
        if self.points.ns == self.points.ew:
            return None
        return Side.NS if self.points.ns > self.points.ew else Side.EW

    @property
    def winner(self) -> Side | None:
        """Side that won; None for a draw."""
        return self.awarded or self.ahead


@dataclass(slots=True)
class GameTally(Generic[T]):
    """Sum of a contestant's games and rests."""

    contestant: T
    wins: int = 0
    draws: int = 0
    losses: int = 0
    rests: int = 0
    asked: int = 0
    """Number of its rests that it asked for."""
    points_for: int = 0
    points_against: int = 0
    carried: Fraction = Fraction(0)
    score: Fraction = Fraction(0)
    buchholz: Fraction = Fraction(0)
    against: dict[T, list[Fraction]] = field(default_factory=dict)
    """Scores of the games against each opponent."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def merit(self) -> Merit:
        """Values that rank the contestant before any tie-break."""
        return self.score, Fraction(self.games > 0)


GameRow = Row[GameTally[T], GameTieBreak]
"""A contestant's place, what it rests on, and the rules that split its ties."""


def _head_to_head(tied: Sequence[GameTally[T]], _lots: Lots) -> Mapping[T, Fraction]:
    """Return the scores of games between the tied; nothing unless all of them have met."""
    known = {one.contestant: one.against for one in tied}
    if not all(other in known[one] for one, other in combinations(known, 2)):
        return {}
    return {
        one: sum((made for other in known for made in against.get(other, ())), Fraction(0))
        for one, against in known.items()
    }


GAME_TIE_BREAKS: Mapping[GameTieBreak, Rule] = {
    GameTieBreak.WINS: Rule(own(lambda one: one.wins)),
    GameTieBreak.DIFFERENCE: Rule(own(lambda one: one.difference)),
    GameTieBreak.POINTS_FOR: Rule(own(lambda one: one.points_for)),
    GameTieBreak.POINTS_AGAINST: Rule(own(lambda one: one.points_against), fewest=True),
    GameTieBreak.HEAD_TO_HEAD: Rule(_head_to_head),
    GameTieBreak.BUCHHOLZ: Rule(own(lambda one: one.buchholz)),
    GameTieBreak.DRAW: Rule(drawn),
}
"""Every rule by its name."""


def of_partners(game: PlayedGame[T]) -> PlayedGame[tuple[T, ...]]:
    """Return `game` with each side as a tuple of contestants, here of the one that it has."""
    return replace(game, contestants=game.contestants.map(lambda one: (one,)))  # type: ignore[arg-type, return-value]


def rank_games(
    contestants: Iterable[T],
    games: Iterable[PlayedGame[T]],
    settings: GameSettings = DEFAULT_GAME_SETTINGS,
    *,
    rests: Mapping[T, int] = MappingProxyType({}),
    asked: Mapping[T, int] = MappingProxyType({}),
    scores: Mapping[T, Fraction] | None = None,
    carried: Mapping[T, Fraction] = MappingProxyType({}),
    withdrawn: Collection[T] = (),
    draw_seed: str = "",
    drawn_as: Callable[[T], str] = str,
) -> tuple[GameRow[T], ...]:
    """Rank games in which each side is one contestant, as `rank_partners` ranks partners."""
    return rank_partners(
        contestants,
        map(of_partners, games),
        settings,
        rests=rests,
        asked=asked,
        scores=scores,
        carried=carried,
        withdrawn=withdrawn,
        draw_seed=draw_seed,
        drawn_as=drawn_as,
    )


def rank_partners(
    contestants: Iterable[T],
    games: Iterable[PlayedGame[tuple[T, ...]]],
    settings: GameSettings = DEFAULT_GAME_SETTINGS,
    *,
    rests: Mapping[T, int] = MappingProxyType({}),
    asked: Mapping[T, int] = MappingProxyType({}),
    scores: Mapping[T, Fraction] | None = None,
    carried: Mapping[T, Fraction] = MappingProxyType({}),
    withdrawn: Collection[T] = (),
    draw_seed: str = "",
    drawn_as: Callable[[T], str] = str,
) -> tuple[GameRow[T], ...]:
    """Rank `contestants`, best first; those who share a rank in the order in which they were given.

    A side of a game has one contestant, or partners, who make its points together and are each
    ranked for themselves. `rests` are the numbers of rounds in which each rested, `asked` the part
    of them that it asked for, `carried` is added to the score from an earlier stage. `scores` rank
    them where games won don't; a contestant missing there has 0. Buchholz is the sum of the scores
    of all opponents, one met twice counting twice; a rest adds nothing to it. Games of anybody else
    are passed over but for that. `withdrawn` contestants are ranked behind all others; where the
    settings annul what they played, their games count for nobody.
    """
    if settings.withdrawn is Withdrawn.ANNUL:
        games = (one for one in games if not is_annulled(one, withdrawn))
    tallies = _tallied(contestants, games, settings, rests, asked, carried, scores)
    lots = Lots(draw_seed, drawn_as)
    return ranked(
        tallies,
        lambda one: one.merit,
        settings.tie_breaks,
        GAME_TIE_BREAKS,
        lots,
        Participation(withdrawn),
        {},
    )


def is_annulled(game: PlayedGame[tuple[T, ...]], withdrawn: Collection[T]) -> bool:
    """Return whether a withdrawn contestant played in a game."""
    return any(one in withdrawn for side in game.contestants for one in side)


def _tallied(
    contestants: Iterable[T],
    games: Iterable[PlayedGame[tuple[T, ...]]],
    settings: GameSettings,
    rests: Mapping[T, int],
    asked: Mapping[T, int],
    carried: Mapping[T, Fraction],
    scores: Mapping[T, Fraction] | None,
) -> list[GameTally[T]]:
    wanted = list(dict.fromkeys(contestants))
    games = list(games)
    playing = (one for game in games for side in game.contestants for one in side)
    everybody = dict.fromkeys([*wanted, *playing])
    tallies = {one: GameTally(one) for one in everybody}
    for game in games:
        for side, partners in game.contestants.items():
            for contestant in partners:
                _add(tallies[contestant], game, side, settings)
    for one in tallies.values():
        one.rests = rests.get(one.contestant, 0)
        one.carried = carried.get(one.contestant, Fraction(0))
        one.score = one.carried + one.wins + HALF * one.draws
        one.asked = asked.get(one.contestant, 0)
        one.score += SCORE_OF_A_REST[settings.rest] * (one.rests - one.asked)
        one.score += SCORE_OF_A_REST[settings.asked_rest] * one.asked
        if settings.game_score is GameScore.POINTS:
            one.score = one.carried + one.points_for
        if scores is not None:
            one.score = scores.get(one.contestant, Fraction(0))
    for one in tallies.values():
        met = ((other, len(made)) for other, made in one.against.items())
        one.buchholz = sum((tallies[other].score * times for other, times in met), Fraction(0))
    return [tallies[one] for one in wanted]


def _add(
    tally: GameTally[T], game: PlayedGame[tuple[T, ...]], side: Side, settings: GameSettings
) -> None:
    winner = game.winner
    tally.points_for += settings.counted(game.points[side])
    tally.points_against += settings.counted(game.points[side.opponents])
    tally.wins += winner is side
    tally.draws += winner is None
    tally.losses += winner is side.opponents
    made = HALF if winner is None else Fraction(winner is side)
    for opponent in game.contestants[side.opponents]:
        tally.against.setdefault(opponent, []).append(made)

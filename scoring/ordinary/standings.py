"""From games to a ranking: who has won how often, and what splits those who have won as often.

A won game counts 1 and a drawn one ½; the points of a side count as far as the cap. A rest counts
as the settings say, with a difference of 0; one that was asked for by a setting of its own. Of
those with the same score, who has played no game is ranked behind the others, as nobody played for
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
from scoring.game.announcements import SantVicencRule
from scoring.game.seats import Side, Sides
from scoring.game.variants import PlayVariant
from scoring.ordinary.dealers import Misdeal
from scoring.ordinary.games import GameRules
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, HandRules, Multipliers, Revoke
from scoring.ordinary.ladder import Lots, Merit, Row, Rule, drawn, own, ranked
from scoring.participation import Participation, Withdrawn

T = TypeVar("T", bound=Hashable)
HALF = Fraction(1, 2)


class Rest(StrEnum):
    """What a contestant gets for a round in which it rests."""

    WIN = "win"
    DRAW = "draw"
    NOTHING = "nothing"


ASKED_RESTS = (Rest.NOTHING, Rest.DRAW)
"""What a rest that was asked for can count: never a win."""
SCORE_OF_A_REST = {Rest.WIN: Fraction(1), Rest.DRAW: HALF, Rest.NOTHING: Fraction(0)}


class GameScore(StrEnum):
    """What ranks: how often somebody has won, or the points of all games."""

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


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What games are played to and ranked by. Raises `SettingsError` for what can't be.

    `target` is None where only hands and time end a game, and `cap` where all points count.
    `extra_hands` are played, so many at a time, after a draw; 0 where it stands. `asked_rest` is
    what a contestant gets for a round in which it asked to rest. `misdeal` says who deals again; no
    figure depends on it.
    """

    target: int | None = 101
    cap: int | None = 121
    extra_hands: int = 0
    rest: Rest = Rest.WIN
    asked_rest: Rest = Rest.NOTHING
    game_score: GameScore = GameScore.GAMES_WON
    withdrawn: Withdrawn = Withdrawn.KEEP
    play_variant: PlayVariant = PlayVariant.LLIURE
    multipliers: Multipliers = DEFAULT_MULTIPLIERS
    sant_vicenc: SantVicencRule = SantVicencRule.ALLOWED
    revoke: Revoke = Revoke.ALL_POINTS
    misdeal: Misdeal = Misdeal.SAME_DEALER_ONCE
    tie_breaks: tuple[GameTieBreak, ...] = DEFAULT_GAME_TIE_BREAKS

    def __post_init__(self) -> None:
        for name in ("target", "cap"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise SettingsError(f"{name} must be a whole number from 1, or None", field=name)
        if type(self.extra_hands) is not int or self.extra_hands < 0:
            raise SettingsError("extra_hands must be a whole number from 0", field="extra_hands")
        if self.target is not None and self.cap is not None and self.cap < self.target:
            raise SettingsError("cap must not be below target", field="cap")
        if self.asked_rest not in ASKED_RESTS:
            raise SettingsError("a rest that was asked for is no win", field="asked_rest")
        if not self.play_variant.has_partners:
            raise SettingsError("games are played with partners", field="play_variant")
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise SettingsError("a tie-break can be listed only once", field="tie_breaks")

    def rules(self, hands: int) -> GameRules:
        """What a game of so many hands at most is played by."""
        hand = HandRules(self.multipliers, self.sant_vicenc, self.revoke)
        return GameRules(self.target, hands, self.cap, self.extra_hands, hand)

    def counted(self, points: int) -> int:
        """The points that count: those above the cap don't."""
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
        """Who has more points; None for neither."""
        if self.points.ns == self.points.ew:
            return None
        return Side.NS if self.points.ns > self.points.ew else Side.EW

    @property
    def winner(self) -> Side | None:
        """Who won; None for a draw."""
        return self.awarded or self.ahead


@dataclass(slots=True)
class GameTally(Generic[T]):
    """What a contestant's games and rests come to."""

    contestant: T
    wins: int = 0
    draws: int = 0
    losses: int = 0
    rests: int = 0
    asked: int = 0
    """How many of its rests it asked for."""
    points_for: int = 0
    points_against: int = 0
    carried: Fraction = Fraction(0)
    score: Fraction = Fraction(0)
    buchholz: Fraction = Fraction(0)
    against: dict[T, list[Fraction]] = field(default_factory=dict)
    """What the games against each opponent gave."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def merit(self) -> Merit:
        """What ranks the contestant before any tie-break."""
        return self.score, Fraction(self.games > 0)


GameRow = Row[GameTally[T], GameTieBreak]
"""A contestant's place, what it rests on, and the rules that split its ties."""


def _head_to_head(tied: Sequence[GameTally[T]], _lots: Lots) -> Mapping[T, Fraction]:
    """What the games between the tied gave; nothing unless all of them have met."""
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
    """Rank games in which each side is one contestant, as `rank_partners` ranks those of
    several."""
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
    ranked for themselves. `rests` says in how many rounds each rested, `asked` in how many of these
    because it asked to, `carried` what is added to the score from an earlier stage. `scores` are
    what ranks them where that isn't games won; who has none there has 0. Buchholz is the sum of the
    scores of all opponents, one met twice counting twice; a rest adds nothing to it.
    Games of anybody else are passed over but for that. Those who have `withdrawn` are ranked behind
    all others; where the settings annul what they played, their games count for nobody.
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
    """Return whether somebody who has withdrawn played in a game."""
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

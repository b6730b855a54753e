"""Settings of scoring and ranking, as one frozen value.

The defaults follow the published rules. A championship holds exactly one
`Settings`; functions take it whole and read what concerns them.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.duplicate.methods import METHODS, NO_BOUNDS, Bounds, Method, Scorer
from scoring.duplicate.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAK_SETTING, TieBreak
from scoring.game.variants import PLAY_VARIANT, PlayVariant
from scoring.participation import DEFAULT_LEAST_SHARE, LEAST_SHARE, Withdrawn, withdrawn_setting
from scoring.rank_by import RankBy, ranking_setting
from scoring.settings import N_, NC_, Choice, OneOf, StageSettings, setting


class AverageOf(StrEnum):
    """Final scores that make the average which the victims of a rule-break get."""

    PLAYED = "played"
    """Contestants that played the hand out with the same cards, at tables without a rule-break."""
    ALL_OTHERS = "all-others"
    """All others with the same cards, also those that broke a rule, with what they got."""


class Scale(StrEnum):
    """The scale of final scores: worst to best."""

    ONE_TWO = "1-2"
    HUNDRED = "0-100"


_METHOD = OneOf(
    title=N_("How a hand is scored"),
    question=N_("All who held the same cards are compared with each other."),
    record=NC_("in the record", "how a hand is scored"),
    choices={
        Method.MIN_MAX: Choice(
            N_("between the lowest and the highest"),
            N_(
                "The highest hand score gets the best score, the lowest the worst, and those in "
                "between a proportional one. This is the official way."
            ),
            N_("Lowest to highest"),
        ),
        Method.MATCHPOINTS: Choice(
            N_("by matchpoints"),
            N_(
                "The share of the others that a pair beats; an equal result counts for half. By "
                "how much doesn't matter."
            ),
            N_("Matchpoints"),
        ),
        Method.MEAN: Choice(
            N_("by the difference from the mean"),
            N_(
                "The hand score less the mean of all, from which the highest fifth and the lowest "
                "fifth are left out. It is in points, without a scale, and can be negative."
            ),
            N_("Difference from the mean"),
        ),
    },
    always_asked=True,
)
_SCALE = OneOf(
    title=N_("Scale of the hand points"),
    question=N_(
        "From the worst to the best result of a hand. A difference from the mean has no scale."
    ),
    record=NC_("in the record", "scale"),
    choices={
        Scale.ONE_TWO: Choice(
            N_("from 1 to 2"),
            N_("The best result of a hand is worth 2, the worst 1."),
            N_("Scale from 1 to 2"),
        ),
        Scale.HUNDRED: Choice(
            N_("from 0 to 100"),
            N_("The best result of a hand is worth 100, the worst 0."),
            N_("Scale from 0 to 100"),
        ),
    },
)
_WORTH = N_("Flat hand worth %(value)s")
_FLAT_SCORE = OneOf(
    title=N_("A flat hand"),
    question=N_(
        "What everybody gets when all have the same result (by matchpoints: who has nobody to "
        "be compared with), on the scale from 1 to 2. It also replaces an average when there "
        "is nobody to average. By the difference from the mean both are 0."
    ),
    record=NC_("in the record", "flat hand"),
    choices={
        Fraction(1): Choice(None, N_("As if all were worst."), _WORTH),
        Fraction(3, 2): Choice(None, N_("The middle: nobody gains or loses."), _WORTH),
        Fraction(2): Choice(None, N_("As if all were best."), _WORTH),
    },
    holds_scores=True,
)
FLAT_SCORES: tuple[Fraction, ...] = tuple(_FLAT_SCORE.choices)
"""Possible scores of a flat hand, on the scale from 1 to 2."""
_AVERAGE_OF = OneOf(
    title=N_("Average after a rule-break"),
    question=N_("The other side of a table with a rule-break gets an average of hand points."),
    record=NC_("in the record", "average after a rule-break"),
    choices={
        AverageOf.PLAYED: Choice(
            N_("of the pairs that played the hand out"),
            N_(
                "Of the pairs that played the hand out with the same cards, at tables without a "
                "rule-break."
            ),
            N_("Average of those who played"),
        ),
        AverageOf.ALL_OTHERS: Choice(
            N_("of all other pairs, offenders included"),
            N_(
                "Of all other pairs with the same cards that have a score of their own: what "
                "offenders get counts, but not the averages that others were given."
            ),
            N_("Average of all others"),
        ),
    },
)
_RANK_BY = ranking_setting(
    N_("What the pairs are ranked by, in provisional standings too."),
    N_(
        "By the total if all pairs have the same number of scored hands, otherwise by the mean "
        "per hand."
    ),
    N_("By the total, however many hands each pair has."),
    N_("By the mean per hand."),
)
_WITHDRAWN = withdrawn_setting(
    N_("What happens to the hands it has played."),
    N_("They count, and stay in every comparison."),
    N_(
        "They count for neither side and are compared with nothing; all scores of those hands are "
        "worked out again without them."
    ),
)


@dataclass(frozen=True, slots=True)
class Settings(StageSettings):
    """Settings of one championship. Raises `SettingsError` for a value outside its choices.

    `flat_score` is everybody's score in a hand where all made the same, and replaces an average of
    nobody. It is always given on the scale from 1 to 2; `flat` has it on the championship's own
    scale. A method without a scale uses neither `flat_score` nor `scale`. `least_share` counts
    while means rank: contestants with fewer hands than that share of the most in the same ranking
    stand behind all others; None: however few.
    """

    method: Method = setting(Method.MIN_MAX, _METHOD)
    scale: Scale = setting(Scale.ONE_TWO, _SCALE)
    flat_score: Fraction = setting(FLAT_SCORES[1], _FLAT_SCORE)
    average_of: AverageOf = setting(AverageOf.PLAYED, _AVERAGE_OF)
    rank_by: RankBy = setting(RankBy.AUTO, _RANK_BY)
    least_share: Fraction | None = setting(DEFAULT_LEAST_SHARE, LEAST_SHARE)
    withdrawn: Withdrawn = setting(Withdrawn.KEEP, _WITHDRAWN)
    play_variant: PlayVariant = setting(PlayVariant.OBLIGADA, PLAY_VARIANT)
    tie_breaks: tuple[TieBreak, ...] = setting(DEFAULT_TIE_BREAKS, TIE_BREAK_SETTING)

    def uses(self, field: str) -> bool:
        """Return whether a setting has a meaning beside the others; a scale may have none."""
        return self.scorer.has_scale or field not in _OF_THE_SCALE

    @property
    def scorer(self) -> Scorer:
        """Scoring of a field by `method`."""
        return METHODS[self.method]

    @property
    def bounds(self) -> Bounds:
        """The worst and the best final score of a hand without a rule-break, and what a flat one is
        worth; all 0 for a method without a scale."""
        if not self.scorer.has_scale:
            return NO_BOUNDS
        return _BOUNDS[self.scale, self.flat_score]

    @property
    def best(self) -> Fraction | None:
        """The highest final score of a hand; None for a method without a scale."""
        return self.bounds.best if self.scorer.has_scale else None

    @property
    def worst(self) -> Fraction | None:
        """The lowest final score of a hand without a rule-break; None without a scale."""
        return self.bounds.worst if self.scorer.has_scale else None

    @property
    def flat(self) -> Fraction:
        """`flat_score` on the championship's scale; 0 for a method without one."""
        return self.bounds.flat


def _bounds(scale: Scale, flat_score: Fraction) -> Bounds:
    worst, best = (
        (Fraction(1), Fraction(2)) if scale is Scale.ONE_TWO else (Fraction(0), Fraction(100))
    )
    return Bounds(worst, best, worst + (flat_score - 1) * (best - worst))


_OF_THE_SCALE = frozenset({"flat_score", "scale"})
_BOUNDS = {(scale, flat): _bounds(scale, flat) for scale in Scale for flat in FLAT_SCORES}

DEFAULT_SETTINGS = Settings()

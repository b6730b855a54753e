"""Everything an organiser can choose about scoring and ranking, as one frozen value.

The defaults follow the published rules. A championship holds exactly one
`Settings`; functions take it whole and read what concerns them.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.duplicate.methods import METHODS, NO_BOUNDS, Bounds, Method, Scorer
from scoring.duplicate.tie_breaks import DEFAULT_TIE_BREAKS, TieBreak
from scoring.errors import SettingsError
from scoring.game.variants import PlayVariant
from scoring.participation import DEFAULT_LEAST_SHARE, Withdrawn, check_least_share
from scoring.rank_by import RankBy


class AverageOf(StrEnum):
    """Whose final scores make the average that the victims of a rule-break get."""

    PLAYED = "played"
    """Contestants that played the hand out with the same cards, at tables without a rule-break."""
    ALL_OTHERS = "all-others"
    """All other contestants with the same cards, also those that broke a rule, with what they
    got."""


class Scale(StrEnum):
    """The scale of final scores: worst to best."""

    ONE_TWO = "1-2"
    HUNDRED = "0-100"


FLAT_SCORES = (Fraction(1), Fraction(3, 2), Fraction(2))
"""What a flat hand can be worth, on the scale from 1 to 2."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One championship's choices. Raises `SettingsError` for a value outside its choices.

    `flat_score` is what everybody gets when a hand tells nobody apart, and what stands in for an
    average of nobody. It is always given on the scale from 1 to 2; `flat` has it on the
    championship's own scale. A method without a scale uses neither `flat_score` nor `scale`.
    `least_share` counts while means rank: whoever has fewer hands than that share of the most in
    the same ranking is ranked behind all who have enough; None: however few.
    """

    method: Method = Method.MIN_MAX
    average_of: AverageOf = AverageOf.PLAYED
    flat_score: Fraction = FLAT_SCORES[1]
    scale: Scale = Scale.ONE_TWO
    rank_by: RankBy = RankBy.AUTO
    least_share: Fraction | None = DEFAULT_LEAST_SHARE
    withdrawn: Withdrawn = Withdrawn.KEEP
    tie_breaks: tuple[TieBreak, ...] = DEFAULT_TIE_BREAKS
    play_variant: PlayVariant = PlayVariant.OBLIGADA

    def __post_init__(self) -> None:
        for field, choices in _CHOICES.items():
            if not isinstance(getattr(self, field), choices):
                allowed = ", ".join(choice.value for choice in choices)
                raise SettingsError(f"{field} must be one of: {allowed}", field=field)
        if not self.play_variant.has_partners:
            raise SettingsError("duplicate hands are played with partners", field="play_variant")
        if not isinstance(self.flat_score, Fraction) or self.flat_score not in FLAT_SCORES:
            raise SettingsError("flat_score must be Fraction 1, 3/2 or 2", field="flat_score")
        check_least_share(self.least_share)
        if not isinstance(self.tie_breaks, tuple) or not all(
            isinstance(rule, TieBreak) for rule in self.tie_breaks
        ):
            raise SettingsError("tie_breaks must be a tuple of TieBreak", field="tie_breaks")
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise SettingsError("a tie-break can be listed only once", field="tie_breaks")

    def uses(self, field: str) -> bool:
        """Whether the setting of that name has a meaning beside the others: a method without a
        scale has no use for those of the scale."""
        return self.scorer.has_scale or field not in _OF_THE_SCALE

    @property
    def scorer(self) -> Scorer:
        """How `method` scores a field."""
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
_CHOICES: dict[str, type[StrEnum]] = {
    "method": Method,
    "average_of": AverageOf,
    "scale": Scale,
    "rank_by": RankBy,
    "withdrawn": Withdrawn,
    "play_variant": PlayVariant,
}

DEFAULT_SETTINGS = Settings()

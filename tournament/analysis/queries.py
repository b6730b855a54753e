"""Analyses as pages and papers show them, and how far a championship's are.

Nothing here asks whether the reader may see the hands: ask `hands_are_public` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import BooleanField, Count, ExpressionWrapper, Q, QuerySet

from scoring.duplicate.scores import hand_score
from scoring.game.announcements import Announcement, Denomination
from scoring.game.seats import Side, makers_of
from scoring.solver import Interval, is_available
from tournament.core.stages import rounds_with_deals
from tournament.deals.queries import hands_are_public
from tournament.models import Championship, HandAnalysis, HandInPlay, Job, Stage

DENOMINATIONS = len(Denomination)


@dataclass(frozen=True, slots=True)
class WorthLine:
    """One denomination of a hand: the makers' points and hand score, None where not analysed."""

    trump: Denomination
    points: Interval | None
    score: Interval | None
    is_best: bool
    """Nothing is better as far as is known."""


@dataclass(frozen=True, slots=True)
class HandWorth:
    """Values of a hand for its makers with all cards known, as far as it has been analysed."""

    deal: int
    makers: Side
    points: Mapping[Denomination, Interval]

    @property
    def is_complete(self) -> bool:
        """Return whether all denominations have been analysed; some may be intervals even so."""
        return len(self.points) == DENOMINATIONS

    @property
    def is_exact(self) -> bool:
        return all(points.is_exact for points in self.points.values())

    @property
    def lines(self) -> tuple[WorthLine, ...]:
        """A line a denomination, analysed or not."""
        best = self.best_calls
        return tuple(
            WorthLine(trump, self.points.get(trump), self.hand_score(trump), trump in best)
            for trump in Denomination
        )

    def hand_score(self, trump: Denomination | None) -> Interval | None:
        """Return the makers' hand score by that denomination; None where it isn't known."""
        points = self.points.get(trump) if trump else None
        if points is None:
            return None
        factor = Announcement(trump).factor(self.makers, self.makers)
        return Interval(hand_score(points.low, factor), hand_score(points.high, factor))

    @property
    def best_score(self) -> Interval | None:
        """The best hand score that any denomination gives; None while one is missing."""
        scores = self._scores()
        if not self.is_complete:
            return None
        return Interval(
            max(score.low for score in scores.values()),
            max(score.high for score in scores.values()),
        )

    @property
    def best_calls(self) -> tuple[Denomination, ...]:
        """The denominations that give it: several where they give equally much, or where it is not
        known which does."""
        best = self.best_score
        if best is None:
            return ()
        return tuple(trump for trump, score in self._scores().items() if score.high >= best.low)

    def _scores(self) -> dict[Denomination, Interval]:
        found = ((trump, self.hand_score(trump)) for trump in Denomination)
        return {trump: score for trump, score in found if score is not None}


def hand_worths(stage: Stage, deals: Iterable[int]) -> dict[int, HandWorth]:
    """Return the known values of these hands, empty for a hand not analysed; 1 query."""
    points: dict[int, dict[Denomination, Interval]] = {deal: {} for deal in deals}
    rows = _analyses(stage).filter(deal__in=points)
    for deal, trump, low, high in rows.values_list("deal", "trump", "low", "high"):
        points[deal][Denomination(trump)] = Interval(low, high)
    return {deal: HandWorth(deal, makers_of(deal), found) for deal, found in points.items()}


def hand_worth(stage: Stage, deal: int) -> HandWorth:
    """Return the known values of one hand; 1 query."""
    return hand_worths(stage, [deal])[deal]


def analysis_version(championship: Championship, deal: int) -> str:
    """Return a text that changes with what is known of a hand; 1 query."""
    rows = HandAnalysis.objects.filter(stage__championship=championship, deal=deal)
    known = rows.aggregate(values=Count("pk"), lines=Count("pk", filter=Q(line__isnull=False)))
    return f"{known['values']}.{known['lines']}.{analysis_is_on():d}"


def kept_line(stage: Stage, deal: int, trump: Denomination) -> object:
    """Return the stored line of best play with `trump`, for `read_line`, or None; 1 query."""
    rows = _analyses(stage).filter(deal=deal, trump=trump.value)
    return rows.values_list("line", flat=True).first()


def kept_analyses(stage: Stage, deals: Iterable[int]) -> dict[tuple[int, Denomination], bool]:
    """Return the denominations of these hands with a value, and whether best play is there."""
    there = ExpressionWrapper(Q(line__isnull=False), output_field=BooleanField())
    rows = _analyses(stage).filter(deal__in=list(deals)).annotate(has_line=there)
    return {
        (deal, Denomination(trump)): has_line
        for deal, trump, has_line in rows.values_list("deal", "trump", "has_line")
    }


def _analyses(stage: Stage) -> QuerySet[HandAnalysis]:
    return HandAnalysis.objects.filter(stage=stage, variant=stage.settings.play_variant)


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """Progress of a round's analysis: denominations of all its hands, and lines of best play.

    `job` is the state of the job that analyses it, None without one.
    """

    round: int
    deals: tuple[int, ...]
    valued: int
    lines: int
    of: int
    job: Job.State | None
    played: int = 0
    """Number of plays on phones that have been analysed."""
    of_played: int = 0
    """Number of plays on phones to analyse."""

    @property
    def is_complete(self) -> bool:
        return self.valued == self.lines == self.of and self.played == self.of_played

    @property
    def percent(self) -> int:
        """Progress from 0 to 100, lines counted like values."""
        done = self.valued + self.lines + self.played
        return 100 * done // (2 * self.of + self.of_played)


def progress_of_rounds(stage: Stage) -> tuple[RoundProgress, ...]:
    """Return the progress of those rounds of a stage whose hands everybody may see; 4 queries."""
    counted = (
        _analyses(stage)
        .values("deal")
        .annotate(valued=Count("pk"), lines=Count("pk", filter=Q(line__isnull=False)))
    )
    known = {row["deal"]: (row["valued"], row["lines"]) for row in counted}
    jobs = Job.objects.filter(championship=stage.championship, kind=Job.Kind.ANALYSIS)
    states = {
        number: Job.State(state)
        for number, state in jobs.order_by("pk").values_list("arguments__round", "state")
    }
    begun = HandInPlay.objects.begun().filter(match__round__stage=stage, match__cancelled=False)
    played = {
        row["match__round"]: (row["done"], row["of"])
        for row in begun.values("match__round").annotate(of=Count("pk"), done=Count("analysis"))
    }
    found = []
    for round in rounds_with_deals([stage]):
        if not round.deals:
            continue
        if hands_are_public(round):
            of_deals = [known.get(deal, (0, 0)) for deal in round.deals]
            done, of = played.get(round.pk, (0, 0))
            one = _progress(round.number, round.deals, of_deals, states)
            found.append(replace(one, played=done, of_played=of))
    return tuple(found)


def _progress(
    number: int,
    deals: tuple[int, ...],
    known: Sequence[tuple[int, int]],
    states: Mapping[int, Job.State],
) -> RoundProgress:
    state = states.get(number)
    return RoundProgress(
        round=number,
        deals=deals,
        valued=sum(valued for valued, _lines in known),
        lines=sum(lines for _valued, lines in known),
        of=len(deals) * DENOMINATIONS,
        job=None if state is Job.State.DONE else state,
    )


def analysis_is_on() -> bool:
    """Return whether this installation can analyse hands: whether Numba is there."""
    return is_available()

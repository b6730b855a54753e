"""Scoring the hands of an event: the results of all venues, hand by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from scoring.duplicate.methods import percentiles
from scoring.duplicate.scores import DealScores, TableResult, score_deal, score_hands
from scoring.duplicate.settings import Settings
from scoring.duplicate.standings import Standings, contestant_hands, rank_contestants
from scoring.duplicate.tally import ContestantHand
from scoring.game.seats import Side, Sides, makers_of
from scoring.participation import Participation, Withdrawn
from tournament.models import (
    PAIR_IDS,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    RoundStatus,
    Ruling,
    Simultaneous,
    Stage,
)
from tournament.simultaneous.queries.event_standings import HUNDRED, ScoredDeal
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.hands import AWARDS, INFRACTIONS, announcement_of
from tournament.standings.rankings.ranking import (
    annulled_sides,
    excused_hands,
    left_alone,
    most_by_round,
    rests_of_the_plan,
    who_left,
    withdrawals,
)
from tournament.standings.rulings import Deduction, deducted
from tournament.standings.stage_rows import Cell, RoundStates


def settings_of(event: Simultaneous) -> Settings:
    """Return the settings of any venue: they are equal while venues are tied; 1 query."""
    stage = Stage.objects.filter(championship__venue__simultaneous=event).order_by("pk").first()
    return stage.scoring_settings() if stage is not None else Settings()


ByVenue = dict[int, list[TableResult[int]]]
"""A hand's results, by the championship of their venue."""
_COLUMNS = ("ns_points", "trump", "double", "infraction", "award")


@dataclass(frozen=True, slots=True)
class PlayedHands:
    """The hands of all venues, by their number, and who sat where."""

    by_deal: dict[int, ByVenue]
    round_of: dict[int, int]
    """Round of each deal."""
    sat: set[Cell]
    """Contestants who sat at a table, each with the round."""
    without_opponents: list[tuple[int, int, int]]
    """The round and the two pairs of each hand that was not played as one had withdrawn."""


def played_hands(event: Simultaneous, rounds: Sequence[int]) -> PlayedHands:
    """Return the hands of all venues, as far as released rounds are closed; 1 query."""
    matches = Match.objects.filter(
        round__championship__venue__simultaneous=event,
        round__championship__venue__left_out="",
        round__number__in=rounds,
        round__status=RoundStatus.CLOSED,
        cancelled=False,
        results__kind=Result.Kind.DEALT_HAND,
        results__is_current=True,
    ).with_pair_columns()
    columns = (f"results__{name}" for name in ("outcome", "not_played_reason", "deal", *_COLUMNS))
    by_deal: dict[int, ByVenue] = defaultdict(lambda: defaultdict(list))
    found = PlayedHands(by_deal, {}, set(), [])
    places = ("round__championship_id", "round__number")
    stored = matches.order_by().values_list(*places, *PAIR_IDS, *columns)
    for championship, number, ns, ew, outcome, reason, deal, *said in stored:
        found.round_of[deal] = number
        found.sat.update(((ns, number), (ew, number)))
        if outcome != Outcome.PLAYED:
            if reason == NotPlayedReason.WITHDRAWN:
                found.without_opponents.append((number, ns, ew))
            continue
        points, trump, double, infraction, award = said
        result = TableResult(
            Sides(ns, ew),
            points,
            announcement_of(trump, double),
            INFRACTIONS[infraction],
            AWARDS[award],
        )
        by_deal[deal][championship].append(result)
    return found


@dataclass(frozen=True, slots=True)
class VenueRulings:
    """Rulings in force in any venue."""

    cancelled: frozenset[tuple[int, int]]
    """Championship and hand."""
    deductions: Mapping[int, tuple[Deduction, ...]]


def rulings_of_venues(event: Simultaneous) -> VenueRulings:
    """Return the rulings in force in all venues; 1 query."""
    cancelled = set()
    deductions: dict[int, tuple[Deduction, ...]] = defaultdict(tuple)
    stored = Ruling.objects.filter(
        championship__venue__simultaneous=event, withdrawn_at__isnull=True
    )
    for one in stored.order_by("championship", "number"):
        if one.kind == Ruling.Kind.HAND_CANCELLED:
            assert one.deal is not None, "the database holds that a cancelled hand has its number"
            cancelled.add((one.championship_id, one.deal))
        else:
            assert one.contestant_id is not None, "the database holds that a deduction has its pair"
            assert one.hundredths is not None, "and its points"
            deductions[one.contestant_id] += (
                Deduction(one.number, Fraction(one.hundredths, HUNDRED), one.reason),
            )
    return VenueRulings(frozenset(cancelled), deductions)


class ScoredHands:
    """Scores that grow hand by hand."""

    def __init__(self, settings: Settings, rulings: VenueRulings, own_field: bool) -> None:
        self.settings, self.rulings, self.own_field = settings, rulings, own_field
        self.annulled: frozenset[int] = frozenset()
        self.over_all: list[ContestantHand[int]] = []
        self.in_venue: dict[int, list[ContestantHand[int]]] = defaultdict(list)
        self.deals: list[ScoredDeal] = []
        self.percentiles: dict[int, list[Fraction]] = defaultdict(list)
        self.seated: set[int] = set()
        self.annulled_sides: list[int] = []
        self.hands_in: Counter[Cell] = Counter()
        self.participation: Participation[int] = Participation(complete=False)

    def annul(self, contestants: Iterable[ContestantRef]) -> None:
        """Leave the hands of withdrawn pairs out, where the settings say so."""
        if self.settings.withdrawn is Withdrawn.ANNUL:
            gone = (one.id for one in contestants if one.withdrawn_from is not None)
            self.annulled = frozenset(gone)

    def add(self, deal: int, round: int, by_venue: ByVenue) -> None:
        """Score a hand of a round over all venues, and in each by itself."""
        by_venue = {
            championship: results
            for championship, results in by_venue.items()
            if (championship, deal) not in self.rulings.cancelled
        }
        together = self._score(deal, [one for results in by_venue.values() for one in results])
        places = _percentiles(together)
        self._note(together, places)
        self.annulled_sides += annulled_sides(together)
        self.hands_in.update((hand.contestant, round) for hand in contestant_hands(together))
        if self.own_field:
            apart = {one: self._score(deal, results) for one, results in by_venue.items()}
            self.deals.append(ScoredDeal(deal, tuple(apart.values()), places))
            hands = {one: [*contestant_hands(scores)] for one, scores in apart.items()}
            self.over_all += chain(*hands.values())
        else:
            self.deals.append(ScoredDeal(deal, (together,), places))
            hands = {one: self._hands(deal, results) for one, results in by_venue.items()}
            self.over_all += contestant_hands(together)
        for championship, own in hands.items():
            self.in_venue[championship] += own

    def _score(self, deal: int, results: Sequence[TableResult[int]]) -> DealScores[int]:
        return score_deal(makers_of(deal), results, self.settings, annulled=self.annulled)

    def _hands(self, deal: int, results: Sequence[TableResult[int]]) -> list[ContestantHand[int]]:
        return score_hands(makers_of(deal), results, self.settings, annulled=self.annulled)

    def _note(self, scores: DealScores[int], places: Sides[Mapping[int, Fraction]]) -> None:
        """Store the percentiles of everybody who played a hand."""
        for table in scores.tables:
            ns, ew = table.sides
            for own, place in ((ns, places.ns), (ew, places.ew)):
                self.seated.add(own.contestant)
                if own.hand_score is not None and own.final is not None:
                    self.percentiles[own.contestant].append(place[own.hand_score])

    def take_part(
        self,
        contestants: Mapping[int, ContestantRef],
        played: PlayedHands,
        states: RoundStates,
        *,
        by_hand: bool,
    ) -> None:
        """Say who withdrew, and whose missing hands are excused, once all hands are scored."""
        rests = rests_of_the_plan(contestants, played.sat, states.closed, by_hand=by_hand)
        withdrawn = withdrawals(contestants)
        alone = (
            left_alone(number, [(ns,), (ew,)], withdrawn)
            for number, ns, ew in played.without_opponents
        )
        lost = chain(self.annulled_sides, *alone)
        self.participation = Participation(
            who_left(contestants, states, states.closed),
            excused_hands(rests, most_by_round(self.hands_in), lost),
            states.are_all(states.closed),
        )

    def rank(
        self, contestants: Sequence[int], hands: Sequence[ContestantHand[int]]
    ) -> Standings[int]:
        return rank_contestants(
            contestants,
            hands,
            self.settings,
            deductions={pk: deducted(found) for pk, found in self.rulings.deductions.items()},
            participation=self.participation,
        )


def _percentiles(scores: DealScores[int]) -> Sides[Mapping[int, Fraction]]:
    def of(side: Side) -> Mapping[int, Fraction]:
        return percentiles(
            [
                own.hand_score
                for table in scores.tables
                if (own := table.sides[side]).hand_score is not None and own.final is not None
            ]
        )

    return Sides(of(Side.NS), of(Side.EW))

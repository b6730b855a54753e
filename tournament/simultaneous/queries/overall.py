"""Everybody in all venues of an event ranked together, by the rounds that were released.

The results of all venues are read at once and scored hand by hand: with the field that the event
says for the rank over all, and within each venue for the rank there, as the venue's own page has
it. Nothing is stored, so what is corrected in a venue counts here at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cache
from itertools import chain

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.duplicate.methods import percentiles
from scoring.duplicate.scores import (
    Award,
    DealScores,
    Infraction,
    Origin,
    TableResult,
    score_deal,
    score_hands,
)
from scoring.duplicate.settings import Settings, Withdrawn
from scoring.duplicate.standings import Standings, StandingsRow, contestant_hands, rank_contestants
from scoring.duplicate.tally import ContestantHand, exact_sum
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side, Sides, makers_of
from scoring.rank_by import RankBy
from tournament.core.labels import label
from tournament.core.names import plain
from tournament.core.page_cache import SharedReads
from tournament.models import (
    PAIR_IDS,
    Contestant,
    LeftOut,
    Match,
    Outcome,
    Result,
    Round,
    RoundStatus,
    Ruling,
    Simultaneous,
    Stage,
    Venue,
    VenuesField,
)
from tournament.standings.contestants import ContestantRef, contestants_of_venues
from tournament.standings.lines import StandingsLine
from tournament.standings.rulings import Deduction, deducted

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class VenueRef:
    """A venue, as lists name it; `id` is its own, `championship` that of its championship."""

    id: int
    championship: int
    name: str
    slug: str


@dataclass(frozen=True, slots=True)
class EventFigures:
    """What a pair has beside its rank over all; scores are exact."""

    venue: VenueRef
    venue_rank: int
    venue_shared: bool
    hands: int
    total: Fraction
    mean: Fraction | None
    percentile: Fraction | None
    """The mean of those of its hands; None without a hand that was played out."""


@dataclass(frozen=True, slots=True)
class HandOfPair:
    """A hand of a pair: what it made, and how that compares.

    `percentile` is over all venues, whatever the field; None where the hand was not played out.
    """

    deal: int
    side: Side
    opponent: int
    """The id of the pair it met."""
    points: int | None
    hand_score: int | None
    final: Fraction | None
    origin: Origin
    percentile: Fraction | None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A hand at all tables that played it, scored within each field."""

    number: int
    fields: tuple[DealScores[int], ...]
    percentiles: Sides[Mapping[int, Fraction]]
    """Over all venues, by the hand score."""

    def hands_of(self, pair: int) -> Iterator[HandOfPair]:
        """That of a pair, if it played it; made when somebody asks, as there are thousands."""
        for table in (table for scores in self.fields for table in scores.tables):
            held = table.result.contestants
            if pair not in (held.ns, held.ew):
                continue
            side = held.side_of(pair)
            own = table.sides[side]
            score = own.hand_score if own.final is not None else None
            yield HandOfPair(
                self.number,
                side,
                held[side.opponents],
                table.result.points(side),
                own.hand_score,
                own.final,
                own.origin,
                None if score is None else self.percentiles[side][score],
            )


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A venue, or a club, by what ranks pairs: the mean of that over its pairs."""

    rank: int
    name: str
    pairs: int
    value: Fraction
    best_rank: int
    venue: int | None = None


@dataclass(frozen=True, slots=True)
class LateVenue:
    """A venue whose pairs are not ranked, as released rounds of it are not closed."""

    venue: VenueRef
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeftOutVenue:
    """A venue whose results don't count; `why` is a value of `LeftOut`."""

    venue: VenueRef
    why: LeftOut
    reason: str


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The standings of an event, best first."""

    event: Simultaneous
    lines: tuple[StandingsLine[EventFigures], ...]
    rounds: tuple[int, ...]
    """Those that were released."""
    late: tuple[LateVenue, ...]
    left_out: tuple[LeftOutVenue, ...]
    by_mean: bool
    venues: tuple[GroupLine, ...]
    clubs: tuple[GroupLine, ...]
    deals: tuple[ScoredDeal, ...]
    contestants: Mapping[int, ContestantRef]
    final: bool
    """All rounds were released, and all venues have ended."""
    made_at: datetime

    def hands_of(self, pair: int) -> tuple[HandOfPair, ...]:
        """The hands of the pair of that id, in their order."""
        return tuple(hand for deal in self.deals for hand in deal.hands_of(pair))

    def of_venue(self, venue: int) -> tuple[StandingsLine[EventFigures], ...]:
        """The pairs of one venue, in the order of their ranks over all."""
        return tuple(line for line in self.lines if line.figures.venue.id == venue)

    def line(self, venue: int, number: int) -> StandingsLine[EventFigures] | None:
        """The pair with that number in a venue; None where it is not ranked."""
        own = self.of_venue(venue)
        return next((line for line in own if line.contestant.number == number), None)


_shared: SharedReads[EventStandings] = SharedReads()


def shared_standings(event: Simultaneous, published: str) -> EventStandings:
    """The same, computed once for a version (`version_for_everybody`, asked for before)."""
    # They say in words which rule split a tie.
    key = (event.pk, published, get_language())
    return _shared.get(key, lambda: overall_standings(event))


def overall_standings(event: Simultaneous) -> EventStandings:
    """The standings of an event as they are now; 10 queries."""
    rounds = tuple(event.releases.order_by("round").values_list("round", flat=True))
    venues, late, ended = _venues(event, rounds)
    settings = _settings(event)
    played = _played(event, rounds)
    contestants = contestants_of_venues(event)
    championship_of = dict(
        Contestant.objects.filter(championship__venue__simultaneous=event).values_list(
            "pk", "championship_id"
        )
    )
    rulings = _rulings(event)
    scored = _Scored(settings, rulings, event.field == VenuesField.OWN_VENUE)
    scored.annul(contestants.values())
    for deal, by_venue in sorted(played.items()):
        scored.add(deal, by_venue)
    excluded = {one.venue.championship for one in late}
    ranked = [
        pk for pk in contestants if pk in scored.seated and championship_of[pk] not in excluded
    ]
    overall = scored.rank(ranked, scored.over_all)
    at_home: dict[int, list[int]] = {championship: [] for championship in venues}
    for pk in ranked:
        at_home[championship_of[pk]].append(pk)
    own = {
        championship: scored.rank(members, scored.in_venue.get(championship, []))
        for championship, members in at_home.items()
    }
    lines = tuple(_lines(overall, own, contestants, championship_of, venues, scored))
    by_mean = overall.ranked_by is RankBy.MEAN
    return EventStandings(
        event=event,
        lines=lines,
        rounds=rounds,
        late=late,
        left_out=tuple(
            LeftOutVenue(_ref(one), LeftOut(one.left_out), one.left_out_reason)
            for one in event.venues.exclude(left_out="").select_related("championship")
        ),
        by_mean=by_mean,
        venues=_group_lines(
            ((str(line.figures.venue.id), line.figures.venue.name, line) for line in lines),
            by_mean=by_mean,
            venues=True,
        ),
        clubs=_group_lines(
            (
                (plain(line.contestant.club), line.contestant.club, line)
                for line in lines
                if line.contestant.club
            ),
            by_mean=by_mean,
        ),
        deals=tuple(scored.deals),
        contestants=contestants,
        final=ended and len(rounds) == event.rounds and not event.centre_is_elsewhere,
        made_at=timezone.now(),
    )


def _venues(
    event: Simultaneous, rounds: Sequence[int]
) -> tuple[dict[int, VenueRef], tuple[LateVenue, ...], bool]:
    """The venues that count by championship, those of them that are late, and whether all have
    ended; 2 queries."""
    counted = Venue.objects.filter(simultaneous=event, left_out="")
    stored = list(counted.select_related("championship"))
    refs = {one.championship_id: _ref(one) for one in stored}
    closed = set(
        Round.objects.filter(
            championship__venue__simultaneous=event, status=RoundStatus.CLOSED
        ).values_list("championship_id", "number")
    )
    late = []
    for championship, ref in refs.items():
        missing = tuple(one for one in rounds if (championship, one) not in closed)
        if missing:
            late.append(LateVenue(ref, missing))
    ended = all(one.championship.ended_at is not None for one in stored)
    return refs, tuple(late), ended


def _ref(one: Venue) -> VenueRef:
    return VenueRef(one.pk, one.championship_id, one.name, one.championship.slug)


def _settings(event: Simultaneous) -> Settings:
    """Those of any venue: they are the same while venues are tied; 1 query."""
    stage = Stage.objects.filter(championship__venue__simultaneous=event).order_by("pk").first()
    return stage.scoring_settings() if stage is not None else Settings()


_ByVenue = dict[int, list[TableResult[int]]]
"""A hand's results, by the championship of their venue."""
_COLUMNS = ("ns_points", "trump", "double", "infraction", "award")


def _played(event: Simultaneous, rounds: Sequence[int]) -> dict[int, _ByVenue]:
    """The hands of all venues by their number, as far as released rounds are closed; 1 query."""
    matches = Match.objects.filter(
        round__championship__venue__simultaneous=event,
        round__championship__venue__left_out="",
        round__number__in=rounds,
        round__status=RoundStatus.CLOSED,
        cancelled=False,
        results__kind=Result.Kind.DEALT_HAND,
        results__is_current=True,
        results__outcome=Outcome.PLAYED,
    ).with_pair_columns()
    columns = (f"results__{name}" for name in ("deal", *_COLUMNS))
    found: dict[int, _ByVenue] = defaultdict(lambda: defaultdict(list))
    stored = matches.order_by().values_list("round__championship_id", *PAIR_IDS, *columns)
    for championship, ns, ew, deal, points, trump, double, infraction, award in stored:
        result = TableResult(
            Sides(ns, ew),
            points,
            _announcement(trump, double),
            _INFRACTIONS[infraction],
            _AWARDS[award],
        )
        found[deal][championship].append(result)
    return found


# Looked up, not made: there are thousands.
_INFRACTIONS = {one.value: one for one in Infraction}
_AWARDS = {one.value: one for one in Award}


@cache
def _announcement(trump: str, double: str) -> Announcement:
    return Announcement(Denomination(trump) if trump else None, Double(double))


@dataclass(frozen=True, slots=True)
class _Rulings:
    """Rulings in force in any venue."""

    cancelled: frozenset[tuple[int, int]]
    """Championship and hand."""
    deductions: Mapping[int, tuple[Deduction, ...]]


def _rulings(event: Simultaneous) -> _Rulings:
    """1 query."""
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
    return _Rulings(frozenset(cancelled), deductions)


class _Scored:
    """Scores that grow hand by hand."""

    def __init__(self, settings: Settings, rulings: _Rulings, own_field: bool) -> None:
        self.settings, self.rulings, self.own_field = settings, rulings, own_field
        self.annulled: frozenset[int] = frozenset()
        self.over_all: list[ContestantHand[int]] = []
        self.in_venue: dict[int, list[ContestantHand[int]]] = defaultdict(list)
        self.deals: list[ScoredDeal] = []
        self.percentiles: dict[int, list[Fraction]] = defaultdict(list)
        self.seated: set[int] = set()

    def annul(self, contestants: Iterable[ContestantRef]) -> None:
        """Leave the hands of withdrawn pairs out, where the settings say so."""
        if self.settings.withdrawn is Withdrawn.ANNUL:
            gone = (one.id for one in contestants if one.withdrawn_from is not None)
            self.annulled = frozenset(gone)

    def add(self, deal: int, by_venue: _ByVenue) -> None:
        """Score a hand over all venues, and in each by itself."""
        by_venue = {
            championship: results
            for championship, results in by_venue.items()
            if (championship, deal) not in self.rulings.cancelled
        }
        together = self._score(deal, [one for results in by_venue.values() for one in results])
        places = _percentiles(together)
        self._note(together, places)
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
        """The percentiles of everybody who played a hand."""
        for table in scores.tables:
            ns, ew = table.sides
            for own, place in ((ns, places.ns), (ew, places.ew)):
                self.seated.add(own.contestant)
                if own.hand_score is not None and own.final is not None:
                    self.percentiles[own.contestant].append(place[own.hand_score])

    def rank(
        self, contestants: Sequence[int], hands: Sequence[ContestantHand[int]]
    ) -> Standings[int]:
        return rank_contestants(
            contestants,
            hands,
            self.settings,
            deductions={pk: deducted(found) for pk, found in self.rulings.deductions.items()},
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


def _lines(
    overall: Standings[int],
    own: Mapping[int, Standings[int]],
    contestants: Mapping[int, ContestantRef],
    championship_of: Mapping[int, int],
    venues: Mapping[int, VenueRef],
    scored: _Scored,
) -> Iterator[StandingsLine[EventFigures]]:
    sharing = Counter(row.rank for row in overall.rows)
    at_home = {row.contestant: row for one in own.values() for row in one.rows}
    sharing_at_home = Counter(
        (championship, row.rank) for championship, one in own.items() for row in one.rows
    )
    for row in overall.rows:
        championship = championship_of[row.contestant]
        home: StandingsRow[int] = at_home[row.contestant]
        found = scored.percentiles[row.contestant]
        yield StandingsLine(
            rank=row.rank,
            shared=sharing[row.rank] > 1,
            contestant=contestants[row.contestant],
            figures=EventFigures(
                venue=venues[championship],
                venue_rank=home.rank,
                venue_shared=sharing_at_home[championship, home.rank] > 1,
                hands=row.hands,
                total=row.total,
                mean=row.mean,
                percentile=exact_sum(found) / len(found) if found else None,
            ),
            deductions=scored.rulings.deductions.get(row.contestant, ()),
            rests=(),
            splits=row.splits,
            tie_text=_tie_text(row),
        )


def _tie_text(row: StandingsRow[int]) -> str:
    """Which rules split the ties that a pair was in, "" where it was in none."""
    rules = ", ".join(label(split.rule) for split in row.splits)
    return _("Tied, and split by: %(rules)s.") % {"rules": rules} if rules else ""


def _group_lines(
    members: Iterable[tuple[str, str, StandingsLine[EventFigures]]],
    *,
    by_mean: bool,
    venues: bool = False,
) -> tuple[GroupLine, ...]:
    """Groups of pairs, the best mean first; equal ones share a rank."""
    names: dict[str, str] = {}
    lines: dict[str, list[StandingsLine[EventFigures]]] = defaultdict(list)
    for key, name, line in members:
        names.setdefault(key, name)
        lines[key].append(line)
    values = {}
    for key, own in lines.items():
        ranked = [line.figures.mean if by_mean else line.figures.total for line in own]
        known = [value for value in ranked if value is not None]
        values[key] = exact_sum(known) / len(known) if known else Fraction(0)
    ordered = sorted(lines, key=lambda key: (-values[key], plain(names[key])))
    better = Counter(values.values())
    ranks: dict[Fraction, int] = {}
    before = 0
    for value in sorted(better, reverse=True):
        ranks[value] = before + 1
        before += better[value]
    return tuple(
        GroupLine(
            rank=ranks[values[key]],
            name=names[key],
            pairs=len(lines[key]),
            value=values[key],
            best_rank=min(line.rank for line in lines[key]),
            venue=int(key) if venues else None,
        )
        for key in ordered
    )

"""Everybody in all venues of an event ranked together, by the rounds that were released.

The results of all venues are read at once and scored hand by hand: with the field that the event
says for the rank over all, and within each venue for the rank there, as the venue's own page has
it. Nothing is stored, so what is corrected in a venue counts here at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.duplicate.standings import Standings, StandingsRow
from scoring.duplicate.tally import exact_sum
from scoring.rank_by import RankBy
from tournament.core.labels import label
from tournament.core.names import plain
from tournament.core.page_cache import SharedReads
from tournament.models import (
    Contestant,
    LeftOut,
    Round,
    RoundStatus,
    Simultaneous,
    Venue,
    VenuesField,
)
from tournament.simultaneous.queries.event_scores import (
    ScoredHands,
    played_hands,
    rulings_of_venues,
    settings_of,
)
from tournament.simultaneous.queries.event_standings import (
    EventFigures,
    EventStandings,
    GroupLine,
    LateVenue,
    LeftOutVenue,
    VenueRef,
)
from tournament.stages.formats import FORMATS
from tournament.standings.contestants import ContestantRef, contestants_of_venues
from tournament.standings.lines import StandingsLine
from tournament.standings.stage_rows import RoundStates

_shared: SharedReads[EventStandings] = SharedReads()


def shared_standings(event: Simultaneous, published: str) -> EventStandings:
    """Return the standings of an event, computed once for each `version_for_everybody`."""
    # The texts that say which rule split a tie depend on the language.
    key = (event.pk, published, get_language())
    return _shared.get(key, lambda: overall_standings(event))


def overall_standings(event: Simultaneous) -> EventStandings:
    """Return the standings of an event as they are now; 10 queries."""
    rounds = tuple(event.releases.order_by("round").values_list("round", flat=True))
    venues, late, ended = _venues(event, rounds)
    settings = settings_of(event)
    played = played_hands(event, rounds)
    contestants = contestants_of_venues(event)
    championship_of = dict(
        Contestant.objects.filter(championship__venue__simultaneous=event).values_list(
            "pk", "championship_id"
        )
    )
    rulings = rulings_of_venues(event)
    scored = ScoredHands(settings, rulings, event.field == VenuesField.OWN_VENUE)
    scored.annul(contestants.values())
    for deal, by_venue in sorted(played.by_deal.items()):
        scored.add(deal, played.round_of[deal], by_venue)
    scored.take_part(
        contestants,
        played,
        RoundStates(rounds, event.rounds, corrections={}, ended=ended),
        by_hand=FORMATS[event.kind].by_hand,
    )
    excluded = {one.venue.championship for one in late}
    # Databases give rows in any order: contestants who share a rank stand in this one.
    ranked = sorted(
        (pk for pk in contestants if pk in scored.seated and championship_of[pk] not in excluded),
        key=lambda pk: (venues[championship_of[pk]].id, contestants[pk].number),
    )
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
    """Return venues that count by championship, late ones, and if all have ended; 2 queries."""
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


def _lines(
    overall: Standings[int],
    own: Mapping[int, Standings[int]],
    contestants: Mapping[int, ContestantRef],
    championship_of: Mapping[int, int],
    venues: Mapping[int, VenueRef],
    scored: ScoredHands,
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
            completion=row.completion,
            shortfall=row.shortfall,
        )


def _tie_text(row: StandingsRow[int]) -> str:
    """Return the rules that split the pair's ties, as text; "" for none."""
    rules = ", ".join(label(split.rule) for split in row.splits)
    return _("Tied, and split by: %(rules)s.") % {"rules": rules} if rules else ""


def _group_lines(
    members: Iterable[tuple[str, str, StandingsLine[EventFigures]]],
    *,
    by_mean: bool,
    venues: bool = False,
) -> tuple[GroupLine, ...]:
    """Return groups of pairs, the best mean first; equal ones share a rank."""
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

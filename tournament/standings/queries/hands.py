"""Results of the tables, scored: what stands on the sheet of each hand.

A hand sheet (a *traveller*) lists every table that played a deal. A table whose result is missing
or taken back, and one that did not play the hand, stand there without scores and play no part in
those of the others. A hand that was cancelled for all has no scores at any table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, starmap
from operator import attrgetter
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import (
    POINTS_IN_A_HAND,
    Award,
    DealScores,
    Field,
    Infraction,
    Origin,
    TableResult,
    TableScore,
    score_deal,
)
from scoring.seats import Seat, Side, dealer_of, makers_of
from scoring.settings import Settings, Withdrawn
from tournament.models import Match, NotPlayedReason, Outcome, Result, Stage
from tournament.standings.queries.rulings import RulingsInForce, rulings_in_force
from tournament.standings.queries.teams import TeamRef, team_refs


@dataclass(frozen=True, slots=True)
class HandEntry:
    """One hand at one table: what was entered and what it scores.

    Points are trick points, 0 to 72, None where none were written down. Hand scores are None at a
    table with a rule-break and for a side that was awarded the average, finals (exact, on the
    championship's scale) and origins where there is nothing to score. `version` is 0, and the
    outcome BLANK, where nothing has been entered yet. `not_played_reason` is a value of
    `NotPlayedReason`, or "".
    """

    match_id: int
    table_name: str
    table_number: int
    round: int
    deal: int
    ns: TeamRef
    ew: TeamRef
    outcome: Outcome
    ns_points: int | None
    ew_points: int | None
    announcement: Announcement
    infraction: Infraction
    award: Award
    not_played_reason: str
    note: str
    version: int
    ns_hand_score: int | None
    ew_hand_score: int | None
    ns_final: Fraction | None
    ew_final: Fraction | None
    ns_origin: Origin | None
    ew_origin: Origin | None

    @property
    def reason(self) -> NotPlayedReason | None:
        """Why the hand was not played; None if it was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None

    @property
    def public_note(self) -> str:
        """The note where it is itself the reason why a hand was not played.

        What referees note beside a ruling or another reason is not for everybody.
        """
        return self.note if self.reason is NotPlayedReason.OTHER else ""


@dataclass(frozen=True, slots=True)
class HandSheet:
    """One deal at all tables, by table number. `makers` made trumps at every one of them.

    `why_cancelled` is the reason why it was cancelled for all tables, "" for one that stands.
    """

    deal: int
    round: int
    dealer: Seat
    makers: Side
    entries: tuple[HandEntry, ...]
    ns_field: Field
    ew_field: Field
    why_cancelled: str

    @property
    def cancelled(self) -> bool:
        """Whether the hand has no score at any table."""
        return bool(self.why_cancelled)

    @property
    def has_awards(self) -> bool:
        """Whether some side was awarded the average."""
        return any(entry.award for entry in self.entries)

    def field(self, side: Side) -> Field:
        return self.ns_field if side is Side.NS else self.ew_field


def hand_sheet(stage: Stage, deal: int, *, draft: Result | None = None) -> HandSheet:
    """One deal at all tables as it stands now, published or not; 5 queries.

    Every table of the round has an entry, also one without a result. `draft`, an unsaved result of
    this deal, stands in for its match's current one: so a page can show what an entry would do.
    """
    settings = stage.championship.scoring_settings()
    round_number = stage.round_of_deal(deal)
    matches = Match.objects.filter(round__stage=stage, round__number=round_number, cancelled=False)
    tables = matches.order_by("table__number").values_list(
        "pk", "round__number", "table__number", "table__name", "ns_id", "ew_id"
    )
    blank = {match[0]: _Row(*match, deal) for match in tables}
    rows = dict(blank)
    for values in _current_results(stage).filter(deal=deal).values_list(*_COLUMNS):
        row = _Row(*values)
        rows[row.match_id] = row
    if draft is not None:
        assert draft.deal == deal, "a draft stands on the sheet of its own hand"
        rows[draft.match_id] = _drafted(blank[draft.match_id], draft)
    teams = team_refs(stage.championship)
    on_sheet = tuple(rows.values())
    annulled = annulled_teams(teams.values(), settings)
    why = rulings_in_force(stage.championship).cancelled.get(deal, "")
    scores = _score(deal, on_sheet, settings, annulled, cancelled=bool(why))
    return _sheet(deal, round_number, on_sheet, scores, teams, why)


def hand_sheets(
    stage: Stage,
    rounds: Collection[int],
    rulings: RulingsInForce,
    draft: Result | None = None,
) -> tuple[dict[int, TeamRef], Iterator[tuple[HandSheet, DealScores[int]]]]:
    """All pairs, and the sheets of all deals of some rounds that have a result, by deal; 3 queries.

    A deal's scores come with its sheet, for what is built on them. A deal that was cancelled before
    any table had a result has a sheet too, without entries. `draft` is as for `hand_sheet`, its
    match with its round and table; one of another round changes nothing.
    """
    settings = stage.championship.scoring_settings()
    results = _current_results(stage).filter(match__round__number__in=rounds)
    found = list(starmap(_Row, results.values_list(*_COLUMNS)))
    if draft is not None and draft.match.round.number in rounds:
        found = _with_draft(found, draft)
    teams = team_refs(stage.championship)
    annulled = annulled_teams(teams.values(), settings)

    by_deal = {deal: tuple(group) for deal, group in groupby(found, attrgetter("deal"))}
    for deal in rulings.cancelled:
        if stage.round_of_deal(deal) in rounds:
            by_deal.setdefault(deal, ())

    def sheets() -> Iterator[tuple[HandSheet, DealScores[int]]]:
        for deal, rows in sorted(by_deal.items()):
            why = rulings.cancelled.get(deal, "")
            scores = _score(deal, rows, settings, annulled, cancelled=bool(why))
            yield _sheet(deal, stage.round_of_deal(deal), rows, scores, teams, why), scores

    return teams, sheets()


def annulled_teams(teams: Iterable[TeamRef], settings: Settings) -> frozenset[int]:
    """The withdrawn pairs whose hands don't count, by id; none where results stand."""
    if settings.withdrawn is Withdrawn.KEEP:
        return frozenset()
    return frozenset(team.id for team in teams if team.withdrawn_from is not None)


class _Row(NamedTuple):
    """What the database says about one hand at one table; in the order of `_COLUMNS`."""

    match_id: int
    round: int
    table_number: int
    table_name: str
    ns_id: int
    ew_id: int
    deal: int
    outcome: str = Outcome.BLANK.value
    ns_points: int | None = None
    trump: str = ""
    double: str = ""
    infraction: str = ""
    award: str = ""
    not_played_reason: str = ""
    note: str = ""
    version: int = 0


_COLUMNS = (
    "match_id",
    "match__round__number",
    "match__table__number",
    "match__table__name",
    "match__ns_id",
    "match__ew_id",
    "deal",
    "outcome",
    "ns_points",
    "trump",
    "double",
    "infraction",
    "award",
    "not_played_reason",
    "note",
    "version",
)


def _current_results(stage: Stage) -> QuerySet[Result]:
    current = Result.objects.filter(
        is_current=True, match__round__stage=stage, match__cancelled=False
    )
    return current.order_by("deal", "match__table__number")


def _with_draft(rows: Sequence[_Row], draft: Result) -> list[_Row]:
    """The rows by deal and table, the draft's in the place of its match's own."""
    match, table = draft.match, draft.match.table
    blank = _Row(
        match.pk, match.round.number, table.number, table.name, match.ns_id, match.ew_id, draft.deal
    )
    others = (row for row in rows if (row.match_id, row.deal) != (match.pk, draft.deal))
    return sorted([*others, _drafted(blank, draft)], key=attrgetter("deal", "table_number"))


def _drafted(row: _Row, draft: Result) -> _Row:
    return row._replace(
        outcome=draft.outcome,
        ns_points=draft.ns_points,
        trump=draft.trump,
        double=draft.double,
        infraction=draft.infraction,
        award=draft.award,
        not_played_reason=draft.not_played_reason,
        note=draft.note,
        version=draft.version or 0,
    )


@cache
def _announcement(trump: str, double: str) -> Announcement:
    return Announcement(Denomination(trump) if trump else None, Double(double))


def _score(
    deal: int,
    rows: Sequence[_Row],
    settings: Settings,
    annulled: Collection[int],
    *,
    cancelled: bool,
) -> DealScores[int]:
    """The scores of the tables that played the hand, in the order of their rows."""
    results = [
        TableResult(
            row.ns_id,
            row.ew_id,
            row.ns_points,
            _announcement(row.trump, row.double),
            Infraction(row.infraction),
            Award(row.award),
        )
        for row in rows
        if row.outcome == Outcome.PLAYED
    ]
    return score_deal(makers_of(deal), results, settings, annulled=annulled, cancelled=cancelled)


def _sheet(
    deal: int,
    round_number: int,
    rows: Sequence[_Row],
    scores: DealScores[int],
    teams: Mapping[int, TeamRef],
    why_cancelled: str,
) -> HandSheet:
    tables: Iterator[TableScore[int]] = iter(scores.tables)
    return HandSheet(
        deal=deal,
        round=round_number,
        dealer=dealer_of(deal),
        makers=scores.makers,
        entries=tuple(
            _entry(row, next(tables) if row.outcome == Outcome.PLAYED else None, teams)
            for row in rows
        ),
        ns_field=scores.ns_field,
        ew_field=scores.ew_field,
        why_cancelled=why_cancelled,
    )


def _entry(row: _Row, scored: TableScore[int] | None, teams: Mapping[int, TeamRef]) -> HandEntry:
    points = row.ns_points
    return HandEntry(
        match_id=row.match_id,
        table_name=row.table_name or str(row.table_number),
        table_number=row.table_number,
        round=row.round,
        deal=row.deal,
        ns=teams[row.ns_id],
        ew=teams[row.ew_id],
        outcome=Outcome(row.outcome),
        ns_points=points,
        ew_points=None if points is None else POINTS_IN_A_HAND - points,
        announcement=_announcement(row.trump, row.double),
        infraction=Infraction(row.infraction),
        award=Award(row.award),
        not_played_reason=row.not_played_reason,
        note=row.note,
        version=row.version,
        ns_hand_score=scored.ns.hand_score if scored else None,
        ew_hand_score=scored.ew.hand_score if scored else None,
        ns_final=scored.ns.final if scored else None,
        ew_final=scored.ew.final if scored else None,
        ns_origin=scored.ns.origin if scored else None,
        ew_origin=scored.ew.origin if scored else None,
    )

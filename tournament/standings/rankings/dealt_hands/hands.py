"""Hand sheets, read from the results of the tables and scored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scoring.duplicate.scores import (
    Award,
    DealScores,
    Field,
    Infraction,
    SideScore,
    TableResult,
    TableScore,
    score_deal,
)
from scoring.duplicate.settings import Settings
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side, Sides, dealer_of, makers_of
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.participation import Withdrawn
from tournament.models import HandInPlay, Outcome, Result, Stage, shown_table
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.hand_sheet import (
    HandEntry,
    HandSheet,
    PlayedOnPhones,
    SideOfHand,
)
from tournament.standings.rulings import RulingsInForce
from tournament.standings.stage_rows import StageRows, StoredRows


def hand_sheet(stage: Stage, deal: int, *, draft: Result | None = None) -> HandSheet:
    """Return one deal at all tables as it stands now, published or not; 6 queries.

    Every table of the round has an entry, even without a result. To show the effect of an entry,
    `draft`, an unsaved result of this deal, replaces its match's current one.
    """
    settings, stored = stage.scoring_settings(), StoredRows(stage, deal=deal)
    tables = _tables(stored)
    rows = {pk: _Row(table, deal) for pk, table in tables.items()}
    rows |= {row.table.match_id: row for row in _rows(stored, (), tables)}
    rows = {row.table.match_id: row for row in _with_phones(rows.values(), stored, ())}
    if draft is not None:
        assert draft.deal == deal, "a draft stands on the sheet of its own hand"
        rows[draft.match_id] = _drafted(tables[draft.match_id], draft)
    contestants = stored.contestants()
    on_sheet = tuple(rows.values())
    played_in = (
        on_sheet[0].table.round if on_sheet else stage.rounds.get(round_deals__number=deal).number
    )
    annulled = annulled_contestants(stored, contestants.values(), settings)
    why = stored.rulings().cancelled.get(deal, "")
    scored = _score(deal, on_sheet, _Scoring(settings, annulled, _apart(stage, contestants)), why)
    return _sheet(deal, played_in, on_sheet, scored, contestants, why)


def hand_sheets(
    rows: StageRows,
    rounds: Collection[int],
    rulings: RulingsInForce,
    draft: Result | None = None,
) -> tuple[dict[int, ContestantRef], Iterator[tuple[HandSheet, DealScores[int]]]]:
    """Return all pairs, and the sheets of all deals of some rounds that have a result, by deal; 5
    queries.

    Each sheet comes with its deal's scores. A deal that was cancelled before any table had a result
    has a sheet too, without entries. `draft` is as for `hand_sheet`, its match with its round and
    table; one of another round has no effect.
    """
    stage, settings = rows.stage, rows.stage.scoring_settings()
    tables = _tables(rows, rounds)
    found = _with_phones(_rows(rows, rounds, tables), rows, rounds)
    if draft is not None and draft.match.round.number in rounds:
        found = _with_draft(found, _drafted(tables[draft.match_id], draft))
    contestants = rows.contestants()
    annulled = annulled_contestants(rows, contestants.values(), settings)

    scoring = _Scoring(settings, annulled, _apart(stage, contestants))
    by_deal = {deal: tuple(group) for deal, group in groupby(found, attrgetter("deal"))}
    for deal, number in rulings.rounds.items():
        if number in rounds:
            by_deal.setdefault(deal, ())

    def sheets() -> Iterator[tuple[HandSheet, DealScores[int]]]:
        for deal, of_deal in sorted(by_deal.items()):
            why = rulings.cancelled.get(deal, "")
            scored = _score(deal, of_deal, scoring, why)
            number = of_deal[0].table.round if of_deal else rulings.rounds[deal]
            yield _sheet(deal, number, of_deal, scored, contestants, why), scored.scores

    return contestants, sheets()


def annulled_contestants(
    rows: StageRows, contestants: Iterable[ContestantRef], settings: Settings
) -> frozenset[int]:
    """Return the ids of pairs that withdrew from the stage and whose hands therefore don't count;
    none if results stand. A pair that withdrew in a later stage had finished this one. 1 query at
    most."""
    if settings.withdrawn is Withdrawn.KEEP:
        return frozenset()
    left = {one.id: one.withdrawn_from for one in contestants if one.withdrawn_from is not None}
    if not left:
        return frozenset()
    end = rows.next_round
    return frozenset(pair for pair, number in left.items() if end is None or number < end)


class _Table(NamedTuple):
    """Match: its table, and the ids of the two pairs."""

    match_id: int
    round: int
    number: int
    name: str
    contestants: Sides[int]


def _tables(rows: StageRows, rounds: Collection[int] = ()) -> dict[int, _Table]:
    """Return the matches of some rounds by id, in the order of their tables; 1 query."""
    return {
        one.match: _Table(
            one.match,
            one.round,
            one.number,
            shown_table(one.number, one.name),
            Sides(one.held[Side.NS], one.held[Side.EW]),
        )
        for one in rows.tables(rounds)
    }


class _Row(NamedTuple):
    """Hand at a table in the database; `deal` to `version` are named like the columns."""

    table: _Table
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
    on_phones: PlayedOnPhones | None = None


_COLUMNS = tuple(name for name in _Row._fields if name not in ("table", "on_phones"))


def _rows(rows: StageRows, rounds: Collection[int], tables: Mapping[int, _Table]) -> list[_Row]:
    """Return the hands of some rounds that have a result, by deal and table; 1 query."""
    stored = rows.results(rounds, Result.Kind.DEALT_HAND, _COLUMNS)
    # Another match may have come meanwhile.
    found = [_Row(tables[match], *values) for match, *values in stored if match in tables]
    return sorted(found, key=attrgetter("deal", "table.number"))


def _with_phones(found: Iterable[_Row], rows: StageRows, rounds: Collection[int]) -> list[_Row]:
    """Return these hands with their results on phones, if they count otherwise; 1 query."""
    otherwise = {(one.match_id, one.deal): _on_phones(one) for one in rows.on_phones(rounds)}
    if not otherwise:
        return [*found]
    return [row._replace(on_phones=otherwise.get((row.table.match_id, row.deal))) for row in found]


def _on_phones(one: HandInPlay) -> PlayedOnPhones:
    return PlayedOnPhones(
        None if one.ns_points is None else Sides(one.ns_points, POINTS_IN_A_HAND - one.ns_points),
        announcement_of(one.trump, one.double),
        one.set_aside_by,
        one.set_aside_reason,
    )


def _with_draft(rows: Sequence[_Row], draft: _Row) -> list[_Row]:
    """Return the rows by deal and table, the draft in place of its match's own."""
    others = (row for row in rows if (row.table, row.deal) != (draft.table, draft.deal))
    return sorted([*others, draft], key=attrgetter("deal", "table.number"))


def _drafted(table: _Table, draft: Result) -> _Row:
    return _Row(table, *(getattr(draft, name) for name in _COLUMNS))._replace(
        version=draft.version or 0
    )


# Asking an enumeration for its member takes three times as long.
_OUTCOMES = {one.value: one for one in Outcome}
INFRACTIONS = {one.value: one for one in Infraction}
AWARDS = {one.value: one for one in Award}


@cache
def announcement_of(trump: str, double: str) -> Announcement:
    """Return the announcement in two columns of a result."""
    return Announcement(Denomination(trump) if trump else None, Double(double))


class _Scoring(NamedTuple):
    """Scoring rules for hands of a stage; `group_of` is set if groups are compared separately."""

    settings: Settings
    annulled: Collection[int]
    group_of: Mapping[int, int]


class _Scored(NamedTuple):
    """Scores of a hand; `group_fields` are as in `HandSheet`."""

    scores: DealScores[int]
    group_fields: Mapping[int, Sides[Field]]


def _apart(stage: Stage, contestants: Mapping[int, ContestantRef]) -> Mapping[int, int]:
    """Return the group of each pair that is compared only within its group, by pair id."""
    if not stage.compares_groups_apart:
        return {}
    return {one.id: one.group for one in contestants.values() if one.group is not None}


def _score(deal: int, rows: Sequence[_Row], scoring: _Scoring, why_cancelled: str) -> _Scored:
    """Return the scores of the tables that played the hand, in the order of their rows."""
    results = [
        TableResult(
            row.table.contestants,
            row.ns_points,
            announcement_of(row.trump, row.double),
            INFRACTIONS[row.infraction],
            AWARDS[row.award],
        )
        for row in rows
        if row.outcome == Outcome.PLAYED
    ]

    def scored(compared: Sequence[TableResult[int]]) -> DealScores[int]:
        return score_deal(
            makers_of(deal),
            compared,
            scoring.settings,
            annulled=scoring.annulled,
            cancelled=bool(why_cancelled),
        )

    if not scoring.group_of:
        return _Scored(scored(results), {})
    apart = {
        group: scored([one for one in results if scoring.group_of[one.contestants.ns] == group])
        for group in sorted(set(scoring.group_of.values()))
    }
    tables = {group: iter(one.tables) for group, one in apart.items()}
    in_order = tuple(next(tables[scoring.group_of[one.contestants.ns]]) for one in results)
    nobody = scored([]).fields
    return _Scored(
        DealScores(makers_of(deal), in_order, nobody),
        {group: one.fields for group, one in apart.items()},
    )


def _sheet(
    deal: int,
    round_number: int,
    rows: Sequence[_Row],
    scored: _Scored,
    contestants: Mapping[int, ContestantRef],
    why_cancelled: str,
) -> HandSheet:
    scores = scored.scores
    tables: Iterator[TableScore[int]] = iter(scores.tables)
    return HandSheet(
        deal=deal,
        round=round_number,
        dealer=dealer_of(deal),
        makers=scores.makers,
        entries=tuple(
            _entry(row, next(tables) if row.outcome == Outcome.PLAYED else None, contestants)
            for row in rows
        ),
        fields=scores.fields,
        why_cancelled=why_cancelled,
        group_fields=scored.group_fields,
    )


def _entry(
    row: _Row, scored: TableScore[int] | None, contestants: Mapping[int, ContestantRef]
) -> HandEntry:
    ns = row.ns_points
    ew = None if ns is None else POINTS_IN_A_HAND - ns
    return HandEntry(
        match_id=row.table.match_id,
        table_name=row.table.name,
        table_number=row.table.number,
        round=row.table.round,
        deal=row.deal,
        sides=Sides(
            _side(contestants[row.table.contestants.ns], ns, scored.sides.ns if scored else None),
            _side(contestants[row.table.contestants.ew], ew, scored.sides.ew if scored else None),
        ),
        outcome=_OUTCOMES[row.outcome],
        announcement=announcement_of(row.trump, row.double),
        infraction=INFRACTIONS[row.infraction],
        award=AWARDS[row.award],
        not_played_reason=row.not_played_reason,
        note=row.note,
        version=row.version,
        on_phones=row.on_phones,
    )


def _side(
    contestant: ContestantRef, points: int | None, scored: SideScore[int] | None
) -> SideOfHand:
    if scored is None:
        return SideOfHand(contestant, points)
    return SideOfHand(contestant, points, scored.hand_score, scored.final, scored.origin)

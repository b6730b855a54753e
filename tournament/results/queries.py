"""Results of every table of a round, and the missing ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.game.seats import Seat, Sides
from scoring.whole_numbers import whole_number
from tournament.core.errors import UserError
from tournament.core.names import plain
from tournament.core.permissions import Access
from tournament.models import (
    Championship,
    CorrectionRequest,
    HandInPlay,
    Match,
    MatchQuerySet,
    Outcome,
    Result,
    Round,
    RoundStatus,
    Ruling,
    Sitting,
    Table,
)
from tournament.results.hidden import hidden
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, kind_of, numbers_of
from tournament.standings.contestants import (
    ContestantRef,
    contestant_refs,
    refs_of_sides,
    stage_contestants,
)


@dataclass(frozen=True, slots=True)
class HandCell:
    """One hand at one table; `entry` is None while it has no result."""

    deal: int
    entry: Content | None
    version: int
    """Number of the newest version, also of a result that was taken back; 0 for none."""
    cancelled: bool = False
    """True where a referee cancelled the hand for all tables: it needs no result."""
    numbered: bool = True
    """True where the hand is one of several of its match (`ResultKind.numbered`)."""
    disputed: bool = False
    """True where a correction request about it waits for a referee."""
    set_aside: bool = False
    """True where it was played on phones, and a referee has said that the play doesn't count."""

    @property
    def is_owed(self) -> bool:
        """Return whether the table still has to hand in a result."""
        return self.entry is None and not self.cancelled


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round with its pairs and hands; `noted` says who sat where, if it was noted."""

    match_id: int
    number: int
    name: str
    pairs: Sides[ContestantRef]
    cells: tuple[HandCell, ...]
    noted: tuple[tuple[Seat, str], ...]

    @property
    def missing(self) -> int:
        return sum(cell.is_owed for cell in self.cells)

    @property
    def without_results(self) -> TableRow:
        """Return the row with nothing of its results but that they are there."""
        cells = tuple(replace(cell, entry=hidden(cell.entry)) for cell in self.cells)
        return replace(self, cells=cells)


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round: every table and its hands."""

    number: int
    status: RoundStatus
    was_closed: bool
    deals: tuple[tuple[int, Seat | None], ...]
    """The numbers of the results that every match owes, each with its dealer."""
    rows: tuple[TableRow, ...]
    resting: tuple[ContestantRef, ...]

    def seen_by(self, access: Access) -> RoundSheet:
        """Return the sheet as an account that plays sees it: of other tables no result."""
        return replace(
            self,
            rows=tuple(
                row.without_results if access.hides(self.number, row.number) else row
                for row in self.rows
            ),
        )

    @property
    def hands(self) -> int:
        """Number of results that it takes; hands that were cancelled for all need none."""
        return sum(not cell.cancelled for row in self.rows for cell in row.cells)

    @property
    def missing(self) -> int:
        return sum(row.missing for row in self.rows)

    @property
    def entered(self) -> int:
        return self.hands - self.missing


@dataclass(frozen=True, slots=True)
class MissingHands:
    """A table of a round with missing results, and the deals that have none."""

    match_id: int
    table_number: int
    table_name: str
    deals: tuple[int, ...]


def matches_of(championship: Championship) -> MatchQuerySet:
    """Return the matches that are played."""
    return Match.objects.filter(round__championship=championship, cancelled=False)


def standing_results(championship: Championship) -> QuerySet[Result]:
    """Return the results that stand: entered, and not taken back."""
    current = Result.objects.filter(
        match__round__championship=championship, match__cancelled=False, is_current=True
    )
    return current.exclude(outcome=Outcome.BLANK)


def standing(result: Result | None) -> Result | None:
    """Return the result if it stands; None for none, or one that was taken back."""
    return None if result is None or result.outcome == Outcome.BLANK else result


def cancelled_hands(championship: Championship) -> frozenset[int]:
    """Return the deals that were cancelled for all tables; 1 query."""
    rulings = Ruling.objects.filter(
        championship=championship, kind=Ruling.Kind.HAND_CANCELLED, withdrawn_at__isnull=True
    )
    # A constraint of the database gives each ruling that cancels a hand its number.
    return frozenset(filter(None, rulings.order_by().values_list("deal", flat=True)))


def owed_numbers(round: Round, cancelled: Collection[int]) -> tuple[int, ...]:
    """Return the numbers of the results that a match of the round owes, without deals that were
    `cancelled` for all tables. Numbers of a kind without deals are no deals of another round."""
    return tuple(
        number for number in numbers_of(round) if not is_cancelled(round, number, cancelled)
    )


def is_cancelled(round: Round, number: int, cancelled: Collection[int]) -> bool:
    """Return whether a number of the round is a deal that was `cancelled` for all tables."""
    return number in cancelled and number in round.deals


def missing_hands(round: Round) -> tuple[MissingHands, ...]:
    """Return the tables with hands that have neither a result nor a reason, in their order; 4
    queries.

    Hands that were cancelled for all tables are not missing.
    """
    owed_by_all = owed_numbers(round, cancelled_hands(round.stage.championship))
    entered = set(
        standing_results(round.stage.championship)
        .filter(match__round=round)
        .order_by()
        .values_list("match_id", "deal")
    )
    matches = matches_of(round.stage.championship).filter(round=round).select_related("table")
    owed = (
        MissingHands(
            match_id=match.pk,
            table_number=match.table.number,
            table_name=match.table.shown_name,
            deals=tuple(deal for deal in owed_by_all if (match.pk, deal) not in entered),
        )
        for match in matches.order_by("table__number")
    )
    return tuple(one for one in owed if one.deals)


def next_missing(round: Round, *, table: int, deal: int) -> tuple[int, int] | None:
    """Return the next (table, deal) to enter after this one, None with nothing owed; 4 queries.

    The rest of the table comes first, then the tables after it, then those before it.
    """
    owed = [(one.table_number, number) for one in missing_hands(round) for number in one.deals]
    owed = [place for place in owed if place != (table, deal)]

    def distance(place: tuple[int, int]) -> tuple[bool, bool, int, bool, int]:
        at, number = place
        return (at != table, at < table, at, at == table and number < deal, number)

    return min(owed, key=distance, default=None)


@dataclass(frozen=True, slots=True)
class Around:
    """Results that one is compared with: see `ResultKind.doubts_about`."""

    others: tuple[Any, ...]
    before: Any | None


def results_around(match: Match, deal: int) -> Around:
    """Return the hand at the other tables, and the hand before it at this table; 1 query."""
    kind = kind_of(match.round.stage)
    results = standing_results(match.round.stage.championship).filter(
        match__round=match.round, deal__in=(deal - 1, deal)
    )
    others, before = [], None
    for row in results.order_by().values("match_id", "deal", *kind.columns):
        is_own = row["match_id"] == match.pk
        if is_own != (row["deal"] == deal):
            made = kind.compared(kind.read(row))
            if is_own:
                before = made
            elif made is not None:
                others.append(made)
    return Around(tuple(others), before)


def round_sheet(round: Round) -> RoundSheet:
    """Return every table of a round and its hands as they stand now; 9 queries."""
    matches = _with_tables(matches_of(round.stage.championship).filter(round=round))
    contestants = stage_contestants(round.stage)
    rows = _marked(round, _rows(round, matches, contestants))
    playing = {one.id for row in rows for side in row.pairs for one in side.everybody}
    kind = kind_of(round.stage)
    return RoundSheet(
        number=round.number,
        status=RoundStatus(round.status),
        was_closed=round.first_closed_at is not None,
        deals=tuple((deal, kind.dealer(deal)) for deal in kind.numbers(round.deals)),
        rows=rows,
        resting=tuple(
            contestant
            for contestant in contestants.values()
            if round.paired and contestant.id not in playing and contestant.plays_in(round.number)
        ),
    )


def match_at(championship: Championship, number: int, table: int, deal: int) -> Match | None:
    """Return the match of a hand's address, None where there is no such hand; 2 queries.

    At a table with a cancelled match and its successor it is the successor.
    """
    match = (
        Match.objects.filter(
            round__championship=championship, round__number=number, table__number=table
        )
        .select_related("round__stage", "table")
        .order_by("cancelled")
        .first()
    )
    if match is None:
        return None
    match.round.stage.championship = championship
    return match if deal in numbers_of(match.round) else None


def ruled_match_at(championship: Championship, number: int, table: int, deal: int) -> Match | None:
    """Return the match of a hand that referees can rule on; None where there is no such hand, and
    for a result of another kind."""
    match = match_at(championship, number, table, deal)
    return match if match and kind_of(match.round.stage).has_rulings else None


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A hand that somebody asked for by number; `table` is None for all tables."""

    round: int
    deal: int
    table: int | None


def asked_hand(championship: Championship, hand: str, table: str | None) -> AskedHand:
    """Return the hand of that number, at the table of that name or number (`asked_table`); 2
    queries.

    Raises `UserError` where there is no such hand or table.
    """
    deal = whole_number(hand) or 0
    round = championship.rounds.filter(round_deals__number=deal).first()
    if round is None:
        raise UserError(_("There is no hand “%(hand)s”.") % {"hand": hand[:40]})
    if table is None:
        return AskedHand(round.number, deal, None)
    return AskedHand(round.number, deal, asked_table(round, table).number)


def asked_table(round: Round, text: str) -> Table:
    """Return the table of a round that somebody asked for: by its number, its name, or parts of
    that.

    "fin" and "fons fin" are the table "finestra del fons", unless another name has such words too;
    a number is never a part of another one. 1 query. Raises `UserError` where there is no such
    table in the round, or where several may be meant.
    """
    matches = matches_of(round.championship).filter(round=round).select_related("table")
    tables = [match.table for match in matches.order_by("table__number")]
    wanted = plain(text).strip()
    named = {"table": text.strip()[:40]}
    meant = (
        [table for table in tables if wanted in (str(table.number), plain(table.shown_name))]
        or [table for table in tables if wanted and wanted == plain(table.name)]
        or [table for table in tables if _has_words(table.name, wanted)]
    )
    if not meant:
        raise UserError(
            _("There is no table “%(table)s” in round %(round)d.")
            % {**named, "round": round.number},
            field="table",
        )
    if len(meant) > 1:
        raise UserError(
            _("“%(table)s” may be: %(tables)s. Enter more of the name.")
            % {**named, "tables": "; ".join(table.shown_name for table in meant)},
            field="table",
        )
    return meant[0]


def _has_words(name: str, wanted: str) -> bool:
    """Return whether each word that is wanted begins a word of the name."""
    words = plain(name).split()
    return bool(wanted) and all(
        any(word.startswith(part) for word in words) for part in wanted.split()
    )


def table_row(match: Match) -> TableRow:
    """Return one table of a round, its hands and players; 7 queries. `match` may be cancelled."""
    matches = _with_tables(Match.objects.filter(pk=match.pk))
    contestants = contestant_refs(match.round.stage.championship)
    (row,) = _rows(match.round, matches, contestants)
    return row


def _with_tables(matches: MatchQuerySet) -> tuple[Match, ...]:
    return tuple(
        matches.select_related("table").prefetch_related("seats").order_by("table__number")
    )


def _rows(
    round: Round, matches: Sequence[Match], contestants: Mapping[int, ContestantRef]
) -> tuple[TableRow, ...]:
    current = {
        (result.match_id, result.deal): result
        for result in Result.objects.filter(match__in=matches, is_current=True)
    }
    cancelled = cancelled_hands(round.stage.championship)
    kind = kind_of(round.stage)
    noted: dict[int, list[tuple[Seat, str]]] = {}
    for sitting in Sitting.objects.filter(match__in=matches).select_related("player"):
        noted.setdefault(sitting.match_id, []).append((Seat(sitting.seat), sitting.player.name))
    return tuple(
        TableRow(
            match_id=match.pk,
            number=match.table.number,
            name=match.table.shown_name,
            pairs=refs_of_sides(match.side_ids, contestants),
            cells=tuple(
                _cell(
                    deal,
                    current.get((match.pk, deal)),
                    cancelled=is_cancelled(round, deal, cancelled),
                    numbered=kind.numbered,
                )
                for deal in kind.numbers(round.deals)
            ),
            noted=tuple(sorted(noted.get(match.pk, ()), key=lambda one: tuple(Seat).index(one[0]))),
        )
        for match in matches
    )


def _marked(round: Round, rows: Iterable[TableRow]) -> tuple[TableRow, ...]:
    """Return the rows, marked where something waits for a referee and where the play on phones was
    set aside; 2 queries."""
    requests = CorrectionRequest.objects.filter(match__round=round, decision="")
    disputed = set(requests.values_list("match", "deal"))
    plays = HandInPlay.objects.filter(match__round=round, set_aside_at__isnull=False)
    set_aside = set(plays.order_by().values_list("match", "deal"))

    def marked(row: TableRow, cell: HandCell) -> HandCell:
        place = (row.match_id, cell.deal)
        return replace(cell, disputed=place in disputed, set_aside=place in set_aside)

    return tuple(replace(row, cells=tuple(marked(row, one) for one in row.cells)) for row in rows)


def _cell(deal: int, result: Result | None, *, cancelled: bool, numbered: bool) -> HandCell:
    if result is None:
        return HandCell(deal, None, 0, cancelled, numbered)
    blank = result.outcome == Outcome.BLANK
    content = None if blank else content_of(result)
    return HandCell(deal, content, result.version, cancelled, numbered)

"""Preview of an act: its effects on a hand and on the standings.

The act is done, its effects are read, and the transaction is rolled back. So the preview is exact
for any act, and nothing of it is kept, not even an event in the record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournament.core.live import version_of
from tournament.core.locks import lock_championship, version_of_values
from tournament.models import RoundStatus, Stage
from tournament.results.effects import Effect, effect_between
from tournament.standings.columns import StandingsColumn
from tournament.standings.queries.rank_changes import RankChange, rank_changes_between
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rankings.dealt_hands.hands import hand_sheet
from tournament.standings.rankings.ranking import StandingsView

Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Consequences:
    """Effects of an act.

    `hand` is the sheet of its hand, None for a deduction; `waits_for` is the round that must be
    closed before the standings show the effects, None where they do at once. `about` are the pairs
    it is about, `others` those whose place changes as well, `changed` all pairs whose ranking
    figures change, each in the order of the new standings, with the `columns` that show the change.
    `ranked_by` is the key of the column that ranks, if the act changes it; else "". `does_nothing`:
    the act has been done already.
    """

    hand: Effect | None
    waits_for: int | None
    about: tuple[RankChange, ...]
    others: tuple[RankChange, ...]
    changed: tuple[RankChange, ...]
    columns: tuple[StandingsColumn[Any], ...]
    ranked_by: str
    final: bool
    does_nothing: bool
    fingerprint: str
    """Text that changes whenever any of these effects does."""

    @property
    def changed_texts(self) -> tuple[tuple[RankChange, tuple[tuple[str, str], ...]], ...]:
        """Return the `changed` lines, each with its texts before and after in each of the
        `columns`; without lines of equal texts."""
        with_texts = ((move, move.texts(self.columns)) for move in self.changed)
        return tuple(
            (move, texts)
            for move, texts in with_texts
            if any(before != after for before, after in texts)
        )


class Outdated(Exception):
    """The effects have changed since they were shown; `now` are the current ones."""

    def __init__(self, now: Consequences) -> None:
        super().__init__("shown and not so any more")
        self.now = now


def foresee(
    stage: Stage,
    act: Act,
    *,
    deal: int | None = None,
    match_id: int | None = None,
    about: Collection[int] = (),
) -> Consequences:
    """Return the effects of `act`, and undo it. 24 queries at most beside its own.

    `deal` is the hand it is about and `match_id` the match, where it is about one; `about` are
    pairs' ids. Raises as `act`.
    """
    with transaction.atomic():
        lock_championship(stage.championship)
        before = _snapshot(stage, deal)
        act()
        after = _snapshot(stage, deal)
        transaction.set_rollback(True)
    moves = rank_changes_between(before.standings, after.standings)
    hand = None
    if before.sheet is not None and after.sheet is not None:
        hand = effect_between(before.sheet, after.sheet, match_id=match_id)
    changes_ranking = before.standings.ranked_by != after.standings.ranked_by
    return Consequences(
        hand=hand,
        waits_for=_waits_for(stage, deal),
        about=tuple(move for move in moves if move.contestant.id in about),
        others=tuple(
            move for move in moves if move.contestant.id not in about and move.changes_place
        ),
        changed=tuple(move for move in moves if move.changes_value),
        columns=_shown(after.standings),
        ranked_by=after.standings.ranked_by if changes_ranking else "",
        final=after.standings.final,
        does_nothing=before.version == after.version,
        fingerprint=_fingerprint(hand, moves),
    )


@transaction.atomic
def do_as_shown(
    stage: Stage,
    act: Act,
    *,
    shown: str,
    deal: int | None = None,
    match_id: int | None = None,
    about: Collection[int] = (),
) -> None:
    """Do the act with the effects of the fingerprint `shown`; one that has been done already
    changes nothing.

    Raises `Outdated` for other effects, and as `act`.
    """
    lock_championship(stage.championship)
    now = foresee(stage, act, deal=deal, match_id=match_id, about=about)
    if now.does_nothing:
        return
    if now.fingerprint != shown:
        raise Outdated(now)
    act()


@dataclass(frozen=True, slots=True)
class _Snapshot:
    standings: StandingsView[Any]
    sheet: HandSheet | None
    version: str


def _snapshot(stage: Stage, deal: int | None) -> _Snapshot:
    return _Snapshot(
        standings_view(stage),
        None if deal is None else hand_sheet(stage, deal),
        version_of(stage.championship),
    )


def _shown(view: StandingsView[Any]) -> tuple[StandingsColumn[Any], ...]:
    """Return the first of the columns that can rank, and the one that does."""
    first = next(one for one in view.ranking.columns if one.ranks)
    return (first,) if first is view.main else (first, view.main)


def _waits_for(stage: Stage, deal: int | None) -> int | None:
    if deal is None:
        return None
    round = stage.rounds.get(round_deals__number=deal)
    return None if round.status == RoundStatus.CLOSED else round.number


def _fingerprint(hand: Effect | None, moves: Collection[RankChange]) -> str:
    return version_of_values(
        {
            "hand": [
                [line.entry.match_id, line.entry.version]
                + [str(final) for final in line.before]
                + [str(own.final) for own in line.entry.sides]
                for line in (hand.lines if hand else ())
            ],
            "standings": [
                [
                    move.contestant.number,
                    *(
                        str(line and [line.rank, *map(str, move.values(line))])
                        for line in (move.before, move.after)
                    ),
                ]
                for move in moves
            ],
        }
    )

"""Rules that results must follow whatever the record says: versions, kinds, score sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.game.seats import Sides
from tournament.audit.event_text import numbered_text, place_text
from tournament.core.numbers import NOTHING
from tournament.integrity.differences import difference
from tournament.integrity.fold import Table
from tournament.integrity.rows import match_text
from tournament.models import Action, AuditEvent, Match, Result, Round, Stage
from tournament.models.recorder import Key, Shape
from tournament.results.services.locked_hand import hand_place
from tournament.results.stored_sheets import wrong_sheets
from tournament.stages.formats import FORMATS


def told_faults(events: Iterable[AuditEvent]) -> Iterator[str]:
    """Yield the events that tell another result than the row which they carry."""
    shape = Shape.of(Result)
    for event in events:
        if event.action in (Action.RESULT_ENTERED, Action.RESULT_CHANGED):
            rows = event.rows.get("rows", {}).get(Result.__name__, [])
            stored = [dict(zip(shape.columns, row, strict=True)) for row in rows]
            told = event.after or {}
            if not any(one.items() >= {**one, **told}.items() for one in stored):
                yield _("Event %(number)d tells another result than it made.") % {
                    "number": event.sequence
                }


def result_faults(stored: Mapping[str, Table], stages: Sequence[Stage]) -> Iterator[str]:
    """Yield the faults of the results among these rows, whatever the record says of them; 1 query
    for each stage with score sheets."""
    columns = Shape.of(Result).columns
    hands: dict[Key, list[Mapping[str, Any]]] = defaultdict(list)
    for key, row in sorted(stored[Result.__name__].items()):
        hands[key[:3]].append(dict(zip(columns, row, strict=True)))
    with_sheets = set()
    for (round, match, deal), versions in hands.items():
        stage, kind = _stage_of(stored, round)
        place = match_text(stored[Match.__name__], (round, match))
        where = f"{place}, {numbered_text('deal', deal)}"
        yield from (f"{where}: {one}." for one in _faults_of_a_hand(versions, kind))
        if any(one["sheet"] for one in versions):
            with_sheets.add(stage)
    yield from _sheet_faults(one for one in stages if one.number in with_sheets)


def _stage_of(stored: Mapping[str, Table], round: int) -> tuple[int, str]:
    """Return the number of a round's stage, and the kind of results that its format has."""
    number = stored[Round.__name__][(round,)][Shape.of(Round).columns.index("stage__number")]
    kind = stored[Stage.__name__][(number,)][Shape.of(Stage).columns.index("kind")]
    return number, FORMATS[kind].results


def _faults_of_a_hand(versions: Sequence[Mapping[str, Any]], kind: str) -> Iterator[str]:
    """Yield the faults of a hand's versions: they must count from 1, the newest alone be current,
    and all be of one kind."""
    numbers = [one["version"] for one in versions]
    current = [one["version"] for one in versions if one["is_current"]]
    if numbers != list(range(1, len(numbers) + 1)):
        yield _("of the versions %(numbers)s one is missing or there twice") % {
            "numbers": ", ".join(map(str, numbers))
        }
    if current != [max(numbers)]:
        yield _("the current version is %(current)s, but the newest is %(newest)d") % {
            "current": ", ".join(map(str, current)) or "–",
            "newest": max(numbers),
        }
    for one in versions:
        if one["kind"] != kind:
            yield difference("result_kind", one["kind"], kind)


def _sheet_faults(stages: Iterable[Stage]) -> Iterator[str]:
    """Yield the score sheets that don't give the points of their games."""
    for stage in stages:
        for wrong in wrong_sheets(stage):
            made = Sides(wrong.result.game_ns, wrong.result.game_ew)
            told = {
                "where": place_text(hand_place(wrong.result.match, wrong.result.deal)),
                "result": NOTHING.join(map(str, made)),
            }
            if wrong.totals is None:
                yield _("%(where)s: the hands on the score sheet can't have been played.") % told
            else:
                told["sheet"] = NOTHING.join(map(str, wrong.totals))
                fault = _(
                    "%(where)s: the score sheet adds up to %(sheet)s, the result says %(result)s."
                )
                yield fault % told

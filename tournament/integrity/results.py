"""What must be true of results beside the record: versions, kinds, score sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.game.seats import Sides
from tournament.audit.event_text import place_text
from tournament.core.numbers import NOTHING
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import Replay
from tournament.models import Action, AuditEvent, Championship, Result, Stage
from tournament.models.places import HandPlace
from tournament.models.recorder import Shape
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


def _version_faults(championship: Championship) -> Iterator[str]:
    """Check that every hand has its versions from 1 without a gap, and that the newest alone is the
    current one."""
    found: dict[tuple[int, HandPlace], list[tuple[int, bool]]] = defaultdict(list)
    rows = Result.objects.filter(match__round__championship=championship).order_by(
        "match", "deal", "version"
    )
    for match, *place, version, is_current in rows.values_list(
        "match", "match__round__number", "match__table__number", "deal", "version", "is_current"
    ):
        found[match, HandPlace(*place)].append((version, is_current))
    for (_match, where), versions in sorted(found.items(), key=lambda one: one[0][1]):
        numbers = [version for version, _current in versions]
        current = [version for version, is_current in versions if is_current]
        if numbers != list(range(1, len(numbers) + 1)):
            yield (
                _("%(where)s: of the versions %(numbers)s one is missing or there twice.")
                % {"where": place_text(where), "numbers": ", ".join(map(str, numbers))}
            )
        if current != [max(numbers)]:
            yield (
                _("%(where)s: the current version is %(current)s, but the newest is %(newest)d.")
                % {
                    "where": place_text(where),
                    "current": ", ".join(map(str, current)) or "–",
                    "newest": max(numbers),
                }
            )


def result_faults(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> Iterator[str]:
    """Yield what is wrong with results whatever the record says of them; 2 queries."""
    yield from _version_faults(championship)
    stored: dict[HandPlace, list[Result]] = defaultdict(list)
    rows = Result.objects.filter(match__round__championship=championship).order_by("version")
    for result in rows.select_related("match__round__stage", "match__table"):
        stored[hand_place(result.match, result.deal)].append(result)
    yield from _kind_faults(state, stored)
    with_sheets = {
        one.match.round.stage_id for results in stored.values() for one in results if one.sheet
    }
    yield from _sheet_faults(one for one in stages if one.pk in with_sheets)


def _kind_faults(state: Replay, stored: Mapping[HandPlace, Sequence[Result]]) -> Iterator[str]:
    """Results of another kind than the recorded format of their stage has."""
    for where, results in sorted(stored.items()):
        stage = state.stages.get(results[0].match.round.stage.number)
        if stage is None:
            continue  # told where the stages are compared
        kind = FORMATS[stage.told["kind"]].results
        for result in results:
            if result.kind != kind:
                yield f"{place_text(where)}: {difference('result_kind', result.kind, kind)}."


def _sheet_faults(stages: Iterable[Stage]) -> Iterator[str]:
    """Score sheets that don't give the points of their games."""
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

"""Comparing results, version by version, with the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.game.seats import Sides
from tournament.audit.event_text import place_text
from tournament.core.numbers import NOTHING
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import RecordedVersion, Replay
from tournament.models import Championship, Result, Stage
from tournament.models.places import HandPlace
from tournament.results.services.locked_hand import hand_place
from tournament.results.stored_sheets import wrong_sheets
from tournament.stages.formats import FORMATS


def version_check(championship: Championship) -> tuple[str, list[str]]:
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
    faults = []
    for (_match, where), versions in sorted(found.items(), key=lambda one: one[0][1]):
        numbers = [version for version, _current in versions]
        current = [version for version, is_current in versions if is_current]
        if numbers != list(range(1, len(numbers) + 1)):
            faults.append(
                _("%(where)s: of the versions %(numbers)s one is missing or there twice.")
                % {"where": place_text(where), "numbers": ", ".join(map(str, numbers))}
            )
        if current != [max(numbers)]:
            faults.append(
                _("%(where)s: the current version is %(current)s, but the newest is %(newest)d.")
                % {
                    "where": place_text(where),
                    "current": ", ".join(map(str, current)) or "–",
                    "newest": max(numbers),
                }
            )
    return ngettext("%(count)d hand", "%(count)d hands", len(found)) % {"count": len(found)}, faults


def result_check(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> tuple[str, list[str]]:
    """Every stored version is what its event says was entered, by whom and why."""
    stored: dict[HandPlace, list[Result]] = defaultdict(list)
    rows = Result.objects.filter(match__round__championship=championship).order_by("version")
    for result in rows.select_related("match__round__stage", "match__table"):
        stored[hand_place(result.match, result.deal)].append(result)
    faults = [
        f"{place_text(where)}: {fault}."
        for where in sorted(stored.keys() | state.results.keys())
        for fault in _hand_faults(stored.get(where, []), state.results.get(where, []))
    ]
    faults += _kind_faults(state, stored)
    with_sheets = {
        one.match.round.stage_id for results in stored.values() for one in results if one.sheet
    }
    faults += _sheet_faults(one for one in stages if one.pk in with_sheets)
    count = sum(map(len, stored.values()))
    return ngettext("%(count)d version", "%(count)d versions", count) % {"count": count}, faults


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


def _hand_faults(stored: list[Result], recorded: list[RecordedVersion]) -> Iterator[str]:
    by_version = {result.version: result for result in stored}
    said = {version.content["version"]: version for version in recorded}
    for number in sorted(by_version.keys() | said.keys()):
        result, version = by_version.get(number), said.get(number)
        if result is None:
            fault = _("version %(number)d is in the record but not stored")
        elif version is None:
            fault = _("version %(number)d is stored but not in the record")
        elif found := list(_version_faults(result, version)):
            fault = _("version %(number)d: %(differences)s")
            yield fault % {"number": number, "differences": "; ".join(found)}
            continue
        else:
            continue
        yield fault % {"number": number}


def _version_faults(result: Result, version: RecordedVersion) -> Iterator[str]:
    for name, recorded in version.content.items():
        if name == "corrections_until":
            continue
        if (stored := getattr(result, name)) != recorded:
            yield difference(name, stored, recorded)
    until = result.corrections_until and result.corrections_until.isoformat()
    if until != (recorded_end := version.content.get("corrections_until")):
        yield difference("corrections_until", until, recorded_end)
    if result.entered != version.entered_by:
        yield difference("entered_by", result.entered, version.entered_by)
    if result.change_reason != version.reason:
        yield difference("change_reason", result.change_reason, version.reason)
    if result.entered_at != version.entered_at:
        yield difference("entered_at", result.entered_at, version.entered_at)

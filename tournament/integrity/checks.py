"""The checks of one championship: each says what it covered, and every fault it found.

The record is the reference. Its chain is checked first, then the database's tables are compared
with what the events say. Faults name the place and both values, but never a key or a sealed hand.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES, commitment
from scoring.duplicate.standings import StandingsRow
from tournament.audit.event_text import place_text
from tournament.audit.queries import ChainCheck, Log, check_chain
from tournament.core.stages import stages_of
from tournament.integrity.decisions import (
    call_faults,
    confirmation_faults,
    correction_request_faults,
    ruling_faults,
)
from tournament.integrity.differences import difference
from tournament.integrity.pairings import deal_faults, pair_faults, schedule_faults
from tournament.integrity.plays import play_faults
from tournament.integrity.recomputation import recomputed_standings
from tournament.integrity.recorded_state import RecordedVersion, Replay
from tournament.integrity.replay import replay
from tournament.models import AuditEvent, Championship, ChampionshipLogo, Result, RoundStatus, Stage
from tournament.models.places import ContestantPlace, HandPlace, RoundPlace
from tournament.results.services import hand_place
from tournament.stages.formats import FORMATS
from tournament.standings.queries import StandingsLine, standings_view


class Subject(TextChoices):
    """What is checked; a closed list, in the order in which it is checked."""

    DATABASE = "database", pgettext_lazy("check", "database")
    INSTALLATION = "installation", pgettext_lazy("check", "log of the installation")
    RECORD = "record", pgettext_lazy("check", "record")
    HANDS = "hands", pgettext_lazy("check", "commitment")
    VERSIONS = "versions", pgettext_lazy("check", "versions")
    RESULTS = "results", pgettext_lazy("check", "results")
    DECISIONS = "decisions", pgettext_lazy("check", "rulings, correction requests and calls")
    ROUNDS = "rounds", pgettext_lazy("check", "settings and rounds")
    PAIRS = "pairs", pgettext_lazy("check", "pairs and matches")
    STANDINGS = "standings", pgettext_lazy("check", "standings")


@dataclass(frozen=True, slots=True)
class Check:
    """A check that was made: of which championship (its slug; "" for the installation), what it
    covered, in words, and a sentence for each fault."""

    championship: str
    subject: Subject
    seen: str
    faults: tuple[str, ...]


def installation_log() -> tuple[str, list[str]]:
    """The chain of the installation's own log; an installation that is older has none yet."""
    log = Log.of_installation()
    chain = check_chain(log.events, chained_as=log.chained_as)
    return _chain_seen(chain), list(_chain_faults(chain))


def championship_checks(championship: Championship) -> Iterator[Check]:
    """All checks of a championship, one after the other; nothing is written."""
    events: list[AuditEvent] = []
    state = Replay()

    def record() -> tuple[str, list[str]]:
        nonlocal state
        events.extend(AuditEvent.objects.filter(championship=championship))
        chain = check_chain(events, chained_as=championship.chained_as)
        state = replay(events)
        empty = [] if events else [_("The record is empty.")]
        return _chain_seen(chain), [*empty, *_chain_faults(chain)]

    checks: Mapping[Subject, Callable[[], tuple[str, list[str]]]] = {
        Subject.RECORD: record,
        Subject.HANDS: lambda: _commitment(state, championship),
        Subject.VERSIONS: lambda: _versions(championship),
        Subject.RESULTS: lambda: _results(state, championship),
        Subject.DECISIONS: lambda: _decisions(state, championship),
        Subject.ROUNDS: lambda: (
            ngettext("%(count)d round", "%(count)d rounds", championship.rounds.count())
            % {"count": championship.rounds.count()},
            list(_course_faults(state, championship)),
        ),
        Subject.PAIRS: lambda: (
            ngettext("%(count)d pair", "%(count)d pairs", len(state.pairs))
            % {"count": len(state.pairs)},
            [*pair_faults(state, championship), *schedule_faults(state, championship)],
        ),
        Subject.STANDINGS: lambda: _standings(state, championship),
    }
    for subject, check in checks.items():
        yield guarded(championship.slug, subject, check)


def guarded(slug: str, subject: Subject, check: Callable[[], tuple[str, list[str]]]) -> Check:
    """Make a check. One that can't go to its end, whatever stands in the tables, is a fault too."""
    try:
        seen, faults = check()
    except Exception as error:  # what somebody wrote behind the program's back may raise anything
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        return Check(slug, subject, "", (_("This can't be read: %(reason)s") % {"reason": reason},))
    return Check(slug, subject, seen, tuple(faults))


def _chain_seen(chain: ChainCheck) -> str:
    return ngettext(
        "%(count)d event, the last %(hash)s", "%(count)d events, the last %(hash)s", chain.events
    ) % {"count": chain.events, "hash": chain.last_hash[:16]}


def _chain_faults(chain: ChainCheck) -> Iterator[str]:
    if chain.broken_at is not None:
        yield _(
            "The chain is broken at event %(number)d: it or the one before it was changed, "
            "removed or inserted."
        ) % {"number": chain.broken_at}


@sensitive_variables()
def _commitment(state: Replay, championship: Championship) -> tuple[str, list[str]]:
    """The published promise against the key, and against what was recorded of it."""
    hands = championship.deal_set()
    if hands is None:
        lost = (
            [_("According to the record there are hands, but there are none.")]
            if state.commitments
            else []
        )
        return _("no hands yet"), lost
    faults = []
    key = bytes(hands.key)
    if len(key) != KEY_BYTES or commitment(key) != hands.commitment:
        faults.append(_("The commitment does not belong to the key: the hands are different ones."))
    if state.commitments != {hands.commitment}:
        faults.append(_("The commitment is not the one that was recorded."))
    if hands.salt != state.salt:
        faults.append(f"{difference('salt', hands.salt, state.salt)}.")
    if (hands.salt_fixed_at is not None) != state.salt_fixed:
        faults.append(_("Whether the salt is fixed differs from the record."))
    return hands.commitment, [*faults, *deal_faults(championship)]


def _versions(championship: Championship) -> tuple[str, list[str]]:
    """Of every hand the versions from 1 without a gap, and the newest, alone, the current one."""
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


def _results(state: Replay, championship: Championship) -> tuple[str, list[str]]:
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
    count = sum(map(len, stored.values()))
    return ngettext("%(count)d version", "%(count)d versions", count) % {"count": count}, faults


def _kind_faults(state: Replay, stored: Mapping[HandPlace, Sequence[Result]]) -> Iterator[str]:
    """Results of another kind than the recorded format of their stage has."""
    for where, results in sorted(stored.items()):
        stage = state.stages.get(results[0].match.round.stage.number)
        if stage is None:
            continue  # told where the stages are compared
        kind = FORMATS[stage.settings["kind"]].results
        for result in results:
            if result.kind != kind:
                yield f"{place_text(where)}: {difference('result_kind', result.kind, kind)}."


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
        if (stored := getattr(result, name)) != recorded:
            yield difference(name, stored, recorded)
    if result.entered != version.entered_by:
        yield difference("entered_by", result.entered, version.entered_by)
    if result.change_reason != version.reason:
        yield difference("change_reason", result.change_reason, version.reason)


def _decisions(state: Replay, championship: Championship) -> tuple[str, list[str]]:
    """What was confirmed, claimed and ruled, and what became of it."""
    rulings = ngettext("%(count)d ruling", "%(count)d rulings", len(state.rulings))
    correction_requests = ngettext(
        "%(count)d correction request",
        "%(count)d correction requests",
        len(state.correction_requests),
    )
    return ", ".join(
        (
            rulings % {"count": len(state.rulings)},
            correction_requests % {"count": len(state.correction_requests)},
        )
    ), [
        *confirmation_faults(state, championship),
        *correction_request_faults(state, championship),
        *call_faults(state, championship),
        *ruling_faults(state, championship),
        *play_faults(state, championship),
    ]


def _course_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """The championship's name, settings and end, and the state of every round."""
    yield from _settings_faults(state, championship)
    if championship.is_rehearsal != state.rehearsal:
        yield _("Whether it is a rehearsal differs from the record.")
    if (championship.ended_at is not None) != state.ended:
        yield _("Whether the championship has ended differs from the record.")
    begun = dict(championship.rounds.values_list("number", "status"))
    for number in sorted(begun.keys() | state.rounds.keys()):
        status = RoundStatus(begun.get(number, RoundStatus.PLANNED))
        recorded_status = state.rounds.get(number, RoundStatus.PLANNED)
        if status is not recorded_status:
            yield _("%(where)s is %(stored)s, the record says %(recorded)s.") % {
                "where": place_text(RoundPlace(number)),
                "stored": status.label,
                "recorded": recorded_status.label,
            }
    for number, until in championship.rounds.values_list("number", "corrections_until"):
        said = state.corrections.get(number)
        if until != (said and datetime.fromisoformat(said)):
            where, stored_until = place_text(RoundPlace(number)), until and until.isoformat()
            yield f"{where}: {difference('corrections_until', stored_until, said)}."


def _settings_faults(state: Replay, championship: Championship) -> Iterator[str]:
    details = {"date": championship.date.isoformat(), "logo": _logo_digest(championship)}
    for name, recorded in {**state.details, **state.day}.items():
        stored: Any = details[name] if name in details else getattr(championship, name)
        if stored != recorded:
            yield f"{difference(name, stored, recorded)}."
    stages = {stage.number: stage for stage in stages_of(championship)}
    for number in sorted(stages.keys() | state.stages.keys()):
        where = {"where": _("Stage %(number)s") % {"number": number}}
        if number not in state.stages:
            yield _("%(where)s is stored but not in the record.") % where
        elif number not in stages:
            yield _("%(where)s is in the record but not stored.") % where
        else:
            for name, recorded in state.stages[number].settings.items():
                if (stored := getattr(stages[number], name)) != recorded:
                    yield f"{difference(name, stored, recorded)}."


def _logo_digest(championship: Championship) -> str | None:
    """SHA-256 of the logo as it is stored; None without one. 1 query."""
    png = ChampionshipLogo.objects.filter(championship=championship).values_list("png", flat=True)
    return next((hashlib.sha256(one).hexdigest() for one in png), None)


def _standings(state: Replay, championship: Championship) -> tuple[str, list[str]]:
    """The standings that everybody sees, against those that the record leads to, exactly."""
    found = [_standings_of(state, stage) for stage in stages_of(championship)]
    return "; ".join(seen for seen, _faults in found), [one for _seen, own in found for one in own]


def _standings_of(state: Replay, stage: Stage) -> tuple[str, list[str]]:
    view = standings_view(stage)
    recomputed = recomputed_standings(state, stage)
    rows = {row.contestant: row for row in recomputed.rows}
    shown = {line.contestant.id: line for line in view.lines}
    numbers = dict(stage.championship.contestants.values_list("pk", "number"))
    faults = []
    if view.ranked_by is not recomputed.ranked_by:
        faults.append(f"{difference('rank_by', view.ranked_by.value, recomputed.ranked_by.value)}.")
    for contestant in sorted(rows.keys() | shown.keys(), key=lambda one: numbers[one]):
        where = place_text(ContestantPlace(numbers[contestant]))
        if contestant not in rows or contestant not in shown:
            faults.append(
                _("%(where)s: whether it is ranked differs from the record.") % {"where": where}
            )
        else:
            faults += (
                f"{where}: {one}." for one in _row_faults(shown[contestant], rows[contestant])
            )
    return _("%(count)d ranked, after %(rounds)d closed rounds") % {
        "count": len(shown),
        "rounds": len(view.rounds),
    }, faults


def _row_faults(line: StandingsLine, row: StandingsRow[int]) -> Iterator[str]:
    for one in fields(row):
        if one.name != "contestant" and (shown := getattr(line, one.name)) != getattr(
            row, one.name
        ):
            yield difference(one.name, str(shown), str(getattr(row, one.name)))

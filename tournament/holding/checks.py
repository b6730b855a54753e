"""What is checked of one championship: each check says what it looked at and every fault it found.

The record is the witness. Its chain is checked first; then what the tables say is held against what
the events say was done. Faults name the place and both sides, and never a key or a sealed hand.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy
from django.views.decorators.debug import sensitive_variables

from scoring.dealing import KEY_BYTES, commitment
from scoring.standings import StandingsRow
from tournament.audit.queries import ChainCheck, Log, check_chain
from tournament.audit.wording import target_text
from tournament.holding.decisions import claim_faults, look_faults, place_text, ruling_faults
from tournament.holding.differences import difference
from tournament.holding.pairings import pair_faults, schedule_faults
from tournament.holding.plays import play_faults
from tournament.holding.recomputing import recomputed_standings
from tournament.holding.recorded import Place, RecordedVersion, Replay
from tournament.holding.replay import replay
from tournament.models import (
    AuditEvent,
    Championship,
    ChampionshipLogo,
    Result,
    RoundStatus,
    Stage,
)
from tournament.standings.queries import StandingsLine, standings_view


class Subject(TextChoices):
    """What is checked; a closed list, in the order in which it is checked."""

    DATABASE = "database", pgettext_lazy("check", "database")
    INSTALLATION = "installation", pgettext_lazy("check", "log of the installation")
    RECORD = "record", pgettext_lazy("check", "record")
    HANDS = "hands", pgettext_lazy("check", "commitment")
    VERSIONS = "versions", pgettext_lazy("check", "versions")
    RESULTS = "results", pgettext_lazy("check", "results")
    DECISIONS = "decisions", pgettext_lazy("check", "rulings and claims")
    ROUNDS = "rounds", pgettext_lazy("check", "settings and rounds")
    PAIRS = "pairs", pgettext_lazy("check", "pairs and matches")
    STANDINGS = "standings", pgettext_lazy("check", "standings")


@dataclass(frozen=True, slots=True)
class Check:
    """A check that was made: of which championship (its slug; "" for the installation), what was
    looked at, in words, and what is wrong with it, a sentence a fault."""

    championship: str
    subject: Subject
    seen: str
    faults: tuple[str, ...]


def installation_log() -> tuple[str, list[str]]:
    """The chain of the installation's own log; an installation that is older has none yet."""
    log = Log.of_installation()
    chain = check_chain(log.events, chained_as=log.chained_as)
    return _chain_seen(chain), list(_chain_faults(chain))


def championship_checks(stage: Stage) -> Iterator[Check]:
    """All checks of a championship's one stage, one after the other; nothing is written."""
    events: list[AuditEvent] = []
    state = Replay()

    def record() -> tuple[str, list[str]]:
        nonlocal state
        events.extend(AuditEvent.objects.filter(championship=stage.championship))
        chain = check_chain(events, chained_as=stage.championship.chained_as)
        state = replay(events)
        empty = [] if events else [_("The record is empty.")]
        return _chain_seen(chain), [*empty, *_chain_faults(chain)]

    checks: Mapping[Subject, Callable[[], tuple[str, list[str]]]] = {
        Subject.RECORD: record,
        Subject.HANDS: lambda: _commitment(state, stage),
        Subject.VERSIONS: lambda: _versions(stage),
        Subject.RESULTS: lambda: _results(state, stage),
        Subject.DECISIONS: lambda: _decisions(state, stage),
        Subject.ROUNDS: lambda: (
            ngettext("%(count)d round", "%(count)d rounds", stage.rounds.count())
            % {"count": stage.rounds.count()},
            list(_course_faults(state, stage)),
        ),
        Subject.PAIRS: lambda: (
            ngettext("%(count)d pair", "%(count)d pairs", len(state.pairs))
            % {"count": len(state.pairs)},
            [*pair_faults(state, stage), *schedule_faults(state, stage)],
        ),
        Subject.STANDINGS: lambda: _standings(state, stage),
    }
    for subject, check in checks.items():
        yield guarded(stage.championship.slug, subject, check)


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
            "removed or put in."
        ) % {"number": chain.broken_at}


@sensitive_variables()
def _commitment(state: Replay, stage: Stage) -> tuple[str, list[str]]:
    """The published promise against the key, and against what was recorded of it."""
    hands = stage.deal_set
    if hands is None:
        lost = [_("The record promises hands, and there are none.")] if state.commitments else []
        return _("no hands yet"), lost
    faults = []
    key = bytes(hands.key)
    if len(key) != KEY_BYTES or commitment(key) != hands.commitment:
        faults.append(_("The commitment is not that of the key: the hands are other ones."))
    if state.commitments != {hands.commitment}:
        faults.append(_("The commitment is not the one that was recorded."))
    if hands.salt != state.salt:
        faults.append(f"{difference('salt', hands.salt, state.salt)}.")
    if (hands.salt_fixed_at is not None) != state.salt_fixed:
        faults.append(_("The salt is fixed, or not, other than recorded."))
    return hands.commitment, faults


def _versions(stage: Stage) -> tuple[str, list[str]]:
    """Of every hand the versions from 1 without a gap, and the newest, alone, the current one."""
    found: dict[tuple[int, Place], list[tuple[int, bool]]] = defaultdict(list)
    rows = Result.objects.filter(match__round__stage=stage).order_by("match", "deal", "version")
    for match, *place, version, is_current in rows.values_list(
        "match", "match__round__number", "match__table__number", "deal", "version", "is_current"
    ):
        found[match, (place[0], place[1], place[2])].append((version, is_current))
    faults = []
    for (_match, where), versions in sorted(found.items(), key=lambda one: one[0][1]):
        numbers = [version for version, _current in versions]
        current = [version for version, is_current in versions if is_current]
        if numbers != list(range(1, len(numbers) + 1)):
            faults.append(
                _("%(where)s: there are the versions %(numbers)s, and one is missing or doubled.")
                % {"where": place_text(where), "numbers": ", ".join(map(str, numbers))}
            )
        if current != [max(numbers)]:
            faults.append(
                _("%(where)s: current is %(current)s, and the newest version is %(newest)d.")
                % {
                    "where": place_text(where),
                    "current": ", ".join(map(str, current)) or "–",
                    "newest": max(numbers),
                }
            )
    return ngettext("%(count)d hand", "%(count)d hands", len(found)) % {"count": len(found)}, faults


def _results(state: Replay, stage: Stage) -> tuple[str, list[str]]:
    """Every stored version is what its event says was entered, by whom and why."""
    stored: dict[Place, list[Result]] = defaultdict(list)
    rows = Result.objects.filter(match__round__stage=stage).order_by("version")
    for result in rows.select_related("match__round", "match__table"):
        match = result.match
        stored[match.round.number, match.table.number, result.deal].append(result)
    faults = [
        f"{place_text(where)}: {fault}."
        for where in sorted(stored.keys() | state.results.keys())
        for fault in _hand_faults(stored.get(where, []), state.results.get(where, []))
    ]
    count = sum(map(len, stored.values()))
    return ngettext("%(count)d version", "%(count)d versions", count) % {"count": count}, faults


def _hand_faults(stored: list[Result], recorded: list[RecordedVersion]) -> Iterator[str]:
    by_version = {result.version: result for result in stored}
    said = {version.content["version"]: version for version in recorded}
    for number in sorted(by_version.keys() | said.keys()):
        result, version = by_version.get(number), said.get(number)
        if result is None:
            fault = _("version %(number)d is in the record and not stored")
        elif version is None:
            fault = _("version %(number)d is stored and not in the record")
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
    if result.entered_by != version.entered_by:
        yield difference("entered_by", result.entered_by, version.entered_by)
    if result.change_reason != version.reason:
        yield difference("change_reason", result.change_reason, version.reason)


def _decisions(state: Replay, stage: Stage) -> tuple[str, list[str]]:
    """What was confirmed, claimed and ruled, and what became of it."""
    rulings = ngettext("%(count)d ruling", "%(count)d rulings", len(state.rulings))
    claims = ngettext("%(count)d claim", "%(count)d claims", len(state.claims))
    return ", ".join(
        (rulings % {"count": len(state.rulings)}, claims % {"count": len(state.claims)})
    ), [
        *look_faults(state, stage),
        *claim_faults(state, stage),
        *ruling_faults(state, stage),
        *play_faults(state, stage),
    ]


def _course_faults(state: Replay, stage: Stage) -> Iterator[str]:
    """The championship's name, settings and end, and the state of every round."""
    championship = stage.championship
    details = {"date": championship.date.isoformat(), "logo": _logo_digest(championship)}
    for name, recorded in {**state.details, **state.settings}.items():
        stored: Any = details[name] if name in details else getattr(championship, name)
        if stored != recorded:
            yield f"{difference(name, stored, recorded)}."
    if championship.is_rehearsal != state.rehearsal:
        yield _("It is a rehearsal, or not, other than recorded.")
    if (championship.ended_at is not None) != state.ended:
        yield _("The championship has ended, or not, other than recorded.")
    begun = dict(stage.rounds.values_list("number", "status"))
    for number in sorted(begun.keys() | state.rounds.keys()):
        status = RoundStatus(begun.get(number, RoundStatus.PLANNED))
        recorded_status = state.rounds.get(number, RoundStatus.PLANNED)
        if status is not recorded_status:
            yield _("%(where)s is %(stored)s, the record says %(recorded)s.") % {
                "where": target_text(f"round {number}"),
                "stored": status.label,
                "recorded": recorded_status.label,
            }
    for number, until in stage.rounds.values_list("number", "corrections_until"):
        said = state.corrections.get(number)
        if number in state.corrections and until != (said and datetime.fromisoformat(said)):
            where, stored_until = target_text(f"round {number}"), until and until.isoformat()
            yield f"{where}: {difference('corrections_until', stored_until, said)}."


def _logo_digest(championship: Championship) -> str | None:
    """SHA-256 of the logo as it is stored; None without one. 1 query."""
    png = ChampionshipLogo.objects.filter(championship=championship).values_list("png", flat=True)
    return next((hashlib.sha256(one).hexdigest() for one in png), None)


def _standings(state: Replay, stage: Stage) -> tuple[str, list[str]]:
    """The standings that everybody sees, against those that the record leads to, exactly."""
    view = standings_view(stage)
    recomputed = recomputed_standings(state, stage)
    rows = {row.team: row for row in recomputed.rows}
    shown = {line.team.id: line for line in view.lines}
    numbers = dict(stage.championship.teams.values_list("pk", "number"))
    faults = []
    if view.ranked_by is not recomputed.ranked_by:
        faults.append(f"{difference('rank_by', view.ranked_by.value, recomputed.ranked_by.value)}.")
    for team in sorted(rows.keys() | shown.keys(), key=lambda one: numbers[one]):
        where = target_text(f"pair {numbers[team]}")
        if team not in rows or team not in shown:
            faults.append(_("%(where)s is ranked, or not, other than recorded.") % {"where": where})
        else:
            faults += (f"{where}: {one}." for one in _row_faults(shown[team], rows[team]))
    return _("%(count)d ranked, after %(rounds)d closed rounds") % {
        "count": len(shown),
        "rounds": len(view.rounds),
    }, faults


def _row_faults(line: StandingsLine, row: StandingsRow[int]) -> Iterator[str]:
    for one in fields(row):
        if one.name != "team" and (shown := getattr(line, one.name)) != getattr(row, one.name):
            yield difference(one.name, str(shown), str(getattr(row, one.name)))

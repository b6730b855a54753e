"""Pairs and their matches as the tables have them, held against the record.

The record holds a digest of a schedule's matches, so that every one that was changed, or turned
round, is noticed. Older records hold only how balanced the matches were: such a change changes that
too in nearly every case.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from scoring.plan import Pairing, RoundPlan, balance_of
from tournament.audit.wording import target_text
from tournament.holding.differences import difference
from tournament.holding.recorded import Meeting, RecordedPair, Replay
from tournament.models import Match, Stage, Team
from tournament.schedule.plan import digest_of_matches


def pair_faults(state: Replay, stage: Stage) -> Iterator[str]:
    """What the register says of the pairs and the record doesn't, or otherwise; 2 queries."""
    teams = stage.championship.teams.prefetch_related("players")
    stored = {team.number: team for team in teams}
    for number in sorted(stored.keys() | state.pairs.keys()):
        where = target_text(f"pair {number}")
        team, recorded = stored.get(number), state.pairs.get(number)
        if team is None:
            yield _("%(where)s is in the record and not in the register.") % {"where": where}
        elif recorded is None:
            yield _("%(where)s is in the register and not in the record.") % {"where": where}
        else:
            for fault in _differences(team, recorded):
                yield f"{where}: {fault}."


def _differences(team: Team, recorded: RecordedPair) -> Iterator[str]:
    names = [player.name for player in team.players.all()]
    now = {
        "name": team.name,
        "players": names[:2],
        "substitutes": names[2:],
        "club": team.club,
        "joined_round": team.joined_round,
        "withdrawn_from": team.withdrawn_from,
    }
    said: dict[str, Any] = {
        **(now if recorded.details is None else recorded.details),
        "joined_round": recorded.joined_round,
        "withdrawn_from": recorded.withdrawn_from,
    }
    for name, stored in now.items():
        if stored != said[name]:
            yield difference(name, stored, said[name])


def schedule_faults(state: Replay, stage: Stage) -> Iterator[str]:
    """What the matches are that the record denies, or the other way round; 4 queries."""
    numbers = dict(stage.championship.teams.values_list("pk", "number"))
    matches = {
        (number, numbers[ns], numbers[ew]): cancelled
        for number, ns, ew, cancelled in Match.objects.filter(round__stage=stage).values_list(
            "round__number", "ns_id", "ew_id", "cancelled"
        )
    }
    late = {one for one in matches if state.late_pairs & set(one[1:])}
    yield from _scheduled_faults(state, matches.keys() - late)
    if state.scheduled and stage.rounds.count() != state.scheduled["rounds"]:
        yield _("There are %(stored)d rounds, the record says %(recorded)d.") % {
            "stored": stage.rounds.count(),
            "recorded": state.scheduled["rounds"],
        }
    for meeting in sorted(late ^ state.late):
        yield _meeting_text(meeting, _("a late pair's match is not as recorded"))
    cancelled = {
        (number, min(ns, ew), max(ns, ew)) for (number, ns, ew), off in matches.items() if off
    }
    for meeting in sorted(cancelled ^ state.cancelled):
        yield _meeting_text(meeting, _("the match is cancelled, or not, other than recorded"))
    if (stage.published_at is not None) != state.published:
        yield difference("published", stage.published_at is not None, state.published)


def _meeting_text(meeting: Meeting, fault: str) -> str:
    number, one, other = meeting
    return f"{target_text(f'round {number}')}, {one} – {other}: {fault}."


def _scheduled_faults(state: Replay, matches: Set[Meeting]) -> Iterator[str]:
    """Whether the matches are those of the schedule that was made last."""
    if not state.scheduled:
        if matches:
            yield _("There are matches, and the record knows of no schedule.")
    elif "matches" not in state.scheduled:
        yield from _balance_faults(state, matches)
    elif digest_of_matches(matches) != state.scheduled["matches"]:
        yield _("The matches are not those that the record says were scheduled.")


def _balance_faults(state: Replay, matches: Set[Meeting]) -> Iterator[str]:
    """Whether the matches of the schedule are as balanced as they were when it was made."""
    scheduled = sorted(state.pairs.keys() - state.late_pairs)
    index = {number: place for place, number in enumerate(scheduled, start=1)}
    rounds: dict[int, list[Pairing]] = defaultdict(list)
    for number, ns, ew in sorted(matches):
        if ns not in index or ew not in index:
            return  # reported with the pairs
        rounds[number].append(Pairing(index[ns], index[ew]))
    plans = [RoundPlan(number, tuple(rounds[number])) for number in sorted(rounds)]
    if asdict(balance_of(plans, len(scheduled))) != state.scheduled["balance"]:
        yield _("The matches are not as balanced as the record says of the schedule.")

"""Check of drawn opponents, by drawing them again from what was known each time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import PairingError, ScheduleError
from scoring.pairing.entrants import exchange
from scoring.schedule.plan import Pairing, RoundPlan
from tournament.audit.event_text import place_text
from tournament.integrity.fold import Fold
from tournament.integrity.folded_rows import FoldedRows, seated
from tournament.models import Action, AuditEvent, Contestant, Match, MatchSeat
from tournament.models.places import RoundPlace
from tournament.models.schedule import in_order
from tournament.schedule.plan import (
    Meeting,
    digest_of_matches,
    read_planning,
    read_scores,
    recorded_scores,
)
from tournament.stages.formats import format_of
from tournament.stages.groups import plan_rounds_of

DRAWS = (
    *(Action.SCHEDULE_MADE, Action.ROUND_PAIRED, Action.ROUNDS_REPLANNED),
    Action.PAIRS_EXCHANGED,
)
"""Acts that decide who meets whom in rounds, by lot or by an exchange."""


def meetings_in(fold: Fold) -> set[Meeting]:
    """Return the meetings of all rounds."""
    return {(one.round, *in_order(one.held)) for _key, one in seated(fold)}


def lot_faults(rows: FoldedRows, event: AuditEvent, earlier: Collection[Meeting]) -> Iterator[str]:
    """Yield the first round of a draw that, made again from the standings of that moment, gives
    other opponents than its event or its rows have.

    `rows` are those after the event, and `earlier` are the matches before it.
    """
    told: Any = event.after
    format = format_of(rows.stage)
    if not format.by_lot:
        return
    states = rows.states
    first, numbers = event.round or states.first, range(states.first, states.last + 1)
    last = first + told["rounds"] - 1 if event.action == Action.ROUNDS_REPLANNED else None
    plans: tuple[RoundPlan, ...]
    scores = told_scores = recorded_scores(told.get("scores", {}))
    try:
        if event.action == Action.PAIRS_EXCHANGED:
            met = tuple(Pairing(*two) for number, *two in earlier if number == first)
            plans = (exchange(RoundPlan(first, met), *told["exchanged"]),)
        else:
            scores = read_scores(rows, first=first, rounds=numbers)
            planning = read_planning(rows, first=first, rounds=numbers, scores=scores, last=last)
            plans = plan_rounds_of(format, planning)
    except (PairingError, ScheduleError):
        plans = ()
    drawn = {(one.number, *match) for one in plans for match in one.matches}
    stored = {
        (one.round, *in_order(one.held)) for one in rows.tables({one.number for one in plans})
    }
    as_told = scores == told_scores and digest_of_matches(drawn) == told["matches"]
    if not as_told or drawn != stored:
        yield _("%(where)s: drawn again, the lots give other opponents.") % {
            "where": place_text(RoundPlace(first))
        }


def seats_somebody(event: AuditEvent) -> bool:
    """Return whether an event has rows of matches, or of seats at them."""
    names = {name for kind in event.rows.values() for name in kind}
    return not names.isdisjoint((Match.__name__, MatchSeat.__name__))


def reseated_faults(
    event: AuditEvent, earlier: Collection[Meeting], now: Collection[Meeting]
) -> Iterator[str]:
    """Yield the rounds in which the rows of an event change the meetings, though its act can't."""
    moved = event.rows.get("moved", {}).get(Contestant.__name__, ())
    numbers = {old[0]: new[0] for old, new in moved}
    before = {(one[0], *(numbers.get(number, number) for number in one[1:])) for one in earlier}
    changed = before ^ {*now}
    for number in sorted({one[0] for one in changed if not _can_change(event, one)}):
        yield _("%(where)s: the matches are not those that the record says were drawn.") % {
            "where": place_text(RoundPlace(number))
        }


def _can_change(event: AuditEvent, meeting: Meeting) -> bool:
    """Return whether a match can have come, gone or changed with an event."""
    told: Mapping[str, Any] = event.after or {}
    round, players = meeting[0], set(meeting[1:])
    match event.action:
        case Action.SCHEDULE_REMOVED | Action.STAGE_REMOVED:
            return True
        case Action.SCHEDULE_MADE:
            return bool(told["first_round"] <= round)
        case Action.ROUND_PAIRED | Action.ROUND_ENTERED | Action.PAIRS_EXCHANGED:
            return round == event.round
        case Action.ROUNDS_REPLANNED:
            return event.round is not None and event.round <= round
        case Action.RESTING_PAIRED:
            return round == event.round and players == {*told["pairs"]}
        case Action.PLAYER_ABSENT | Action.PLAYER_CAME:
            seats = [{*one["players"]} for one in (event.before or {}, told)]
            return round == event.round and players in seats
        case Action.CONTESTANT_JOINED_LATE:
            came = {told["number"], *(one.get("instead_of") for one in told["matches"])}
            return not players.isdisjoint(came)
        case Action.CONTESTANT_WITHDRAWN | Action.WITHDRAWAL_TAKEN_BACK:
            return event.contestant in players
    return False

"""The start page's list of what has been done and what comes next, step by step of the day.

One step is next: the first one that has to be done and isn't. Steps that may be skipped (naming
tables, a salt) are never next, but say themselves while they still can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.plan import LEAST_TEAMS
from tournament.championships.queries import Progress
from tournament.core.permissions import Level
from tournament.models import Confirmation


class State(StrEnum):
    DONE = "done"
    NEXT = "next"
    LATER = "later"
    OPTIONAL = "optional"
    """Not done, need not be, but still can be."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the day: how it stands, in words, and where it is done (a view of the site)."""

    key: str
    title: str
    detail: str
    action: str
    view: str
    level: Level
    state: State


@dataclass(frozen=True, slots=True)
class _Draft:
    """A step before it is known which one is next."""

    key: str
    title: str
    detail: str
    action: str
    view: str
    done: bool
    can_be_skipped: bool = False
    possible_now: bool = True
    still_possible: bool = True
    level: Level = Level.ORGANISER


def _pairs(now: Progress) -> _Draft:
    detail = ngettext(
        "%(count)d pair is registered.", "%(count)d pairs are registered.", now.teams
    ) % {"count": now.teams}
    if now.teams < LEAST_TEAMS:
        detail += " " + _("%(least)d are needed at least.") % {"least": LEAST_TEAMS}
    return _Draft(
        key="pairs",
        title=_("Pairs"),
        detail=detail,
        action=_("Register pairs"),
        view="teams:list",
        done=now.teams >= LEAST_TEAMS,
    )


def _tables(now: Progress) -> _Draft:
    detail = ngettext(
        "There is %(count)d table, one for every two pairs. Give it a name, or a pair a fixed "
        "place, if you like.",
        "There are %(count)d tables, one for every two pairs. Give them names, or a pair a fixed "
        "place, if you like.",
        now.tables,
    ) % {"count": now.tables}
    return _Draft(
        key="tables",
        title=_("Tables"),
        detail=detail,
        action=_("Look at the tables"),
        view="teams:tables",
        done=now.matches > 0,
        can_be_skipped=True,
        possible_now=now.tables > 0,
    )


def _schedule(now: Progress) -> _Draft:
    rounds = len(now.planned_rounds + now.open_rounds + now.closed_rounds)
    detail = (
        ngettext("%(count)d round is planned.", "%(count)d rounds are planned.", rounds)
        % {"count": rounds}
        if now.matches
        else _("Who meets whom, in which direction, at which table.")
    )
    return _Draft(
        key="schedule",
        title=_("Schedule"),
        detail=detail,
        action=_("Make the schedule"),
        view="schedule:schedule",
        done=now.matches > 0,
    )


def _published(now: Progress) -> _Draft:
    return _Draft(
        key="published",
        title=_("Published"),
        detail=_("Everybody can see pairs, schedule and pairings.")
        if now.published_at
        else _("Look at the schedule once more; then publish it, and with it these pages."),
        action=_("Look at it and publish"),
        view="schedule:schedule",
        done=now.published_at is not None,
    )


def _hands(now: Progress) -> _Draft:
    return _Draft(
        key="hands",
        title=_("Hands"),
        detail=_("The hands are made and sealed.")
        if now.hands_made
        else _("All hands come from one secret key; its commitment can be published then."),
        action=_("Make the hands"),
        view="deals:deals",
        done=now.hands_made,
    )


def _salt(now: Progress) -> _Draft:
    if now.salt:
        detail = _("The salt is “%(salt)s”.") % {"salt": now.salt}
    elif now.salt_fixed_at:
        detail = _("There is none: only a change of the hands is excluded, not a choice.")
    else:
        detail = _(
            "A public text that nobody controls proves that you did not choose the hands. It can "
            "be added until the first hand is opened or printed."
        )
    return _Draft(
        key="salt",
        title=_("Salt"),
        detail=detail,
        action=_("Add the salt"),
        view="deals:deals",
        done=bool(now.salt),
        can_be_skipped=True,
        possible_now=now.hands_made,
        still_possible=now.salt_fixed_at is None and now.ended_at is None,
    )


def _day(now: Progress) -> _Draft:
    if now.round_minutes:
        lasts = ngettext(
            "A round lasts %(count)d minute.", "A round lasts %(count)d minutes.", now.round_minutes
        ) % {"count": now.round_minutes}
    else:
        lasts = _("A round has no countdown.")
    look = _("A result needs this second look: %(whose)s.") % {
        "whose": Confirmation(now.confirmation).label
    }
    corrections = ngettext(
        "Corrections can be asked for during %(count)d minute.",
        "Corrections can be asked for during %(count)d minutes.",
        now.correction_minutes,
    ) % {"count": now.correction_minutes}
    return _Draft(
        key="day",
        title=_("Course of the day"),
        detail=" ".join([lasts, look, corrections]),
        action=_("Set the course of the day"),
        view="championships:day",
        done=now.begun,
        can_be_skipped=True,
    )


def _rounds(now: Progress) -> _Draft:
    closed = len(now.closed_rounds)
    total = closed + len(now.planned_rounds) + len(now.open_rounds)
    detail = _("%(closed)d of %(total)d rounds are closed.") % {"closed": closed, "total": total}
    action, view = _("On to the rounds"), "rounds:list"
    if now.open_rounds:
        detail += " " + ngettext(
            "Round %(rounds)s is open.", "Rounds %(rounds)s are open.", len(now.open_rounds)
        ) % {"rounds": ", ".join(map(str, now.open_rounds))}
        action, view = _("To the desk"), "desk:desk"
    elif now.planned_rounds:
        action = _("Open round %(number)d") % {"number": now.planned_rounds[0]}
    return _Draft(
        key="rounds",
        title=_("Rounds and results"),
        detail=detail if total else _("Each round is opened, played and closed."),
        action=action,
        view=view,
        done=now.begun and not (now.open_rounds or now.planned_rounds),
        level=Level.REFEREE,
    )


def _end(now: Progress) -> _Draft:
    return _Draft(
        key="end",
        title=_("End"),
        detail=_("The standings are final, and the key of the hands is public.")
        if now.ended_at
        else _("Makes the standings final and publishes the key of the hands."),
        action=_("End the championship"),
        view="championships:end",
        done=now.ended_at is not None,
    )


_STEPS: tuple[Callable[[Progress], _Draft], ...] = (
    _pairs,
    _tables,
    _schedule,
    _published,
    _hands,
    _salt,
    _day,
    _rounds,
    _end,
)


def checklist(now: Progress) -> list[Step]:
    """The steps of the day, in order; at most one of them is next."""
    return list(_with_states([step(now) for step in _STEPS], ended=now.ended_at is not None))


def _with_states(drafts: list[_Draft], *, ended: bool) -> Iterator[Step]:
    next_is_found = False
    for draft in drafts:
        if draft.done or ended or not draft.still_possible:
            state = State.DONE
        elif draft.can_be_skipped:
            state = State.OPTIONAL if draft.possible_now else State.LATER
        elif next_is_found:
            state = State.LATER
        else:
            state, next_is_found = State.NEXT, True
        yield Step(
            draft.key, draft.title, draft.detail, draft.action, draft.view, draft.level, state
        )

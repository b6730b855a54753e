"""The steps before the day: who plays whom, who refers, and how the day runs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.championships.checklist.step import Step
from tournament.championships.queries import Progress
from tournament.models import ConfirmationRule


def pairs(now: Progress) -> Step:
    text = ngettext(
        "%(count)d pair is registered.", "%(count)d pairs are registered.", now.contestants
    )
    if now.of_players:
        text = ngettext(
            "%(count)d player is registered.", "%(count)d players are registered.", now.contestants
        )
    detail = text % {"count": now.contestants}
    if now.contestants < now.least_contestants:
        detail += " " + _("%(least)d are needed at least.") % {"least": now.least_contestants}
    return Step(
        key="pairs",
        title=_("Players") if now.of_players else _("Pairs"),
        detail=detail,
        action=_("Register players") if now.of_players else _("Register pairs"),
        view="contestants:list",
        done=now.contestants >= now.least_contestants,
    )


def tables(now: Progress) -> Step:
    text = ngettext(
        "There is %(count)d table, one for every two pairs. Give it a name, or a pair a fixed "
        "place, if you like.",
        "There are %(count)d tables, one for every two pairs. Give them names, or a pair a fixed "
        "place, if you like.",
        now.tables,
    )
    if now.of_players:
        text = ngettext(
            "There is %(count)d table, one for every four players. Give it a name, if you like.",
            "There are %(count)d tables, one for every four players. Give them names, if you like.",
            now.tables,
        )
    detail = text % {"count": now.tables}
    return Step(
        key="tables",
        title=_("Tables"),
        detail=detail,
        action=_("View the tables"),
        view="contestants:tables",
        done=now.matches > 0,
        can_be_skipped=True,
        possible_now=now.tables > 0,
    )


def schedule(now: Progress) -> Step:
    rounds = len(now.planned_rounds + now.open_rounds + now.closed_rounds)
    detail = (
        ngettext("%(count)d round is planned.", "%(count)d rounds are planned.", rounds)
        % {"count": rounds}
        if now.matches
        else _("Who meets whom, in which direction, at which table.")
    )
    if now.matches and now.unscheduled:
        detail += " " + _("There is none yet for: %(stages)s.") % {
            "stages": ", ".join(now.unscheduled)
        }
    return Step(
        key="schedule",
        title=_("Schedule"),
        detail=detail,
        action=_("Make the schedule"),
        view="schedule:schedule",
        done=now.matches > 0 and not now.unscheduled,
    )


def groups(now: Progress) -> Step:
    return Step(
        key="groups",
        title=_("Groups"),
        detail=_("At most %(size)d pairs in each, as it was planned.") % {"size": now.group_size},
        action=_("Divide them into groups"),
        view="groups:groups",
        done=False,
        can_be_skipped=not now.several_groups,
        possible_now=now.contestants >= now.least_contestants,
        still_possible=now.matches == 0,
    )


def published(now: Progress) -> Step:
    return Step(
        key="published",
        title=_("Published"),
        detail=_("Everybody can see who plays, the schedule and the pairings.")
        if now.published_at
        else _("Check the schedule once more, then publish it and these pages."),
        action=_("View and publish it"),
        view="schedule:schedule",
        done=now.published_at is not None,
    )


def referees(now: Progress) -> Step:
    detail = (
        ngettext(
            "%(count)d referee has an account.",
            "%(count)d referees have accounts.",
            now.referees,
        )
        % {"count": now.referees}
        if now.referees
        else _("Nobody is a referee yet. Organisers can do all that referees can.")
    )
    return Step(
        key="referees",
        title=_("Referees"),
        detail=detail,
        action=_("Add referees"),
        view="championships:people",
        done=now.referees > 0,
        can_be_skipped=True,
        still_possible=not now.begun,
    )


def day(now: Progress) -> Step:
    if now.round_minutes:
        lasts = ngettext(
            "A round lasts %(count)d minute.", "A round lasts %(count)d minutes.", now.round_minutes
        ) % {"count": now.round_minutes}
    else:
        lasts = _("A round has no countdown.")
    look = _("A result needs a confirmation: %(whose)s.") % {
        "whose": ConfirmationRule(now.confirmation).label
    }
    corrections = ngettext(
        "Corrections can be asked for during %(count)d minute.",
        "Corrections can be asked for during %(count)d minutes.",
        now.correction_minutes,
    ) % {"count": now.correction_minutes}
    return Step(
        key="day",
        title=_("How the day runs"),
        detail=" ".join([lasts, look, corrections]),
        action=_("Set how the day runs"),
        view="championships:day",
        done=now.begun,
        can_be_skipped=True,
    )

"""Steps before the day: pairs, schedule and people, and the hands dealt beforehand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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


def rounds_text(rounds: Sequence[int]) -> str:
    """Return "round 3" or "rounds 3, 4"."""
    return ngettext("round %(rounds)s", "rounds %(rounds)s", len(rounds)) % {
        "rounds": ", ".join(map(str, rounds))
    }


def _who_knows_the_hands(now: Progress) -> str:
    """Return which hands are sealed: nobody was shown them, printed them or plays them."""
    known = {*now.printed_rounds, *now.seen_rounds, *now.public_rounds}
    told = (
        (_("Public: %(rounds)s."), now.public_rounds),
        (_("Printed: %(rounds)s."), others(now.printed_rounds, now.public_rounds)),
        (_("Opened early: %(rounds)s."), others(now.seen_rounds, now.public_rounds)),
        (_("Being played: %(rounds)s."), others(now.open_rounds, known)),
        (_("Sealed: %(rounds)s."), others(now.planned_rounds, known)),
    )
    found = [words % {"rounds": rounds_text(rounds)} for words, rounds in told if rounds]
    if not known and not now.open_rounds:
        return _("The hands are made and sealed.")
    return " ".join([_("The hands are made."), *found])


def others(rounds: Sequence[int], known: Collection[int]) -> tuple[int, ...]:
    return tuple(number for number in rounds if number not in known)


def _hands_detail(now: Progress) -> str:
    if not now.hands_made:
        return _("All hands come from one secret key; its commitment can be published then.")
    if now.rounds_without_hands:
        return _("There are no hands yet for %(rounds)s: make more.") % {
            "rounds": rounds_text(now.rounds_without_hands)
        }
    return _who_knows_the_hands(now)


def hands(now: Progress) -> Step:
    return Step(
        key="hands",
        title=_("Hands"),
        detail=_hands_detail(now),
        action=_("Make more hands") if now.hands_made else _("Make the hands"),
        view="deals:deals",
        done=now.hands_made and not now.rounds_without_hands,
    )


def salt(now: Progress) -> Step:
    if now.salt:
        detail = _("The salt is “%(salt)s”.") % {"salt": now.salt}
    elif now.salt_fixed_at:
        detail = _(
            "There is none: this proves that the hands were not changed, but not that they "
            "were not chosen."
        )
    else:
        detail = _(
            "A public text that nobody controls proves that you did not choose the hands. It can "
            "be added until the first hand is opened or printed."
        )
    return Step(
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


def packs(now: Progress) -> Step:
    left = others(now.planned_rounds, now.printed_rounds)
    if now.printed_rounds and left:
        detail = _("Printed: %(printed)s. Still to print: %(left)s.") % {
            "printed": rounds_text(now.printed_rounds),
            "left": rounds_text(left),
        }
    elif now.printed_rounds:
        detail = _("The hands were printed for the packs of %(rounds)s.") % {
            "rounds": rounds_text(now.printed_rounds)
        }
    else:
        detail = _("Sheets by which helpers make up the packs; each printing is recorded.")
    return Step(
        key="packs",
        title=_("Packs"),
        detail=detail,
        action=_("Print the hands"),
        view="exports:papers",
        done=bool(now.printed_rounds) and not left,
        can_be_skipped=True,
        possible_now=now.hands_made,
        still_possible=bool(left) or not now.begun,
    )

"""The checklist on the start page: what has been done, and what comes next.

One step is next: the first one that has to be done and isn't. Steps that may be skipped (naming
tables, a salt, printing) are never next, but are shown as optional while they can still be done,
and as skipped when their time is over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.championships.queries import Progress
from tournament.core.permissions import Level
from tournament.models import ConfirmationRule

RESULT_SLIPS = "table-slips"
CARDS_WITH_LINKS = frozenset({"table-cards", "pair-cards"})
"""Papers by their names."""


class State(StrEnum):
    DONE = "done"
    NEXT = "next"
    LATER = "later"
    OPTIONAL = "optional"
    """Not done, need not be, but still can be."""
    SKIPPED = "skipped"
    """Not done while it was time for it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the day in words, how far it is, and where it is done (a view of the site)."""

    key: str
    title: str
    detail: str
    action: str
    view: str
    done: bool
    can_be_skipped: bool = False
    possible_now: bool = True
    still_possible: bool = True
    """Whether it is still time for it; a step that may be skipped is skipped from then on."""
    level: Level = Level.ORGANISER
    state: State = State.LATER
    """Set by `checklist`, which knows the steps before this one."""


def _pairs(now: Progress) -> Step:
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


def _tables(now: Progress) -> Step:
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


def _schedule(now: Progress) -> Step:
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


def _groups(now: Progress) -> Step:
    return Step(
        key="groups",
        title=_("Groups"),
        detail=_("At most %(size)d pairs in each, as it was planned.") % {"size": now.group_size},
        action=_("Divide them into groups"),
        view="groups:groups",
        done=False,
        can_be_skipped=True,
        possible_now=now.contestants >= now.least_contestants,
        still_possible=now.matches == 0,
    )


def _following(now: Progress) -> Step:
    return Step(
        key="following",
        title=now.to_follow,
        detail=_("The stage that was planned: the best go on into it."),
        action=_("Add the stage"),
        view="championships:add_stage",
        done=False,
        can_be_skipped=True,
        possible_now=now.begun and not (now.open_rounds or now.planned_rounds),
    )


def _published(now: Progress) -> Step:
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


def _rounds_text(rounds: Sequence[int]) -> str:
    """ "round 3", "rounds 3, 4"."""
    return ngettext("round %(rounds)s", "rounds %(rounds)s", len(rounds)) % {
        "rounds": ", ".join(map(str, rounds))
    }


def _who_knows_the_hands(now: Progress) -> str:
    """Which hands are sealed: nobody was shown them, printed them or plays them."""
    known = {*now.printed_rounds, *now.seen_rounds, *now.public_rounds}
    told = (
        (_("Public: %(rounds)s."), now.public_rounds),
        (_("Printed: %(rounds)s."), _others(now.printed_rounds, now.public_rounds)),
        (_("Opened early: %(rounds)s."), _others(now.seen_rounds, now.public_rounds)),
        (_("Being played: %(rounds)s."), _others(now.open_rounds, known)),
        (_("Sealed: %(rounds)s."), _others(now.planned_rounds, known)),
    )
    found = [words % {"rounds": _rounds_text(rounds)} for words, rounds in told if rounds]
    if not known and not now.open_rounds:
        return _("The hands are made and sealed.")
    return " ".join([_("The hands are made."), *found])


def _others(rounds: Sequence[int], known: Collection[int]) -> tuple[int, ...]:
    return tuple(number for number in rounds if number not in known)


def _hands_detail(now: Progress) -> str:
    if not now.hands_made:
        return _("All hands come from one secret key; its commitment can be published then.")
    if now.rounds_without_hands:
        return _("There are no hands yet for %(rounds)s: make more.") % {
            "rounds": _rounds_text(now.rounds_without_hands)
        }
    return _who_knows_the_hands(now)


def _hands(now: Progress) -> Step:
    return Step(
        key="hands",
        title=_("Hands"),
        detail=_hands_detail(now),
        action=_("Make more hands") if now.hands_made else _("Make the hands"),
        view="deals:deals",
        done=now.hands_made and not now.rounds_without_hands,
    )


def _salt(now: Progress) -> Step:
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


def _referees(now: Progress) -> Step:
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


def _packs(now: Progress) -> Step:
    left = _others(now.planned_rounds, now.printed_rounds)
    if now.printed_rounds and left:
        detail = _("Printed: %(printed)s. Still to print: %(left)s.") % {
            "printed": _rounds_text(now.printed_rounds),
            "left": _rounds_text(left),
        }
    elif now.printed_rounds:
        detail = _("The hands were printed for the packs of %(rounds)s.") % {
            "rounds": _rounds_text(now.printed_rounds)
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


def _slips(now: Progress) -> Step:
    made = RESULT_SLIPS in now.papers_made
    return Step(
        key="slips",
        title=_("Result slips"),
        detail=_("A file with the slips was made: print it.")
        if made
        else _("What tables fill in by hand, where they don't use phones or a phone fails."),
        action=_("Print the slips"),
        view="exports:papers",
        done=made,
        can_be_skipped=True,
        possible_now=now.matches > 0,
        still_possible=not now.begun,
    )


def _links(now: Progress) -> Step:
    made = bool(CARDS_WITH_LINKS & now.papers_made)
    if now.phones_used:
        detail = _("Tables enter their results on phones.")
    elif made:
        detail = _("A file with the cards was made: print it, and lay them on the tables.")
    else:
        detail = _("Cards with codes, by which tables enter results on phones and call a referee.")
    return Step(
        key="links",
        title=_("Links for phones"),
        detail=detail,
        action=_("Print the cards"),
        view="links:list",
        done=made or now.phones_used,
        can_be_skipped=True,
        possible_now=now.matches > 0,
        still_possible=not now.begun,
    )


def _day(now: Progress) -> Step:
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


def _check_in(now: Progress) -> Step:
    words = ngettext(
        "%(here)d of %(count)d pair is here.", "%(here)d of %(count)d pairs are here.", now.expected
    )
    if now.of_players:
        words = _("%(here)d of %(count)d are here.")
    return Step(
        key="check-in",
        title=_("Check-in"),
        detail=words % {"here": now.here, "count": now.expected}
        if now.here
        else _("Note who has come and who has paid; before a round opens you see who is missing."),
        action=_("Check players in") if now.of_players else _("Check pairs in"),
        view="check_in:list",
        done=now.here > 0 and (now.begun or now.here == now.expected),
        can_be_skipped=True,
        possible_now=now.contestants > 0,
        still_possible=not now.begun,
        level=Level.REFEREE,
    )


def _rounds(now: Progress) -> Step:
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
        number = now.planned_rounds[0]
        action = _("Open round %(number)d") % {"number": number}
        if number in now.unpaired_rounds:
            action = _("Pair the round") if now.pairs_by_score else _("Draw the opponents")
            action = _("Enter the opponents") if now.pairs_by_hand else action
    return Step(
        key="rounds",
        title=_("Rounds and results"),
        detail=detail if total else _("Each round is opened, played and closed."),
        action=action,
        view=view,
        done=now.begun and not (now.open_rounds or now.planned_rounds),
        level=Level.REFEREE,
    )


def _end_detail(now: Progress) -> str:
    if not now.deals:
        return _("The standings are final.") if now.ended_at else _("Makes the standings final.")
    if now.ended_at:
        return _("The standings are final, and the key of the hands is public.")
    return _("Makes the standings final and publishes the key of the hands.")


def _end(now: Progress) -> Step:
    return Step(
        key="end",
        title=_("End"),
        detail=_end_detail(now),
        action=_("End the championship"),
        view="championships:end",
        done=now.ended_at is not None,
    )


_STEPS: tuple[Callable[[Progress], Step], ...] = (
    _pairs,
    _tables,
    _groups,
    _schedule,
    _published,
    _hands,
    _salt,
    _referees,
    _day,
    _packs,
    _slips,
    _links,
    _check_in,
    _rounds,
    _following,
    _end,
)
_OF_DEALS = (_hands, _salt, _packs)
"""Those that only hands dealt beforehand need."""


def checklist(now: Progress) -> list[Step]:
    """The steps of the day, in order; at most one of them is next."""
    left_out = [
        *([] if now.deals else _OF_DEALS),
        *([] if now.group_size else [_groups]),
        *([] if now.to_follow else [_following]),
    ]
    steps = [step(now) for step in _STEPS if step not in left_out]
    return list(_with_states(steps, ended=now.ended_at is not None))


def _with_states(steps: list[Step], *, ended: bool) -> Iterator[Step]:
    next_is_found = False
    for step in steps:
        if step.done or (ended and not step.can_be_skipped):
            state = State.DONE
        elif step.can_be_skipped and (ended or not step.still_possible):
            state = State.SKIPPED
        elif step.can_be_skipped:
            state = State.OPTIONAL if step.possible_now else State.LATER
        elif next_is_found:
            state = State.LATER
        else:
            state, next_is_found = State.NEXT, True
        yield replace(step, state=state)

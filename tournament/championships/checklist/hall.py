"""The steps in the hall: papers, who is here, the rounds, the end."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.championships.checklist.step import Step
from tournament.championships.queries import Progress
from tournament.core.permissions import Level

RESULT_SLIPS = "table-slips"
CARDS_WITH_LINKS = frozenset({"table-cards", "pair-cards"})
"""Papers by their names."""


def following(now: Progress) -> Step:
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


def slips(now: Progress) -> Step:
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


def links(now: Progress) -> Step:
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


def check_in(now: Progress) -> Step:
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


def rounds(now: Progress) -> Step:
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


def end(now: Progress) -> Step:
    return Step(
        key="end",
        title=_("End"),
        detail=_end_detail(now),
        action=_("End the championship"),
        view="championships:end",
        done=now.ended_at is not None,
    )

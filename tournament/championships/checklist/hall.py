"""Steps in the hall: papers, check-in, the rounds, the end."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.championships.checklist.preparation import others
from tournament.championships.checklist.step import Step
from tournament.championships.queries import Progress
from tournament.core.permissions import Level

RESULT_SLIPS = "table-slips"
CARDS_WITH_LINKS = frozenset({"table-cards", "pair-cards"})
"""Names of papers."""


def following(now: Progress) -> Step:
    return Step(
        key="following",
        title=now.to_follow,
        detail=_("The stage that was planned: the best go on into it."),
        action=_("Add the stage"),
        view="championships:add_stage",
        done=False,
        can_be_skipped=now.ended_at is not None,
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
    total = len(now.closed_rounds + now.planned_rounds + now.open_rounds)
    action, view, level = _on_to(now)
    return Step(
        key="rounds",
        title=_("Rounds and results"),
        detail=_how_far(now, total) if total else _("Each round is opened, played and closed."),
        action=action,
        view=view,
        done=now.begun and not (now.open_rounds or now.planned_rounds),
        level=level,
    )


def _how_far(now: Progress, total: int) -> str:
    """Return how many rounds are closed, which are open, and which a venue has handed in."""
    closed = {"closed": len(now.closed_rounds), "total": total}
    told = [_("Rounds closed: %(closed)d of %(total)d.") % closed]
    if being_played := others(now.open_rounds, now.handed_in_rounds):
        told.append(
            ngettext("Round %(rounds)s is open.", "Rounds %(rounds)s are open.", len(being_played))
            % {"rounds": ", ".join(map(str, being_played))}
        )
    if now.handed_in_rounds:
        told.append(
            ngettext(
                "Round %(rounds)s is handed in, and sealed until it is released.",
                "Rounds %(rounds)s are handed in, and sealed until they are released.",
                len(now.handed_in_rounds),
            )
            % {"rounds": ", ".join(map(str, now.handed_in_rounds))}
        )
    return " ".join(told)


def _on_to(now: Progress) -> tuple[str, str, Level]:
    """Return the next act on the rounds: in words, the view, and who may."""
    if others(now.open_rounds, now.handed_in_rounds):
        return _("To the desk"), "desk:desk", Level.REFEREE
    if now.planned_rounds:
        return _opening(now), "rounds:list", Level.REFEREE
    if now.handed_in_rounds and now.centre_is_elsewhere:
        return _("Results for the centre"), "envelopes:for_the_centre", Level.ORGANISER
    return _("On to the rounds"), "rounds:list", Level.REFEREE


def _opening(now: Progress) -> str:
    number = now.planned_rounds[0]
    if number not in now.unpaired_rounds:
        return _("Open round %(number)d") % {"number": number}
    if now.pairs_by_hand:
        return _("Enter the opponents")
    return _("Pair the round") if now.pairs_by_score else _("Draw the opponents")


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

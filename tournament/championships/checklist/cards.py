"""The steps of hands dealt beforehand: made, salted, printed for the packs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.championships.checklist.step import Step
from tournament.championships.queries import Progress


def rounds_text(rounds: Sequence[int]) -> str:
    """ "round 3", "rounds 3, 4"."""
    return ngettext("round %(rounds)s", "rounds %(rounds)s", len(rounds)) % {
        "rounds": ", ".join(map(str, rounds))
    }


def _who_knows_the_hands(now: Progress) -> str:
    """Which hands are sealed: nobody was shown them, printed them or plays them."""
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

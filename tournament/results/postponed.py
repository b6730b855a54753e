"""Postponed matches: they are played after their round was closed, which doesn't wait for them.

Where hands are dealt beforehand the round does wait: closing it makes its hands public.
"""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.models import (
    PAIR_NUMBERS,
    Championship,
    ConfirmationRule,
    Match,
    MatchQuerySet,
    Outcome,
    Result,
    RoundStatus,
    Stage,
)
from tournament.stages.formats import FORMATS, format_of

AWAITED = Q(
    round__status=RoundStatus.CLOSED,
    postponed_to__isnull=False,
    round__stage__kind__in=[one.kind for one in FORMATS.values() if not one.deals],
)
"""The condition for postponed matches of closed rounds."""


def is_put_off(match: Match) -> bool:
    """Whether its round can be closed without it: it was postponed, and no hands are sealed."""
    # Most are not, and need no look at their round.
    return match.postponed_to is not None and was_put_off(match.postponed_to, match.round.stage)


def was_put_off(postponed_to: date | None, stage: Stage) -> bool:
    """The same of a match of that stage, by the day to which it was postponed."""
    return postponed_to is not None and not format_of(stage).deals


def is_awaited(match: Match) -> bool:
    """Whether its pairs can enter what it made although its round is closed."""
    return is_put_off(match) and match.round.status == RoundStatus.CLOSED


def without_result(of: Championship | Stage) -> MatchQuerySet:
    """The postponed matches of closed rounds that have not been played."""
    path = "round__championship" if isinstance(of, Championship) else "round__stage"
    played = Result.objects.filter(is_current=True).exclude(outcome=Outcome.BLANK)
    matches = Match.objects.filter(AWAITED, cancelled=False, **{path: of})
    return matches.exclude(pk__in=played.values("match"))


def settled_results() -> QuerySet[Result]:
    """The results that stand and need no other pair's word: they were confirmed, or entered by a
    referee, or nobody is asked."""
    standing = Result.objects.filter(is_current=True).exclude(outcome=Outcome.BLANK)
    nobody = Q(match__round__championship__confirmation=ConfirmationRule.NONE)
    return standing.filter(Q(entered_side="") | Q(confirmations__isnull=False) | nobody)


def why_not_complete(of: Championship | Stage) -> str:
    """Which postponed matches are still to be played, in words; "" if none is. 1 query."""
    waiting = without_result(of).with_pair_columns().order_by("round__number", "table__number")
    for number, ns, ew in waiting.values_list("round__number", *PAIR_NUMBERS)[:1]:
        return _(
            "The match of pairs %(ns)d and %(ew)d in round %(round)d was postponed: enter its "
            "result, or why it was not played."
        ) % {"ns": ns, "ew": ew, "round": number}
    return ""

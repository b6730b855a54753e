"""Postponed matches: they are played after their round was closed, which doesn't wait for them.

Where hands are dealt beforehand the round does wait: closing it makes its hands public.
"""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.core.finality import last_end, provisional
from tournament.models import (
    PAIR_NUMBERS,
    Championship,
    ConfirmationRule,
    Match,
    MatchQuerySet,
    Outcome,
    Result,
    ResultConfirmation,
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
    """Return whether a round can be closed without the match: postponed, without sealed hands."""
    # Most matches are not postponed, and need no look at their round.
    return match.postponed_to is not None and was_put_off(match.postponed_to, match.round.stage)


def was_put_off(postponed_to: date | None, stage: Stage) -> bool:
    """Return whether a match of `stage`, postponed to that day or to none, is not waited for when
    its round is closed: it was postponed, and no hands are sealed."""
    return postponed_to is not None and not format_of(stage).deals


def is_awaited(match: Match) -> bool:
    """Return whether the match's pairs can enter its result although its round is closed."""
    return is_put_off(match) and match.round.status == RoundStatus.CLOSED


def without_result(of: Championship | Stage) -> MatchQuerySet:
    """Return the postponed matches of closed rounds that have not been played."""
    path = "round__championship" if isinstance(of, Championship) else "round__stage"
    played = Result.objects.filter(is_current=True).exclude(outcome=Outcome.BLANK)
    matches = Match.objects.filter(AWAITED, cancelled=False, **{path: of})
    return matches.exclude(pk__in=played.values("match"))


def unagreed_results(of: Championship | Stage, *, by_referee: bool = True) -> QuerySet[Result]:
    """Return the results of postponed matches of closed rounds that one pair alone has entered.

    Somebody else at the table or a referee has to confirm them; where the championship asks for a
    referee, only a referee, unless that is left out (`by_referee=False`). Where it asks for nobody,
    they wait as long as they can be corrected.
    """
    championship = of if isinstance(of, Championship) else of.championship
    rule = ConfirmationRule(championship.confirmation)
    agreed = ResultConfirmation.objects.filter(result=OuterRef("pk"))
    if by_referee and rule is ConfirmationRule.REFEREE:
        agreed = agreed.filter(by=ResultConfirmation.By.REFEREE)
    path = "round__championship" if isinstance(of, Championship) else "round__stage"
    found = Result.objects.filter(
        ~Exists(agreed),
        match__in=Match.objects.filter(AWAITED, cancelled=False, **{path: of}),
        is_current=True,
    )
    found = found.exclude(outcome=Outcome.BLANK).exclude(entered_side="")
    return found.filter(provisional()) if rule is ConfirmationRule.NONE else found


def to_be_settled(of: Championship | Stage) -> MatchQuerySet:
    """Return the postponed matches of closed rounds that need their pairs: without a result, or
    with the word of one pair alone."""
    alone = unagreed_results(of, by_referee=False).values("match")
    return Match.objects.filter(Q(pk__in=without_result(of).values("pk")) | Q(pk__in=alone))


def is_unsettled(match: Match) -> bool:
    """Return whether the players of a postponed match of a closed round still have a say in its
    result: it has none, they don't agree on it yet, or it can be corrected; 3 queries at most."""
    if not is_awaited(match) or match.round.stage.championship.ended_at is not None:
        return False
    standing = Result.objects.filter(match=match, is_current=True).exclude(outcome=Outcome.BLANK)
    return (
        not standing.exists()
        or standing.filter(provisional()).exists()
        or unagreed_results(match.round.stage).filter(match=match).exists()
    )


def corrections_until(match: Match) -> datetime | None:
    """Return when the results of a match can't be corrected any more, None for no such time; 1
    query at most.

    It is the time of its round or, for a postponed match, its own where that is later.
    """
    if not is_awaited(match):
        return match.round.corrections_until
    current = Result.objects.filter(match=match, is_current=True).first()
    return last_end(match.round.corrections_until, current.corrections_until if current else None)


def why_not_complete(of: Championship | Stage) -> tuple[str, ...]:
    """Return sentences about postponed matches that are still to be played, or have the word of one
    pair alone where that isn't enough; 2 queries."""
    awaited = _(
        "The match of pairs %(ns)d and %(ew)d in round %(round)d was postponed: enter its result, "
        "or why it was not played."
    )
    alone = _(
        "The result of the postponed match of pairs %(ns)d and %(ew)d in round %(round)d has not "
        "been confirmed."
    )
    championship = of if isinstance(of, Championship) else of.championship
    told = [(awaited, without_result(of))]
    if championship.confirmation != ConfirmationRule.NONE:
        one_sided = unagreed_results(of).values("match")
        told.append((alone, Match.objects.filter(pk__in=one_sided)))
    return tuple(
        words % {"ns": ns, "ew": ew, "round": number}
        for words, matches in told
        for number, ns, ew in matches.with_pair_columns()
        .order_by("round__number", "table__number")
        .values_list("round__number", *PAIR_NUMBERS)
    )

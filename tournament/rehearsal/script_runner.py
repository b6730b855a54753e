"""Running a hand's scenario on the site: who does what, one act after the other.

Each act is one call of a service, as one tap on a phone or one click of a referee would make. A
running scenario is an iterator: each step does the next act and yields what it was. So the results
of a round can come in table beside table, and a round can be left half-way.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import islice

from scoring.game.seats import Side
from tournament.correction_requests.services import (
    answer_correction_request,
    make_correction_request,
)
from tournament.models import CorrectionRequest, ResultConfirmation
from tournament.phones.payloads import Entry, Objection
from tournament.phones.services import receive_entry, receive_objection
from tournament.rehearsal.actions import (
    HandAtTable,
    actor_of_pair,
    confirm_by_pair,
    decide,
    enter_by_pair,
    enter_by_referee,
    not_played,
    reason_of,
    rebuild,
    rule,
    sender_of,
    speaks_as,
    stands,
    statement_of,
    version_of,
)
from tournament.rehearsal.scenarios import Mistake, Notice
from tournament.results.kinds.kind import Content
from tournament.results.services.entry import confirm_result


class Act(StrEnum):
    """Acts on the site."""

    ENTERED = "entered"
    CONFIRMED = "confirmed"
    OBJECTED = "objected"
    SENT_LATE = "sent late"
    DECIDED = "decided"
    CORRECTED = "corrected"
    REBUILT = "play rebuilt"
    RULED = "ruled"
    NOT_PLAYED = "not played"
    ASKED = "asked for a correction"
    ANSWERED = "answered"


def acts_in_the_round(one: HandAtTable) -> Iterator[Act]:
    """Return the acts while the round is open."""
    return islice(_acts(one), one.scenario.acts)


def acts_after_closing(one: HandAtTable) -> Iterator[Act]:
    """Return the acts after the round's results have been published."""
    return islice(_correction(one), one.scenario.later)


def _acts(one: HandAtTable) -> Iterator[Act]:
    scenario = one.scenario
    if scenario.out_of_time:
        enter_by_referee(one, not_played(one))
        yield Act.NOT_PLAYED
    elif scenario.mistake is Mistake.LATE:
        yield from _late(one)
    elif scenario.mistake in (Mistake.NONE, Mistake.RULE_BREAK):
        yield from _agreed(one, one.right)
    elif scenario.mistake is Mistake.DISPUTE:
        yield from _disputed(one, one.right, one.wrong)
    elif scenario.notice is Notice.AT_THE_TABLE:
        yield from _disputed(one, one.wrong, one.right)
    else:
        yield from _agreed(one, one.wrong)
    if scenario.mistake is Mistake.RULE_BREAK and scenario.notice is not Notice.NOBODY:
        yield from _ruled(one)
    elif scenario.notice is Notice.BY_A_REFEREE:
        enter_by_referee(one, one.right, reason=reason_of(scenario.mistake))
        yield Act.CORRECTED


def acts_of_order(one: HandAtTable) -> Iterator[Act]:
    """Do a referee's acts on a hand that keeps its round from being closed, and yield them."""
    if version_of(one) == 0:
        yield from _acts(one)
    elif stands(one, one.kind.blank):
        enter_by_referee(one, one.right, reason=reason_of(Mistake.NONE))
        yield Act.CORRECTED
    if CorrectionRequest.objects.filter(match=one.match, deal=one.deal, decision="").exists():
        decide(one)
        yield Act.DECIDED
    confirmation = ResultConfirmation.By.REFEREE
    confirm_result(
        actor=one.referee, match=one.match, deal=one.deal, version=version_of(one), by=confirmation
    )
    yield Act.CONFIRMED


def _agreed(one: HandAtTable, entry: Content) -> Iterator[Act]:
    """Enter the result; where a pair does, let the other one confirm it."""
    side = one.scenario.by
    if side is None:
        enter_by_referee(one, entry)
        yield Act.ENTERED
        return
    enter_by_pair(one, side, entry)
    yield Act.ENTERED
    confirm_by_pair(one, side.opponents)
    yield Act.CONFIRMED


def _disputed(one: HandAtTable, entry: Content, other: Content) -> Iterator[Act]:
    """Let a pair enter one thing, the other say another, and a referee find out what is right."""
    side = one.scenario.by or Side.NS
    enter_by_pair(one, side, entry)
    yield Act.ENTERED
    statement = statement_of(one, side.opponents)
    sender = sender_of(one, side.opponents)
    receive_objection(sender=sender, objection=Objection(*statement, content=other))
    yield Act.OBJECTED
    decide(one)
    yield Act.DECIDED


def _late(one: HandAtTable) -> Iterator[Act]:
    """Let a referee misread the slip, then the phone find its network and tell otherwise."""
    side = one.scenario.by or Side.NS
    enter_by_referee(one, one.wrong)
    yield Act.ENTERED
    statement = statement_of(one, side, version=0)
    entry = Entry(*statement, content=one.right, asked=False, late=True)
    receive_entry(sender=sender_of(one, side), entry=entry)
    yield Act.SENT_LATE
    decide(one)
    yield Act.DECIDED


def _ruled(one: HandAtTable) -> Iterator[Act]:
    """Let a referee be called, rebuild the play, and rule on what the check of it finds."""
    fault = one.played.fault
    if fault is None:
        return
    record = rebuild(one, fault)
    yield Act.REBUILT
    rule(one, fault, record)
    yield Act.RULED


def _correction(one: HandAtTable) -> Iterator[Act]:
    """Let the pair to whose cost it was ask, the others agree, and a referee grant it."""
    if one.scenario.notice is not Notice.AFTER_CLOSING or not stands(one, one.wrong):
        return  # somebody else may have put it right
    wrong, right = one.wrong, one.right
    lead = one.played.ns_lead
    side = Side.NS if lead(right) >= lead(wrong) else Side.EW
    correction_request = make_correction_request(
        actor=actor_of_pair(one, side),
        match=one.match,
        deal=one.deal,
        kind=CorrectionRequest.Kind.CORRECTION,
        side=speaks_as(one, side),
        based_on=version_of(one),
        entry=right,
        words=reason_of(one.scenario.mistake),
    )
    yield Act.ASKED
    others = side.opponents
    actor = actor_of_pair(one, others)
    answer_correction_request(
        actor=actor,
        correction_request=correction_request,
        side=speaks_as(one, others),
        agrees=True,
    )
    yield Act.ANSWERED
    decide(one)
    yield Act.DECIDED

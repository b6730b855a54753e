"""Requests of pairs for corrections, answers of the opponents, and decisions of referees.

A request changes nothing by itself: the result stands until a referee has decided, and both
versions are kept. A pair may also say that a result is wrong without giving the right one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.game.seats import Party
from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_championship, lock_running_championship
from tournament.core.reasons import clean_note, given_reason
from tournament.correction_requests.limits import refuse_too_many_answers, refuse_too_many_requests
from tournament.models import (
    Action,
    Championship,
    CorrectionRequest,
    Match,
    Result,
    ResultConfirmation,
    RoundStatus,
)
from tournament.models.places import CorrectionRequestPlace
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, numbers_of
from tournament.results.services.entry import (
    confirm_locked,
    enter_locked,
    is_provisional,
    refuse_other_hands,
    refuse_unless_open,
)
from tournament.results.services.locked_hand import LockedHand, lock_hand


@transaction.atomic
def make_correction_request(
    *,
    actor: Actor,
    match: Match,
    deal: int,
    kind: CorrectionRequest.Kind,
    side: Party,
    based_on: int,
    entry: Content | None = None,
    words: str = "",
    phone: str = "",
) -> CorrectionRequest:
    """Store a pair's request for the referees, and return it.

    `based_on` is the version it is about, 0 for none. `phone` is the number of the phone that sends
    it. An equal request by the side is not stored again before it is decided. The caller decides
    whether this pair may ask now, except for corrections: they are asked for one at a time, while
    the closed round's results are provisional. Late ones are one note for each hand at a table,
    whichever pair sent it.

    Raises `UserError` for words that are too long, a hand that the match doesn't play or a
    correction that changes nothing; `NotNow` for a correction at another time, after the
    championship's end, and where too many requests wait already; `Conflict` where the result has
    changed meanwhile.
    """
    championship = lock_running_championship(match.round.stage.championship)
    match = Match.objects.select_related("round__stage", "table").get(pk=match.pk)
    refuse_other_hands(match, deal, numbers_of(match.round))
    words = clean_note(words, field="words")
    said = entry.as_columns() if entry is not None else None
    waiting = CorrectionRequest.objects.filter(match=match, deal=deal, side=side, decision="")
    for one in waiting:
        if (one.kind, one.said, one.words) == (kind, said, words):
            return one
    refuse_too_many_requests(actor, match, deal, side, kind)
    if kind is CorrectionRequest.Kind.CORRECTION:
        _check_correction(match, deal, side, based_on, entry, words)
    if not Result.objects.filter(match=match, deal=deal, version=based_on).exists():
        based_on = 0
    correction_request = CorrectionRequest.objects.create(
        match=match,
        deal=deal,
        number=_next_number(championship),
        kind=kind,
        side=side.value,
        based_on=based_on,
        said=said,
        words=words,
        actor=actor.name,
        actor_contestant=actor.contestant,
        actor_table=actor.table,
        phone=phone,
    )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CORRECTION_REQUEST_MADE,
        place=_place(correction_request),
        after={
            "correction_request": kind.value,
            "side": side.value,
            "based_on": based_on,
            "said": said,
            "words": words,
        },
        at=correction_request.at,
    )
    return correction_request


def _next_number(championship: Championship) -> int:
    made = CorrectionRequest.objects.filter(match__round__championship=championship)
    return (made.aggregate(last=Max("number"))["last"] or 0) + 1


@transaction.atomic
def answer_correction_request(
    *,
    actor: Actor,
    correction_request: CorrectionRequest,
    side: Party,
    agrees: bool,
    phone: str = "",
) -> CorrectionRequest:
    """Note whether the opponents, or one of them who sits `side`, agree with a request; an equal
    answer changes nothing.

    Until it is decided they may change their mind, but not without end. Raises `NotNow` for a
    request that is decided or was answered `MOST_ANSWERS` times, `UserError` for the pair that made
    it and for the `phone` that it was made on.
    """
    championship = lock_championship(correction_request.match.round.stage.championship)
    correction_request = _current(correction_request)
    if side is correction_request.party:
        raise UserError(_("A pair can't answer its own request."))
    if phone and phone == correction_request.phone:
        raise UserError(_("This request was made on this phone: answer it on another one."))
    answer = CorrectionRequest.Answer.AGREED if agrees else CorrectionRequest.Answer.REFUSED
    if correction_request.answer == answer:
        return correction_request
    if correction_request.decision:
        raise NotNow(_("This has already been decided."))
    refuse_too_many_answers(correction_request)
    correction_request.answer, correction_request.answered_at, correction_request.answered_by = (
        answer,
        timezone.now(),
        actor.name,
    )
    correction_request.answered_contestant, correction_request.answered_table = (
        actor.contestant,
        actor.table,
    )
    correction_request.save(
        update_fields=[
            *("answer", "answered_at"),
            *("answered_by", "answered_contestant", "answered_table"),
        ]
    )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CORRECTION_REQUEST_ANSWERED,
        place=_place(correction_request),
        after={"side": side.value, "answer": answer.value},
        at=correction_request.answered_at,
    )
    return correction_request


@transaction.atomic
def decide_correction_request(
    *,
    actor: Actor,
    correction_request: CorrectionRequest,
    entry: Content | None,
    reason: str,
    based_on: int | None = None,
) -> CorrectionRequest:
    """Decide a request: `entry` becomes the hand's next version; with None the result stays.

    To grant the request pass the content that the result's kind reads from
    `correction_request.said`. A result that stays counts as confirmed by a referee. `based_on` is
    the version that the referee has seen: 0 for none, None for the current one. A person's repeated
    decision changes nothing.

    Raises `Conflict` when somebody decided, or changed the result, meanwhile; `NotNow` when this
    actor can't change the round's results any more; `UserError` without a reason, or for an entry
    that is impossible or stands there already.
    """
    assert actor.authority >= Authority.REFEREE, "pairs ask, referees decide"
    hand = lock_hand(correction_request.match, correction_request.deal)
    correction_request = CorrectionRequest.objects.get(pk=correction_request.pk)
    correction_request.match = hand.match
    why = given_reason(reason)
    if correction_request.decision:
        if _is_sent_twice(correction_request, actor, entry, why, hand.current):
            return correction_request
        raise Conflict(
            _("%(who)s has already decided this: %(decision)s.")
            % {
                "who": correction_request.decided_by,
                "decision": CorrectionRequest.Decision(correction_request.decision).label,
            }
        )
    version = hand.version
    if based_on is not None and based_on != version:
        raise Conflict(_("Somebody else has changed this result meanwhile."))
    if entry is not None:
        version = _entered(actor, hand, entry, why).version
        correction_request.decision = CorrectionRequest.Decision.GRANTED
    else:
        _let_stand(actor, correction_request, hand)
        correction_request.decision = CorrectionRequest.Decision.REFUSED
    _store_decision(actor, correction_request, version, why)
    return correction_request


def decide_all_locked(hand: LockedHand, *, actor: Actor, reason: str) -> None:
    """Decide every waiting request about a hand, as part of the act in which a referee has set its
    result.

    `hand` is the hand after that. A request with a result is granted if that stands now; one that
    only objected is granted if another version stands than the one it was about.
    """
    waiting = CorrectionRequest.objects.filter(match=hand.match, deal=hand.deal, decision="")
    for one in waiting.order_by("number"):
        one.match = hand.match
        stands = replace(content_of(hand.stands), note="") if hand.stands else None
        granted = (
            stands is not None and stands.as_columns() == {**stands.as_columns(), **one.said}
            if one.said is not None
            else one.based_on != hand.version
        )
        decisions = CorrectionRequest.Decision
        one.decision = decisions.GRANTED if granted else decisions.REFUSED
        _store_decision(actor, one, hand.version, reason)


def _store_decision(
    actor: Actor, correction_request: CorrectionRequest, version: int, why: str
) -> None:
    """Store and record a decision; `version` is the one that stands then."""
    (
        correction_request.decided_at,
        correction_request.decided_by,
        correction_request.decision_reason,
    ) = timezone.now(), actor.name, why
    correction_request.save(
        update_fields=["decision", "decided_at", "decided_by", "decision_reason"]
    )
    record_event(
        championship=correction_request.match.round.stage.championship,
        actor=actor,
        action=Action.CORRECTION_REQUEST_DECIDED,
        place=_place(correction_request),
        after={"decision": correction_request.decision, "version": version},
        reason=why,
        at=correction_request.decided_at,
    )


@transaction.atomic
def let_results_stand(
    *, actor: Actor, championship: Championship, versions: Mapping[int, int], reason: str
) -> int:
    """Decide several requests at once, for one reason: all these results stay; return how many.

    `versions` are those that the referee has seen, by the numbers of the requests; 0 for none. All
    are decided or, where this raises, none. Raises as `decide_correction_request`, naming the
    request, and `UserError` for no requests or an unknown one.
    """
    championship = lock_championship(championship)
    why = given_reason(reason)
    if not versions:
        raise UserError(_("Choose at least one request."), field="requests")
    found = {
        one.number: one
        for one in CorrectionRequest.objects.filter(
            match__round__championship=championship, number__in=versions
        ).select_related("match__round__stage__championship")
    }
    for number, version in sorted(versions.items()):
        try:
            if number not in found:
                raise UserError(_("It isn't there."))
            decide_correction_request(
                actor=actor,
                correction_request=found[number],
                entry=None,
                reason=why,
                based_on=version,
            )
        except UserError as error:
            words = _("Request %(number)d: %(fault)s") % {"number": number, "fault": error}
            raise type(error)(words, field="requests") from error
    return len(versions)


def refuse_correction(match: Match, deal: int, side: Party) -> None:
    """Raise `NotNow` unless the pair of that side can ask for a correction of this hand now.

    The error names the person to ask instead. Reads the match's round.
    """
    number = match.round.number
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    if match.round.status != RoundStatus.CLOSED:
        raise NotNow(
            _("Round %(round)d is not closed: tell your referee what has to be corrected.")
            % {"round": number}
        )
    if not is_provisional(match):
        raise NotNow(
            _(
                "The time for corrections of round %(round)d is over. Ask the organisers: only "
                "they can change a result now."
            )
            % {"round": number}
        )
    if CorrectionRequest.objects.filter(
        match=match, deal=deal, side=side, kind=CorrectionRequest.Kind.CORRECTION, decision=""
    ).exists():
        raise NotNow(
            _("You have asked for a correction of this hand. Tell the referee what else is wrong.")
        )


def _check_correction(
    match: Match, deal: int, side: Party, based_on: int, entry: Content | None, words: str
) -> None:
    refuse_correction(match, deal, side)
    current = Result.objects.current(match, deal)
    if based_on != (current.version if current else 0):
        raise Conflict(_("This result has been changed meanwhile. Check it again."))
    if entry is None and not words:
        raise UserError(_("Say what the result should be, or what is wrong."), field="words")
    if entry is not None and current is not None and replace(content_of(current), note="") == entry:
        raise UserError(_("This is already the result."), field="points")


def _entered(actor: Actor, hand: LockedHand, entry: Content, why: str) -> Result:
    """Return the version of a request; it must differ from the result that stands."""
    result = enter_locked(hand, actor=actor, entry=entry, based_on=hand.version, reason=why)
    if result == hand.current:
        raise UserError(_("This is already the result. Let it stand, and say why."))
    return result


def _let_stand(actor: Actor, correction_request: CorrectionRequest, hand: LockedHand) -> None:
    if hand.match.cancelled:
        return  # nothing changes in a match that isn't played; its request can be put aside
    if correction_request.kind == CorrectionRequest.Kind.LATE:
        return  # a note is read and put aside, by referees too, who can't change results any more
    refuse_unless_open(hand.match, hand.deal, authority=actor.authority)
    if hand.stands is not None:
        confirm_locked(hand, actor=actor, version=hand.version, by=ResultConfirmation.By.REFEREE)


def _is_sent_twice(
    correction_request: CorrectionRequest,
    actor: Actor,
    entry: Content | None,
    why: str,
    current: Result | None,
) -> bool:
    if (correction_request.decided_by, correction_request.decision_reason) != (actor.name, why):
        return False
    if entry is None:
        return correction_request.decision == CorrectionRequest.Decision.REFUSED
    granted = correction_request.decision == CorrectionRequest.Decision.GRANTED
    return granted and current is not None and content_of(current) == entry


def _current(correction_request: CorrectionRequest) -> CorrectionRequest:
    """Return the request as it is now; the championship is locked, so nobody changes it."""
    return CorrectionRequest.objects.select_related(
        "match__round__stage__championship", "match__table"
    ).get(pk=correction_request.pk)


def _place(correction_request: CorrectionRequest) -> CorrectionRequestPlace:
    match = correction_request.match
    return CorrectionRequestPlace(
        match.round.number, match.table.number, correction_request.deal, correction_request.number
    )

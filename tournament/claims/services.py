"""Claims: a pair says that a hand's result should be another one, and a referee decides.

A claim changes nothing by itself; what stands stays until a referee has decided, and both versions
are kept. A pair may also say only that what stands is wrong, without saying what it should be.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seats import Side
from tournament.audit.services import record_event
from tournament.audit.wording import actor_text
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locking import lock_championship, lock_running_championship
from tournament.core.reasons import clean_note, given_reason
from tournament.models import (
    Action,
    Claim,
    Match,
    Outcome,
    Result,
    RoundStatus,
    SecondLook,
)
from tournament.results.entry import ResultInput, content_of, said_of
from tournament.results.services import (
    confirm_result,
    enter_result,
    is_provisional,
    place_of,
    refuse_unless_open,
)

MOST_WAITING = 5
"""Claims of one pair about one hand that may wait at once: a phone that goes wrong, or somebody who
plays with it, must not fill the referees' desk."""


@transaction.atomic
def make_claim(
    *,
    actor: Actor,
    match: Match,
    deal: int,
    kind: Claim.Kind,
    side: Side,
    based_on: int,
    entry: ResultInput | None = None,
    words: str = "",
) -> Claim:
    """Bring what a pair says before the referees, and return the claim.

    `based_on` is the version it is about, 0 for none. The same thing said again by the same side
    while it is not decided is the same claim. Whether this pair may claim anything now is the
    caller's question, but for corrections, which are asked for while the closed round's results
    are provisional, one at a time. Raises `UserError` for words that are too long, a hand the match
    doesn't play or a correction that says nothing new; `NotNow` for a correction at another time
    and after the championship's end, `Conflict` for one of what doesn't stand there any more.
    """
    championship = lock_running_championship(match.round.stage.championship)
    match = Match.objects.select_related("round__stage", "table").get(pk=match.pk)
    if deal not in match.round.deals:
        raise UserError(
            _("Hand %(deal)d is not played in round %(round)d.")
            % {"deal": deal, "round": match.round.number}
        )
    words = clean_note(words, field="words")
    said = said_of(entry) if entry is not None else None
    waiting = Claim.objects.filter(match=match, deal=deal, side=side, decision="")
    for claim in waiting:
        if (claim.kind, claim.said, claim.words) == (kind, said, words):
            return claim
    if len(waiting) >= MOST_WAITING:
        raise NotNow(_("This pair has said several things about this hand. Ask a referee."))
    if kind is Claim.Kind.CORRECTION:
        _check_correction(match, deal, side, based_on, entry, words)
    if not Result.objects.filter(match=match, deal=deal, version=based_on).exists():
        based_on = 0
    last = Claim.objects.filter(match__round__stage=match.round.stage).aggregate(n=Max("number"))
    claim = Claim.objects.create(
        match=match,
        deal=deal,
        number=(last["n"] or 0) + 1,
        kind=kind,
        side=side.value,
        based_on=based_on,
        said=said,
        words=words,
        actor=actor.name,
    )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CLAIM_MADE,
        target=_target(claim),
        after={
            "claim": kind.value,
            "side": side.value,
            "based_on": based_on,
            "said": said,
            "words": words,
        },
    )
    return claim


@transaction.atomic
def answer_claim(*, actor: Actor, claim: Claim, side: Side, agrees: bool) -> Claim:
    """Note what the opponents, who sit `side`, say to a claim. Twice is once.

    Until it is decided they may change their mind. Raises `NotNow` for a claim that is decided,
    `UserError` for the pair whose own claim it is.
    """
    championship = lock_championship(claim.match.round.stage.championship)
    claim = _current(claim)
    if side is not Side(claim.side).opponents:
        raise UserError(_("A pair does not answer what it claims itself."))
    answer = Claim.Answer.AGREED if agrees else Claim.Answer.REFUSED
    if claim.answer == answer:
        return claim
    if claim.decision:
        raise NotNow(_("This has been decided already."))
    claim.answer, claim.answered_at, claim.answered_by = answer, timezone.now(), actor.name
    claim.save(update_fields=["answer", "answered_at", "answered_by"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CLAIM_ANSWERED,
        target=_target(claim),
        after={"side": side.value, "answer": answer.value},
    )
    return claim


@transaction.atomic
def decide_claim(
    *,
    actor: Actor,
    claim: Claim,
    entry: ResultInput | None,
    reason: str,
    based_on: int | None = None,
) -> Claim:
    """Decide a claim: `entry` becomes the hand's next version, or, with None, what stands stays.

    What was claimed is taken over as `entry_of(claim.said)`. What stays counts as looked at by a
    referee. `based_on` is the version that whoever decides has seen, 0 for none; None for
    whatever stands. The same decision by the same person again is the same decision.

    Raises `Conflict` when somebody decided, or changed the result, meanwhile; `NotNow` when this
    actor can't change the round's results any more; `UserError` without a reason, or for an entry
    that can't be or stands there already.
    """
    assert actor.authority >= Authority.REFEREE, "pairs claim, referees decide"
    championship = lock_championship(claim.match.round.stage.championship)
    claim = _current(claim)
    why = given_reason(reason)
    current = Result.objects.filter(match=claim.match, deal=claim.deal, is_current=True).first()
    if claim.decision:
        if _is_sent_twice(claim, actor, entry, why, current):
            return claim
        raise Conflict(
            _("%(who)s has decided this already: %(decision)s.")
            % {
                "who": actor_text(claim.decided_by),
                "decision": Claim.Decision(claim.decision).label,
            }
        )
    version = current.version if current else 0
    if based_on is not None and based_on != version:
        raise Conflict(_("Somebody else has written this result meanwhile."))
    if entry is not None:
        result = _entered(actor, claim, entry, current, why)
        claim.decision, version = Claim.Decision.GRANTED, result.version
    else:
        _let_stand(actor, claim, current)
        claim.decision = Claim.Decision.REFUSED
    claim.decided_at, claim.decided_by, claim.decision_reason = timezone.now(), actor.name, why
    claim.save(update_fields=["decision", "decided_at", "decided_by", "decision_reason"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CLAIM_DECIDED,
        target=_target(claim),
        after={"decision": claim.decision, "version": version},
        reason=why,
    )
    return claim


def refuse_correction(match: Match, deal: int, side: Side) -> None:
    """Raise `NotNow` unless the pair of that side can ask for a correction of this hand now.

    It says whom to ask instead. Reads the match's round.
    """
    number = match.round.number
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    if match.round.status != RoundStatus.CLOSED:
        raise NotNow(
            _("Round %(round)d is not closed: tell your referee what has to be put right.")
            % {"round": number}
        )
    if not is_provisional(match.round):
        raise NotNow(
            _(
                "The time for corrections of round %(round)d is over. Ask the organisers: only "
                "they can change a result now."
            )
            % {"round": number}
        )
    if Claim.objects.filter(
        match=match, deal=deal, side=side, kind=Claim.Kind.CORRECTION, decision=""
    ).exists():
        raise NotNow(
            _("You have asked for a correction of this hand. Tell the referee what else is wrong.")
        )


def _check_correction(
    match: Match, deal: int, side: Side, based_on: int, entry: ResultInput | None, words: str
) -> None:
    refuse_correction(match, deal, side)
    current = Result.objects.filter(match=match, deal=deal, is_current=True).first()
    if based_on != (current.version if current else 0):
        raise Conflict(_("This result has been changed meanwhile. Look at it again."))
    if entry is None and not words:
        raise UserError(_("Say what the result should be, or what is wrong."), field="words")
    if entry is not None and current is not None and replace(content_of(current), note="") == entry:
        raise UserError(_("This is what stands there already."), field="points")


def _entered(
    actor: Actor, claim: Claim, entry: ResultInput, current: Result | None, why: str
) -> Result:
    """The version that follows from a claim; it must say something else than what stands."""
    result = enter_result(
        actor=actor,
        match=claim.match,
        deal=claim.deal,
        entry=entry,
        based_on=current.version if current else 0,
        reason=why,
    )
    if current is not None and result.pk == current.pk:
        raise UserError(_("This is what stands there already. Let it stand, and say why."))
    return result


def _let_stand(actor: Actor, claim: Claim, current: Result | None) -> None:
    if claim.match.cancelled:
        return  # nothing is changed in a match that isn't played, but its claim can be put aside
    refuse_unless_open(claim.match, claim.deal, authority=actor.authority)
    if current is not None and current.outcome != Outcome.BLANK:
        confirm_result(
            actor=actor,
            match=claim.match,
            deal=claim.deal,
            version=current.version,
            by=SecondLook.By.REFEREE,
        )


def _is_sent_twice(
    claim: Claim, actor: Actor, entry: ResultInput | None, why: str, current: Result | None
) -> bool:
    if (claim.decided_by, claim.decision_reason) != (actor.name, why):
        return False
    if entry is None:
        return claim.decision == Claim.Decision.REFUSED
    granted = claim.decision == Claim.Decision.GRANTED
    return granted and current is not None and content_of(current) == entry


def _current(claim: Claim) -> Claim:
    """The claim as it stands now; the championship is locked, so it stays so."""
    return Claim.objects.select_related("match__round__stage__championship", "match__table").get(
        pk=claim.pk
    )


def _target(claim: Claim) -> str:
    return f"{place_of(claim.match, claim.deal)} claim {claim.number}"

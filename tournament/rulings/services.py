"""Making and withdrawing rulings.

A ruling on a hand at one table is a version of its result. Others (a hand cancelled for all tables,
a deduction from a pair's total) are stored by themselves, numbered from 1. They are never deleted,
but withdrawn with a reason.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.duplicate.scores import Award
from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_championship, play_has_begun
from tournament.core.numbers import score_text
from tournament.core.reasons import clean_note, given_reason
from tournament.core.ties import refuse_while_handed_in
from tournament.models import (
    Action,
    Championship,
    Contestant,
    Match,
    Result,
    Round,
    RoundStatus,
    Ruling,
    Stage,
)
from tournament.models.places import ContestantRulingPlace, HandRulingPlace, RulingPlace
from tournament.results.confirmations import unsettled
from tournament.results.kinds.dealt_hand import ResultInput, content_of
from tournament.results.kinds.kinds import kind_of
from tournament.results.played_hands import made_by, play_of
from tournament.results.queries import missing_hands, standing_results
from tournament.results.services.entry import enter_locked, refuse_unless_round_open
from tournament.results.services.locked_hand import lock_hand
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind, ruled, ruling_in
from tournament.rulings.queries import content_without_ruling
from tournament.standings.contestants import who_play
from tournament.standings.rankings.rankings import ranking_of

LARGEST_DEDUCTION = 100_00
"""Largest deduction in hundredths. On the scale from 1 to 2 fifty hands are not worth more: a
larger one lacks its decimal sign."""


@transaction.atomic
def rule_on_hand(
    *, actor: Actor, match: Match, deal: int, ruling: HandRuling, based_on: int
) -> Result:
    """Enter a ruling on one hand at one table as a new version of its result, and return it.

    The table's points are kept, but where the hand is cancelled. `based_on` is the version the
    referee saw, 0 for none. Twice is once. Raises `UserError` (fields: kind, sides, words) for an
    impossible ruling, and as `enter_result`.
    """
    assert actor.authority >= Authority.REFEREE, "a place makes no rulings"
    hand = lock_hand(match, deal)
    _refuse_other_kinds(hand.match.round)
    stands = content_of(hand.current) if hand.current else made_by(play_of(match, deal))
    entry = ruled(stands, _checked(ruling))
    _refuse_half_a_score(entry)
    return enter_locked(hand, actor=actor, entry=entry, based_on=based_on, reason=entry.note)


def _refuse_other_kinds(round: Round) -> None:
    if not kind_of(round.stage).has_rulings:
        raise NotNow(_("There are no rulings on the results of this round."))


@transaction.atomic
def take_back_hand_ruling(
    *, actor: Actor, match: Match, deal: int, based_on: int, reason: str
) -> Result:
    """Enter the content before a ruling on a hand again, as a new version, and return it.

    Where there was only the ruling, the hand has no result then. Twice is once. Raises `NotNow`
    where no ruling stands, `UserError` without a reason, and as `enter_result`.
    """
    assert actor.authority >= Authority.REFEREE, "a place takes no rulings back"
    hand = lock_hand(match, deal)
    current = hand.current
    if current is None or ruling_in(content_of(current)) is None:
        sent_twice = (
            current is not None
            and current.version == based_on + 1
            and (current.entered_by, current.change_reason) == (actor.name, given_reason(reason))
        )
        if sent_twice:
            assert current is not None
            return current
        raise NotNow(_("There is no ruling on this hand to withdraw."))
    return enter_locked(
        hand,
        actor=actor,
        entry=content_without_ruling(match, deal),
        based_on=based_on,
        reason=given_reason(reason),
    )


@transaction.atomic
def cancel_hand(*, actor: Actor, championship: Championship, deal: int, reason: str) -> Ruling:
    """Cancel a hand for all tables: nobody has a score in it. Harmless when it is cancelled.

    The tables' results stay written down. Raises `UserError` (field: deal, reason) for a hand that
    is in no round and without a reason, `NotNow` where this actor can't decide it now.
    """
    championship = lock_championship(championship)
    round = _round_of(championship, deal)
    refuse_to_cancel(round, authority=actor.authority)
    standing = championship.rulings.filter(
        kind=Ruling.Kind.HAND_CANCELLED, deal=deal, withdrawn_at=None
    ).first()
    if standing is not None:
        return standing
    why = given_reason(reason)
    return _store(actor, championship, Ruling(kind=Ruling.Kind.HAND_CANCELLED, deal=deal), why)


@transaction.atomic
def deduct(
    *,
    actor: Actor,
    stage: Stage,
    contestant: Contestant,
    hundredths: int,
    reason: str,
    number: int | None = None,
) -> Ruling:
    """Take some hundredths of a point, from 1 to `LARGEST_DEDUCTION`, from a pair's total in a
    stage; its totals in the other stages stay.

    `number` is the number with which the ruling was announced: sent twice it is one; None for the
    next number. Raises `Conflict` where another ruling has got the number meanwhile, `UserError`
    (fields: pair, hundredths, reason) for impossible values, and `NotNow` where this actor can't
    decide it now.
    """
    championship = lock_championship(stage.championship)
    if contestant.championship_id != championship.pk:
        raise UserError(_("Choose a pair of this championship."), field="contestant")
    if not 1 <= hundredths <= LARGEST_DEDUCTION:
        raise UserError(
            _("A deduction must be more than 0 and at most %(most)s.")
            % {"most": score_text(Fraction(LARGEST_DEDUCTION, 100))},
            field="hundredths",
        )
    if not ranking_of(stage).takes_deductions:
        raise UserError(_("No points can be deducted in this stage."), field="hundredths")
    if not who_play((stage,))(contestant.pk, stage.pk):
        raise UserError(
            _("Pair %(pair)d does not play in this stage.") % {"pair": contestant.number},
            field="contestant",
        )
    why = given_reason(reason)
    content = {
        "kind": Ruling.Kind.DEDUCTION,
        "stage": stage,
        "contestant": contestant,
        "hundredths": hundredths,
    }
    if number is not None and number != next_number(championship):
        same = championship.rulings.filter(**content, number=number, actor=actor.name, reason=why)
        if (made := same.first()) is not None:
            return made
        raise Conflict(_("Somebody else has made a ruling meanwhile."))
    refuse_to_deduct(championship, authority=actor.authority)
    return _store(actor, championship, Ruling(**content), why)


@transaction.atomic
def withdraw_ruling(*, actor: Actor, ruling: Ruling, reason: str) -> Ruling:
    """Withdraw a cancelled hand or a deduction: it counts no more. Harmless when it is withdrawn.

    Raises `UserError` without a reason, `NotNow` where this actor couldn't make it now either, and
    for a hand of a closed round for which some table has no result, or one that lacks the second
    look asked for.
    """
    championship = lock_championship(ruling.championship)
    ruling = Ruling.objects.select_related("contestant", "stage").get(pk=ruling.pk)
    if ruling.withdrawn_at is not None:
        return ruling
    refuse_to_withdraw(championship, ruling, authority=actor.authority)
    ruling.withdrawal_reason = given_reason(reason)
    ruling.withdrawn_at = timezone.now()
    ruling.withdrawn_by = actor.name
    ruling.save(update_fields=["withdrawal_reason", "withdrawn_at", "withdrawn_by"])
    if ruling.deal is not None:
        _refuse_a_gap(_round_of(championship, ruling.deal), ruling.deal)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.RULING_WITHDRAWN,
        place=_place(ruling),
        before=_as_json(ruling),
        reason=ruling.withdrawal_reason,
        at=ruling.withdrawn_at,
    )
    return ruling


def refuse_to_cancel(round: Round, *, authority: Authority) -> None:
    """Raise `NotNow` if somebody of this authority can't cancel this round's hands now.

    As for results: referees can while the round is open or provisional, organisers also later. Only
    they can cancel a hand that is still to be played, for example because somebody has seen its
    cards.
    """
    assert authority >= Authority.REFEREE, "a place makes no rulings"
    championship = round.stage.championship
    _refuse_other_kinds(round)
    _refuse_before_play(championship)
    if round.status == RoundStatus.PLANNED:
        if authority < Authority.ORGANISER:
            raise NotNow(
                _(
                    "Round %(round)d has not been opened yet: only an organiser can cancel one of "
                    "its hands."
                )
                % {"round": round.number}
            )
        return
    refuse_unless_round_open(round, authority=authority)


def refuse_to_deduct(championship: Championship, *, authority: Authority) -> None:
    """Raise `NotNow` if somebody of this authority can't deduct now: referees until the end."""
    assert authority >= Authority.REFEREE, "a place makes no rulings"
    _refuse_before_play(championship)
    if championship.ended_at is not None and authority < Authority.ORGANISER:
        raise NotNow(_("The championship has ended: only an organiser can rule now."))


def refuse_to_withdraw(championship: Championship, ruling: Ruling, *, authority: Authority) -> None:
    """Raise `NotNow` if somebody of this authority can't withdraw this ruling now."""
    if ruling.deal is None:
        refuse_to_deduct(championship, authority=authority)
    else:
        refuse_to_cancel(_round_of(championship, ruling.deal), authority=authority)


def next_number(championship: Championship) -> int:
    """Return the number that the championship's next ruling gets; 1 query."""
    last: int | None = championship.rulings.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _refuse_before_play(championship: Championship) -> None:
    """Raise `NotNow` before the first round is opened: pairs can still be removed."""
    if not play_has_begun(championship):
        raise NotNow(_("Rulings are made once the first round has been opened."))


def _checked(ruling: HandRuling) -> HandRuling:
    """Return the ruling with its words as they are kept. Raises `UserError` naming the field."""
    words = clean_note(ruling.words, field="words")
    if not words:
        raise UserError(_("Write down what happened."), field="words")
    if ruling.kind is HandRulingKind.CANCELLED:
        return replace(ruling, sides=frozenset(), words=words)
    if not ruling.sides:
        raise UserError(_("Say which side it is about."), field="sides")
    return replace(ruling, words=words)


def _refuse_half_a_score(entry: ResultInput) -> None:
    """Raise `UserError` where one side's average leaves the other without known points."""
    if entry.award and entry.award is not Award.BOTH and entry.ns_points is None:
        raise UserError(
            _(
                "The other side keeps what it made, and no points have been entered: enter the "
                "result first, or award both sides the average."
            ),
            field="sides",
        )


def _round_of(championship: Championship, deal: int) -> Round:
    """Return the round in which a hand is played. Raises `UserError` (field: deal) for none."""
    rounds = championship.rounds.select_related("stage__championship")
    round = rounds.filter(round_deals__number=deal).first()
    if round is None:
        raise UserError(_("There is no hand %(deal)d.") % {"deal": deal}, field="deal")
    return round


def _refuse_a_gap(round: Round, deal: int) -> None:
    """Raise `NotNow` in a round that was handed in, and where a hand of a closed one would lack a
    result, its confirmation, or a reason."""
    refuse_while_handed_in(round)
    if round.status != RoundStatus.CLOSED:
        return
    tables = [one.table_name for one in missing_hands(round) if deal in one.deals]
    if tables:
        raise NotNow(
            ngettext(
                "Round %(round)d is closed, and table %(tables)s has no result for hand %(deal)d: "
                "reopen the round first.",
                "Round %(round)d is closed, and tables %(tables)s have no result for hand "
                "%(deal)d: reopen the round first.",
                len(tables),
            )
            % {"round": round.number, "tables": ", ".join(tables), "deal": deal}
        )
    results = standing_results(round.stage.championship).filter(match__round=round, deal=deal)
    in_order = results.order_by("match__table__number")
    unseen = [
        one.match.table.shown_name
        for one in unsettled(in_order, round.stage.championship, (round,))
    ]
    if unseen:
        raise NotNow(
            _(
                "Round %(round)d is closed, and hand %(deal)d still needs to be confirmed "
                "(table: %(tables)s): reopen the round first."
            )
            % {"round": round.number, "tables": ", ".join(unseen), "deal": deal}
        )


def _store(actor: Actor, championship: Championship, ruling: Ruling, why: str) -> Ruling:
    ruling.championship = championship
    ruling.number = next_number(championship)
    ruling.reason = why
    ruling.actor = actor.name
    ruling.save()
    record_event(
        championship=championship,
        actor=actor,
        action=Action.RULING_MADE,
        place=_place(ruling),
        after=_as_json(ruling),
        reason=why,
        at=ruling.at,
    )
    return ruling


def _place(ruling: Ruling) -> RulingPlace:
    if ruling.contestant is not None:
        return ContestantRulingPlace(ruling.contestant.number, ruling.number)
    assert ruling.deal is not None, "a ruling is on a pair or on a hand"
    round = _round_of(ruling.championship, ruling.deal)
    return HandRulingPlace(round.number, ruling.deal, ruling.number)


def _as_json(ruling: Ruling) -> dict[str, Any]:
    """Return the ruling as the record keeps it."""
    return {
        "ruling": ruling.kind,
        "hand": ruling.deal,
        "pair": ruling.contestant.number if ruling.contestant else None,
        "stage": ruling.stage.number if ruling.stage else None,
        "hundredths": ruling.hundredths,
    }

"""Entries, confirmations, objections and calls of a table. Nothing is ever overwritten.

All but calls goes through `take_once`, so sending it again after a lost answer does nothing more. A
pair may enter a hand without a result, correct its own entry until somebody relies on it, undo it
for two minutes, and confirm or dispute the other pair's entry. A contradiction of a result that
stands becomes a correction request, and a referee decides. About a hand that is played on phones a
table can only say that its result is wrong. The answer is "stored", "undone", "confirmed",
"referee", or "check" where the table is asked to check its entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game.seats import Party
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_running_championship
from tournament.correction_requests.services import make_correction_request
from tournament.models import (
    Action,
    Championship,
    CorrectionRequest,
    Match,
    Outcome,
    PhoneAtTable,
    Result,
    ResultConfirmation,
)
from tournament.models.places import TablePlace
from tournament.phones.deliveries import CHECK, Answer, take_once
from tournament.phones.payloads import Entry, Objection, Statement
from tournament.phones.queries import open_matches
from tournament.phones.reach import Sender, reach_at
from tournament.phones.senders import (
    Hand,
    hand_spoken_of,
    hold_phone,
    match_spoken_of,
    note_speaker,
    refuse_many_phones,
    speaker,
)
from tournament.referee_calls.queries import waiting_call
from tournament.referee_calls.services import call_referee, withdraw_call
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of
from tournament.results.own_slips import is_relied_on, own_slip
from tournament.results.played_hands import refuse_links
from tournament.results.recheck_prompt import is_worth_asking, note_question
from tournament.results.services.entry import confirm_locked, enter_locked, is_provisional, may_mend
from tournament.results.services.undo import undo_locked
from tournament.stages.formats import format_of
from tournament.stages.parties import parties_of

MOST_VERSIONS = 8
"""Versions of a hand that one link may enter. Nobody mistypes that often."""


@transaction.atomic
def receive_holder(*, sender: Sender, match_id: int, side: Party) -> None:
    """Take a phone's word that this side, or player, holds it at a match that is being played.

    From then on it is shown the table's entries there, and no other table of the round. Raises
    `UserError` where the phone belongs elsewhere, `NotNow` for a match that nobody plays now and
    where too many phones were opened with the table's code.
    """
    locked = lock_running_championship(sender.championship)
    sender = replace(sender, championship=locked)
    match = match_spoken_of(sender, match_id)
    actor = speaker(sender, match, side)
    if not open_matches(sender).filter(pk=match.pk).exists():
        raise NotNow(_("This match is not being played now. Reload the page."))
    reach = reach_at(sender, match)
    refuse_many_phones(match, reach)
    hold_phone(match, side, sender.phone, reach, actor)


@transaction.atomic
def let_another_speak(*, actor: Actor, match: Match, side: Party) -> bool:
    """Let another phone speak for a side by the table's code, beside the one that has; return
    whether that changes anything. Raises `NotNow` after the end."""
    championship = lock_running_championship(match.round.stage.championship)
    spoken = PhoneAtTable.objects.filter(match=match, side=side.value, deal__gt=0)
    if not spoken.filter(by_link=False, another_allowed=False).update(another_allowed=True):
        return False
    record_event(
        championship=championship,
        actor=actor,
        action=Action.PHONE_ALLOWED,
        place=TablePlace(match.round.number, match.table.number),
        after={"side": side.value, "pairs": [one.number for one in parties_of(match)[side]]},
    )
    return True


def receive_entry(*, sender: Sender, entry: Entry) -> Answer:
    """Take a pair's entry of a hand; return {"state": …, "version": the newest version}.

    "stored" (also where an equal result stands), "confirmed" (the other pair had entered an equal
    one), "referee" (another result stands, or the round was closed meanwhile), or "check" (nothing
    is stored: send it again as asked). Raises `UserError` for a hand in which this sender has no
    say, `NotNow` for a round that is not open yet or a match that was cancelled.
    """

    def act(hand: Hand) -> Answer:
        if hand.says(entry.content):
            return _agree(hand)
        if hand.is_open and hand.stands is None and _fits(hand, entry.version):
            reason = _("Entered again at the table") if hand.current else ""
        elif hand.is_open and entry.version == hand.version and _may_correct(hand):
            reason = _reason_to_correct(hand)
        else:
            return _correction_request(hand, entry.version, entry.content)
        if _is_to_be_checked(hand, entry):
            note_question(hand, actor=hand.actor, entry=entry.content, side=hand.side)
            return {"state": CHECK, "version": hand.version}
        return _store(hand, entry.content, reason)

    return _take(sender, "entry", entry, entry.content.as_columns(), act)


def receive_confirmation(*, sender: Sender, statement: Statement) -> Answer:
    """Take a pair's word that a version is right; return {"state": "confirmed" or "referee", …}.

    Where another result stands by now, the confirmed one goes to the referees beside it. Raises as
    `receive_entry`; also `Conflict` for an unknown version, `UserError` where the pair entered it
    itself.
    """

    def act(hand: Hand) -> Answer:
        seen = _version_of(hand, statement.version)
        if seen is None or seen.outcome == Outcome.BLANK:
            raise Conflict(_("This result no longer exists. Check the hand again."))
        content = replace(content_of(seen), note="")
        if seen != hand.current and not hand.says(content):
            return _correction_request(hand, statement.version, content)
        assert hand.stands is not None
        if hand.stands.entered_side == hand.side.value:
            alone = format_of(hand.match.round.stage).alone
            raise UserError(
                _("Another player at the table confirms what this one has entered.")
                if alone
                else _("The other pair confirms what this one has entered.")
            )
        _confirm(hand)
        return {"state": "confirmed", "version": hand.version}

    return _take(sender, "confirmation", statement, None, act)


def receive_objection(*, sender: Sender, objection: Objection) -> Answer:
    """Take a pair's word that a version is wrong; return {"state": "referee", …}.

    "stored" or "confirmed" where the result that they give stands by now. Raises as
    `receive_entry`, and `NotNow` where nothing stands and no result is given.
    """

    def act(hand: Hand) -> Answer:
        content = objection.content
        if content is not None and hand.says(content):
            return _agree(hand)
        if content is None and hand.stands is None:
            raise NotNow(_("There is no result to object to."))
        return _correction_request(hand, objection.version, content)

    said = objection.content.as_columns() if objection.content else None
    return _take(sender, "objection", objection, said, act)


def receive_undo(*, sender: Sender, statement: Statement) -> Answer:
    """Take a pair's own new entry back; return {"state": "undone", …}.

    Raises as `results.services.undo_result`, and `UserError` for a hand in which this sender has no
    say.
    """

    def act(hand: Hand) -> Answer:
        if hand.match.round.public_since is not None:
            raise NotNow(_("This can't be undone any more. Say that it is wrong."))
        result = undo_locked(hand, actor=hand.actor, version=statement.version)
        return {"state": "undone", "version": result.version}

    return _take(sender, "undo", statement, None, act)


def _take(
    sender: Sender,
    what: str,
    statement: Statement,
    said: Mapping[str, Any] | None,
    act: Callable[[Hand], Answer],
) -> Answer:
    # Whether it was late, and whether somebody was asked, decides nothing that is kept: the same
    # entry may be sent at first with a network and again without one.
    sent = {
        "what": what,
        "table": sender.table,
        "match": statement.match_id,
        "hand": statement.deal,
        "side": statement.side.value,
        "version": statement.version,
        "said": said,
    }

    def act_on_hand(locked: Championship) -> Answer:
        hand = hand_spoken_of(replace(sender, championship=locked), statement)
        if what != "objection" or said is not None:
            refuse_links(hand.match, hand.deal)
        answer = act(hand)
        note_speaker(hand)
        return answer

    return take_once(
        championship=sender.championship, key=statement.key, sent=sent, act=act_on_hand
    )


def _version_of(hand: Hand, version: int) -> Result | None:
    """Return that version of the hand's result; 1 query, none for the newest."""
    if version == hand.version:
        return hand.current
    return Result.objects.numbered(hand.match.pk, hand.deal, version)


def _fits(hand: Hand, version: int) -> bool:
    """Return whether a statement about this version of a hand without a result can be stored.

    A hand that never had one takes it in any case: after a backup was restored a phone may know of
    a version that is gone, and its statement is then the only thing there is.
    """
    return hand.current is None or version == hand.version


def _agree(hand: Hand) -> Answer:
    """Answer a pair that repeats the result that stands; that confirms the other pair's entry."""
    if hand.is_open and hand.of_the_others():
        _confirm(hand)
        return {"state": "confirmed", "version": hand.version}
    return {"state": "stored", "version": hand.version}


def _confirm(hand: Hand) -> None:
    confirm_locked(
        hand,
        actor=hand.actor,
        version=hand.version,
        by=ResultConfirmation.By(hand.side.value),
    )


def _may_correct(hand: Hand) -> bool:
    """Return whether the pair may replace the result: its own entry, on which nobody relies yet.

    Once a round was closed everybody knows the other results of the hand, and relies on its
    published result: then a referee decides, even while the round is open again.
    """
    if hand.match.round.public_since is not None:
        return False
    if hand.stands is None or hand.stands.entered_side != hand.side.value:
        return False
    if is_relied_on(hand.stands):
        return False
    return not CorrectionRequest.objects.filter(
        match=hand.match, deal=hand.deal, decision=""
    ).exists()


def _reason_to_correct(hand: Hand) -> str:
    """Return why the pair's own entry is replaced, as it is kept."""
    assert hand.current is not None
    is_slip = may_mend(hand.actor, hand.match, hand.current)
    return own_slip() if is_slip else _("Corrected at the table")


def _is_to_be_checked(hand: Hand, entry: Entry) -> bool:
    """Return whether the result is unlikely, and somebody is there who has not checked it.

    The reason is not told at the table: it would tell the others' results. It stands at the
    referees' desk, whatever the table says.
    """
    return not (entry.asked or entry.late) and is_worth_asking(hand, entry.content)


def _refuse_many_versions(hand: Hand) -> None:
    """Raise `NotNow` once this link has entered too many versions of the hand.

    Each is recorded for good, and the other pair has to read it again.
    """
    if hand.version < MOST_VERSIONS:  # all links together
        return
    versions = Result.objects.filter(match=hand.match, deal=hand.deal)
    own = (
        versions.filter(entered_table=hand.actor.table, entered_contestant__isnull=False)
        if hand.actor.table is not None
        else versions.filter(entered_table=None, entered_contestant=hand.actor.contestant)
    )
    if own.count() >= MOST_VERSIONS:
        raise NotNow(
            _("Hand %(deal)d has been entered %(count)d times with this link. Ask a referee.")
            % {"deal": hand.deal, "count": MOST_VERSIONS}
        )


def _store(hand: Hand, content: Content, reason: str) -> Answer:
    _refuse_many_versions(hand)
    result = enter_locked(
        hand,
        actor=hand.actor,
        entry=content,
        based_on=hand.version,
        reason=reason,
        side=hand.side,
    )
    return {"state": "stored", "version": result.version}


def _correction_request(hand: Hand, version: int, content: Content | None) -> Answer:
    """Send both versions to the referees; return that answer."""
    make_correction_request(
        actor=hand.actor,
        match=hand.match,
        deal=hand.deal,
        kind=_kind_of_request(hand, version),
        side=hand.side,
        based_on=version,
        entry=content,
        phone=hand.phone,
    )
    return {"state": "referee", "version": hand.version}


def _kind_of_request(hand: Hand, version: int) -> CorrectionRequest.Kind:
    if not hand.is_open and not is_provisional(hand.match):
        return CorrectionRequest.Kind.LATE
    known = hand.is_open and hand.stands is not None and version == hand.version
    return CorrectionRequest.Kind.DISAGREEMENT if known else CorrectionRequest.Kind.MEANWHILE


def receive_call(*, sender: Sender, match_id: int, side: Party) -> None:
    """Call a referee to the sender's table. Sent twice is once.

    Raises `UserError` for a match or a pair in which this sender has no say, and as `call_referee`.
    """
    match = match_spoken_of(sender, match_id)
    call_referee(actor=speaker(sender, match, side), match=match, side=side)


def receive_withdrawal(*, sender: Sender, match_id: int, side: Party) -> None:
    """Take back the sender's call. Raises as `receive_call`; `NotNow` without a call."""
    match = match_spoken_of(sender, match_id)
    withdraw_call(actor=speaker(sender, match, side), call=waiting_call(match))

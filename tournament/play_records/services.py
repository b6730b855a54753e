"""Writing a record of play, one version after the other, and attaching it to a ruling.

Rebuilding is a referee's working paper, so it is not in the championship's record. A record that a
ruling rests on is in it, as a digest, because the cards may be sealed for its readers.
"""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_championship
from tournament.deals.queries import DealtHand
from tournament.models import Action, AttachedPlay, Match, PlayRecord, Result, RoundStatus
from tournament.play_records.edits import Change
from tournament.play_records.play import Play, cards_text, columns_of, digest_of, play_of
from tournament.play_records.queries import new_play, newest_record, the_hand, undone_last
from tournament.results.services.entry import refuse_other_hands
from tournament.results.services.locked_hand import hand_place


@transaction.atomic
def change_play(
    *, actor: Actor, match: Match, deal: int, change: Change, based_on: int
) -> PlayRecord | None:
    """Store the hand's record after `change` as a new version, and return that.

    `based_on` is the version the referee saw, 0 for none. A change without effect is not stored
    (None where there is no record then), and sent twice it is done once. Raises `Conflict` where
    somebody else has gone on meanwhile, `NotNow` where nothing can be recorded, and as `change`.
    """
    match, dealt, current = _begin(actor, match, deal)
    if current is not None and _follows(current, based_on, actor):
        before = _version(match, dealt, based_on)
        if before is not None and change(dealt, before) == play_of(current):
            return current  # sent twice
    _refuse_stale(current, based_on)
    stands = play_of(current) if current else new_play(match, dealt)
    changed = change(dealt, stands)
    if changed == stands:
        return current
    return _store(actor, match, deal, changed, based_on=based_on, goes_back_to=based_on)


@transaction.atomic
def undo_play(*, actor: Actor, match: Match, deal: int, based_on: int) -> PlayRecord:
    """Undo the last change, as a new version; a further call undoes the one before.

    Sent twice it is done once. Raises `NotNow` where nothing is left to be undone, and otherwise as
    `change_play`.
    """
    match, dealt, current = _begin(actor, match, deal)
    records = PlayRecord.objects.filter(match=match, deal=deal)
    undone = records.filter(version=based_on).first()
    back = undone.goes_back_to if undone else None
    play = None if back is None else _version(match, dealt, back)
    if current is not None and _follows(current, based_on, actor) and play == play_of(current):
        return current  # sent twice
    _refuse_stale(current, based_on)
    if back is None or play is None:
        raise NotNow(_("There is nothing to undo."))
    earlier = records.filter(version=back).first()
    further = earlier.goes_back_to if earlier else None
    return _store(actor, match, deal, play, based_on=based_on, goes_back_to=further)


@transaction.atomic
def redo_play(*, actor: Actor, match: Match, deal: int, based_on: int) -> PlayRecord:
    """Redo the last undone change, as a new version, unless something else was done since.

    Sent twice it is done once. Raises `NotNow` where nothing is left to be redone, and otherwise as
    `change_play`.
    """
    match, _dealt, current = _begin(actor, match, deal)
    undone = undone_last(match, deal, based_on)
    play = play_of(undone) if undone else None
    if current is not None and _follows(current, based_on, actor) and play == play_of(current):
        return current  # sent twice
    _refuse_stale(current, based_on)
    if undone is None or play is None:
        raise NotNow(_("There is nothing to redo."))
    back = undone.goes_back_to
    return _store(actor, match, deal, play, based_on=based_on, goes_back_to=back)


@transaction.atomic
def attach_play(*, actor: Actor, result: Result, version: int) -> AttachedPlay:
    """Keep a version of a hand's record with the version of its result that a ruling made.

    It is a copy that never changes. Attached twice it is kept once. Raises `Conflict` where that
    version is not the newest one any more, `UserError` where it has no cards.
    """
    assert actor.authority >= Authority.REFEREE, "referees rebuild what was played"
    championship = lock_championship(result.match.round.stage.championship)
    record = newest_record(result.match, result.deal)
    _refuse_stale(record, version)
    if record is None or not record.plays:
        raise UserError(_("There are no cards in the record of play yet."), field="play")
    columns = columns_of(play_of(record))
    for one in result.plays_attached.all():
        if columns_of(play_of(one)) == columns:
            return one
    attached = AttachedPlay.objects.create(
        result=result,
        number=result.plays_attached.count() + 1,
        variant=result.match.round.stage.settings.play_variant,
        nonce=secrets.token_hex(16),
        by=actor.name,
        **columns,
    )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.PLAY_ATTACHED,
        place=hand_place(result.match, result.deal),
        after={
            "version": result.version,
            "play": attached.number,
            "cards": len(play_of(attached).plays),
            "digest": digest_of(columns, variant=attached.variant, nonce=attached.nonce),
        },
        at=attached.at,
    )
    return attached


def refuse_to_record(match: Match, deal: int, *, authority: Authority) -> None:
    """Raise a `UserError` if somebody of this authority can't record a hand's play now.

    It is possible from the opening of the round; after the championship's end for organisers alone.
    """
    refuse_other_hands(match, deal, match.round.deals)
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled."))
    if match.round.status == RoundStatus.PLANNED:
        raise NotNow(
            _("Round %(round)d is not open yet: nothing of it has been played.")
            % {"round": match.round.number}
        )
    ended = match.round.stage.championship.ended_at is not None
    if ended and authority < Authority.ORGANISER:
        raise NotNow(
            _("The championship has ended: only an organiser can change a record of play now.")
        )


def _begin(actor: Actor, match: Match, deal: int) -> tuple[Match, DealtHand, PlayRecord | None]:
    """Return the match as it stands now, locked, its cards, and the record that stands."""
    assert actor.authority >= Authority.REFEREE, "referees rebuild what was played"
    lock_championship(match.round.stage.championship)
    match = Match.objects.select_related("round__stage__championship", "table").get(pk=match.pk)
    refuse_to_record(match, deal, authority=actor.authority)
    dealt = the_hand(match.round.stage.championship, deal)
    if dealt is None:
        raise NotNow(_("The hands were not made by this site, so it does not know the cards."))
    return match, dealt, newest_record(match, deal)


def _follows(current: PlayRecord, based_on: int, actor: Actor) -> bool:
    """Return whether this referee has already made this version from that one."""
    return current.version == based_on + 1 and current.by == actor.name


def _refuse_stale(current: PlayRecord | None, based_on: int) -> None:
    if based_on != (current.version if current else 0):
        who = current.by if current else ""
        raise Conflict(
            _("%(who)s has meanwhile continued this record, so nothing was changed.") % {"who": who}
            if who
            else _("This record has changed since it was shown, so nothing was changed.")
        )


def _version(match: Match, dealt: DealtHand, version: int) -> Play | None:
    """Return a version of the record, 0 for the empty one."""
    if version == 0:
        return new_play(match, dealt)
    records = PlayRecord.objects.filter(match=match, deal=dealt.number, version=version)
    stored = records.first()
    return play_of(stored) if stored else None


def _store(
    actor: Actor, match: Match, deal: int, play: Play, *, based_on: int, goes_back_to: int | None
) -> PlayRecord:
    return PlayRecord.objects.create(
        match=match,
        deal=deal,
        version=based_on + 1,
        goes_back_to=goes_back_to,
        left_over=cards_text(play.left_over),
        by=actor.name,
        **columns_of(play),
    )

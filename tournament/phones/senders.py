"""Sender of a request, and the hand it is about: checked before anything is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.game.seats import Party, Side
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.labels import label
from tournament.core.phone_mark import phone_mark
from tournament.models import Action, AuditEvent, Match, PhoneAtTable, Result, RoundStatus
from tournament.models.places import TablePlace
from tournament.phones.payloads import Statement, refuse
from tournament.phones.reach import MOST_PHONES, Reach, Sender, reach_at
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, kind_of_match, numbers_of
from tournament.results.postponed import is_unsettled
from tournament.results.services.locked_hand import LockedHand
from tournament.stages.parties import parties_of


@dataclass(frozen=True, slots=True)
class Hand(LockedHand):
    """Hand of a request; `side` is the party that speaks, on the phone of that number."""

    side: Party
    actor: Actor
    phone: str
    reach: Reach

    @property
    def is_open(self) -> bool:
        return self.match.round.status == RoundStatus.OPEN or is_unsettled(self.match)

    def says(self, content: Content) -> bool:
        """Return whether a content agrees with the result that stands, whatever its note."""
        if self.stands is None:
            return False
        kind = kind_of_match(self.match)
        return kind.agree(replace(content_of(self.stands), note=""), content)

    def of_the_others(self) -> bool:
        """Return whether somebody else at the table entered the result, and not a referee."""
        return self.stands is not None and self.stands.entered_side not in ("", self.side.value)


def match_spoken_of(sender: Sender, match_id: int) -> Match:
    """Return the match; 1 query. Raises `UserError` where it isn't played at the table."""
    played = Match.objects.select_related("round__stage", "table")
    try:
        match = played.get(
            pk=match_id, round__championship=sender.championship, table__number=sender.table
        )
    except Match.DoesNotExist:
        raise UserError(
            _("This match is not played at this table. Show this to a referee.")
        ) from None
    match.round.stage.championship = sender.championship
    return match


def hand_spoken_of(sender: Sender, statement: Statement) -> Hand:
    """Return the hand of a request, once it is clear that this sender may speak of it now; 6
    queries, 7 where it holds pairs.

    The sender's championship must be locked. Raises `UserError` for a hand in which this sender has
    no say, and where its phone has spoken for somebody else about it; `NotNow` for a round that is
    not open yet, a match that was cancelled, and after the end.
    """
    match = match_spoken_of(sender, statement.match_id)
    if statement.deal not in numbers_of(match.round):
        raise UserError(
            _("Hand %(deal)d is not played in round %(round)d.")
            % {"deal": statement.deal, "round": match.round.number}
        )
    if sender.championship.ended_at is not None:
        raise NotNow(_("The championship has ended: nothing can be changed any more."))
    if match.cancelled:
        raise NotNow(_("This match is not played: it was cancelled. Show this to a referee."))
    if match.round.status == RoundStatus.PLANNED:
        raise NotNow(_("Round %(round)d has not been opened yet.") % {"round": match.round.number})
    actor, reach = _speaker(sender, match, statement.side)
    if reach.spoken.get(statement.deal) not in (None, statement.side):
        raise UserError(
            _(
                "This phone has spoken for the other side about it. The others say on a phone of "
                "their own whether it is right; or hand in the slip, or call a referee."
            )
        )
    refuse_many_phones(match, reach)
    return Hand(
        match=match,
        deal=statement.deal,
        side=statement.side,
        actor=actor,
        phone=sender.phone,
        reach=reach,
        current=Result.objects.current(match, statement.deal),
    )


def note_speaker(hand: Hand) -> None:
    """Note the party for which the phone has spoken about the hand, at the end of the act that
    records it; 1 query, and 1 to write it.

    Repeating the result that stands is nothing new, and is not noted.
    """
    if not hand.reach.sees:
        hold_phone(hand.match, hand.side, hand.phone, hand.reach, hand.actor)
    if hand.deal not in hand.reach.spoken and _is_told(hand):
        PhoneAtTable.objects.create(
            match=hand.match,
            deal=hand.deal,
            phone=hand.phone,
            side=hand.side.value,
            by_link=hand.actor.table is None,
        )


SPEAKING = (
    Action.RESULT_ENTERED,
    Action.RESULT_CHANGED,
    Action.RESULT_CONFIRMED,
    Action.RESULT_QUESTIONED,
    Action.CORRECTION_REQUEST_MADE,
)
"""Acts by which a phone speaks for somebody about a hand."""


def _is_told(hand: Hand) -> bool:
    acts = AuditEvent.objects.filter(
        championship=hand.championship,
        round=hand.match.round.number,
        table=hand.match.table.number,
        deal=hand.deal,
        actor_phone=phone_mark(hand.championship.chained_as, hand.phone),
    )
    return acts.filter(action__in=SPEAKING).exists()


def refuse_many_phones(match: Match, reach: Reach) -> None:
    """Raise `NotNow` for one more phone where too many were opened with the table's code."""
    if (
        reach.held
        or reach.sees
        or PhoneAtTable.objects.filter(match=match, deal=0).count() < MOST_PHONES
    ):
        return
    raise NotNow(
        _(
            "%(count)d phones were opened with the code of this table in this round. Open your "
            "pair's link, or hand in the slip."
        )
        % {"count": MOST_PHONES}
    )


def hold_phone(match: Match, side: Party, phone: str, reach: Reach, actor: Actor) -> None:
    """Note who holds a phone at a match; the first time is recorded. Part of another act."""
    if reach.held is not None:
        PhoneAtTable.objects.filter(match=match, deal=0, phone=phone).update(side=side.value)
        return
    PhoneAtTable.objects.create(match=match, phone=phone, side=side.value)
    record_event(
        championship=match.round.stage.championship,
        actor=actor,
        action=Action.PHONE_AT_TABLE,
        place=TablePlace(match.round.number, match.table.number),
        after={"side": side.value},
    )


def speaker(sender: Sender, match: Match, side: Party) -> Actor:
    """Return the place that speaks: the table, or one of its pairs or players by an own link.

    Raises `UserError` where the sender holds neither or belongs to another table of the round,
    `Unreadable` where nobody at the table speaks as `side`.
    """
    return _speaker(sender, match, side)[0]


def _actor(sender: Sender, side: Party, numbers: Sequence[int], *, by_code: bool) -> Actor:
    """Return the actor for these numbers on that side."""
    if not by_code:
        number = next(one for one in numbers if one in sender.pairs)
        return Actor.of_link(sender.championship, number)
    if sender.championship.of_players:
        return Actor.of_table_of_players(sender.table, side, numbers[0])
    assert isinstance(side, Side), "pairs hold sides"
    return Actor.of_table(sender.table, side, numbers[0])


def _speaker(sender: Sender, match: Match, side: Party) -> tuple[Actor, Reach]:
    """Return the place that speaks, and the rights of its phone there."""
    own = parties_of(match).get(side)
    if own is None:
        refuse()
    numbers = [one.number for one in own]
    alone = sender.championship.of_players
    reach = reach_at(sender, match)
    if side in reach.parties:
        actor = _actor(sender, side, numbers, by_code=reach.by_code)
        return replace(actor, phone=sender.phone), reach
    if side in reach.refused:
        raise NotNow(reach.refused[side])
    if reach.why_not:
        raise NotNow(reach.why_not)
    if alone:
        raise UserError(_("This phone does not speak for %(side)s.") % {"side": label(side)})
    raise UserError(_("This phone does not speak for pair %(pair)d.") % {"pair": numbers[0]})

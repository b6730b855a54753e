"""Actions of people on a hand at a table, each one call of a service.

It is the call that a tap on a phone or a click of a referee would make.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.game.play_check import PlayFault
from scoring.game.seats import Party, Seat, Side
from tournament.core.actor import Actor
from tournament.correction_requests.services import decide_correction_request
from tournament.deals.queries import DealtHand
from tournament.links.tokens import Place, PlaceKind
from tournament.models import CorrectionRequest, Match, NotPlayedReason, Outcome, Result
from tournament.phones.payloads import Entry, Statement
from tournament.phones.reach import Sender
from tournament.phones.services import receive_confirmation, receive_entry
from tournament.play_records.edits import choose_trump, lay
from tournament.play_records.play import Play
from tournament.play_records.sentences import fault_words
from tournament.play_records.services import attach_play, change_play
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.players import Sitting
from tournament.rehearsal.scenarios import Mistake, Scenario
from tournament.rehearsal.table_plays import DealtHandPlayed, Played
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.kinds import content_of, kind_of_match
from tournament.results.services.entry import enter_result
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind
from tournament.rulings.services import rule_on_hand
from tournament.stages.formats import format_of


@dataclass(frozen=True, slots=True)
class HandAtTable:
    """A hand at a table: what was played, and the scenario of its entry.

    `referee` decides and enters slips.
    """

    plan: Plan
    match: Match
    sitting: Sitting
    played: Played
    scenario: Scenario
    referee: Actor

    @property
    def deal(self) -> int:
        return self.sitting.deal

    @property
    def kind(self) -> ResultKind[Any]:
        return kind_of_match(self.match)

    @property
    def right(self) -> Any:
        return self.played.right

    @property
    def wrong(self) -> Any:
        return self.played.wrong(self.plan, self.sitting, self.scenario.mistake)


def sender_of(one: HandAtTable, side: Side) -> Sender:
    """Return the phone of a side, which was opened with the table's code."""
    table = one.match.table
    place = Place(PlaceKind.TABLE, table.number, table.link_number)
    phone = f"bots {table.number} {side.value}"
    return Sender(one.match.round.stage.championship, table.number, (place,), phone)


def speaks_as(one: HandAtTable, side: Side) -> Party:
    """Return who speaks for a side: where everybody plays alone, North or West."""
    alone = format_of(one.match.round.stage).alone
    return (Seat.N if side is Side.NS else Seat.W) if alone else side


def actor_of_pair(one: HandAtTable, side: Side) -> Actor:
    """Return the pair of that side, or one of its players, by an own link."""
    return Actor.of_link(one.match.round.stage.championship, one.sitting.pairs[side])


def statement_of(
    one: HandAtTable, side: Side, version: int | None = None
) -> tuple[str, int, int, Party, int]:
    """Return the beginning of all that a phone sends; without `version`, of the newest version."""
    seen = version_of(one) if version is None else version
    return secrets.token_hex(16), one.match.pk, one.deal, speaks_as(one, side), seen


def version_of(one: HandAtTable) -> int:
    """Return the newest version of the hand's result, 0 for none."""
    newest = Result.objects.filter(match=one.match, deal=one.deal, is_current=True)
    return newest.values_list("version", flat=True).first() or 0


def stands(one: HandAtTable, entry: Content) -> bool:
    current = Result.objects.current(one.match, one.deal)
    return current is not None and content_of(current) == entry


def enter_by_pair(one: HandAtTable, side: Side, entry: Content) -> None:
    """Enter a result by phone; if it is asked about what is unlikely, say that it is right."""
    for asked in (False, True):
        said = Entry(*statement_of(one, side), content=entry, asked=asked, late=False)
        if receive_entry(sender=sender_of(one, side), entry=said)["state"] != "check":
            return


def confirm_by_pair(one: HandAtTable, side: Side) -> None:
    receive_confirmation(sender=sender_of(one, side), statement=Statement(*statement_of(one, side)))


def enter_by_referee(one: HandAtTable, entry: Content, reason: str = "") -> None:
    enter_result(
        actor=one.referee,
        match=one.match,
        deal=one.deal,
        entry=entry,
        based_on=version_of(one),
        reason=reason,
    )


def not_played(one: HandAtTable) -> Content:
    blank: Content = one.kind.blank
    return replace(blank, outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME)


def decide(one: HandAtTable) -> None:
    """Decide by the slip: grant a request for what was played, refuse others."""
    waiting = CorrectionRequest.objects.filter(match=one.match, deal=one.deal, decision="")
    for request in waiting.order_by("number"):
        is_right = request.said is not None and one.kind.read(request.said) == one.right
        decide_correction_request(
            actor=one.referee,
            correction_request=request,
            entry=one.right if is_right and not stands(one, one.right) else None,
            reason=_("As the slip says"),
        )


def rebuild(one: HandAtTable, fault: PlayFault) -> int:
    """Let the referee lay the cards again, up to the fault's trick; return the version."""
    assert isinstance(one.played, DealtHandPlayed), "referees lay the cards of dealt hands"
    hand = one.played.hand
    trump = hand.announcement.trump
    assert trump is not None
    cards = hand.plays[: 4 * fault.trick]

    def change(dealt: DealtHand, play: Play) -> Play:
        return lay(cards)(dealt, choose_trump(trump)(dealt, play))

    record = change_play(
        actor=one.referee, match=one.match, deal=one.deal, change=change, based_on=0
    )
    assert record is not None, "cards were laid"
    return record.version


def rule(one: HandAtTable, fault: PlayFault, record: int) -> None:
    words = fault_words(fault, naming_cards=False)
    ruling = HandRuling(HandRulingKind.RULE_BREAK, frozenset({fault.seat.side}), words)
    result = rule_on_hand(
        actor=one.referee,
        match=one.match,
        deal=one.deal,
        ruling=ruling,
        based_on=version_of(one),
    )
    attach_play(actor=one.referee, result=result, version=record)


def reason_of(mistake: Mistake) -> str:
    return {
        Mistake.SWAPPED: _("The points were entered for the wrong side"),
        Mistake.DIGITS: _("A typing mistake"),
        Mistake.DOUBLE: _("Contro was entered by mistake"),
    }.get(mistake, _("As the slip says"))

"""Who sent something, and the hand it is about: checked before anything is accepted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.game.seats import Party, Side
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.labels import label
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, Match, Result, RoundStatus
from tournament.phones.payloads import Statement, refuse
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, kind_of_match, numbers_of
from tournament.results.postponed import is_unsettled
from tournament.results.services import LockedHand
from tournament.stages.parties import parties_of


@dataclass(frozen=True, slots=True)
class Sender:
    """The origin of a request: a table's page, and the places that its browser holds."""

    championship: Championship
    table: int
    places: Collection[Place]


@dataclass(frozen=True, slots=True)
class Hand(LockedHand):
    """The hand that a request is about; `side` is who speaks."""

    side: Party
    actor: Actor

    @property
    def is_open(self) -> bool:
        return self.match.round.status == RoundStatus.OPEN or is_unsettled(self.match)

    def says(self, content: Content) -> bool:
        """Whether this is what stands, whatever a referee noted beside it."""
        if self.stands is None:
            return False
        kind = kind_of_match(self.match)
        return kind.agree(replace(content_of(self.stands), note=""), content)

    def of_the_others(self) -> bool:
        """Whether what stands was entered by somebody else at the table, and not by a referee."""
        return self.stands is not None and self.stands.entered_side not in ("", self.side.value)


def match_spoken_of(sender: Sender, match_id: int) -> Match:
    """The match with that id; 1 query. Raises `UserError` where it isn't played at the table."""
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
    """What is spoken of, once it is clear that this sender may speak of it now; 4 queries.

    The sender's championship must be locked. Raises `UserError` for a hand this sender has no say
    in, `NotNow` for a round that is not open yet, a match that was cancelled, after the end.
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
    return Hand(
        match=match,
        deal=statement.deal,
        side=statement.side,
        actor=speaker(sender, match, statement.side),
        current=Result.objects.current(match, statement.deal),
    )


def speaker(sender: Sender, match: Match, side: Party) -> Actor:
    """The place that speaks: the table, or one of its pairs or players by an own link.

    Raises `UserError` where the sender holds neither, `Unreadable` where nobody at the table speaks
    as `side`.
    """
    own = parties_of(match).get(side)
    if own is None:
        refuse()
    numbers = [one.number for one in own]
    alone = sender.championship.of_players
    held = {(place.kind, place.number) for place in sender.places}
    if (PlaceKind.TABLE, sender.table) in held:
        if alone:
            return Actor.of_table_of_players(sender.table, side, numbers[0])
        assert isinstance(side, Side), "pairs hold sides"
        return Actor.of_table(sender.table, side, numbers[0])
    for number in numbers:
        if (PlaceKind.PAIR, number) in held:
            return Actor.of_link(sender.championship, number)
    if alone:
        raise UserError(_("This phone does not speak for %(side)s.") % {"side": label(side)})
    raise UserError(_("This phone does not speak for pair %(pair)d.") % {"pair": numbers[0]})

"""Writes at friendly tables: making one, taking places, dealing and playing.

Every write locks the table's row first. The actor is a phone: nobody needs an account, and there is
no record. So that strangers can't fill the disk, there are limits to tables, their phones and their
hands, and a table that nobody has used for a day is deleted.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat, in_turn
from scoring.play.acts import SeatAct
from scoring.play.table import Table
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.friendly.kinds import KINDS, Played, Terms
from tournament.friendly.queries import PROMISED_HANDS, known_tables, may_free
from tournament.friendly.table_now import HandNow, Step, TableNow, key_of_set, table_now, terms_of
from tournament.models import (
    LARGEST_SET_NUMBER,
    FriendlyAct,
    FriendlyGame,
    FriendlyHand,
    FriendlyPlace,
    FriendlyTable,
)
from tournament.play.bots import bots_act
from tournament.play.documents import party_values
from tournament.play.services.seats import SeatLost
from tournament.play.stored_acts import arrived_late, columns_of, table_after, was_done
from tournament.streams.announcements import announce_friendly

LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"
"""Letters and figures of codes: no two of them look or sound like one another in a hall."""
CODE_LENGTH = 8
MOST_TABLES = 500
MOST_OF_AN_ADDRESS = 25
"""Tables of one address at once; all phones of a hall may share their router's address."""
MOST_PHONES = 100
"""Phones that ever hold a place at one table."""
MOST_HANDS = 300
"""Hands at one table; an evening of four hours has fifty."""
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class NewTable:
    """Terms of a new table; `set_number` where hands follow from a number."""

    played: Played
    terms: Terms
    set_number: int | None = None


def forget_unused_tables() -> None:
    """Delete the tables that nobody has used for a day, with all that belongs to them."""
    FriendlyTable.objects.exclude(pk__in=known_tables()).delete()


@transaction.atomic
def make_table(*, new: NewTable, address: str) -> FriendlyTable:
    """Make a table; `address` is the network address of the phone.

    Raises `NotNow` where there are too many tables, or too many from that address.
    """
    forget_unused_tables()
    made_from = salted_hmac("friendly table", address).hexdigest()
    if FriendlyTable.objects.filter(made_from=made_from).count() >= MOST_OF_AN_ADDRESS:
        raise NotNow(
            _("%(most)d tables were made from this address today: use one of those.")
            % {"most": MOST_OF_AN_ADDRESS}
        )
    if FriendlyTable.objects.count() >= MOST_TABLES:
        raise NotNow(_("There are too many tables now. Try again later."))
    table = FriendlyTable.objects.create(
        code="".join(secrets.choice(LETTERS) for _place in range(CODE_LENGTH)),
        played=new.played.value,
        target=new.terms.target,
        hands=new.terms.hands,
        variant=new.terms.variant.value,
        sant_vicenc=new.terms.sant_vicenc.value,
        multipliers=str(new.terms.multipliers),
        made_from=made_from,
        used_at=timezone.now(),
    )
    _begin_game(table, number=1, set_number=new.set_number, dealer=None)
    return table


@transaction.atomic
def take_place(*, table: FriendlyTable, place: int, phone: str) -> None:
    """Let a phone hold a place, in the bot's stead; asking twice changes nothing.

    Raises `UserError` for a place that the table doesn't have, `Conflict` for one that another
    phone holds, and `NotNow` for a phone that holds another one, for one that has seen the cards of
    another place in the current hand, and where too many phones have sat here.
    """
    now = _locked(table)
    if place not in now.places:
        raise UserError(_("Choose one of the places."), field="place")
    if place in now.held:
        if now.held[place].phone == phone:
            return
        raise Conflict(_("Somebody else holds this place by now."))
    if now.place_of(phone) is not None:
        raise NotNow(_("This phone holds another place at this table: give it back first."))
    own = table.places.filter(phone=phone)
    playing = now.hand.number if now.hand and now.step is Step.PLAY else 0
    if playing and own.filter(saw_hand=playing).exclude(place=place).exists():
        raise NotNow(
            _(
                "This phone has seen the cards of another place in this hand. Sit down there again,"
                " or wait for the next hand."
            )
        )
    known = own.filter(place=place).first()
    if known is None and table.places.count() >= MOST_PHONES:
        raise NotNow(_("Too many phones have sat at this table: make a new one."))
    taken = known or FriendlyPlace(table=table, place=place, phone=phone)
    taken.freed_at = None
    taken.saw_hand = playing or taken.saw_hand
    taken.save()
    _go_on(table)


@transaction.atomic
def free_place(*, table: FriendlyTable, place: int, phone: str) -> None:
    """Give a place back to the bot: the phone's own one, or one whose player is waited for too
    long.

    Raises `SeatLost` for a phone that holds no place, `NotNow` where it may not free this one.
    """
    now = _locked(table)
    own = now.place_of(phone)
    if own is None:
        raise place_lost()
    if place not in now.held:
        return
    if place != own and not may_free(now, place):
        raise NotNow(_("Only somebody who is waited for can be replaced, after two minutes."))
    held = now.held[place]
    held.freed_at = timezone.now()
    held.save(update_fields=["freed_at"])
    _go_on(table)


@sensitive_variables()
@transaction.atomic
def deal_hand(*, table: FriendlyTable, phone: str, after: int) -> None:
    """Deal the hand that follows hand number `after` (0: the first); in a new game if one is over.

    Asking twice changes nothing. Raises `SeatLost` for a phone that holds no place, `NotNow` while
    a hand is being played, and where the table has had too many.
    """
    now = _locked(table)
    if now.place_of(phone) is None:
        raise place_lost()
    if after != now.last_number:
        if 0 <= after < now.last_number:
            return
        raise arrived_late()
    if now.step is Step.PLAY:
        raise NotNow(_("This hand is not over yet."))
    game_is_full = now.step is not Step.OVER and len(now.hands) >= PROMISED_HANDS
    if after >= MOST_HANDS or game_is_full:
        raise NotNow(_("This table has had its last hand: make a new one."))
    game = now.game
    if now.step is Step.OVER:
        assert now.hand is not None
        game = _begin_game(
            table,
            number=game.number + 1,
            set_number=None,
            dealer=in_turn(now.hand.dealer, len(now.seats))[1],
        )
    hand = FriendlyHand.objects.create(game=game, number=after + 1)
    table.places.filter(freed_at=None).update(saw_hand=hand.number)
    _go_on(table)


@sensitive_variables()
@transaction.atomic
def play_act(
    *, table: FriendlyTable, hand: int, phone: str, place: int, own_number: int, act: SeatAct
) -> None:
    """Do an act of a seat, exactly once, and let the bots answer; as `play.services.play_act`.

    `place` is the one that the act was made for. Raises `SeatLost` for a phone that doesn't hold
    it, `Conflict` for another act under a used number or one out of order, `NotNow` where it isn't
    the seat's turn, and `UserError` for a card that the rules don't allow.
    """
    now = _locked(table)
    if now.place_of(phone) != place:
        raise place_lost()
    known = FriendlyAct.objects.filter(
        hand__game__table=table, hand__number=hand, seat=act.seat.value, own_number=own_number
    ).first()
    if was_done(known, act):
        return
    playing = now.hand
    if playing is None or playing.number != hand or now.step is not Step.PLAY:
        raise Conflict(_("This hand is not being played now. Look at the table again."))
    if now.seat_of(place) is not act.seat or own_number != playing.next_number(act.seat):
        raise arrived_late()
    after = table_after(playing.table, act)
    _store(now, playing, _bots_answer(now, playing, after))


def place_lost() -> SeatLost:
    return SeatLost(_("This phone holds no place at this table: take one."))


def _locked(table: FriendlyTable) -> TableNow:
    """Return the table as it stands now, locked. Raises `NotNow` if it has gone."""
    locked = known_tables().select_for_update().filter(pk=table.pk).first()
    if locked is None:
        raise NotNow(_("This table is gone: nobody had used it for a day."))
    return table_now(locked)


def _begin_game(
    table: FriendlyTable, *, number: int, set_number: int | None, dealer: Seat | None
) -> FriendlyGame:
    """Return a new game with a new key. The first dealer is drawn, or follows the last one; hands
    of a set are dealt by North first, as in a championship."""
    of_set = table.played == Played.HANDS
    if of_set:
        set_number = set_number or 1 + secrets.randbelow(LARGEST_SET_NUMBER)
        dealer = Seat.N
    seats = tuple(KINDS[Played(table.played)].standing(terms_of(table), ()).seats)
    key = key_of_set(set_number) if set_number else secrets.token_hex(KEY_BYTES)
    hands = FriendlyHand.objects.filter(game__table=table).count()
    return FriendlyGame.objects.create(
        table=table,
        number=number,
        key=key,
        set_number=set_number,
        hands_before=hands,
        first_dealer=(dealer or secrets.choice(seats)).value,
    )


@sensitive_variables()
def _go_on(table: FriendlyTable) -> None:
    """Do the bots' acts before a person's next act, and announce the news."""
    now = table_now(table)
    playing = now.hand
    if playing is not None and now.step is Step.PLAY:
        _store(now, playing, _bots_answer(now, playing, playing.table))
    else:
        _tell(table)


@sensitive_variables()
def _bots_answer(now: TableNow, hand: HandNow, table: Table) -> Table:
    """Return the table after the bots' acts; without a person at it they wait."""
    luck = f"{now.game.key}\0{hand.number}"
    return bots_act(table, now.bots, luck) if now.held else table


@sensitive_variables()
def _store(now: TableNow, hand: HandNow, after: Table) -> None:
    """Store the new acts, and the outcome of the hand if they ended it."""
    counted = {seat: hand.next_number(seat) for seat in now.seats}
    rows = []
    for number, act in enumerate(after.acts[len(hand.rows) :], start=len(hand.rows) + 1):
        assert isinstance(act, SeatAct), "there is no referee at this table"
        own_number = counted[act.seat]
        counted[act.seat] += 1
        rows.append(
            FriendlyAct(hand=hand.stored, number=number, own_number=own_number, **columns_of(act))
        )
    FriendlyAct.objects.bulk_create(rows)
    public = after.public
    if public.ending is not None:
        assert public.ending.points is not None
        assert public.maker is not None
        stored = hand.stored
        stored.maker, stored.trump = public.maker.value, public.trump or ""
        stored.doubles = len(public.doublers)
        stored.points = party_values(public.ending.points)
        stored.save()
    _tell(now.table)


def _tell(table: FriendlyTable) -> None:
    """Count the news for everybody, and note the time of use."""
    table.refresh_from_db(fields=["version"])
    table.version += 1
    table.used_at = timezone.now()
    table.save(update_fields=["version", "used_at"])
    announce_friendly(table.pk, table.version)

"""What seats are told in many hands on phones: no card too many, and the points of `check-play`.

    python3 -m tests.tournament.play.prove_views [HANDS [SEED]]

lets bots play hands through the services, with claims in every fifth. After each act what each
seat would be told is compared with what it may know, worked out here from the cards and the acts
alone. It counts, and tells at the end of each leak and of each hand with other points. The tests do
this with few, by the addresses.
"""

# ruff: noqa: T201 (a program, which prints)

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from manage import enter_environment

if TYPE_CHECKING:
    from scoring.play.acts import SeatAct
    from scoring.play.table import Table
    from tests.tournament.day import Day
    from tournament.models import Match

_LATER = 20
"""Claims come after so many acts."""


def main(hands: int = 1000, seed: int = 1) -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.db import connection

    own_name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        return _prove(hands, random.Random(seed))
    finally:
        connection.creation.destroy_test_db(own_name, verbosity=0)


def _prove(hands: int, chance: random.Random) -> int:
    done = views = 0
    faults: list[str] = []
    for day in _days(chance):
        for table in (1, 2):
            for looked_at, found in _played(day.match(1, table), chance):
                done, views = done + 1, views + looked_at
                faults += found
        print(f"{done} hands, {views} views: {len(faults)} faults", flush=True)
        if done >= hands:
            break
    for fault in faults:
        print(fault)
    return bool(faults)


def _days(chance: random.Random) -> Iterator[Day]:
    """Days whose hands nobody has seen before; each is undone when the next one is asked for."""
    from django.db import transaction

    from tests.tournament.play.four_phones import phones_day
    from tournament.models import DealSet

    while True:
        with transaction.atomic():
            day = phones_day()
            DealSet.objects.update(key=chance.randbytes(32))
            yield day
            transaction.set_rollback(True)


def _played(match: Match, chance: random.Random) -> Iterator[tuple[int, list[str]]]:
    """Each hand of a match: how many views were looked at, and what is wrong."""
    from tests.tournament.play.four_phones import agree, do, hand_at, sit

    sit(match)
    for _hand in range(4):
        views, faults = 0, list(_leaks(match))
        claims = chance.randrange(5) == 0
        while (table := hand_at(match).table).public.turn:
            do(match, _act(table, chance, claims=claims))
            views += 4
            faults += _leaks(match)
        faults += _points(match)
        yield views, faults
        agree(match)


def _act(table: Table, chance: random.Random, *, claims: bool) -> SeatAct:
    from scoring.chance import Chance
    from scoring.play.acts import AcceptClaim, Claim, RefuseClaim
    from scoring.play.calls import Phase
    from tests.tournament.play.four_phones import BOT

    seat = table.public.turn[0]
    if table.public.phase is Phase.CLAIM:
        return AcceptClaim(seat) if chance.randrange(2) else RefuseClaim(seat)
    later = table.public.phase is Phase.CARDS and table.public.number > _LATER
    if claims and later and seat not in table.public.refused:
        return Claim(seat)
    return BOT.act(table.knowledge(seat), Chance(chance.getrandbits(60)))


def _leaks(match: Match) -> Iterator[str]:
    """What the seats would be told now that they may not know, or are not told that they may."""
    from scoring.game.cards import Card
    from scoring.game.seats import Seat
    from tests.tournament.play.four_phones import again, cards_in_text, hand_at
    from tests.tournament.play.test_leaks import may_know
    from tournament.play.documents import seat_document
    from tournament.play.match_cache import kept_match
    from tournament.play.queries import seat_view

    hand = hand_at(match)
    kept = kept_match(again(match))
    for seat in Seat:
        allowed = may_know(seat, hand.dealt.deal, hand.dealt.dealer, hand.table.acts)
        told: dict[str, Any] = seat_document(seat_view(kept, seat), "", 0)
        where = f"{''.join(hand.dealt.deal.holders)}, act {hand.table.public.number}, {seat.value}"
        if leak := cards_in_text(str(told)) - allowed:
            yield f"{where}: is told {leak}"
        own = told["view"] and told["view"]["cards"]
        if told["view"] and set(map(Card.parse, own or [])) != set(hand.table.hand(seat)) & allowed:
            yield f"{where}: is told other cards than its own"


def _points(match: Match) -> Iterator[str]:
    """What `check-play` says of the cards that were played, where it says otherwise."""
    from scoring.game.play_check import check_play_from
    from scoring.game.seats import Side
    from scoring.game.tricks import Position
    from scoring.play.public import Ended
    from tests.tournament.play.four_phones import hand_at

    hand = hand_at(match)
    public = hand.table.public
    assert public.trump is not None
    start = Position.start(hand.dealt.deal, hand.dealt.dealer, public.trump)
    check = check_play_from(start, [play.card for play in public.played], public.rules.variant)
    told = [public.points(side) for side in Side]
    if public.ending and public.ending.by is Ended.PLAYED and public.ending.points:
        told = list(public.ending.points)
    points = [check.position.points(side) for side in Side]
    if check.faults or told != points:
        where = "".join(hand.dealt.deal.holders)
        yield f"{where}: {told}, but check-play has {points}, and {check.faults}"


if __name__ == "__main__":
    enter_environment()
    sys.exit(main(*map(int, sys.argv[1:])))

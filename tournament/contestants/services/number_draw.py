"""Give the pairs their numbers by lot, so that anybody can repeat the draw.

Each pair has a ticket: the SHA-256 of `botifarra-numbers-v1`, the seed and the pair's players (all
UTF-8, separated by a zero byte; players trimmed, NFC, case-folded). The pairs get the numbers 1, 2,
… in the order of their tickets. So the draw depends on the seed and the names alone, not on earlier
numbers or on who registered first. Pairs with exactly equal names get a last part, 0, 1, … in the
order of registration.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.contestants.queries.register import last_draw
from tournament.contestants.services.register import refuse_with_schedule
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.link_numbers import end_links, first_link_number
from tournament.core.locks import lock_running_championship
from tournament.core.names import clean_name
from tournament.models import SEED_LENGTH, Action, Championship, Contestant

_VERSION = "botifarra-numbers-v1"


def _same_for_all(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip()).casefold()


def ticket(seed: str, players: Sequence[str], namesake: int = 0) -> str:
    """Return a pair's ticket in the draw, as 64 hex digits."""
    parts = [_VERSION, seed, *map(_same_for_all, players), str(namesake)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def draw_order(seed: str, pairs: Sequence[Sequence[str]]) -> list[int]:
    """Return the indices of `pairs` (each its players, as registered) in drawn order."""
    seen: Counter[tuple[str, ...]] = Counter()
    tickets = []
    for index, players in enumerate(pairs):
        names = tuple(map(_same_for_all, players))
        tickets.append((ticket(seed, names, seen[names]), index))
        seen[names] += 1
    return [index for _ticket, index in sorted(tickets)]


_OUT_OF_THE_WAY = 10_000


def _drawn_with(championship: Championship, seed: str) -> bool:
    """Return whether the last draw was made from this seed."""
    last = last_draw(championship)
    return last is not None and last.after is not None and last.after["seed"] == seed


def _renumber(
    championship: Championship, contestants: list[Contestant], drawn: Mapping[int, int]
) -> None:
    """Give pairs their new numbers. Cards that bear the old ones open nobody's page any more."""
    moved = championship.contestants.filter(pk__in=[contestant.pk for contestant in contestants])
    end_links(championship, moved)
    moved.update(number=F("number") + _OUT_OF_THE_WAY)
    first = first_link_number(championship)
    for contestant in contestants:
        contestant.number, contestant.link_number = drawn[contestant.pk], first
    Contestant.objects.bulk_update(contestants, ["number", "link_number"])


@transaction.atomic
def draw_numbers(*, actor: Actor, championship: Championship, seed: str) -> dict[int, int]:
    """Number the pairs 1, 2, … by lot; return the new numbers by pair id.

    A seed always gives these pairs these numbers, so a draw sent twice is made once. Raises
    `NotNow` once there is a schedule.
    """
    seed = clean_name(seed, max_length=SEED_LENGTH, field="seed")
    if not seed:
        raise UserError(_("Enter the text that the draw is made from."), field="seed")
    locked = lock_running_championship(championship)
    refuse_with_schedule(locked)
    contestants = list(locked.contestants.order_by("pk").prefetch_related("players"))
    if not contestants:
        raise UserError(_("There are no pairs to draw numbers for."))
    pairs = [[player.name for player in contestant.main_players] for contestant in contestants]
    before = {contestant.number: pair for contestant, pair in zip(contestants, pairs, strict=True)}
    drawn: dict[int, int] = {}
    earlier: dict[str, int] = {}
    after: dict[int, list[str]] = {}
    for number, index in enumerate(draw_order(seed, pairs), start=1):
        drawn[contestants[index].pk] = number
        earlier[str(number)] = contestants[index].number
        after[number] = pairs[index]
    if all(drawn[contestant.pk] == contestant.number for contestant in contestants) and _drawn_with(
        locked, seed
    ):
        return drawn
    _renumber(
        locked,
        [contestant for contestant in contestants if contestant.number != drawn[contestant.pk]],
        drawn,
    )
    record_event(
        championship=locked,
        actor=actor,
        action=Action.NUMBERS_DRAWN,
        before={str(number): " – ".join(pair) for number, pair in sorted(before.items())},
        after={
            "seed": seed,
            "numbers": {str(number): " – ".join(pair) for number, pair in after.items()},
            "earlier_numbers": earlier,
        },
    )
    return drawn

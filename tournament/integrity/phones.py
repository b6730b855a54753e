"""Comparing the phones at tables and seats with the record, which tells of each, but not which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.game.seats import Seat
from tournament.audit.event_text import place_text
from tournament.core.labels import label
from tournament.integrity.recorded_state import RecordedSeat, Replay
from tournament.models import Championship, PhoneAtTable, SeatTaken
from tournament.models.places import TablePlace


def phones_at_tables(state: Replay, championship: Championship) -> Iterator[str]:
    """Tables at which other phones are noted, or other seats were taken, than was recorded;
    2 queries.

    What was noted before a round was opened again is left alone: its tables may be new ones.
    """
    phones = PhoneAtTable.objects.filter(
        match__round__championship=championship, deal=0, at__gte=F("match__round__opened_at")
    ).values_list("match__round__number", "match__table__number")
    stored = Counter(TablePlace(*where) for where in phones)
    for where in sorted(stored.keys() | state.phones.keys()):
        if stored[where] != state.phones[where]:
            yield _(
                "%(where)s: %(stored)d phones were opened with the table's code, the record tells "
                "of %(recorded)d."
            ) % {
                "where": place_text(where),
                "stored": stored[where],
                "recorded": state.phones[where],
            }
    seats: dict[TablePlace, list[SeatTaken]] = {}
    taken = SeatTaken.objects.filter(
        match__round__championship=championship, taken_at__gte=F("match__round__opened_at")
    ).select_related("match__round", "match__table")
    for one in taken.order_by("pk"):
        where = TablePlace(one.match.round.number, one.match.table.number)
        seats.setdefault(where, []).append(one)
    for where in sorted(seats.keys() | state.seats.keys()):
        yield from _seat_faults(where, seats.get(where, []), state.seats.get(where, []))


def _seat_faults(
    where: TablePlace, stored: list[SeatTaken], recorded: list[RecordedSeat]
) -> Iterator[str]:
    if [one.seat for one in stored] != [one.seat for one in recorded]:
        yield _("%(where)s: which seats were taken with phones is not as recorded.") % {
            "where": place_text(where)
        }
        return
    # What was seen at a match that was cancelled is not known at the next one of that table.
    is_one_match = len({one.match_id for one in stored}) == 1
    for row, told in zip(stored, recorded, strict=True):
        became = RecordedSeat(
            row.seat,
            row.saw_cards if is_one_match else told.saw_cards,
            row.freed_at is not None,
            row.freed_by,
            row.another_allowed,
        )
        if became != told:
            yield _("%(where)s, %(seat)s: what became of the phone there is not as recorded.") % {
                "where": place_text(where),
                "seat": label(Seat(told.seat)),
            }

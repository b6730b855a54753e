"""Comparison of the phones at tables and seats with the record, which knows each by its mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.game.seats import Party, Seat, party_named
from tournament.audit.event_text import place_text
from tournament.core.labels import label
from tournament.core.phone_mark import phone_mark
from tournament.integrity.recorded_state import RecordedSeat, RecordedSpeaker, Replay
from tournament.models import Championship, Match, PhoneAtTable, SeatTaken
from tournament.models.places import HandPlace, TablePlace
from tournament.models.schedule import sides_of
from tournament.stages.formats import FORMATS
from tournament.stages.parties import by_party


def phones_at_tables(state: Replay, championship: Championship) -> Iterator[str]:
    """Yield the tables at which other phones than recorded are noted, speak for somebody else, or
    took other seats; 4 queries.

    Notes from before a round was opened again are ignored: its tables may be new ones. A phone may
    speak for several people; for which of them it speaks at present is not recorded.
    """
    yield from _opened(state, championship)
    yield from _speakers(state, championship)
    yield from _seats(state, championship)


def _opened(state: Replay, championship: Championship) -> Iterator[str]:
    phones = PhoneAtTable.objects.filter(
        match__round__championship=championship, deal=0, at__gte=F("match__round__opened_at")
    ).values_list("match__round__number", "match__table__number", "phone")
    stored = Counter(
        (TablePlace(round, table), phone_mark(championship.chained_as, phone))
        for round, table, phone in phones
    )
    differing = {where for where, phone in (stored - state.phones) + (state.phones - stored)}
    for where in sorted(differing):
        one, other = (
            sum(count for (place, _phone), count in phones.items() if place == where)
            for phones in (stored, state.phones)
        )
        if one == other:
            yield _("%(where)s: other phones were opened with the table's code than recorded.") % {
                "where": place_text(where)
            }
            continue
        yield _(
            "%(where)s: %(stored)d phones were opened with the table's code, the record tells "
            "of %(recorded)d."
        ) % {"where": place_text(where), "stored": one, "recorded": other}


def _speakers(state: Replay, championship: Championship) -> Iterator[str]:
    """Yield the hands about which other phones have spoken than recorded, or for somebody else."""
    phones = PhoneAtTable.objects.filter(
        match__round__championship=championship, deal__gt=0, at__gte=F("match__round__opened_at")
    )
    parties = _parties(championship)
    stored: dict[tuple[HandPlace, str], list[_Speaker]] = {}
    places = ("match_id", "match__round__number", "match__table__number", "deal", "phone")
    for match, round, table, deal, phone, side, *said in phones.values_list(*places, *_SAID):
        key = (HandPlace(round, table, deal), phone_mark(championship.chained_as, phone))
        own = parties[match].get(party_named(side), ())
        stored.setdefault(key, []).append((own, *said))
    keys = stored.keys() | state.speakers.keys()
    differing = {
        key[0] for key in keys if not _is_as_told(stored.get(key, []), state.speakers.get(key))
    }
    for where in sorted(differing):
        yield _("%(where)s: for whom phones have spoken is not as recorded.") % {
            "where": place_text(where)
        }


_Speaker = tuple[tuple[int, ...], bool, bool]
"""Numbers of a phone's contestants; True if it speaks by a link; True if another phone may
speak."""
_SAID = ("side", "by_link", "another_allowed")


def _parties(championship: Championship) -> Mapping[int, Mapping[Party, tuple[int, ...]]]:
    """Return the numbers of each match's contestants, by the party that speaks for them; 1
    query."""
    seated = Match.objects.filter(round__championship=championship).seated(
        "pk", "round__stage__kind", by="contestant__number"
    )
    return {
        match: by_party(sides_of(held), alone=FORMATS[kind].alone) for match, kind, held in seated
    }


def _is_as_told(rows: list[_Speaker], told: RecordedSpeaker | None) -> bool:
    """Return whether one of these rows, of the matches at a table, agrees with the record."""
    return told is not None and any(
        told.contestant in numbers
        and by_link == told.by_link
        and another_allowed == told.another_allowed
        for numbers, by_link, another_allowed in rows
    )


def _seats(state: Replay, championship: Championship) -> Iterator[str]:
    seats: dict[TablePlace, list[SeatTaken]] = {}
    taken = SeatTaken.objects.filter(
        match__round__championship=championship, taken_at__gte=F("match__round__opened_at")
    ).select_related("match__round", "match__table")
    for one in taken.order_by("pk"):
        where = TablePlace(one.match.round.number, one.match.table.number)
        seats.setdefault(where, []).append(one)
    for where in sorted(seats.keys() | state.seats.keys()):
        yield from _seat_faults(
            championship, where, seats.get(where, []), state.seats.get(where, [])
        )


def _seat_faults(
    championship: Championship,
    where: TablePlace,
    stored: list[SeatTaken],
    recorded: list[RecordedSeat],
) -> Iterator[str]:
    phones = [phone_mark(championship.chained_as, one.phone) for one in stored]
    sat_down = [(one.seat, phone) for one, phone in zip(stored, phones)]
    if sat_down != [(one.seat, one.phone) for one in recorded]:
        yield _("%(where)s: which seats were taken with phones is not as recorded.") % {
            "where": place_text(where)
        }
        return
    # What was seen at a match that was cancelled is not known at the next one of that table.
    is_one_match = len({one.match_id for one in stored}) == 1
    for row, phone, told in zip(stored, phones, recorded, strict=True):
        became = RecordedSeat(
            row.seat,
            phone,
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

"""Comparing the tables of the hall, and who sat at them, with the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from tournament.audit.event_text import numbered_text, place_text
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import Meeting, Replay, Sat
from tournament.models import Championship, MatchSeat, Sitting
from tournament.models.places import RoundPlace


def seating_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Names of tables, links, and who of a pair sat in which seat; 5 queries."""
    tables = list(championship.tables.values_list("number", "name", "link_number"))
    names = {number: name for number, name, _link in tables}
    for number in sorted(names.keys() | state.table_names.keys()):
        stored, recorded = names.get(number, ""), state.table_names.get(number, "")
        if stored != recorded:
            where = numbered_text("table", number)
            yield f"{where}: {difference('name', stored, recorded)}."
    if sorted(names) != list(range(1, len(names) + 1)):
        yield _("The tables are not numbered from 1 on.")
    yield from _link_faults(state, championship, {number: link for number, _name, link in tables})
    yield from _seat_faults(championship)
    yield from _sitting_faults(state, championship)


def _link_faults(
    state: Replay, championship: Championship, of_tables: Mapping[int, int]
) -> Iterator[str]:
    """Links that ended and are valid again; 1 query.

    A number that is higher than recorded only ends links: a pair or table that is new counts on
    from those before it.
    """
    links = [
        *(("table", *one) for one in of_tables.items()),
        *(
            ("contestant", *one)
            for one in championship.contestants.values_list("number", "link_number")
        ),
    ]
    recorded = {
        **{("table", number): link for number, link in state.table_links.items()},
        **{("contestant", number): pair.link_number for number, pair in state.pairs.items()},
    }
    for kind, number, link in links:
        if link < recorded.get((kind, number), 1):
            yield _("%(where)s: a link that was renewed is valid again.") % {
                "where": numbered_text(kind, number)
            }


def _seat_faults(championship: Championship) -> Iterator[str]:
    """The round that a seat repeats, without which a pair could play twice in one; 1 query."""
    seats = MatchSeat.objects.filter(match__round__championship=championship)
    rows = seats.values_list("match__round__number", "match__round", "match__cancelled", "round")
    for number in sorted({n for n, own, off, told in rows if told != (None if off else own)}):
        yield _("%(where)s: a match's seats are not those of this round.") % {
            "where": place_text(RoundPlace(number))
        }


def _sitting_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """2 queries and 2 more for the pairs."""
    stored: dict[Meeting, set[Sat]] = defaultdict(set)
    sittings = Sitting.objects.filter(match__round__championship=championship)
    for one in sittings.select_related("match__round", "player__contestant").prefetch_related(
        "match__seats__contestant"
    ):
        ns, ew = (pair.number for _side, pair in one.match.pairs.items())
        player = one.player
        stored[one.match.round.number, ns, ew].add(
            (player.contestant.number, player.position, one.seat)
        )
    noted = {meeting: sat for meeting, sat in state.sittings.items() if sat}
    for meeting in sorted(stored.keys() | noted.keys()):
        if stored.get(meeting, set()) != noted.get(meeting, set()):
            number, ns, ew = meeting
            yield _("%(where)s, %(ns)d – %(ew)d: who sat where is not as recorded.") % {
                "where": place_text(RoundPlace(number)),
                "ns": ns,
                "ew": ew,
            }

"""The record as it is read, and the check of its chain."""

from copy import copy
from datetime import date

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from tests.tournament.factories import actor_of, add_contestants, make_championship, make_scheduled
from tournament.audit.queries.chains import ChainCheck, check_chain
from tournament.audit.queries.pages import PAGE_LENGTH, record_page
from tournament.audit.queries.search import EventFilter
from tournament.championships.services.details import change_details
from tournament.contestants.services.register import add_contestant, change_contestant
from tournament.core.actor import Actor
from tournament.models import Action, AuditEvent, Championship

pytestmark = pytest.mark.django_db


def events(championship: Championship) -> list[AuditEvent]:
    return list(AuditEvent.objects.filter(championship=championship).order_by("sequence"))


def checked(found: list[AuditEvent]) -> ChainCheck:
    return check_chain(found, chained_as=found[0].championship.chained_as)


class TestChain:
    def test_a_whole_one(self) -> None:
        championship = make_scheduled(4)
        found = checked(events(championship))
        assert found.is_whole
        assert found.events == 7
        assert found.last_hash == events(championship)[-1].hash

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("actor", "somebody else"),
            ("action", "contestant-removed"),
            ("target", "somebody"),
            ("before", {"x": 1}),
            ("after", {"x": 1}),
            ("reason", "because"),
            ("previous_hash", "0" * 64),
            ("hash", "0" * 64),
            ("sequence", 7),
        ],
    )
    def test_a_changed_event_breaks_it(self, field: str, value: object) -> None:
        changed = events(make_scheduled(4))
        setattr(changed[2], field, value)
        found = checked(changed)
        assert found.broken_at == (7 if field == "sequence" else 3)

    def test_a_changed_time_breaks_it(self) -> None:
        changed = events(make_scheduled(4))
        changed[3].at = changed[2].at
        assert checked(changed).broken_at == 4

    def test_a_missing_or_inserted_event_breaks_it(self) -> None:
        whole = events(make_scheduled(4))
        assert checked(whole[:2] + whole[3:]).broken_at == 4
        assert checked([*whole[:2], copy(whole[1]), *whole[2:]]).broken_at == 2
        assert checked(whole[1:]).broken_at == 2

    def test_each_championship_goes_on_from_its_own_last_event(self) -> None:
        earlier, longer, later = make_championship("A"), make_scheduled(4), make_championship("B")
        for one in (earlier, later):
            add_contestants(one, 1)
            assert [event.sequence for event in events(one)] == [1, 2]
            assert checked(events(one)).is_whole
        assert checked(events(longer)).is_whole

    def test_the_events_of_another_championship_do_not_fit(self) -> None:
        one = events(make_championship("One"))
        other = make_championship("Other")
        for event in one:
            event.championship = other
        assert checked(one).broken_at == 1


class TestPage:
    def test_newest_first_with_what_was_before_and_after(self) -> None:
        championship = make_championship()
        (contestant,) = add_contestants(championship, 1)
        change_contestant(
            actor=actor_of(championship),
            contestant=contestant,
            players=["Anna", "Blai"],
            club="Club 1",
        )
        page = record_page(championship)
        assert [line.sequence for line in page.lines] == [3, 2, 1]
        details = [(one.before, one.after) for one in page.lines[0].details]
        assert details == [("Àngela Puig 1, Blai Puig 1", "Anna, Blai")]

    def test_it_can_be_narrowed(self) -> None:
        championship = make_championship()
        add_contestants(championship, 2)
        jordi = Actor("Jordi Font (jordi)")
        add_contestant(actor=jordi, championship=championship, players=["Gal·la", "Núria"])
        added = Action.CONTESTANT_ADDED.value
        for narrowing, count in (
            (EventFilter(action=added), 3),
            (EventFilter(action=added, actor=jordi.name), 1),
            (EventFilter(text="nuria"), 1),
            (EventFilter(text=" NÚRIA "), 1),
            (EventFilter(text="NÚRIA", actor="nobody"), 0),
            (EventFilter(text="pair 2"), 1),
        ):
            assert record_page(championship, narrowing).found == count, narrowing
        page = record_page(championship, EventFilter(action="nonsense"))
        assert (page.found, page.lines, page.pages) == (0, (), 1)
        assert page.chain.check.events == 4
        assert jordi.name in page.actors
        assert not page.places
        assert dict(page.actions) == {
            "championship-created": "championship created",
            "contestant-added": "registered",
        }

    def test_only_this_championship(self) -> None:
        make_championship("Other")
        assert record_page(make_championship()).found == 1

    def test_pages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tournament.audit.queries.pages.PAGE_LENGTH", 3)
        championship = make_championship()
        add_contestants(championship, 6)
        assert PAGE_LENGTH == 100
        for asked, shown, sequences in (
            (1, 1, [7, 6, 5]),
            (3, 3, [1]),
            (99, 3, [1]),
            (0, 1, [7, 6, 5]),
            (-5, 1, [7, 6, 5]),
        ):
            page = record_page(championship, page=asked)
            assert (page.page, page.pages) == (shown, 3)
            assert [line.sequence for line in page.lines] == sequences
        oldest = record_page(championship, page=2, oldest_first=True)
        assert [line.sequence for line in oldest.lines] == [4, 5, 6]
        found = record_page(championship, EventFilter(text="registered"), page=2, oldest_first=True)
        assert [line.sequence for line in found.lines] == [5, 6, 7]

    def test_its_queries_do_not_grow(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        championship = make_scheduled(4)
        for narrowing, queries in (
            (EventFilter(), 7),
            (EventFilter(text="pair"), 7),
            (EventFilter(round=1, table=1, pair=1), 8),
        ):
            for count in (1, 3):
                add_late(championship, count)
                cache.clear()
                with django_assert_num_queries(queries):
                    record_page(championship, narrowing)


def add_late(championship: Championship, count: int) -> None:
    """Some more events."""
    for _one in range(count):
        change_details(
            actor=actor_of(championship),
            championship=championship,
            name=f"{championship.name} {championship.events.count()}",
            place="",
            date=date(2026, 11, 21),
        )

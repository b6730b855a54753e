"""Places: what is written into columns is read back, and nobody takes one place for another."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import make_championship
from tests.tournament.made_once import made_once
from tournament.audit.queries.chains import check_chain
from tournament.audit.queries.lines import line_of
from tournament.audit.queries.pages import recorded_events
from tournament.audit.queries.search import EventFilter
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.live import public_version
from tournament.models import Action, AuditEvent, Outcome
from tournament.models.places import COLUMNS, KINDS, HandPlace, Place, columns_of, place_of
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.correction_time import correction_time
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.score_explanations.queries.acts import acts_on

NUMBERS = st.integers(1, 32767)
PLACES = st.one_of(
    *(st.builds(kind, **dict.fromkeys(kind.__match_args__, NUMBERS)) for kind in KINDS)
)
ACTORS = st.one_of(
    st.builds(Actor, st.text(min_size=1, max_size=20)),
    st.builds(Actor.of_table, NUMBERS, st.sampled_from(Side), NUMBERS),
    st.builds(Actor.of_pair, NUMBERS),
)


class TestColumns:
    @given(PLACES)
    def test_what_is_written_is_read_back(self, place: Place) -> None:
        assert place_of(columns_of(place)) == place

    @given(PLACES, PLACES)
    def test_two_places_are_never_written_alike(self, one: Place, other: Place) -> None:
        assert (columns_of(one) == columns_of(other)) == (one == other)

    def test_no_place(self) -> None:
        assert columns_of(None) == dict.fromkeys(COLUMNS)
        assert place_of(columns_of(None)) is None

    @pytest.mark.parametrize("number", [0, -1])
    def test_places_count_from_1(self, number: int) -> None:
        with pytest.raises(ValueError, match="no place"):
            place_of(columns_of(HandPlace(3, number, 1)))

    @given(ACTORS, PLACES)
    def test_an_event_says_who_and_where(self, actor: Actor, place: Place) -> None:
        side = actor.side.value if actor.side else ""
        event = AuditEvent(
            actor=actor.name,
            actor_contestant=actor.contestant,
            actor_table=actor.table,
            actor_side=side,
            **columns_of(place),
        )
        assert (event.acted_by, event.place) == (actor.acted_by, place)


@pytest.mark.django_db
class TestDatabase:
    def test_it_refuses_columns_that_make_no_place(self) -> None:
        """The database takes the combinations of columns that are a place, and no others."""
        championship = make_championship()
        kinds = {kind.__match_args__ for kind in KINDS} | {()}
        for count in range(len(COLUMNS) + 1):
            for names in combinations(COLUMNS, count):
                assert self.takes(championship.pk, dict.fromkeys(names, 1)) == (names in kinds)

    def test_it_refuses_numbers_below_1_and_a_place_with_a_name(self) -> None:
        championship = make_championship()
        assert not self.takes(championship.pk, {"round": 0})
        assert not self.takes(championship.pk, {"round": 1, "target": "Anna"})
        assert self.takes(championship.pk, {"target": "Anna"})

    @pytest.mark.parametrize(
        ("columns", "taken"),
        [
            ({"actor_contestant": 1}, True),
            ({"actor_contestant": 1, "actor_table": 2, "actor_side": "NS"}, True),
            ({"actor_table": 2, "actor_side": "NS"}, False),
            ({"actor_contestant": 1, "actor_table": 2}, False),
            ({"actor_contestant": 1, "actor_side": "NS"}, False),
            ({"actor_contestant": 0}, False),
        ],
    )
    def test_a_table_acts_for_a_pair(self, columns: dict[str, object], *, taken: bool) -> None:
        assert self.takes(make_championship().pk, columns) == taken

    def takes(self, championship: int, columns: dict[str, object]) -> bool:
        try:
            with transaction.atomic():
                AuditEvent.objects.create(
                    championship_id=championship, sequence=99, at=timezone.now(), **columns
                )
                transaction.set_rollback(True)
        except IntegrityError:
            return False
        return True


@pytest.mark.django_db
def test_the_hash_covers_every_column() -> None:
    others = {"id", "championship", "hash", "previous_hash", "disclosed"}
    columns = {field.name for field in AuditEvent._meta.concrete_fields}
    assert set(AuditEvent.SEALED) == columns - others


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("column", "value"),
    [
        *((name, 9) for name in COLUMNS),
        *((name, None) for name in ("round", "table", "deal")),
        ("public_actor", "somebody else"),
        ("actor_contestant", 9),
        ("actor_table", 9),
        ("actor_side", "EW"),
        ("actor_phone", "0123456789abcdef"),
        ("own_table", True),
    ],
)
def test_a_changed_coordinate_breaks_the_chain(column: str, value: object) -> None:
    championship = make_championship()
    record_event(
        championship=championship,
        actor=Actor.of_table(3, Side.NS, 5),
        action=Action.RESULT_ENTERED,
        place=HandPlace(1, 3, 2),
    )
    events = list(championship.events.order_by("sequence"))
    chained_as = championship.chained_as
    assert check_chain(events, chained_as=chained_as).is_whole
    setattr(events[-1], column, value)
    assert check_chain(events, chained_as=chained_as).broken_at == 2


def eleven_tables() -> Day:
    """Two rounds, 1 and 11, of eleven tables; round 1 is closed, 11 is open."""
    day = make_day(contestants=22)
    for number in (1, 11):
        day.open(number)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.enter(11, 1, 41, 30)
    day.enter(11, 11, 41, 31)
    return day


day_once = made_once(eleven_tables)


@pytest.mark.django_db
class TestOneAndEleven:
    """Rounds, tables and hands whose numbers begin alike."""

    @pytest.fixture
    def day(self, day_once: Day) -> Day:
        return deepcopy(day_once)

    def test_a_table_a_round_and_a_pair(self, day: Day) -> None:
        def places(**narrowing: int) -> set[Place]:
            found = recorded_events(day.championship, EventFilter(**narrowing))  # type: ignore[arg-type]
            events = (one for one in found if isinstance(one, AuditEvent))
            return {one.place for one in events if isinstance(one.place, HandPlace)}

        assert places(round=11, table=1) == {HandPlace(11, 1, 41)}
        assert places(round=11) == {HandPlace(11, 1, 41), HandPlace(11, 11, 41)}
        assert places(round=1, table=11) == {HandPlace(1, 11, deal) for deal in (1, 2, 3, 4)}
        assert places(round=1, table=1) == {HandPlace(1, 1, deal) for deal in (1, 2, 3, 4)}
        met = day.match(11, 11)
        assert HandPlace(11, 11, 41) in places(pair=met.pairs.ns.number)
        assert HandPlace(11, 1, 41) not in places(pair=met.pairs.ns.number)

    def test_the_words_of_one_are_not_those_of_the_other(self, day: Day) -> None:
        event = day.championship.events.filter(round=11, table=11).get()
        assert line_of(event).target == "round 11, table 11, hand 41"

    def test_what_an_open_round_hides(self, day: Day) -> None:
        before = public_version(day.championship)
        self.change(day, 11, 11, 41)
        assert public_version(day.championship) == before
        self.change(day, 1, 11, 1)
        assert public_version(day.championship) != before

    def test_the_acts_on_a_hand(self, day: Day) -> None:
        self.change(day, 1, 11, 1)
        acts, _settings = acts_on(day.stage, 1, 1)
        assert [getattr(act.what, "table", 0) for act in acts] == [*range(1, 12), 0, 11]
        acts, _settings = acts_on(day.stage, 11, 41)
        assert [getattr(act.what, "table", 0) for act in acts] == [1, 11]

    def test_what_was_changed_since_a_round_was_reopened(self, day: Day) -> None:
        reopen_round(actor=day.acting, round=day.round(1), reason="a figure")
        self.change(day, 11, 1, 41)
        assert correction_time(day.round(1)).changed == ()
        self.change(day, 1, 11, 3)
        assert correction_time(day.round(1)).changed == (HandPlace(1, 11, 3),)

    def change(self, day: Day, number: int, table: int, deal: int) -> None:
        enter_result(
            actor=day.acting_organiser,
            match=day.match(number, table),
            deal=deal,
            entry=ResultInput(Outcome.PLAYED, 50),
            based_on=1,
            reason="read wrongly",
        )

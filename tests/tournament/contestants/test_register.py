"""The register of pairs before the schedule: adding, importing, changing, removing."""

import pytest

from scoring.game.seats import Seat
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    last_actions,
    make_championship,
    make_scheduled,
)
from tournament.contestants.rows import MAX_CONTESTANTS, ContestantRow
from tournament.contestants.services.list_import import import_contestants
from tournament.contestants.services.register import (
    DoubtfulNames,
    add_contestant,
    change_contestant,
    contestant_version,
    remove_contestant,
)
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, Championship, Contestant, Match, Player, Sitting
from tournament.models.places import ContestantPlace

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return make_championship()


def names_of(contestant: Contestant) -> list[str]:
    return list(contestant.players.order_by("position").values_list("name", flat=True))


def numbers(championship: Championship) -> list[int]:
    return list(championship.contestants.order_by("number").values_list("number", flat=True))


class TestAdding:
    @pytest.mark.parametrize("name", ["Àngel·la", "<b>x</b>", "=1+1", "ç" * 60, "O'Neil, Jr."])
    def test_any_name_is_kept_as_it_is(self, championship: Championship, name: str) -> None:
        contestant = add_contestant(
            actor=actor_of(championship),
            championship=championship,
            players=[name, "Blai", "Carme"],
            name=name,
            club=name,
        )
        contestant.refresh_from_db()
        assert names_of(contestant) == [name, "Blai", "Carme"]
        assert (contestant.name, contestant.club, contestant.number) == (name, name, 1)
        assert [player.is_substitute for player in contestant.players.all()] == [False, False, True]
        event = championship.events.last()
        assert event is not None
        assert event.after == {
            "number": 1,
            "name": name,
            "players": [name, "Blai"],
            "substitutes": ["Carme"],
            "club": name,
        }

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"players": []}, "player_1"),
            ({"players": ["", "B"]}, "player_1"),
            ({"players": ["A"]}, "player_2"),
            ({"players": ["A", " \u200b "]}, "player_2"),
            ({"players": ["A\x07", "B"]}, "player_1"),
            ({"players": ["A", "x" * 61]}, "player_2"),
            ({"players": ["A", "B", "x" * 61]}, "substitutes"),
            ({"players": ["A", "B", *(f"S{i}" for i in range(11))]}, "substitutes"),
            ({"players": ["A", "B"], "club": "x" * 61}, "club"),
            ({"players": ["A", "B"], "name": "x" * 61}, "name"),
            ({"players": ["A", "B"], "number": 0}, "number"),
            ({"players": ["A", "B"], "number": 1000}, "number"),
        ],
    )
    def test_faults_name_their_field(
        self, championship: Championship, values: dict, field: str
    ) -> None:
        with pytest.raises(UserError) as caught:
            add_contestant(actor=actor_of(championship), championship=championship, **values)
        assert caught.value.field == field
        assert not championship.contestants.exists()
        assert championship.events.count() == 1

    def test_numbers_fill_gaps_and_never_repeat(self, championship: Championship) -> None:
        actor = actor_of(championship)
        add_contestant(actor=actor, championship=championship, players=["A", "B"], number=2)
        add_contestants(championship, 2)
        assert numbers(championship) == [1, 2, 3]
        with pytest.raises(UserError) as caught:
            add_contestant(actor=actor, championship=championship, players=["C", "D"], number=3)
        assert caught.value.field == "number"

    def test_a_namesake_is_a_question_not_a_refusal(self, championship: Championship) -> None:
        actor = actor_of(championship)
        add_contestant(actor=actor, championship=championship, players=["Gal·la Roca", "Blai"])
        with pytest.raises(DoubtfulNames) as caught:
            add_contestant(
                actor=actor,
                championship=championship,
                players=["Carme", "GALLA ROCA"],
                names_known=False,
            )
        assert [str(one) for one in caught.value.messages] == [
            "GALLA ROCA is already registered, in pair 1."
        ]
        add_contestant(actor=actor, championship=championship, players=["Carme", "GALLA ROCA"])
        assert championship.contestants.count() == 2

    def test_a_name_twice_in_the_pair_is_a_question_too(self, championship: Championship) -> None:
        actor = actor_of(championship)
        with pytest.raises(DoubtfulNames) as caught:
            add_contestant(
                actor=actor,
                championship=championship,
                players=["Anna Ç", "anna c"],
                names_known=False,
            )
        assert [str(one) for one in caught.value.messages] == [
            "Anna Ç occurs more than once in this pair."
        ]
        add_contestant(actor=actor, championship=championship, players=["Anna Ç", "anna c"])
        with pytest.raises(DoubtfulNames, match=r"already registered, in pair 1\."):
            add_contestant(
                actor=actor,
                championship=championship,
                players=["ANNA C", "Blai"],
                names_known=False,
            )

    def test_there_is_a_table_for_every_two_pairs(self, championship: Championship) -> None:
        for count, tables in ((1, 0), (1, 1), (1, 1), (1, 2)):
            add_contestants(championship, count)
            assert championship.tables.count() == tables

    def test_the_200th_pair_is_the_last(self, championship: Championship) -> None:
        rows = [ContestantRow(players=(f"A{i}", f"B{i}")) for i in range(MAX_CONTESTANTS)]
        import_contestants(actor=actor_of(championship), championship=championship, rows=rows)
        with pytest.raises(UserError, match="200"):
            add_contestants(championship, 1)
        assert championship.tables.count() == 100

    def test_with_a_schedule_no_pair_comes_or_goes(self) -> None:
        championship = make_scheduled(3)
        actor = actor_of(championship)
        contestant = championship.contestants.get(number=1)
        with pytest.raises(NotNow):
            add_contestant(actor=actor, championship=championship, players=["A", "B"])
        with pytest.raises(NotNow):
            remove_contestant(actor=actor, contestant=contestant)
        with pytest.raises(NotNow):
            import_contestants(
                actor=actor, championship=championship, rows=[ContestantRow(players=("A", "B"))]
            )
        with pytest.raises(NotNow):
            change_contestant(actor=actor, contestant=contestant, players=["A", "B"], number=9)
        assert numbers(championship) == [1, 2, 3]


class TestImporting:
    def test_all_or_none(self, championship: Championship) -> None:
        rows = [ContestantRow(players=("A", "B")), ContestantRow(players=("C",))]
        with pytest.raises(UserError):
            import_contestants(actor=actor_of(championship), championship=championship, rows=rows)
        rows = [
            ContestantRow(players=("A", "B"), number=5),
            ContestantRow(players=("C", "D"), number=5),
        ]
        with pytest.raises(UserError, match="5"):
            import_contestants(actor=actor_of(championship), championship=championship, rows=rows)
        assert not championship.contestants.exists()

    def test_given_numbers_are_kept_and_the_others_fill_up(
        self, championship: Championship
    ) -> None:
        rows = [
            ContestantRow(players=("A", "B")),
            ContestantRow(players=("C", "D"), number=1),
            ContestantRow(players=("E", "F", "G"), club="Valls", name="Els de Valls"),
        ]
        count = import_contestants(
            actor=actor_of(championship), championship=championship, rows=rows
        )
        assert count == 3
        found = {
            contestant.number: names_of(contestant) for contestant in championship.contestants.all()
        }
        assert found == {1: ["C", "D"], 2: ["A", "B"], 3: ["E", "F", "G"]}
        assert last_actions(championship) == [Action.CONTESTANTS_IMPORTED]

    def test_sent_twice_it_is_done_once(self, championship: Championship) -> None:
        rows = [ContestantRow(players=("A", "B"))]
        actor = actor_of(championship)
        counts = [
            import_contestants(actor=actor, championship=championship, rows=rows, token="t1")
            for _click in range(2)
        ]
        assert counts == [1, 0]
        assert championship.contestants.count() == 1

    def test_a_pair_is_not_registered_twice_by_two_who_import_at_once(
        self, championship: Championship
    ) -> None:
        actor = actor_of(championship)
        import_contestants(
            actor=actor,
            championship=championship,
            rows=[ContestantRow(players=("À", "B"))],
            token="t1",
        )
        for rows in (
            [ContestantRow(players=("C", "D")), ContestantRow(players=("b", "A"))],
            [ContestantRow(players=("C", "D")), ContestantRow(players=("D", "C"))],
        ):
            with pytest.raises(UserError, match="are already registered"):
                import_contestants(actor=actor, championship=championship, rows=rows, token="t2")
        assert championship.contestants.count() == 1

    def test_nothing_is_nothing(self, championship: Championship) -> None:
        with pytest.raises(UserError):
            import_contestants(actor=actor_of(championship), championship=championship, rows=[])


class TestChanging:
    def test_what_was_before_is_recorded(self, championship: Championship) -> None:
        (contestant,) = add_contestants(championship, 1)
        actor = actor_of(championship)
        for _click in range(2):
            change_contestant(
                actor=actor,
                contestant=contestant,
                players=["Anna", "Blai"],
                name="Els A",
                number=7,
                club="X",
            )
        contestant.refresh_from_db()
        assert (contestant.number, contestant.name, contestant.club) == (7, "Els A", "X")
        assert names_of(contestant) == ["Anna", "Blai"]
        event = championship.events.last()
        assert event is not None
        assert event.sequence == 3
        assert event.place == ContestantPlace(1)
        assert event.before is not None
        assert event.before["players"] == ["Àngela Puig 1", "Blai Puig 1"]

    def test_two_organisers_do_not_overwrite_each_other(self, championship: Championship) -> None:
        (contestant,) = add_contestants(championship, 1)
        actor, seen = actor_of(championship), contestant_version(contestant)
        for _click in range(2):
            change_contestant(
                actor=actor, contestant=contestant, players=["Anna", "Blai"], based_on=seen
            )
        with pytest.raises(Conflict):
            change_contestant(
                actor=actor, contestant=contestant, players=["Anna", "Blas"], based_on=seen
            )
        assert names_of(Contestant.objects.get(pk=contestant.pk)) == ["Anna", "Blai"]

    def test_another_pairs_number_is_refused(self, championship: Championship) -> None:
        one, _other = add_contestants(championship, 2)
        with pytest.raises(UserError) as caught:
            change_contestant(
                actor=actor_of(championship),
                contestant=one,
                players=["A", "B"],
                number=2,
                club="new",
            )
        assert caught.value.field == "number"
        one.refresh_from_db()
        assert one.club == "Club 1"

    def test_people_keep_the_matches_they_sat_in(self) -> None:
        championship = make_scheduled(4)
        actor = actor_of(championship)
        contestant = championship.contestants.get(number=1)
        change_contestant(
            actor=actor, contestant=contestant, players=["Anna", "Blai", "Carme", "Dídac"]
        )
        match = Match.objects.filter(seats__contestant=contestant)[0]
        carme = Player.objects.get(name="Carme")
        Sitting.objects.create(match=match, seat=Seat.N.value, player=carme)
        # Swapped places, a misspelling corrected, a substitute moved up: the person is the same.
        change_contestant(
            actor=actor, contestant=contestant, players=["Blai", "Anna", "Eloi", "Carme"]
        )
        assert names_of(contestant) == ["Blai", "Anna", "Eloi", "Carme"]
        carme.refresh_from_db()
        assert (carme.name, carme.position) == ("Carme", 4)
        with pytest.raises(UserError, match="Carme") as caught:
            change_contestant(actor=actor, contestant=contestant, players=["Blai", "Anna", "Eloi"])
        assert caught.value.field == "substitutes"
        assert names_of(contestant) == ["Blai", "Anna", "Eloi", "Carme"]


class TestRemoving:
    def test_it_goes_once_with_its_table(self, championship: Championship) -> None:
        contestants = add_contestants(championship, 4)
        for _click in range(2):
            remove_contestant(actor=actor_of(championship), contestant=contestants[1])
        assert numbers(championship) == [1, 3, 4]
        assert championship.tables.count() == 1
        assert last_actions(championship, 2) == [Action.CONTESTANT_ADDED, Action.CONTESTANT_REMOVED]
        add_contestants(championship, 1)
        assert numbers(championship) == [1, 2, 3, 4]

    def test_a_pair_that_is_gone_can_not_be_changed(self, championship: Championship) -> None:
        (contestant,) = add_contestants(championship, 1)
        remove_contestant(
            actor=actor_of(championship), contestant=Contestant.objects.get(pk=contestant.pk)
        )
        with pytest.raises(UserError, match="removed"):
            change_contestant(
                actor=actor_of(championship), contestant=contestant, players=["A", "B"]
            )

"""The register of pairs before the schedule: adding, importing, changing, removing."""

import pytest

from scoring.seats import Seat
from tests.tournament.factories import (
    actor_of,
    add_teams,
    last_actions,
    make_championship,
    make_scheduled,
)
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, Championship, Match, Player, Sitting, Team
from tournament.teams.rows import MAX_TEAMS, TeamRow
from tournament.teams.services import (
    Namesakes,
    add_team,
    change_team,
    import_teams,
    remove_team,
    team_version,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return make_championship()


def names_of(team: Team) -> list[str]:
    return list(team.players.order_by("position").values_list("name", flat=True))


def numbers(championship: Championship) -> list[int]:
    return list(championship.teams.order_by("number").values_list("number", flat=True))


class TestAdding:
    @pytest.mark.parametrize("name", ["Àngel·la", "<b>x</b>", "=1+1", "ç" * 60, "O'Neil, Jr."])
    def test_any_name_is_kept_as_it_is(self, championship: Championship, name: str) -> None:
        team = add_team(
            actor=actor_of(championship),
            championship=championship,
            players=[name, "Blai", "Carme"],
            name=name,
            club=name,
        )
        team.refresh_from_db()
        assert names_of(team) == [name, "Blai", "Carme"]
        assert (team.name, team.club, team.number) == (name, name, 1)
        assert [player.is_substitute for player in team.players.all()] == [False, False, True]
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
            add_team(actor=actor_of(championship), championship=championship, **values)
        assert caught.value.field == field
        assert not championship.teams.exists()
        assert championship.events.count() == 1

    def test_numbers_fill_gaps_and_never_repeat(self, championship: Championship) -> None:
        actor = actor_of(championship)
        add_team(actor=actor, championship=championship, players=["A", "B"], number=2)
        add_teams(championship, 2)
        assert numbers(championship) == [1, 2, 3]
        with pytest.raises(UserError) as caught:
            add_team(actor=actor, championship=championship, players=["C", "D"], number=3)
        assert caught.value.field == "number"

    def test_a_namesake_is_a_question_not_a_refusal(self, championship: Championship) -> None:
        actor = actor_of(championship)
        add_team(actor=actor, championship=championship, players=["Gal·la Roca", "Blai"])
        with pytest.raises(Namesakes) as caught:
            add_team(
                actor=actor,
                championship=championship,
                players=["Carme", "GALLA ROCA"],
                namesakes_known=False,
            )
        assert [str(one) for one in caught.value.messages] == [
            "GALLA ROCA is registered already, in pair 1."
        ]
        add_team(actor=actor, championship=championship, players=["Carme", "GALLA ROCA"])
        assert championship.teams.count() == 2

    def test_a_name_twice_in_the_pair_is_a_question_too(self, championship: Championship) -> None:
        actor = actor_of(championship)
        with pytest.raises(Namesakes) as caught:
            add_team(
                actor=actor,
                championship=championship,
                players=["Anna Ç", "anna c"],
                namesakes_known=False,
            )
        assert [str(one) for one in caught.value.messages] == [
            "Anna Ç stands more than once in this pair."
        ]
        add_team(actor=actor, championship=championship, players=["Anna Ç", "anna c"])
        with pytest.raises(Namesakes, match=r"registered already, in pair 1\."):
            add_team(
                actor=actor,
                championship=championship,
                players=["ANNA C", "Blai"],
                namesakes_known=False,
            )

    def test_there_is_a_table_for_every_two_pairs(self, championship: Championship) -> None:
        for count, tables in ((1, 0), (1, 1), (1, 1), (1, 2)):
            add_teams(championship, count)
            assert championship.tables.count() == tables

    def test_the_200th_pair_is_the_last(self, championship: Championship) -> None:
        rows = [TeamRow(players=(f"A{i}", f"B{i}")) for i in range(MAX_TEAMS)]
        import_teams(actor=actor_of(championship), championship=championship, rows=rows)
        with pytest.raises(UserError, match="200"):
            add_teams(championship, 1)
        assert championship.tables.count() == 100

    def test_with_a_schedule_no_pair_comes_or_goes(self) -> None:
        championship = make_scheduled(3)
        actor = actor_of(championship)
        team = championship.teams.get(number=1)
        with pytest.raises(NotNow):
            add_team(actor=actor, championship=championship, players=["A", "B"])
        with pytest.raises(NotNow):
            remove_team(actor=actor, team=team)
        with pytest.raises(NotNow):
            import_teams(actor=actor, championship=championship, rows=[TeamRow(players=("A", "B"))])
        with pytest.raises(NotNow):
            change_team(actor=actor, team=team, players=["A", "B"], number=9)
        assert numbers(championship) == [1, 2, 3]


class TestImporting:
    def test_all_or_none(self, championship: Championship) -> None:
        rows = [TeamRow(players=("A", "B")), TeamRow(players=("C",))]
        with pytest.raises(UserError):
            import_teams(actor=actor_of(championship), championship=championship, rows=rows)
        rows = [TeamRow(players=("A", "B"), number=5), TeamRow(players=("C", "D"), number=5)]
        with pytest.raises(UserError, match="5"):
            import_teams(actor=actor_of(championship), championship=championship, rows=rows)
        assert not championship.teams.exists()

    def test_given_numbers_are_kept_and_the_others_fill_up(
        self, championship: Championship
    ) -> None:
        rows = [
            TeamRow(players=("A", "B")),
            TeamRow(players=("C", "D"), number=1),
            TeamRow(players=("E", "F", "G"), club="Valls", name="Els de Valls"),
        ]
        count = import_teams(actor=actor_of(championship), championship=championship, rows=rows)
        assert count == 3
        found = {team.number: names_of(team) for team in championship.teams.all()}
        assert found == {1: ["C", "D"], 2: ["A", "B"], 3: ["E", "F", "G"]}
        assert last_actions(championship) == [Action.TEAMS_IMPORTED]

    def test_sent_twice_it_is_done_once(self, championship: Championship) -> None:
        rows = [TeamRow(players=("A", "B"))]
        actor = actor_of(championship)
        counts = [
            import_teams(actor=actor, championship=championship, rows=rows, token="t1")
            for _click in range(2)
        ]
        assert counts == [1, 0]
        assert championship.teams.count() == 1

    def test_a_pair_is_not_registered_twice_by_two_who_import_at_once(
        self, championship: Championship
    ) -> None:
        actor = actor_of(championship)
        import_teams(
            actor=actor, championship=championship, rows=[TeamRow(players=("À", "B"))], token="t1"
        )
        for rows in (
            [TeamRow(players=("C", "D")), TeamRow(players=("b", "A"))],
            [TeamRow(players=("C", "D")), TeamRow(players=("D", "C"))],
        ):
            with pytest.raises(UserError, match="are registered already"):
                import_teams(actor=actor, championship=championship, rows=rows, token="t2")
        assert championship.teams.count() == 1

    def test_nothing_is_nothing(self, championship: Championship) -> None:
        with pytest.raises(UserError):
            import_teams(actor=actor_of(championship), championship=championship, rows=[])


class TestChanging:
    def test_what_was_before_is_recorded(self, championship: Championship) -> None:
        (team,) = add_teams(championship, 1)
        actor = actor_of(championship)
        for _click in range(2):
            change_team(
                actor=actor, team=team, players=["Anna", "Blai"], name="Els A", number=7, club="X"
            )
        team.refresh_from_db()
        assert (team.number, team.name, team.club) == (7, "Els A", "X")
        assert names_of(team) == ["Anna", "Blai"]
        event = championship.events.last()
        assert event is not None
        assert event.sequence == 3
        assert event.target == "pair 1"
        assert event.before is not None
        assert event.before["players"] == ["Àngela Puig 1", "Blai Puig 1"]

    def test_two_organisers_do_not_overwrite_each_other(self, championship: Championship) -> None:
        (team,) = add_teams(championship, 1)
        actor, seen = actor_of(championship), team_version(team)
        for _click in range(2):
            change_team(actor=actor, team=team, players=["Anna", "Blai"], based_on=seen)
        with pytest.raises(Conflict):
            change_team(actor=actor, team=team, players=["Anna", "Blas"], based_on=seen)
        assert names_of(Team.objects.get(pk=team.pk)) == ["Anna", "Blai"]

    def test_another_pairs_number_is_refused(self, championship: Championship) -> None:
        one, _other = add_teams(championship, 2)
        with pytest.raises(UserError) as caught:
            change_team(
                actor=actor_of(championship), team=one, players=["A", "B"], number=2, club="new"
            )
        assert caught.value.field == "number"
        one.refresh_from_db()
        assert one.club == "Club 1"

    def test_people_keep_the_matches_they_sat_in(self) -> None:
        championship = make_scheduled(4)
        actor = actor_of(championship)
        team = championship.teams.get(number=1)
        change_team(actor=actor, team=team, players=["Anna", "Blai", "Carme", "Dídac"])
        match = Match.objects.filter(ns=team).first() or Match.objects.filter(ew=team).get()
        carme = Player.objects.get(name="Carme")
        Sitting.objects.create(match=match, seat=Seat.N.value, player=carme)
        # Swapped places, a misspelling corrected, a substitute moved up: the person is the same.
        change_team(actor=actor, team=team, players=["Blai", "Anna", "Eloi", "Carme"])
        assert names_of(team) == ["Blai", "Anna", "Eloi", "Carme"]
        carme.refresh_from_db()
        assert (carme.name, carme.position) == ("Carme", 4)
        with pytest.raises(UserError, match="Carme") as caught:
            change_team(actor=actor, team=team, players=["Blai", "Anna", "Eloi"])
        assert caught.value.field == "substitutes"
        assert names_of(team) == ["Blai", "Anna", "Eloi", "Carme"]


class TestRemoving:
    def test_it_goes_once_with_its_table(self, championship: Championship) -> None:
        teams = add_teams(championship, 4)
        for _click in range(2):
            remove_team(actor=actor_of(championship), team=teams[1])
        assert numbers(championship) == [1, 3, 4]
        assert championship.tables.count() == 1
        assert last_actions(championship, 2) == [Action.TEAM_ADDED, Action.TEAM_REMOVED]
        add_teams(championship, 1)
        assert numbers(championship) == [1, 2, 3, 4]

    def test_a_pair_that_is_gone_can_not_be_changed(self, championship: Championship) -> None:
        (team,) = add_teams(championship, 1)
        remove_team(actor=actor_of(championship), team=Team.objects.get(pk=team.pk))
        with pytest.raises(UserError, match="removed"):
            change_team(actor=actor_of(championship), team=team, players=["A", "B"])

"""The register and the tables, through HTTP."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.page_forms import forms_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    answers_by_role,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
    stage_of,
)
from tests.tournament.made_once import made_once, own_copy
from tournament.contestants.queries.register import last_draw, register
from tournament.contestants.services.register import add_contestant
from tournament.models import Championship, Contestant, Match
from tournament.schedule.services.schedule import make_schedule

pytestmark = pytest.mark.django_db

ORGANISERS = {"nobody": 302, "stranger": 404, "referee": 403}


def url(name: str, championship: Championship, *args: object) -> str:
    return reverse(f"contestants:{name}", args=[championship.slug, *args])


def a_championship() -> Championship:
    championship = make_championship()
    add_contestants(championship, 4)
    return championship


championship_once = made_once(a_championship)
championship = own_copy("championship_once")


@pytest.fixture
def organiser(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def test_who_may_come_where(championship: Championship) -> None:
    one = championship.contestants.get(number=1).pk
    assert answers_by_role(championship, url("list", championship)) == {
        **ORGANISERS,
        "referee": 200,
        "organiser": 200,
    }
    for name in ("add", "paste", "upload", "draw", "late", "tables"):
        answers = answers_by_role(championship, url(name, championship))
        assert answers == {**ORGANISERS, "organiser": 200}, name
    for name in ("edit", "remove", "withdraw"):
        answers = answers_by_role(championship, url(name, championship, one))
        assert answers == {**ORGANISERS, "organiser": 200}, name
    answers = answers_by_role(championship, url("confirm_import", championship), method="post")
    assert answers == {**ORGANISERS, "organiser": 302}


def test_a_pair_of_another_championship_is_not_found(
    championship: Championship, organiser: Client
) -> None:
    (other,) = add_contestants(make_championship("Other"), 1)
    assert organiser.get(url("edit", championship, other.pk)).status_code == 404
    assert organiser.get(url("withdraw", championship, other.pk)).status_code == 404
    organiser.post(url("remove", championship, other.pk))
    assert Contestant.objects.filter(pk=other.pk).exists()


class TestList:
    def test_names_are_shown_as_they_are(
        self, championship: Championship, organiser: Client
    ) -> None:
        add_contestant(
            actor=actor_of(championship),
            championship=championship,
            players=["<b>x</b>", "=1+1", "Àngel·la"],
            name="x" * 60,
        )
        page = organiser.get(url("list", championship)).content.decode()
        assert "&lt;b&gt;x&lt;/b&gt; – =1+1" in page
        assert "Substitutes: Àngel·la" in page
        assert "x" * 60 in page

    def test_it_can_be_sorted(self, championship: Championship, organiser: Client) -> None:
        names = ["Zoe", "àngel", "Berta", "Álvaro"]
        for contestant, name in zip(championship.contestants.all(), names, strict=True):
            contestant.name = name
            contestant.save()
        page = organiser.get(url("list", championship), {"sort": "pair"}).content.decode()
        found = sorted(names, key=lambda name: page.index(f"<strong>{name}<"))
        assert found == ["Álvaro", "àngel", "Berta", "Zoe"]
        page = organiser.get(url("list", championship), {"sort": "-number"}).content.decode()
        assert page.index("Álvaro") < page.index("Zoe")
        for nonsense in ("x", "-", "contestant__number", "';--", ",,"):
            assert organiser.get(url("list", championship), {"sort": nonsense}).status_code == 200

    def test_a_referee_sees_no_buttons(self, championship: Championship) -> None:
        answers_by_role(championship, url("list", championship))
        referee = championship.memberships.get(role="referee").user
        page = english_client(referee).get(url("list", championship)).content.decode()
        assert url("add", championship) not in page
        assert "/edit/" not in page

    def test_the_register_costs_the_same_whatever_its_size(
        self, championship: Championship, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        small = make_championship("Small")
        add_contestants(small, 1)
        for one, count in ((small, 1), (championship, 4)):
            with django_assert_num_queries(3):
                assert len(register(one)) == count


class TestAdding:
    def test_one_after_the_other(self, championship: Championship, organiser: Client) -> None:
        data = {"player_1": " Anna  Puig", "player_2": "Blai", "substitutes": "Carme\n\nDídac\n"}
        response = organiser.post(url("add", championship), {**data, "again": "1"})
        assert response["Location"] == url("add", championship)
        contestant = championship.contestants.get(number=5)
        assert [player.name for player in contestant.players.all()] == [
            "Anna Puig",
            "Blai",
            "Carme",
            "Dídac",
        ]

    def test_a_double_click_is_asked_about(
        self, championship: Championship, organiser: Client
    ) -> None:
        data = {"player_1": "Anna", "player_2": "Blai"}
        assert organiser.post(url("add", championship), data).status_code == 302
        response = organiser.post(url("add", championship), data)
        assert response.status_code == 422
        assert "Anna is already registered, in pair 5." in response.content.decode()
        data["names_known"] = "on"
        assert organiser.post(url("add", championship), data).status_code == 302
        assert championship.contestants.count() == 6

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ({"player_1": "Anna"}, "This field is required."),
            ({"player_1": "x" * 61, "player_2": "B"}, "is too long"),
            ({"player_1": "A\x00", "player_2": "B"}, "Null characters are not allowed."),
            ({"player_1": "A\x1b", "player_2": "B"}, "invalid characters"),
            ({"player_1": "\u200b", "player_2": "B"}, "The first player&#x27;s name is missing."),
            ({"player_1": "A", "player_2": "B", "number": "2"}, "Another pair has number 2."),
            ({"player_1": "A", "player_2": "B", "number": "1e3"}, "Enter a whole number."),
            ({"player_1": "A", "player_2": "B", "substitutes": "\n".join("CDEFGHIJKLM")}, "10 sub"),
        ],
    )
    def test_faults_are_said_and_what_was_typed_is_kept(
        self, championship: Championship, organiser: Client, data: dict[str, str], said: str
    ) -> None:
        response = organiser.post(url("add", championship), {**data, "club": "El meu club"})
        page = response.content.decode()
        assert response.status_code == 422
        assert said in page
        assert "El meu club" in page
        assert championship.contestants.count() == 4


class TestEditing:
    def test_it_warns_of_namesakes_after_saving(
        self, championship: Championship, organiser: Client
    ) -> None:
        contestant = championship.contestants.get(number=1)
        data = {"player_1": "angela roca 2", "player_2": "Blai Puig 1", "number": "9"}
        asked = organiser.post(url("edit", championship, contestant.pk), data)
        assert asked.status_code == 422
        assert "number in “angela roca 2” part of the name" in asked.content.decode()
        assert "number in “Blai Puig 1”" not in asked.content.decode()  # it stood there before
        data["names_known"] = "on"
        page = organiser.post(url("edit", championship, contestant.pk), data, follow=True).content
        assert "angela roca 2 is already registered, in pair 2." in page.decode()
        assert "Blai Puig 1 is registered" not in page.decode()
        contestant.refresh_from_db()
        assert contestant.number == 9

    def test_it_warns_of_a_name_twice_in_the_pair(
        self, championship: Championship, organiser: Client
    ) -> None:
        contestant = championship.contestants.get(number=1)
        data = {"player_1": "Anna Ç", "player_2": "anna c", "number": "1"}
        page = organiser.post(url("edit", championship, contestant.pk), data, follow=True).content
        assert "Anna Ç occurs more than once in this pair." in page.decode()

    def test_what_somebody_else_has_changed_is_shown(
        self, championship: Championship, organiser: Client
    ) -> None:
        address = url("edit", championship, championship.contestants.get(number=1).pk)
        page = organiser.get(address).content.decode()
        (form,) = (one for one in forms_of(page) if "player_1" in one.names)
        assert organiser.post(address, form.filled(club="Reus")).status_code == 302
        response = organiser.post(address, form.filled(club="Salou"), follow=True)
        page = response.content.decode()
        assert response.redirect_chain == [(address, 302)]
        assert "changed this meanwhile" in page
        assert 'value="Reus"' in page
        assert "Salou" not in page

    def test_with_a_schedule_the_number_stays(self) -> None:
        championship = make_scheduled(3)
        contestant = championship.contestants.get(number=1)
        organiser = english_client(organiser_of(championship))
        page = organiser.get(url("edit", championship, contestant.pk)).content.decode()
        assert 'name="number"' not in page
        data = {"player_1": "Anna", "player_2": "Blai", "number": "9"}
        assert organiser.post(url("edit", championship, contestant.pk), data).status_code == 302
        contestant.refresh_from_db()
        assert (contestant.number, contestant.shown_name) == (1, "Anna – Blai")


class TestRemoving:
    def test_it_is_asked_and_done_once(self, championship: Championship, organiser: Client) -> None:
        contestant = championship.contestants.get(number=2)
        page = organiser.get(url("remove", championship, contestant.pk)).content.decode()
        assert "Remove pair 2?" in page
        for _click in range(2):
            response = organiser.post(url("remove", championship, contestant.pk))
            assert response["Location"] == url("list", championship)
        assert championship.contestants.count() == 3

    def test_with_a_schedule_it_is_refused(self) -> None:
        championship = make_scheduled(3)
        organiser = english_client(organiser_of(championship))
        contestant = championship.contestants.get(number=2)
        page = organiser.post(
            url("remove", championship, contestant.pk), follow=True
        ).content.decode()
        assert "The schedule has already been made." in page
        assert championship.contestants.count() == 3


class TestDraw:
    def test_a_seed_is_proposed_and_the_draw_is_shown(
        self, championship: Championship, organiser: Client
    ) -> None:
        first = organiser.get(url("draw", championship)).context["form"]["seed"].value()
        second = organiser.get(url("draw", championship)).context["form"]["seed"].value()
        assert len(first) == 16
        assert first != second
        organiser.post(url("draw", championship), {"seed": "Grossa 12345"})
        page = organiser.get(url("draw", championship)).content.decode()
        assert "<code>Grossa 12345</code>" in page
        event = last_draw(championship)
        assert event is not None
        assert event.after is not None
        for contestant in championship.contestants.all():
            assert (
                f'<li value="{contestant.number}" class="name">{contestant.shown_name}</li>' in page
            )

    def test_with_a_schedule_it_is_refused(self) -> None:
        championship = make_scheduled(3)
        organiser = english_client(organiser_of(championship))
        assert 'name="seed"' not in organiser.get(url("draw", championship)).content.decode()
        response = organiser.post(url("draw", championship), {"seed": "x"})
        assert response.status_code == 422
        assert last_draw(championship) is None


class TestTables:
    def test_names_and_fixed_pairs_are_saved(
        self, championship: Championship, organiser: Client
    ) -> None:
        data = {"name_1": "Finestra", "name_2": "", "pair_1": "3", "pair_2": ""}
        assert organiser.post(url("tables", championship), data).status_code == 302
        assert championship.contestants.get(number=3).fixed_table == championship.tables.get(
            number=1
        )
        page = organiser.get(url("tables", championship)).content.decode()
        assert 'value="Finestra"' in page
        data = {"name_1": "", "name_2": "<i>", "pair_1": "", "pair_2": "3"}
        assert organiser.post(url("tables", championship), data).status_code == 302
        assert championship.contestants.get(number=3).fixed_table == championship.tables.get(
            number=2
        )

    def test_what_somebody_else_has_named_stays(
        self, championship: Championship, organiser: Client
    ) -> None:
        address = url("tables", championship)
        page = organiser.get(address).content.decode()
        (form,) = (one for one in forms_of(page) if "name_1" in one.names)
        assert organiser.post(address, form.filled(name_1="Finestra")).status_code == 302
        page = organiser.post(address, form.filled(name_2="Porta"), follow=True).content.decode()
        assert "changed this meanwhile" in page
        assert "data-typed-offer" in page
        assert [one.name for one in championship.tables.order_by("number")] == ["Finestra", ""]

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ({"pair_1": "9"}, "There is no pair 9."),
            ({"pair_1": "2", "pair_2": "2"}, "Pair 2 already stays at table 1."),
            ({"name_2": "x" * 41}, "is too long"),
            ({"pair_2": "x"}, "Enter a whole number."),
        ],
    )
    def test_faults(
        self, championship: Championship, organiser: Client, data: dict[str, str], said: str
    ) -> None:
        response = organiser.post(url("tables", championship), data)
        assert response.status_code == 422
        assert said in response.content.decode()
        assert not championship.contestants.filter(fixed_table__isnull=False).exists()

    def test_where_two_such_pairs_meet_it_is_said(
        self, championship: Championship, organiser: Client
    ) -> None:
        make_schedule(actor=actor_of(championship), stage=stage_of(championship))
        organiser.post(url("tables", championship), {"pair_1": "1", "pair_2": "2"})
        meeting = (
            Match.objects.filter(seats__contestant__number=1)
            .get(seats__contestant__number=2)
            .round.number
        )
        page = organiser.get(url("tables", championship)).content.decode()
        assert f"round {meeting}: pair 2 comes to pair 1 at table 1" in page

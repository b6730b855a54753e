"""The page of organisers and referees, through HTTP."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import (
    answers_by_role,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
)
from tournament.models import Championship, Role, User

pytestmark = pytest.mark.django_db


def url(name: str, championship: Championship, *args: object) -> str:
    return reverse(f"championships:{name}", args=[championship.slug, *args])


@pytest.fixture
def championship() -> Championship:
    return make_championship()


@pytest.fixture
def organiser(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def test_only_organisers_come_here(championship: Championship) -> None:
    own = championship.memberships.get().pk
    inside = {"nobody": 302, "stranger": 404, "referee": 403}
    assert answers_by_role(championship, url("people", championship)) == {
        **inside,
        "organiser": 200,
    }
    for name, args, status in (
        ("add_person", [], 422),
        ("new_person", [], 422),
        ("change_person", [own], 302),
        ("remove_person", [own], 302),
    ):
        answers = answers_by_role(championship, url(name, championship, *args), method="post")
        assert answers == {**inside, "organiser": status}, name
    assert championship.memberships.get(role=Role.ORGANISER).pk == own


def test_an_account_is_added_whatever_the_case_of_its_name(
    championship: Championship, organiser: Client
) -> None:
    user = make_user("Jordi")
    data = {"username": " jordi ", "role": "referee"}
    assert organiser.post(url("add_person", championship), data).status_code == 302
    assert championship.memberships.get(user=user).role == Role.REFEREE
    response = organiser.post(url("add_person", championship), data)
    assert response.status_code == 422
    assert "already has a role here: referee" in response.content.decode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"username": "nobody", "role": "referee"}, "There is no account with this user name"),
        ({"username": "jordi", "role": "king"}, "Select a valid choice."),
        ({"username": "", "role": "referee"}, "This field is required."),
    ],
)
def test_who_can_not_be_added(
    championship: Championship, organiser: Client, data: dict[str, str], said: str
) -> None:
    make_user("jordi")
    response = organiser.post(url("add_person", championship), data)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert championship.memberships.count() == 1


def test_a_new_account_has_its_password_shown_once(
    championship: Championship, organiser: Client
) -> None:
    data = {"username": "jordi", "full_name": "Jordi Font", "role": "referee"}
    response = organiser.post(url("new_person", championship), data)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    found = re.search(r'id="first-password">([^<]+)<', response.content.decode())
    assert found is not None
    assert User.objects.get(username="jordi").check_password(found[1])
    again = organiser.post(url("new_person", championship), data)
    assert again.status_code == 422
    assert "already an account" in again.content.decode()
    assert championship.memberships.count() == 2


def test_roles_change_and_people_go(championship: Championship, organiser: Client) -> None:
    referee = make_referee(championship)
    member = championship.memberships.get(user=referee)
    organiser.post(url("change_person", championship, member.pk), {"role": "organiser"})
    member.refresh_from_db()
    assert member.role == Role.ORGANISER
    organiser.post(url("change_person", championship, member.pk), {"role": "king"})
    member.refresh_from_db()
    assert member.role == Role.ORGANISER
    page = organiser.get(url("remove_person", championship, member.pk)).content.decode()
    assert "The account stays" in page
    organiser.post(url("remove_person", championship, member.pk))
    assert championship.memberships.count() == 1
    assert User.objects.filter(pk=referee.pk).exists()


def test_the_last_organiser_stays(championship: Championship, organiser: Client) -> None:
    own = championship.memberships.get().pk
    for name, data in (("change_person", {"role": "referee"}), ("remove_person", {})):
        page = organiser.post(url(name, championship, own), data, follow=True).content.decode()
        assert "is the only organiser" in page
    response = organiser.get(url("remove_person", championship, own))
    assert response.status_code == 302  # refused at once, without a question
    assert "is the only organiser" in organiser.get(response["Location"]).content.decode()
    assert championship.memberships.get().role == Role.ORGANISER


def test_somebody_of_another_championship_is_not_found(
    championship: Championship, organiser: Client
) -> None:
    other = make_championship("Other").memberships.get().pk
    assert organiser.get(url("remove_person", championship, other)).status_code == 404
    assert organiser.post(url("change_person", championship, other)).status_code == 404


def test_who_leaves_the_championship_comes_to_the_first_page(
    championship: Championship, organiser: Client
) -> None:
    referee = make_referee(championship)
    member = championship.memberships.get(user=referee)
    organiser.post(url("change_person", championship, member.pk), {"role": "organiser"})
    own = championship.memberships.get(user=organiser_of(championship))
    response = organiser.post(url("remove_person", championship, own.pk))
    assert response["Location"] == reverse("home")

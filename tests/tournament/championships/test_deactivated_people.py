"""People whose account is deactivated: they keep their roles, and nobody relies on them."""

import pytest
from django.urls import reverse

from tests.tournament.factories import (
    actor_of,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
)
from tournament.championships.queries import people_of
from tournament.championships.services.members import add_member, change_member, remove_member
from tournament.core.errors import UserError
from tournament.models import Championship, Membership, Role, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return make_championship()


def deactivate(user: User) -> None:
    user.is_active = False
    user.save()


def second_organiser(championship: Championship) -> Membership:
    return add_member(
        actor=actor_of(championship),
        championship=championship,
        user=make_user("second"),
        role=Role.ORGANISER,
    )


@pytest.mark.parametrize("role", Role)
def test_a_deactivated_account_is_given_no_role(championship: Championship, role: Role) -> None:
    user = make_user("gone")
    stale = User.objects.get(pk=user.pk)  # as it was when the page was loaded
    deactivate(user)
    with pytest.raises(UserError, match="gone is deactivated") as caught:
        add_member(actor=actor_of(championship), championship=championship, user=stale, role=role)
    assert caught.value.field == "username"
    assert not championship.memberships.filter(user=user).exists()


def test_a_deactivated_referee_does_not_become_organiser(championship: Championship) -> None:
    referee = make_referee(championship)
    deactivate(referee)
    member = championship.memberships.get(user=referee)
    with pytest.raises(UserError, match="is deactivated"):
        change_member(actor=actor_of(championship), membership=member, role=Role.ORGANISER)
    member.refresh_from_db()
    assert member.role == Role.REFEREE


def test_a_deactivated_organiser_can_be_made_referee_or_removed(
    championship: Championship,
) -> None:
    for act in ("demote", "remove"):
        member = second_organiser(championship)
        deactivate(member.user)
        if act == "demote":
            change_member(actor=actor_of(championship), membership=member, role=Role.REFEREE)
        remove_member(actor=actor_of(championship), membership=member)
        assert championship.memberships.count() == 1
        member.user.delete()


def test_a_deactivated_organiser_does_not_count_as_the_last_one(
    championship: Championship,
) -> None:
    """Or a championship would be left to somebody who can't log in."""
    only = championship.memberships.get()
    deactivate(second_organiser(championship).user)
    with pytest.raises(UserError, match="only organiser"):
        change_member(actor=actor_of(championship), membership=only, role=Role.REFEREE)
    with pytest.raises(UserError, match="only organiser"):
        remove_member(actor=actor_of(championship), membership=only)
    assert championship.memberships.filter(role=Role.ORGANISER).count() == 2


def test_the_page_says_who_is_deactivated_and_offers_them_no_more(
    championship: Championship,
) -> None:
    referee = make_referee(championship)
    client = english_client(organiser_of(championship))
    url = reverse("championships:people", args=[championship.slug])
    page = client.get(url).content.decode()
    assert "Make organiser" in page
    assert "deactivated" not in page
    deactivate(referee)
    assert [one.active for one in people_of(championship)] == [True, False]
    page = client.get(url).content.decode()
    assert "Make organiser" not in page
    assert "deactivated" in page

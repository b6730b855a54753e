"""Making accounts."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tournament.accounts.queries import account_lines, no_account_yet
from tournament.accounts.services import (
    activate_account,
    create_account,
    create_first_organiser,
    deactivate_account,
    renew_password,
)
from tournament.core.actor import LONGEST_NAME, Actor
from tournament.core.errors import NotNow, UserError
from tournament.models import User

pytestmark = pytest.mark.django_db
ROOT = Actor(name="root")


def test_the_first_account_may_do_everything_and_is_the_only_first_one() -> None:
    assert no_account_yet()
    user = create_first_organiser(username="anna", full_name="Anna Puig", password="a-Long-1ne")
    assert user.is_superuser
    assert user.check_password("a-Long-1ne")
    assert user.shown_name == "Anna Puig"
    with pytest.raises(NotNow):
        create_first_organiser(username="pere", full_name="Pere", password="a-Long-1ne")
    assert [line.username for line in account_lines()] == ["anna"]


def test_a_new_account_gets_a_password_that_works_and_differs_each_time() -> None:
    one, first = create_account(actor=ROOT, username="anna", full_name="Anna")
    other, second = create_account(
        actor=ROOT, username="pere", full_name="Pere", may_make_accounts=True
    )
    assert one.check_password(first)
    assert first != second
    assert len(first) >= 16
    assert not User.objects.get(pk=one.pk).is_superuser
    assert User.objects.get(pk=other.pk).is_superuser


def test_the_servers_log_tells_who_made_an_account(caplog: pytest.LogCaptureFixture) -> None:
    user, first = create_account(actor=ROOT, username="anna", full_name="Anna")
    second = renew_password(actor=ROOT, user=user)
    assert caplog.messages == [
        f"{ROOT.name} made the account anna",
        f"{ROOT.name} gave anna a new password",
    ]
    assert first not in caplog.text
    assert second not in caplog.text


def test_two_people_are_told_apart_however_long_their_names_are() -> None:
    names = [f"anna.puig.de.la.serra.{n}" for n in (1, 2)]
    one, other = (Actor.of_user(User(username=n, first_name="A" * 150)).name for n in names)
    assert one.endswith(f" ({names[0]})")
    assert other.endswith(f" ({names[1]})")
    assert len(one) == LONGEST_NAME


@pytest.mark.parametrize("name", ["anna", "ANNA", " anna "])
def test_a_user_name_exists_once_whatever_its_case(name: str) -> None:
    create_account(actor=ROOT, username="anna", full_name="")
    with pytest.raises(UserError) as caught:
        create_account(actor=ROOT, username=name, full_name="")
    assert caught.value.field == "username"
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["", "an na", "<anna>", "a\nb"])
def test_a_user_name_has_only_letters_one_can_type(name: str) -> None:
    with pytest.raises(UserError) as caught:
        create_account(actor=ROOT, username=name, full_name="")
    assert caught.value.field == "username"


def test_a_new_password_replaces_the_old_one() -> None:
    user, old = create_account(actor=ROOT, username="anna", full_name="")
    new = renew_password(actor=ROOT, user=user)
    user.refresh_from_db()
    assert user.check_password(new)
    assert not user.check_password(old)


def test_the_list_costs_one_query_whatever_its_length(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for count in (1, 2):
        for index in range(count):
            create_account(actor=ROOT, username=f"user{count}{index}", full_name="")
        with django_assert_num_queries(1):
            account_lines()


def test_two_who_deactivate_each_other_do_not_leave_the_installation_alone() -> None:
    one, other = (
        create_account(actor=ROOT, username=name, full_name="", may_make_accounts=True)[0]
        for name in ("anna", "pere")
    )
    deactivate_account(actor=Actor.of_user(one), user=other)
    with pytest.raises(UserError, match="only one"):
        deactivate_account(actor=Actor.of_user(other), user=one)
    assert User.objects.get(is_active=True) == one
    activate_account(actor=Actor.of_user(one), user=other)
    deactivate_account(actor=Actor.of_user(other), user=one)
    assert User.objects.get(is_active=True) == other


def test_a_full_name_is_kept_without_marks_that_turn_the_line_round() -> None:
    user, _password = create_account(
        actor=ROOT, username="anna", full_name=" Anna\u202e  Puig\u200b "
    )
    assert user.first_name == "Anna Puig"
    with pytest.raises(UserError) as caught:
        create_account(actor=ROOT, username="pere", full_name="Pere\x07")
    assert caught.value.field == "full_name"


def test_the_first_organisers_name_is_cleaned_too() -> None:
    user = create_first_organiser(username="a", full_name="A\u202eB", password="a-Long-1ne")
    assert user.first_name == "AB"

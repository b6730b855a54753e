"""Making accounts."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from tests.tournament.factories import make_user
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
from tournament.integrity.verification import verify
from tournament.models import InstallationAction, InstallationEvent, User

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


def test_the_installations_log_tells_what_was_done_to_accounts() -> None:
    user, first = create_account(
        actor=ROOT, username="anna", full_name="Anna", may_make_accounts=True
    )
    create_account(actor=ROOT, username="pere", full_name="", may_make_accounts=True)
    second = renew_password(actor=ROOT, user=user)
    for _twice in range(2):
        deactivate_account(actor=ROOT, user=user)
    for _twice in range(2):
        activate_account(actor=ROOT, user=user)
    made, _other, renewed, closed, opened = InstallationEvent.objects.all()
    assert [one.action for one in (made, renewed, closed, opened)] == [
        InstallationAction.ACCOUNT_MADE,
        InstallationAction.PASSWORD_RESET,
        InstallationAction.ACCOUNT_CHANGED,
        InstallationAction.ACCOUNT_CHANGED,
    ]
    assert {one.target for one in (made, renewed, closed, opened)} == {"Anna (anna)"}
    assert {one.actor for one in (made, renewed, closed, opened)} == {"root"}
    assert made.after == {"username": "anna", "full_name": "Anna", "looks_after": True}
    assert (closed.before, closed.after) == (
        {"username": "anna", "active": True},
        {"username": "anna", "active": False},
    )
    assert (opened.before, opened.after) == (
        {"username": "anna", "active": False},
        {"username": "anna", "active": True},
    )
    told = json.dumps([[one.before, one.after] for one in InstallationEvent.objects.all()])
    assert first not in told
    assert second not in told


def test_the_first_account_stands_in_the_log_as_its_own_maker() -> None:
    create_first_organiser(username="anna", full_name="Anna Puig", password="a-Long-1ne")
    event = InstallationEvent.objects.get()
    assert event.actor == event.target == "Anna Puig (anna)"
    assert "a-Long-1ne" not in json.dumps(event.after)


def test_what_is_refused_leaves_no_line_in_the_log() -> None:
    create_account(actor=ROOT, username="anna", full_name="")
    with pytest.raises(UserError):
        create_account(actor=ROOT, username="anna", full_name="")
    assert InstallationEvent.objects.count() == 1


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
    with pytest.raises(UserError, match="only administrator"):
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


@pytest.mark.parametrize(
    "username",
    ["terminal", "Visitor", "worker", "visitante", "tеrminal", "ＷＯＲＫＥＲ", "termina1"],
)
def test_nobody_is_called_like_the_machine(username: str) -> None:
    """`tеrminal` has a Cyrillic letter; "visitante" is what the record says in Spanish."""
    with pytest.raises(UserError, match="means something else") as refused:
        create_account(actor=ROOT, username=username, full_name="Anna Puig")
    assert refused.value.field == "username"
    with pytest.raises(UserError, match="means something else"):
        create_first_organiser(username=username, full_name="", password="a-Long-1ne")


@pytest.mark.parametrize("name", ["terminal", "Visitant", "Pair 12", "taula 3", "Parella 1"])
def test_no_full_name_is_that_of_the_machine_or_of_a_place(name: str) -> None:
    with pytest.raises(UserError, match="means something else") as refused:
        create_account(actor=ROOT, username="anna", full_name=name)
    assert refused.value.field == "full_name"


@pytest.mark.parametrize("name", ["", "\u200b", " \u202e\u00ad "])
def test_a_user_name_needs_letters(name: str) -> None:
    with pytest.raises(UserError) as refused:
        create_account(actor=ROOT, username=name, full_name="Anna Puig")
    assert refused.value.field == "username"


def test_a_full_name_that_nobody_sees_is_none() -> None:
    with pytest.raises(UserError, match="can be seen") as refused:
        create_account(actor=ROOT, username="anna", full_name="\u200b\u2060")
    assert refused.value.field == "full_name"


@pytest.mark.parametrize("twin", ["mаrtа", "MARTA", "ｍarta", "m\u200barta"])
def test_no_two_accounts_look_the_same(twin: str) -> None:
    create_account(actor=ROOT, username="marta", full_name="Marta Riba")
    with pytest.raises(UserError) as refused:
        create_account(actor=ROOT, username=twin, full_name="Somebody Else")
    assert refused.value.field == "username"
    assert User.objects.count() == 1


def test_the_terminal_makes_no_such_account_either() -> None:
    create_account(actor=ROOT, username="marta", full_name="Marta Riba")
    for username in ("mаrtа", "terminal", "worker"):
        with pytest.raises(CommandError):
            call_command(
                "createsuperuser", username=username, email="", interactive=False, verbosity=0
            )
    assert User.objects.count() == 1
    call_command("createsuperuser", username="joan", email="", interactive=False, verbosity=0)
    assert User.objects.get(username="joan").is_superuser


@pytest.mark.django_db(transaction=True)  # a terminal has none of its own
def test_the_log_tells_of_an_account_made_at_the_terminal() -> None:
    call_command("createsuperuser", username="joan", email="", interactive=False, verbosity=0)
    (event,) = InstallationEvent.objects.all()
    assert (event.actor, event.action) == ("terminal", "account-made")
    assert event.after == {"username": "joan", "full_name": "", "looks_after": True}
    assert [check.faults for check in verify() if check.faults] == []


@pytest.mark.django_db(transaction=True)  # a terminal has none of its own
def test_the_log_tells_of_a_password_changed_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_user("joan")
    monkeypatch.setattr("getpass.getpass", lambda prompt: "quatre paraules ben llargues")
    call_command("changepassword", username="joan", stdout=StringIO())
    (event,) = InstallationEvent.objects.all()
    assert (event.actor, event.action) == ("terminal", "password-reset")


def test_a_user_name_that_is_none_is_told_what_one_has() -> None:
    with pytest.raises(UserError, match="only letters, digits") as caught:
        create_account(actor=ROOT, username="anna puig", full_name="")
    assert caught.value.field == "username"

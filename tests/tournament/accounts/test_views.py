"""Logging in and out and managing accounts, through HTTP."""

import pytest
from django.test import Client
from django.urls import reverse

from tournament.accounts.throttle import FREE_ATTEMPTS
from tournament.models import User

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"
FIRST = {
    "username": "anna",
    "full_name": "Anna Puig",
    "password": "Manilla-9-oros",
    "password_again": "Manilla-9-oros",
}


@pytest.fixture
def here() -> Client:
    """A browser on the machine itself."""
    return Client(SERVER_NAME="localhost", REMOTE_ADDR="127.0.0.1")


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", password="secret", first_name="Anna Puig")


@pytest.fixture
def root(client: Client) -> User:
    user = User.objects.create_superuser("root", password="secret")
    client.force_login(user)
    return user


def test_logging_in_leads_where_one_wanted_to_go(client: Client, anna: User) -> None:
    anna.last_login = anna.date_joined
    anna.save()
    response = client.post(
        LOGIN, {"username": "anna", "password": "secret", "next": "/c/vall/manage/"}
    )
    assert response.status_code == 302
    assert response["Location"] == "/c/vall/manage/"
    assert client.session["_auth_user_id"] == str(anna.pk)


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""]
)
def test_logging_in_never_leads_elsewhere(client: Client, anna: User, target: str) -> None:
    anna.last_login = anna.date_joined
    anna.save()
    credentials = {"username": "anna", "password": "secret", "next": target}
    assert client.post(LOGIN, credentials)["Location"] == reverse("home")


def test_the_first_login_asks_for_a_password_of_ones_own(client: Client, anna: User) -> None:
    response = client.post(LOGIN, {"username": "anna", "password": "secret"})
    assert response["Location"] == reverse("accounts:password")


def test_after_that_password_one_comes_to_where_one_wanted(client: Client, anna: User) -> None:
    wanted = "/c/x/manage/?stage=2&a=b"
    sent = {"username": "anna", "password": "secret", "next": wanted}
    asked = client.post(LOGIN, sent)["Location"]
    page = client.get(asked).content.decode()
    assert 'name="next" value="/c/x/manage/?stage=2&amp;a=b"' in page
    typed = {"old_password": "secret", "next": wanted}
    refused = client.post(asked, typed | {"new_password1": "x", "new_password2": "y"})
    assert 'name="next" value="/c/x/manage/?stage=2&amp;a=b"' in refused.content.decode()
    good = "tres botifarres i mig"
    changed = client.post(asked, typed | {"new_password1": good, "new_password2": good})
    assert changed["Location"] == wanted


def test_a_password_leads_to_no_other_site(client: Client, anna: User) -> None:
    client.force_login(anna)
    good = "tres botifarres i mig"
    typed = {"old_password": "secret", "new_password1": good, "new_password2": good}
    url = reverse("accounts:password")
    changed = client.post(url, typed | {"next": "https://example.com/"})
    assert changed["Location"] == reverse("home")


def test_a_wrong_password_shows_the_form_again(client: Client, anna: User) -> None:
    response = client.post(LOGIN, {"username": "anna", "password": "no", "next": "/c/x/"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="anna"' in page
    assert 'name="next" value="/c/x/"' in page
    assert "no" not in page.split('name="password"')[1].split(">")[0]


def test_guessing_is_stopped_even_for_the_right_password(client: Client, anna: User) -> None:
    for _ in range(FREE_ATTEMPTS):
        client.post(LOGIN, {"username": "anna", "password": "no"})
    response = client.post(LOGIN, {"username": "anna", "password": "secret"})
    assert response.status_code == 429
    assert "_auth_user_id" not in client.session
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    assert elsewhere.post(LOGIN, {"username": "anna", "password": "secret"}).status_code == 302


def test_logging_out_takes_a_post(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.get(reverse("accounts:logout")).status_code == 405
    assert client.post(reverse("accounts:logout")).status_code == 302
    assert "_auth_user_id" not in client.session


def test_changing_ones_password_keeps_one_logged_in(client: Client, anna: User) -> None:
    client.force_login(anna)
    url = reverse("accounts:password")
    wrong = {"old_password": "no", "new_password1": "Oros-9-manilla"}
    assert client.post(url, {**wrong, "new_password2": "Oros-9-manilla"}).status_code == 422
    right = {"old_password": "secret", "new_password1": "Oros-9-manilla"}
    assert client.post(url, {**right, "new_password2": "Oros-9-manilla"}).status_code == 302
    anna.refresh_from_db()
    assert anna.check_password("Oros-9-manilla")
    assert client.get(url).status_code == 200


def test_the_first_account_is_made_on_the_machine_itself(here: Client) -> None:
    assert reverse("accounts:first_organiser") in here.get("/").content.decode()
    response = here.post(reverse("accounts:first_organiser"), FIRST)
    assert response.status_code == 302
    assert User.objects.get().is_superuser
    assert here.session["_auth_user_id"] == str(User.objects.get().pk)


def test_the_first_account_cannot_be_made_from_the_hall() -> None:
    hall = Client(SERVER_NAME="192.168.1.20", REMOTE_ADDR="192.168.1.33")
    through_a_proxy = Client(
        SERVER_NAME="localhost", REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": "1.2.3.4"}
    )
    for visitor in (hall, through_a_proxy):
        assert visitor.get(reverse("accounts:first_organiser")).status_code == 404
        assert visitor.post(reverse("accounts:first_organiser"), FIRST).status_code == 404
        assert reverse("accounts:first_organiser") not in visitor.get("/").content.decode()
    assert not User.objects.exists()


def test_a_second_first_account_is_not_found(here: Client, anna: User) -> None:
    assert here.get(reverse("accounts:first_organiser")).status_code == 404
    assert here.post(reverse("accounts:first_organiser"), FIRST).status_code == 404
    assert User.objects.count() == 1


def test_two_who_send_the_first_form_together_make_one_account(
    here: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both had seen that there was no account; the second one's write comes after the first's.
    monkeypatch.setattr("tournament.accounts.views.no_account_yet", lambda: True)
    response = here.post(reverse("accounts:first_organiser"), FIRST)
    assert response["Location"] == reverse("accounts:login")
    assert User.objects.get() == anna
    assert "_auth_user_id" not in here.session


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password_again": "Manilla-8-oros"}, "password_again"),
        ({"password": "1234", "password_again": "1234"}, "password"),
        ({"username": "an na"}, "username"),
        ({"full_name": ""}, "full_name"),
    ],
)
def test_a_faulty_first_account_names_the_field(
    here: Client, change: dict[str, str], field: str
) -> None:
    response = here.post(reverse("accounts:first_organiser"), {**FIRST, **change})
    assert response.status_code == 422
    assert f'id="id_{field}_error"' in response.content.decode()
    assert not User.objects.exists()


def test_a_new_accounts_password_is_shown_once_and_works(client: Client, root: User) -> None:
    url = reverse("accounts:new")
    data = {"username": "pere", "full_name": "Pere Roca"}
    response = client.post(url, data)
    password = response.content.decode().split('id="first-password">')[1].split("<")[0]
    assert "no-store" in response["Cache-Control"]
    assert User.objects.get(username="pere").check_password(password)
    again = client.post(url, data)  # the same form sent twice
    assert again.status_code == 422
    assert User.objects.filter(username="pere").count() == 1
    assert password not in client.get(reverse("accounts:list")).content.decode()


def test_a_forgotten_password_is_renewed(client: Client, root: User, anna: User) -> None:
    url = reverse("accounts:new_password", args=[anna.pk])
    assert client.get(url).status_code == 200
    anna.refresh_from_db()
    assert anna.check_password("secret"), "looking at the page changes nothing"
    page = client.post(url).content.decode()
    password = page.split('id="first-password">')[1].split("<")[0]
    anna.refresh_from_db()
    assert anna.check_password(password)


@pytest.mark.parametrize("name", ["accounts:list", "accounts:new"])
def test_accounts_are_for_those_who_look_after_the_installation(
    client: Client, anna: User, name: str
) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response["Location"].startswith(LOGIN)
    client.force_login(anna)
    assert client.get(reverse(name)).status_code == 403


def test_a_deactivated_account_is_out_until_it_is_activated_again(
    client: Client, root: User, anna: User
) -> None:
    hers = Client()
    hers.force_login(anna)
    page = client.get(reverse("accounts:list")).content.decode()
    assert reverse("accounts:deactivate", args=[anna.pk]) in page
    assert reverse("accounts:deactivate", args=[root.pk]) not in page
    for _click in range(2):
        response = client.post(reverse("accounts:deactivate", args=[anna.pk]))
        assert response["Location"] == reverse("accounts:list")
    assert hers.get(reverse("accounts:password")).status_code == 302
    assert hers.post(LOGIN, {"username": "anna", "password": "secret"}).status_code == 422
    page = client.get(reverse("accounts:list")).content.decode()
    assert reverse("accounts:activate", args=[anna.pk]) in page
    client.post(reverse("accounts:activate", args=[anna.pk]))
    assert hers.post(LOGIN, {"username": "anna", "password": "secret"}).status_code == 302


def test_nobody_locks_themselves_out(client: Client, root: User) -> None:
    response = client.post(reverse("accounts:deactivate", args=[root.pk]), follow=True)
    assert "your own account" in response.content.decode().replace("&#x27;", "'")
    root.refresh_from_db()
    assert root.is_active

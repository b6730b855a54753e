"""The page of what was done to the installation, through HTTP."""

import pytest
from django.urls import reverse

from tests.tournament.factories import english_client, make_user
from tournament.accounts.services import create_account, deactivate_account, renew_password
from tournament.audit.event_text import PARTS
from tournament.core.actor import Actor
from tournament.models import InstallationEvent, User

pytestmark = pytest.mark.django_db


def page_of(**query: str) -> str:
    client = english_client(make_user(f"keeper{User.objects.count()}", superuser=True))
    response = client.get(reverse("accounts:log"), query)
    assert response.status_code == 200
    return response.content.decode()


def test_it_tells_what_was_done_by_whom() -> None:
    root = Actor("Roser (root)")
    user, password = create_account(actor=root, username="anna", full_name="Anna <b>Puig</b>")
    deactivate_account(actor=root, user=user)
    page = page_of()
    assert "Chain intact" in page
    assert "account made</strong> – Anna &lt;b&gt;Puig&lt;/b&gt; (anna)" in page
    assert "account changed</strong>" in page
    assert "Roser (root)" in page
    assert password not in page


def test_it_can_be_narrowed() -> None:
    user, _password = create_account(actor=Actor("root"), username="anna", full_name="")
    renew_password(actor=Actor("Pere (pere)"), user=user)
    assert "account made</strong>" not in page_of(action="password-reset")
    assert "password reset</strong>" not in page_of(actor="root")
    assert "account made</strong>" in page_of(text="ADMINISTRATOR")
    assert "The record contains nothing like this" in page_of(text="Nobody")


def test_oldest_first_and_bad_orders_and_pages() -> None:
    user, _password = create_account(actor=Actor("root"), username="anna", full_name="")
    deactivate_account(actor=Actor("root"), user=user)
    page = page_of(sort="number")
    assert page.index("account made</strong>") < page.index("account changed</strong>")
    page = page_of(sort="when", page="x")
    assert page.index("account made</strong>") > page.index("account changed</strong>")


def test_an_empty_one_is_whole() -> None:
    page = page_of()
    assert "broken" not in page
    assert "The record contains nothing like this" in page


def test_the_list_of_accounts_leads_there() -> None:
    client = english_client(make_user("keeper", superuser=True))
    page = client.get(reverse("accounts:list")).content.decode()
    assert reverse("accounts:log") in page


def test_every_recorded_part_has_a_name() -> None:
    user, _password = create_account(actor=Actor("root"), username="anna", full_name="Anna")
    deactivate_account(actor=Actor("root"), user=user)
    events = InstallationEvent.objects.all()
    parts = {name for event in events for one in (event.before, event.after) for name in one or {}}
    assert parts == {"username", "full_name", "looks_after", "active"}
    assert parts <= PARTS.keys()

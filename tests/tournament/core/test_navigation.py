"""The navigation of a championship: who sees which links, and which one is marked."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.day import make_day
from tournament.core.navigation import MANAGE_ENTRIES, PUBLIC_ENTRIES, Entry
from tournament.core.permissions import Level


@pytest.mark.parametrize("entry", [*PUBLIC_ENTRIES, *MANAGE_ENTRIES], ids=lambda entry: entry.view)
def test_every_link_leads_somewhere(entry: Entry) -> None:
    assert reverse(entry.view, args=["slug"]).startswith("/c/slug/")


@pytest.mark.django_db
def test_the_public_sees_no_link_it_may_not_follow(client: Client) -> None:
    day = make_day()
    page = client.get(reverse("public:home", args=[day.slug])).content.decode()
    assert "/manage/" not in page


@pytest.mark.django_db
def test_a_referee_sees_the_managing_links_of_referees_only(client: Client) -> None:
    day = make_day()
    client.force_login(day.referee)
    page = client.get(reverse("public:home", args=[day.slug])).content.decode()
    for entry in MANAGE_ENTRIES:
        url = reverse(entry.view, args=[day.slug])
        assert (f'href="{url}"' in page) == (entry.level <= Level.REFEREE)


@pytest.mark.django_db
def test_the_current_page_is_marked_once(client: Client) -> None:
    day = make_day()
    page = client.get(reverse("public:contestants", args=[day.slug])).content.decode()
    url = reverse("public:contestants", args=[day.slug])
    assert f'<a href="{url}" aria-current="page">' in page
    assert page.count('aria-current="page"') == 1


@pytest.mark.django_db
def test_a_page_below_marks_its_section(client: Client) -> None:
    day = make_day()
    page = client.get(reverse("public:pairings", args=[day.slug, 2])).content.decode()
    url = reverse("public:current_pairings", args=[day.slug])
    assert f'<a href="{url}" aria-current="true">' in page

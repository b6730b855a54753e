"""The navigation of a championship: who sees which links, and which one is marked."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.day import make_day
from tests.tournament.factories import english_client
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


def menus_of(client: Client, url: str) -> dict[str, list[str]]:
    """The bar's menus with their links, and the links of their own with nothing below them."""
    bar = client.get(url).content.decode().split('class="manage-menus', 1)[1].split("</nav>")[0]
    parts = re.split(r"<summary[^>]*>", bar)
    found: dict[str, list[str]] = {one: [] for one in re.findall(r"<a [^>]*>([^<]*)</a>", parts[0])}
    for part in parts[1:]:
        inside, _end, after = part.partition("</details>")
        found[inside.split("<")[0]] = re.findall(r"<a [^>]*>([^<]*)</a>", inside)
        found |= {one: [] for one in re.findall(r"<a [^>]*>([^<]*)</a>", after)}
    return found


@pytest.mark.django_db
def test_an_organiser_has_four_groups_in_the_order_of_the_day() -> None:
    day = make_day()
    assert menus_of(english_client(day.organiser), reverse("public:home", args=[day.slug])) == {
        "What comes next": [],
        "Prepare": [
            "Pairs",
            "Tables",
            "Schedule",
            "Stages",
            "Hands",
            "Links",
            "People",
            "Settings",
        ],
        "Play": ["Check-in", "Desk", "Inbox", "Rounds", "Rulings", "Wall"],
        "Print": [],
        "Finish": ["Record", "File", "End"],
    }


@pytest.mark.django_db
def test_a_group_with_one_link_is_that_link() -> None:
    day = make_day()
    assert menus_of(english_client(day.referee), reverse("public:home", args=[day.slug])) == {
        "What comes next": [],
        "Pairs": [],
        "Play": ["Check-in", "Desk", "Inbox", "Rounds", "Rulings", "Wall"],
        "Print": [],
        "Record": [],
    }


@pytest.mark.django_db
def test_the_menu_of_the_current_page_is_marked() -> None:
    day = make_day()
    page = english_client(day.organiser).get(reverse("links:list", args=[day.slug]))
    assert re.findall(r"<summary([^>]*)>(\w+)", page.content.decode()) == [
        (' aria-current="true"', "Prepare"),
        ("", "Play"),
        ("", "Finish"),
    ]

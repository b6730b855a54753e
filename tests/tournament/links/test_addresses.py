"""Under which address phones reach the site."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from tournament.links.addresses import SiteAddress, site_address


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000", "127.0.1.1:80"])
def test_the_laptops_own_names_are_replaced_by_the_halls_address(
    host: str, settings: Settings
) -> None:
    request = RequestFactory(headers={"host": host}).get("/")
    settings.HALL_URL = None
    assert site_address(request) == SiteAddress(f"http://{host}", is_for_phones=False)
    settings.HALL_URL = "http://192.168.1.10:8000"
    assert site_address(request) == SiteAddress("http://192.168.1.10:8000", is_for_phones=True)


@pytest.mark.parametrize("host", ["192.168.1.10:8000", "botifarra.example", "laptop.local:8000"])
def test_the_address_that_reached_the_organiser_reaches_phones(
    host: str, settings: Settings
) -> None:
    settings.HALL_URL = "http://10.0.0.1:8000"
    request = RequestFactory(headers={"host": host}).get("/")
    assert site_address(request) == SiteAddress(f"http://{host}", is_for_phones=True)


def test_a_site_with_https_keeps_it() -> None:
    request = RequestFactory(headers={"host": "botifarra.example"}).get("/", secure=True)
    assert site_address(request).url == "https://botifarra.example"

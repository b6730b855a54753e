"""What Django keeps for each thread is each thread's own, and no lock stands before it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone, translation

from tournament.core.thread_locals import KEPT_IN, use_thread_locals


@pytest.fixture
def own_locals(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in KEPT_IN:
        monkeypatch.setattr(module, name, getattr(module, name))
    use_thread_locals()


def test_django_keeps_something_under_these_names() -> None:
    for module, name in KEPT_IN:
        assert hasattr(module, name), (module, name)


@pytest.mark.usefixtures("own_locals")
def test_each_thread_has_its_own() -> None:
    both = threading.Barrier(2)

    def seen(language: str, prefix: str, zone: str) -> tuple[str | None, str, str]:
        translation.activate(language)
        timezone.activate(zone)
        set_script_prefix(prefix)
        both.wait(60)
        return translation.get_language(), get_script_prefix(), timezone.get_current_timezone_name()

    wanted = [("ca", "/one/", "Europe/Madrid"), ("es", "/other/", "Pacific/Auckland")]
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(seen, *zip(*wanted, strict=True)))
    assert found == wanted


@pytest.mark.usefixtures("own_locals")
def test_who_has_chosen_nothing_gets_what_the_site_has() -> None:
    assert translation.get_language() == "en"
    translation.activate("ca")
    translation.deactivate()
    assert translation.get_language() == "en"


@pytest.mark.usefixtures("own_locals")
def test_nobody_waits_for_others_to_read_a_language() -> None:
    """Nothing of it has a lock, as what asgiref keeps has."""
    for module, name in KEPT_IN:
        assert isinstance(getattr(module, name), threading.local)

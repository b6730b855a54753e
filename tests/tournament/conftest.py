"""A real browser for the tests that need one (marked `chromium`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.checks.machine import chromium

_ORDINARY = re.compile(
    r"Failed to load resource: .* status of 4(09|22)"  # a form shown again with its faults
    r"|htmx:(afterRequest|sendError|sendAbort)"  # a page was left while it asked for something
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright's event loop and the ORM share this thread.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of 1280 × 720 in light colours; the test fails if a script or a resource does.

    What Chromium lists as an error without being one (`_ORDINARY`) is none.
    """
    context = browser.new_context(color_scheme="light", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert [fault for fault in faults if not _ORDINARY.match(fault)] == []

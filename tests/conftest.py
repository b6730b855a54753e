"""What all tests share: skipping where a program is missing, hypothesis's habits, a real browser.

Markers `caddy`, `chromium`, `libreoffice`, `poppler` and `postgresql` say what a test needs beyond
Python (tests/checks/machine.py finds it); `sqlite` marks a test about SQLite's own behaviour, which
makes no sense on another database. With `--no-skips` a skipped test is a failure, whatever its
reason.
"""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

from tests.checks.machine import NEEDS, chromium
from tests.checks.order import LONG, longest_first
from tests.checks.sweeps import LEAST, THIS_RUN, left_out_of
from tests.examples import ALWAYS_THE_SAME, examples
from tests.new_database import copy_new_database, made_once_a_run, migrated_template
from tests.nothing_remembered import forget_everything
from tests.unrecorded import need_no_event

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from playwright.sync_api import Browser, BrowserContext, Page

    from tournament.models import User
    from tournament.models.recorder import Note

# Never a limit on time: a slow machine proves nothing about the code.
hypothesis.settings.register_profile(
    "everywhere",
    deadline=None,
    derandomize=ALWAYS_THE_SAME,
    max_examples=examples(),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("everywhere")

# What is started in the background by a script ignores Ctrl-C, and so would the servers and workers
# that tests start and stop with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    THIS_RUN.share = config.getoption("--share")
    THIS_RUN.seed = config.getoption("--seed")
    stack = ExitStack()
    stack.enter_context(made_once_a_run())
    config.add_cleanup(stack.close)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether the database is there already: a worker copies what all of them need.

    That of SQLite is a file, which goes with its folder; PostgreSQL makes one like another.
    """
    from django.db import connection

    if "PYTEST_XDIST_WORKER" not in os.environ:
        return False
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        copy_new_database(test["NAME"])
        return True
    test["TEMPLATE"] = migrated_template(os.environ["DATABASE_URL"])
    return False


@pytest.fixture(scope="session", autouse=True)
def rows_without_events() -> Callable[[Note], None]:
    """Lets tests write rows of championships that no event tells of; gives what notices them.

    `tests/tournament/audit/test_recorder.py` puts it back; random days look after each act.
    """
    from tournament.models.recorder import Note

    notice = Note.__call__
    need_no_event()
    return notice


@pytest.fixture(scope="session", autouse=True)
def emptied_between_tests() -> Iterator[None]:
    """Lets the database be emptied after a test that commits."""
    from tests.emptied_tables import emptied_by_tests

    with emptied_by_tests():
        yield


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins as a process that has just started.

    A request leaves its language to the thread that answered it, and so to the test after it.

    And it keeps no public page, so that a test sees what it has just changed, whatever it changed;
    those about keeping ask for `pages_kept`.
    """
    from tournament.core.page_cache import SharedReads, pages, versions

    _LAYERS.clear()
    forget_everything()
    monkeypatch.setattr(versions, "seconds", 0)
    monkeypatch.setattr(pages, "most_bytes", 0)
    monkeypatch.setattr(SharedReads, "most", 0)


@pytest.fixture(scope="session", autouse=True)
def logged_in_as_by_the_form() -> Iterator[None]:
    """Lets a client that is logged in without the form have all the cookies of one that used it.

    A client without a session is given one in which its user is logged in. Django would make an
    empty one first, and then another, and write down when they logged in.
    """
    from django.conf import settings
    from django.test import Client

    from tests.tournament.visitors import session_of

    log_in = Client._login  # type: ignore[attr-defined]  # not among the stubs

    def and_mark(client: Client, user: User, *backend: str) -> None:
        if settings.SESSION_COOKIE_NAME in client.cookies:
            log_in(client, user, *backend)
        else:
            client.cookies[settings.SESSION_COOKIE_NAME] = session_of(user)
        client.cookies[settings.LOGGED_IN_COOKIE_NAME] = "1"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "_login", and_mark)
        yield


@pytest.fixture(scope="session", autouse=True)
def passphrases_at_once() -> Iterator[None]:
    """Lets a key come from a passphrase without the tenth of a second that it takes on purpose.

    tests/tournament/envelopes/test_files.py makes one as in life.
    """
    from tournament.envelopes import sealed_file

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sealed_file, "SCRYPT_N", 2**4)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_copy_of_a_context() -> Iterator[None]:
    """Lets an answer remember what its page was rendered with, once instead of again for each
    template that the page includes."""
    from django.test import client

    remember = client.store_rendered_templates  # type: ignore[attr-defined]  # not among the stubs

    def once(store: dict[str, object], *, context: object, **told: object) -> None:
        if store.get("own") is not context:
            store["own"] = context
            remember(store, context=context, **told)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "store_rendered_templates", once)
        yield


_LAYERS: dict[str, object] = {}
"""What a client's handler knows of the site's middleware once that is put up."""


@pytest.fixture(scope="session", autouse=True)
def layers_put_up_once() -> Iterator[None]:
    """Lets all clients of a test share the site's middleware, which each would put up anew.

    A changed setting takes it down, and so does the next test.
    """
    from django.test.client import ClientHandler
    from django.test.signals import setting_changed

    put_up = ClientHandler.load_middleware

    def share(handler: ClientHandler) -> None:
        if not _LAYERS:
            put_up(handler)
            _LAYERS.update(vars(handler))
            del _LAYERS["enforce_csrf_checks"]
        vars(handler).update(_LAYERS)

    def take_down(**_changed: object) -> None:
        _LAYERS.clear()

    setting_changed.connect(take_down)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "load_middleware", share)
        yield
    setting_changed.disconnect(take_down)


CHROMIUM_OPTIONS = (
    "--no-sandbox",  # which root can't have
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Windows that nobody sees need no address bar, which asks for two processes of its own for each
    # window. The rest is what Playwright turns off: of two such options only the last one counts.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
)
_ORDINARY = re.compile(
    r"Failed to load resource: .* status of 4(09|22)"  # a form shown again with its faults
    r"|htmx:(afterRequest|sendError|sendAbort)"  # a page was left while it asked for something
)


PATIENT = """
const real = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
Object.defineProperty(Event.prototype, "timeStamp", {
  get() { return real.call(this) + (window.isQuick ? 0 : 1000); },
});
"""
"""A test clicks as soon as it sees a button, which pages take for a click on what stood there
before (taps.js, live.js). So each act seems to come a second later; where a page is told that
somebody `isQuick`, it doesn't."""


@pytest.fixture(scope="session")
def started_browser() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """Chromium, started once a worker, and the event loop on which Playwright talks to it."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)  # milliseconds: a busy machine is slow, not wrong
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        path, options = chromium(), list(CHROMIUM_OPTIONS)
        browser = playwright.chromium.launch(executable_path=path, args=options)
        new_context = browser.new_context

        def new_patient_context(**settings: Any) -> BrowserContext:
            context = new_context(**settings)
            context.add_init_script(PATIENT)
            return context

        vars(browser)["new_context"] = new_patient_context
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()
    asyncio._set_running_loop(None)


@pytest.fixture(scope="module")
def browser(started_browser: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    """Chromium, without a window and without calls to anybody.

    Playwright's event loop counts as running in this thread even while a test does something else.
    The ORM is told not to mind, and at the end of a module the loop is set aside: other tests use
    the ORM as the site does, or run loops of their own.
    """
    browser, loop = started_browser
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        asyncio._set_running_loop(loop)
        yield browser
        for context in browser.contexts:
            context.close()
        asyncio._set_running_loop(None)


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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test is a failure")
    parser.addoption("--share", type=float, default=1.0, help="of each sweep, from 0 to 1")
    parser.addoption(
        "--share-of-long",
        type=float,
        default=1.0,
        help="of each module's tests that wait or play whole days, but for promises, from 0 to 1",
    )
    parser.addoption(
        "--share-of-modules",
        type=float,
        default=1.0,
        help="of what is left of each module, but for tests marked database, from 0 to 1",
    )
    parser.addoption("--seed", default="", help="draws the share")


def pytest_report_header(config: pytest.Config) -> list[str]:
    names = ("--share", "--share-of-long", "--share-of-modules")
    parts = [f"{one} {config.getoption(one):g}" for one in names if config.getoption(one) < 1]
    return [f"sweeps: {' '.join(parts)} --seed {THIS_RUN.seed}"] if parts else []


@pytest.hookimpl(trylast=True)  # of what `-m` lets through a share is drawn
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from django.db import connection

    leave_out_cases(config, items)
    for need in NEEDS:
        marked = [item for item in items if item.get_closest_marker(need.marker)]
        if marked and need.find() is None:
            for item in marked:
                item.add_marker(pytest.mark.skip(f"needs {need.name}: {need.install_line}"))
    if connection.vendor != "sqlite":
        for item in items:
            if item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip("is about SQLite: run it without DATABASE_URL"))
    if workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = longest_first(items, is_long, lambda item: item.nodeid.split("::")[0], workers)


def leave_out_cases(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the drawn share of each sweep, of what takes long in a module, and of what is left the
    drawn share of each module."""

    def test_of(nodeid: str) -> str:
        return nodeid.partition("[")[0]

    def module_of(nodeid: str) -> str:
        return nodeid.partition("::")[0]

    swept = [item for item in items if item.get_closest_marker("sweep")]
    _leave_out(config, items, swept, THIS_RUN.share, test_of)
    whole = ("promise", "database")
    long = [one for one in items if is_long(one) and not any(map(one.get_closest_marker, whole))]
    _leave_out(config, items, long, config.getoption("--share-of-long"), module_of)
    others = [item for item in items if not item.get_closest_marker("database")]
    _leave_out(config, items, others, config.getoption("--share-of-modules"), module_of, least=1)


def _leave_out(
    config: pytest.Config,
    items: list[pytest.Item],
    swept: Sequence[pytest.Item],
    share: float,
    sweep_of: Callable[[str], str],
    *,
    least: int = LEAST,
) -> None:
    cases = {item.nodeid: sweep_of(item.nodeid) for item in swept}
    left_out = set(left_out_of(cases, share=share, seed=THIS_RUN.seed, least=least))
    if left_out:
        config.hook.pytest_deselected(items=[one for one in items if one.nodeid in left_out])
        items[:] = [one for one in items if one.nodeid not in left_out]


def is_long(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(one) for one in LONG)


def pytest_collection_finish() -> None:
    """Thousands of tests and every library last to the end: the collector need not look at them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("no_skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        reporter.write_line("Skipped tests count as failed here (--no-skips).", red=True)

"""Parts of `serve` and `demo`: preparing the database and static files, and the server itself.

The server is waitress with the settings that carry a hall: 500 phones that ask every five seconds
keep their connections open, so the default limit of 100 would make them wait for each other.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import ipaddress
import logging
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandError, OutputWrapper
from django.db import DatabaseError, connection, connections
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.whole_numbers import whole_number
from tournament.links.qr import qr_terminal
from tournament.management.hall_server import hall_server
from tournament.management.hall_turns import switch_often
from tournament.models import Championship

README_LANGUAGE = "en"
"""Language of a terminal that names none: its user has just read the command in the README."""
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
THREADS = 8
CONNECTIONS = 2000
CONNECTIONS_WITHOUT_POLL = 400
"""Windows has no poll(), and its select() ends at 512 sockets."""
LARGEST_REQUEST = 32 * 1024 * 1024
"""Bytes: far more than any list that is taken. What comes is kept on the disk before anybody asks
who sent it, so the default of 1 GB would let a phone in the hall fill it."""


def terminal_language() -> str:
    """Return the language of this terminal's user if the site speaks it, else the README's."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if language := os.environ.get(name, "")[:2]:
            return language if language in dict(settings.LANGUAGES) else README_LANGUAGE
    return README_LANGUAGE


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a machine can do to us (a full disk, a damaged file) into one sentence."""
    try:
        yield
    except DatabaseError as error:
        raise CommandError(_sentence_for(str(error))) from error
    except OSError as error:
        raise CommandError(
            _("The data folder %(folder)s can't be used: %(reason)s.")
            % {"folder": settings.DATA_DIR, "reason": error.strerror or error}
        ) from error


def _sentence_for(reason: str) -> str:
    """Return a sentence about a database error; `reason` is the database's own message."""
    facts = {
        "file": connection.settings_dict["NAME"],
        "folder": settings.DATA_DIR,
        "reason": reason.strip().splitlines()[0],
    }
    if "not a database" in reason or "malformed" in reason:
        return (
            _(
                "The database %(file)s is damaged: put a copy of it back, or move it away to "
                "begin with an empty one."
            )
            % facts
        )
    if "disk is full" in reason:
        return _("The disk is full: make room where %(folder)s lies and try again.") % facts
    if "readonly" in reason or "unable to open" in reason:
        return (
            _("The database %(file)s can't be written: check the permissions of its folder.")
            % facts
        )
    return _("The database can't be used: %(reason)s") % facts


def prepare() -> None:
    """Make or migrate the database, and collect the static files if any has changed."""
    if settings.DEBUG:
        raise CommandError(
            _("BOTIFARRA_DEBUG is for development: it shows internals to everybody. Unset it.")
        )
    with clear_errors():
        call_command("migrate", interactive=False, verbosity=0)
        _collect_static_files()
    connections.close_all()


def _collect_static_files() -> None:
    """Collect them beside the data, unless the fingerprint left there is still theirs."""
    root = Path(settings.STATIC_ROOT)
    kept = root / ".fingerprint"
    fingerprint = _fingerprint_of_static_files()
    if kept.exists() and kept.read_text() == fingerprint:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    kept.write_text(fingerprint)


def _fingerprint_of_static_files() -> str:
    lines = []
    for finder in get_finders():
        for name, storage in finder.list([]):
            state = Path(storage.path(name)).stat()
            lines.append(f"{name} {state.st_size} {state.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


@contextmanager
def listening(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Yield sockets that accept connections, on `host` and always on this machine's own address.

    Port 0 takes a free one. Whoever connects before the server runs just waits for it.
    """
    hosts = [host] if host in {LOOPBACK, EVERYWHERE} else [host, LOOPBACK]
    with ExitStack() as stack:
        yield [stack.enter_context(_listening_socket(each, port)) for each in hosts]


def _listening_socket(host: str, port: int) -> socket.socket:
    listening = socket.socket()
    # On Windows SO_REUSEADDR would let two servers share a port.
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    listening.setsockopt(socket.SOL_SOCKET, exclusive or socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise CommandError(_why_not_listening(error, host, port)) from error
    return listening


def _why_not_listening(error: OSError, host: str, port: int) -> str:
    facts = {"port": port, "host": host, "reason": error.strerror}
    if error.errno == errno.EADDRINUSE:
        return (
            _(
                "Port %(port)d is in use: perhaps the site is already running in another "
                "window. Stop that one, or choose another port with --port."
            )
            % facts
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return _("%(host)s is not an address of this machine.") % facts
    return _("Port %(port)d can't be used: %(reason)s. Choose another with --port.") % facts


def own_url(sockets: list[socket.socket]) -> str:
    """Return the site's address for a browser on this machine, without a slash at the end."""
    return f"http://{LOOPBACK}:{sockets[0].getsockname()[1]}"


def hall_url(sockets: list[socket.socket]) -> str | None:
    """Return the site's address for others, or None where nobody else can reach it."""
    host, port = sockets[0].getsockname()
    if host == EVERYWHERE:
        host = _address_in_the_hall()
    return None if host in {LOOPBACK, None} else f"http://{host}:{port}"


def _address_in_the_hall() -> str | None:
    """Return this machine's address on the network that leads to others, if it is on one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: a connected socket tells which of our addresses would be used.
            probe.connect(("192.0.2.1", 9))
        except OSError:  # a router without a way to the internet announces no route
            return _address_of_own_name()
        return str(probe.getsockname()[0])


def _address_of_own_name() -> str | None:
    try:
        addresses = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return None
    return next((address for address in addresses if not address.startswith("127.")), None)


def run(sockets: list[socket.socket], announce: Callable[[], None]) -> None:
    """Serve on the sockets until Ctrl-C or SIGTERM; `announce` is called once all is ready."""
    has_poll = hasattr(select, "poll")
    limit = CONNECTIONS if has_poll else CONNECTIONS_WITHOUT_POLL
    allow_open_files(limit + 200)
    # Requests that wait their turn are ordinary in a hall; a line for each would bury the rest.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    from tournament.wsgi import application  # made, and its warnings told, when all is prepared

    server = hall_server(
        application,
        sockets,
        threads=THREADS,
        connection_limit=limit,
        max_request_body_size=LARGEST_REQUEST,
        # A proxy in front shows itself by these headers; without them its visitors would be taken
        # for somebody who sits at this machine, and see sealed hands.
        clear_untrusted_proxy_headers=False,
        ident=None,
    )
    switch_often()
    end_when_terminated()
    try:
        announce()
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def end_when_terminated() -> None:
    """Let SIGTERM end this program as Ctrl-C does."""
    signal.signal(signal.SIGTERM, _stop)


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def allow_open_files(wanted: int) -> None:
    """Let this process have as many connections as the server accepts; macOS begins with 256."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


WALLS = 3
"""Championships that may run at once; more would bury the address."""


def hall_lines(url: str, terminal: OutputWrapper) -> Iterator[str]:
    """Yield lines about the hall at `url` (no slash at its end) for the terminal; 1 query."""
    yield _("In the hall: %(url)s") % {"url": url + "/"}
    yield from code_lines(url + "/", terminal)
    running = Championship.objects.filter(
        ended_at=None, stages__published_at__isnull=False
    ).distinct()
    for championship in running[:WALLS]:
        yield _("For the wall (projector), “%(name)s”: %(url)s") % {
            "name": championship.shown_name,
            "url": url + reverse("wall:wall", args=[championship.slug]),
        }


def code_lines(url: str, terminal: OutputWrapper) -> Iterator[str]:
    """Yield the lines of an address's code, space around it; none if the terminal can't show it."""
    if code := _code(url, terminal):
        yield ""
        yield code
        yield ""


def _code(text: str, terminal: OutputWrapper) -> str:
    """Return the code in half blocks; "" where the terminal has no such letters."""
    code = qr_terminal(text, colours=terminal.isatty())
    try:
        code.encode(terminal.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return code


def port_number(text: str) -> int:
    port = whole_number(text)
    if port is None or port > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 65535")
    return port


def address(text: str) -> str:
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address such as 192.168.1.20"
        ) from None

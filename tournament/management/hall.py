"""What `serve` prints for a hall: its address, a code that phones read, and a page for the wall."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.management.base import OutputWrapper
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.links.qr import qr_terminal
from tournament.models import Championship

WALLS = 3
"""Championships that may run at once; more would bury the address."""


def hall_lines(url: str, terminal: OutputWrapper) -> Iterator[str]:
    """The lines about the hall at `url` (without a slash at its end), as the terminal can show
    them; 1 query."""
    yield _("In the hall: %(url)s") % {"url": url + "/"}
    if code := _code(url + "/", terminal):
        yield ""
        yield code
        yield ""
    running = Championship.objects.filter(
        ended_at=None, stages__published_at__isnull=False
    ).distinct()
    for championship in running[:WALLS]:
        yield _("For the wall (projector), “%(name)s”: %(url)s") % {
            "name": championship.shown_name,
            "url": url + reverse("standings:wall", args=[championship.slug]),
        }


def _code(text: str, terminal: OutputWrapper) -> str:
    """The code in half blocks; "" where the terminal has no such letters."""
    code = qr_terminal(text, colours=terminal.isatty())
    try:
        code.encode(terminal.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return code

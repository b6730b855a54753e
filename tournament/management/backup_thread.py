"""Automatic backups while the site is served, or its worker runs.

Every few seconds the scheduler checks whether anything was recorded since the last backup. It makes
one as soon as a round was closed, otherwise every ten minutes in which something has changed. If
one fails (a full disk, a stick that was pulled out) the reason is stored and shown on the
organisers' pages, and it is tried again. No failure here may end the scheduler or the server.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import close_old_connections, connections
from django.utils.translation import override

from tournament.backups.plan import Written, back_up, planned_folder, stored_plan, written_so_far
from tournament.backups.postgresql import one_at_a_time
from tournament.core.errors import UserError
from tournament.models import Action, AuditEvent

logger = logging.getLogger(__name__)

CHECK_EVERY = 5
"""Seconds between two checks."""
BACK_UP_EVERY = 600
"""Seconds after a backup from which on a change makes another one."""
TRY_AGAIN_AFTER = 60
"""Seconds to wait after one that failed."""


class BackupScheduler:
    """Decides when a backup is due, and makes it. One thread uses it."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        make: Callable[[], object] = back_up,
    ) -> None:
        self._clock = clock
        self._make = make
        self._saved: Written | None = None
        """Content of the last backup; None until the first check."""
        self._noted = Written(0, 0)
        """Content of the newest backup as the plan told it; another program may have made it."""
        self._next = clock()
        """Time from which a change is enough for another backup."""
        self._failed_in: tuple[Path | None] | None = None
        """The folder of the last attempt, if that failed."""
        self._wait_until = clock()
        """Until when nothing is tried, unless another folder is named."""

    def check(self) -> None:
        """Make a backup if one is due. Lets no exception out."""
        try:
            if self._is_due(self._last_saved(), written_so_far()):
                with one_at_a_time() as is_mine:
                    # Another process of the site may have made it by now.
                    written = written_so_far()
                    if is_mine and self._is_due(self._last_saved(), written):
                        self._try(written)
        except Exception:
            logger.exception("no backup could be made")
            self._wait_until = self._clock() + TRY_AGAIN_AFTER

    def _last_saved(self) -> Written:
        """Return the content of the last backup, whoever made it."""
        plan = stored_plan()
        noted = Written(plan.last_event, plan.last_installation_event)
        if self._saved is None:
            self._saved = self._noted = noted
        elif noted != self._noted:
            self._saved = self._noted = noted
            self._next = self._clock() + BACK_UP_EVERY
        return self._saved

    def _is_due(self, saved: Written, written: Written) -> bool:
        if written == saved:
            return False
        if self._clock() < self._wait_until:
            return self._failed_in is not None and self._failed_in != (planned_folder(),)
        if self._failed_in is not None or self._clock() >= self._next:
            return True
        return AuditEvent.objects.filter(pk__gt=saved.event, action=Action.ROUND_CLOSED).exists()

    def _try(self, written: Written) -> None:
        failed_before, folder = self._failed_in is not None, planned_folder()
        self._failed_in = (folder,)
        self._wait_until = self._clock() + TRY_AGAIN_AFTER
        try:
            self._make()
        except UserError as error:
            if not failed_before:  # one line, not one a minute
                logger.warning("no backup could be made: %s", error)
            return
        self._saved, self._failed_in = written, None
        self._wait_until = self._clock()
        self._next = self._clock() + BACK_UP_EVERY


@contextmanager
def automatic_backups() -> Iterator[None]:
    """Run a scheduler of backups in a thread of its own meanwhile."""
    stopped = threading.Event()
    # A daemon: a copy to a stick that hangs must not keep the server from stopping.
    thread = threading.Thread(target=_keep, args=(stopped,), name="backups", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(timeout=CHECK_EVERY)


def _keep(stopped: threading.Event) -> None:
    scheduler = BackupScheduler()
    with override(settings.LANGUAGE_CODE):  # what it notes is read on everybody's pages
        while not stopped.wait(CHECK_EVERY):
            close_old_connections()
            scheduler.check()
    connections.close_all()

"""`python3 manage.py work`: do the long work of the site, one job after the other."""

from __future__ import annotations

import os
import threading
import time
from contextlib import nullcontext, suppress
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, close_old_connections

from tournament.analysis.services import queue_missing_everywhere
from tournament.core.actor import WORKER, Actor
from tournament.friendly.services import forget_unused_tables
from tournament.jobs.made_files import remove_old_files
from tournament.jobs.worker import Worker
from tournament.management.backup_thread import automatic_backups
from tournament.management.server import end_when_terminated
from tournament.management.supervisor import when_parent_ends
from tournament.management.worker_thread import HANDLERS
from tournament.simultaneous.services.rounds import release_what_is_due

PAUSE = 1.0
"""Seconds between two looks into an empty queue."""
TIDY_EVERY = 600.0
NICE = 5
GRACE = 1.0
"""Seconds for what is nearly done when the worker shall stop."""


class Command(BaseCommand):
    help = (
        "Do the long work that pages ask for (papers, analysis), until stopped. `serve` runs one of"
        " these; a hosted site runs it beside its server."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--with-parent",
            action="store_true",
            help="end when standard input is closed, as it is when the program that started this"
            " one has ended in whatever way",
        )
        parser.add_argument("--name", default="", help="what its jobs are marked with")

    def handle(self, *, with_parent: bool, name: str, **_options: Any) -> None:
        over, ended = threading.Event(), threading.Event()
        worker = Worker(HANDLERS, name=name)
        if with_parent:
            when_parent_ends(lambda: _end_at_once(over, ended, worker))
        end_when_terminated()
        _give_way()
        try:
            with suppress(DatabaseError):  # it may not be there yet
                queue_missing_everywhere(actor=Actor(WORKER))
            # A worker with a parent leaves them to the server that started it.
            with nullcontext() if with_parent else automatic_backups():
                _work(worker, over)
        except KeyboardInterrupt:
            worker.let_go()
        ended.set()


def _work(worker: Worker, over: threading.Event) -> None:
    """Do one job after the other until it is over."""
    tidied = float("-inf")
    while not over.is_set():
        if time.monotonic() - tidied > TIDY_EVERY:
            tidy()
            tidied = time.monotonic()
        with suppress(DatabaseError):  # it may be busy, or not there yet
            release_what_is_due()
        if not worker.work_once():
            over.wait(PAUSE)
        close_old_connections()


def tidy() -> None:
    """Remove what nobody needs any longer: old files, unused friendly tables, logins run out."""
    remove_old_files()
    with suppress(DatabaseError):  # it may be busy, or not there yet
        forget_unused_tables()
        SessionStore.clear_expired()


def _give_way() -> None:
    """Lower this process's priority below the pages', where the system allows it."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def _end_at_once(over: threading.Event, ended: threading.Event, worker: Worker) -> None:
    """End at once: a job under way may take minutes, and the next worker does it again."""
    over.set()
    if not ended.wait(GRACE):
        worker.let_go()
        os._exit(0)

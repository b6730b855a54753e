"""How fast things are: `python3 -m tests.benchmarks [WORD …]`, from the project's folder.

Runs every case of every `bench_*.py` beside this file (with words: those whose name holds one of
them) on a database in memory and prints, for each, the fastest and the median of several runs,
what that makes a second where a run does several units, the SQL queries of a run, and the most
memory that Python held for it at a time. It asserts nothing about time, and
`python3 manage.py test` does not run it.

A benchmark module has `cases()`, which yields a name, a function to run, and the units of a run.
"""

from __future__ import annotations

import gc
import os
import pkgutil
import platform
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from time import perf_counter

from manage import enter_environment
from tests.unrecorded import need_no_event

FEWEST_RUNS, MOST_RUNS = 3, 30
ENOUGH_SECONDS = 1.0
"""A case is run again until it has taken this long, or often enough."""

Case = tuple[str, Callable[[], object], int]


def find_cases(words: Sequence[str]) -> Iterator[Case]:
    """The cases of all modules in the order of their names."""
    folder = import_module("tests.benchmarks")
    for module in pkgutil.iter_modules(folder.__path__):
        if module.name.startswith("bench_"):
            for case in import_module(f"tests.benchmarks.{module.name}").cases():
                if not words or any(word.casefold() in case[0].casefold() for word in words):
                    yield case


def count_queries(run: Callable[[], object]) -> tuple[int, float]:
    """The SQL queries of one run, which also warms the caches up, and its megabytes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    tracemalloc.start()
    with CaptureQueriesContext(connection) as queries:
        run()
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return len(queries), peak / 1_000_000


def measure(run: Callable[[], object]) -> list[float]:
    """The seconds of each of several runs."""
    seconds: list[float] = []
    while len(seconds) < FEWEST_RUNS or (
        sum(seconds) < ENOUGH_SECONDS and len(seconds) < MOST_RUNS
    ):
        gc.collect()
        start = perf_counter()
        run()
        seconds.append(perf_counter() - start)
    return seconds


def report(case: Case) -> None:
    name, run, units = case
    queries, megabytes = count_queries(run)
    seconds = measure(run)
    fastest, median = min(seconds), statistics.median(seconds)
    rate = f"{units / fastest:>10,.0f}/s" if units > 1 else " " * 12
    print(
        f"{name:<64} {fastest * 1000:>10.1f} {median * 1000:>10.1f} {len(seconds):>5}"
        f" {rate} {queries or '':>8} {megabytes:>8.1f}",
        flush=True,
    )


def main(words: Sequence[str]) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    need_no_event()
    from django.db import connection
    from django.test.utils import setup_test_environment, teardown_test_environment

    setup_test_environment(debug=False)
    own_name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {platform.system()}")
    head = f"{'':<64} {'min ms':>10} {'median ms':>10} {'runs':>5} {'a second':>12}"
    print(f"{head} {'queries':>8} {'MB':>8}")
    try:
        for case in find_cases(words):
            report(case)
    finally:
        connection.creation.destroy_test_db(own_name, verbosity=0)
        teardown_test_environment()


if __name__ == "__main__":
    enter_environment()
    main(sys.argv[1:])

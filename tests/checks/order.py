"""Long tests begin first, so that no worker is left alone with one when the others have done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

LONGEST = (
    "tests/tournament/management/test_demo.py",
    "tests/hall/test_fault_run.py",
    "tests/hall/test_crowd.py",
    "tests/hall/test_cards.py",
    "tests/e2e/test_accessibility.py",
    "tests/tournament/play/test_referee_browser.py",
    "tests/e2e/test_keyboard_day.py",
    "tests/tournament/play/test_browser.py",
    "tests/tournament/friendly/test_browser.py",
    "tests/e2e/test_groups.py",
    "tests/tournament/play/test_leaks.py",
    "tests/tournament/play/test_pages.py",
    "tests/tournament/results/test_many_at_once.py",
    "tests/tournament/phones/test_many_phones.py",
    "tests/tournament/exports/test_changed_workbooks.py",
    "tests/tournament/backups/test_server_dump.py",
    "tests/tournament/backups/test_restore.py",
    "tests/tournament/management/test_private_files.py",
    "tests/tournament/analysis/test_killed.py",
    "tests/random_days/test_random_days.py",
    "tests/tournament/rehearsal/test_day.py",
    "tests/tournament/test_sealed.py",
    "tests/tournament/test_bad_input.py",
    "tests/tournament/presets/test_simulated.py",
    "tests/tournament/test_access.py",
    "tests/scoring/bots/test_strong.py",
    "tests/tournament/standings/test_another_ranking.py",
)
"""The modules with the longest tests, or many that wait for processes."""
T = TypeVar("T")


def longest_first(items: Sequence[T], module_of: Callable[[T], str], workers: int) -> list[T]:
    """Return the items so that each worker's share (as `--dist worksteal` cuts them) begins with
    one long module after the other."""
    long: dict[str, list[T]] = {module: [] for module in LONGEST}
    rest: list[T] = []
    for item in items:
        long.get(module_of(item), rest).append(item)
    begun: list[list[T]] = [[] for _worker in range(workers)]
    for turn, tests in enumerate(long.values()):
        begun[turn % workers] += tests
    ordered: list[T] = []
    left = len(items)
    for worker, share in enumerate(begun):
        size = left // (workers - worker)
        filled = max(0, size - len(share))
        ordered += [*share, *rest[:filled]]
        del rest[:filled]
        left -= size
    return [*ordered, *rest]

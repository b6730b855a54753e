"""The order of the tests where workers share them: what waits long comes first.

A worker that ends with a long test keeps all others waiting for it, so each begins with one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

LONG = ("long", "chromium", "libreoffice", "caddy")
"""Markers of tests that wait for browsers, servers and other processes, or play whole days."""
T = TypeVar("T")


def longest_first(
    items: Sequence[T],
    is_long: Callable[[T], bool],
    module_of: Callable[[T], str],
    workers: int,
) -> list[T]:
    """Return all items, each worker's share (as `--dist worksteal` cuts them) beginning with long
    ones; those of a module stay together."""
    long: dict[str, list[T]] = {}
    rest: list[T] = []
    for item in items:
        if is_long(item):
            long.setdefault(module_of(item), []).append(item)
        else:
            rest.append(item)
    begun: list[list[T]] = [[] for _worker in range(workers)]
    for tests in sorted(long.values(), key=len, reverse=True):
        min(begun, key=len).extend(tests)
    ordered: list[T] = []
    left = len(items)
    for worker, share in enumerate(begun):
        size = left // (workers - worker)
        filled = max(0, size - len(share))
        ordered += [*share, *rest[:filled]]
        del rest[:filled]
        left -= size
    return [*ordered, *rest]

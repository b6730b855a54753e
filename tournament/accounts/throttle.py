"""Slows down guessing a password: each further failure makes the next attempt wait longer.

Counted by (user name, address) together. By address alone, one person's slips would lock out a
whole hall behind one router; by name alone, anybody could lock a referee out from afar. Kept in
Django's cache: with several server processes each counts on its own.
"""

from __future__ import annotations

import hashlib

from django.core.cache import cache
from django.utils import timezone

FREE_ATTEMPTS = 5
FIRST_WAIT = 30
LONGEST_WAIT = 15 * 60
MEMORY = 60 * 60
"""Seconds: the first wait, the longest, and how long failures are remembered."""


def _keys(username: str, ip: str) -> tuple[str, str]:
    digest = hashlib.sha256(f"{username.strip().casefold()}\0{ip}".encode()).hexdigest()
    return f"login-attempts-{digest}", f"login-until-{digest}"


def begin_attempt(username: str, ip: str) -> int:
    """Count an attempt; the seconds still to wait (0: go on) if it comes too early.

    Counted before the password is looked at, so that attempts sent at the same moment count too.
    """
    count_key, until_key = _keys(username, ip)
    now = timezone.now().timestamp()
    until = cache.get(until_key, 0.0)
    if until > now:
        return int(until - now) + 1
    cache.add(count_key, 0, MEMORY)
    count = cache.incr(count_key)
    if count >= FREE_ATTEMPTS:
        wait = min(FIRST_WAIT * 2 ** (count - FREE_ATTEMPTS), LONGEST_WAIT)
        cache.set(until_key, now + wait, MEMORY)
        cache.touch(count_key, MEMORY)
    return 0


def forget_attempts(username: str, ip: str) -> None:
    """After a login that went well."""
    cache.delete_many(_keys(username, ip))

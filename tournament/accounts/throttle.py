"""Slows down guessing a password: each further failure makes the next attempt wait longer.

Counted by (user name, address) together. By address alone, one person's slips would lock out a
whole hall behind one router; by name alone, anybody could lock a referee out from afar. Kept in the
database, so that all processes of a site count together.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournament.models import LoginAttempts

FREE_ATTEMPTS = 5
FIRST_WAIT = 30
LONGEST_WAIT = 15 * 60
MEMORY = 60 * 60
"""Seconds: the first wait, the longest, and how long failures are remembered."""


def _of(username: str, ip: str) -> str:
    return hashlib.sha256(f"{username.strip().casefold()}\0{ip}".encode()).hexdigest()


def begin_attempt(username: str, ip: str) -> int:
    """Count an attempt; the seconds still to wait (0: go on) if it comes too early.

    Counted before the password is looked at, so that attempts sent at the same moment count too.
    """
    whose, now = _of(username, ip), timezone.now()
    known = LoginAttempts.objects.filter(whose=whose).first()
    if known and (wait := _wait(known, now)):
        return wait  # whoever goes on guessing meanwhile writes nothing
    with transaction.atomic():
        LoginAttempts.objects.filter(last_at__lt=now - timedelta(seconds=MEMORY)).delete()
        LoginAttempts.objects.bulk_create(
            [LoginAttempts(whose=whose, count=0, last_at=now)], ignore_conflicts=True
        )
        counted = LoginAttempts.objects.select_for_update().filter(whose=whose).first()
        if counted is None:
            return 0  # forgotten at this very moment
        if wait := _wait(counted, now):
            return wait
        counted.count, counted.last_at = counted.count + 1, now
        if counted.count >= FREE_ATTEMPTS:
            seconds = min(FIRST_WAIT * 2 ** (counted.count - FREE_ATTEMPTS), LONGEST_WAIT)
            counted.waits_until = now + timedelta(seconds=seconds)
        counted.save()
    return 0


def _wait(attempts: LoginAttempts, now: datetime) -> int:
    left = (attempts.waits_until - now).total_seconds() if attempts.waits_until else 0.0
    return int(left) + 1 if left > 0 else 0


def forget_attempts(username: str, ip: str) -> None:
    """After a login that went well."""
    LoginAttempts.objects.filter(whose=_of(username, ip)).delete()

"""Slow down guessing a password: each further failure makes the next attempt wait longer.

Failures are counted by user name and address together. By address alone, one person's slips would
lock out a whole hall behind one router; by name alone, anybody could lock a referee out from afar.
Somebody who tries one password with many names is slowed down as well: once many names have failed
from one address, each further name has a single free attempt there. The counts are in the database,
so that all processes of a site share them.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournament.models import LoginAttempts

FREE_ATTEMPTS = 5
MANY_NAMES = 50
"""Names that have failed from one address before each further one has only one free attempt."""
FIRST_WAIT = 30
LONGEST_WAIT = 15 * 60
MEMORY = 60 * 60
"""First wait, longest wait, and how long failures are remembered, in seconds."""
SLACK = timedelta(seconds=60)
"""Tolerated difference between the clocks of several hosts, or of a clock that is put right."""


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def network_of(address: str) -> str:
    """Return the part of an address that stands for one visitor.

    Of IPv6 it is the first 64 bits, which one connection has for itself; any other address is
    returned as it is.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    return str(ip.ipv4_mapped or IPv6Network((ip, 64), strict=False))


def _keys(username: str, address: str) -> tuple[str, str]:
    """Return the keys of the name at this address, and of the address."""
    network = network_of(address)
    return _digest(username.strip().casefold(), network), _digest(network)


def begin_attempt(username: str, ip: str) -> int:
    """Count an attempt; return the seconds still to wait if it comes too early, else 0.

    It is counted before the password is looked at, so that attempts sent at the same moment count
    too.
    """
    (whose, network), now = _keys(username, ip), timezone.now()
    known = LoginAttempts.objects.filter(whose=whose).first()
    if known and (wait := _wait(known, now)):
        return wait  # further guesses write nothing
    with transaction.atomic():
        LoginAttempts.objects.filter(
            Q(last_at__lt=now - timedelta(seconds=MEMORY)) | Q(last_at__gt=now + SLACK)
        ).delete()
        LoginAttempts.objects.bulk_create(
            [LoginAttempts(whose=whose, network=network, count=0, last_at=now)],
            ignore_conflicts=True,
        )
        counted = LoginAttempts.objects.select_for_update().filter(whose=whose).first()
        if counted is None:
            return 0  # another process has just forgotten the failures
        if wait := _wait(counted, now):
            return wait
        others = LoginAttempts.objects.filter(network=network).exclude(whose=whose).count()
        free = FREE_ATTEMPTS if others < MANY_NAMES else 1
        counted.count, counted.last_at = counted.count + 1, now
        if counted.count >= free:
            seconds = min(FIRST_WAIT * 2 ** (counted.count - free), LONGEST_WAIT)
            counted.waits_until = now + timedelta(seconds=seconds)
        counted.save()
    return 0


def _wait(attempts: LoginAttempts, now: datetime) -> int:
    """Return the seconds still to wait.

    Attempts of the future were counted while the clock was ahead: nobody waits longer than
    `LONGEST_WAIT` from now.
    """
    if attempts.waits_until is None or attempts.last_at > now + SLACK:
        return 0
    left = (attempts.waits_until - now).total_seconds()
    return min(int(left), LONGEST_WAIT) + 1 if left > 0 else 0


def forget_attempts(username: str, ip: str) -> None:
    LoginAttempts.objects.filter(whose=_keys(username, ip)[0]).delete()

"""Time and lots of a day that is played: they come from its seed, so that it can be repeated."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.utils import timezone

BEGINS = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)


class OwnTime:
    """A clock that only goes on when it is told to, and lots drawn from a text."""

    def __init__(self) -> None:
        self.now = BEGINS
        self.lots = Random("")

    def passes(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)

    @contextmanager
    def keeps(self) -> Iterator[None]:
        """Inside, the site knows no other time, and no other lots."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", lambda: self.now)
            patch.setattr(secrets, "token_bytes", lambda size=32: self.lots.randbytes(size))
            patch.setattr(secrets, "token_hex", lambda size=32: self.lots.randbytes(size).hex())
            patch.setattr(secrets, "randbelow", lambda below: self.lots.randrange(below))
            patch.setattr(secrets, "choice", lambda several: self.lots.choice(several))
            yield

"""Accounts. What an account may do is said by its membership in each championship."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from tournament.models.recorder import Unrecorded


class User(AbstractUser):
    """Somebody who can log in: an organiser or a referee. Pairs and the public need no account.

    `is_superuser` marks those who look after the installation: they may make and deactivate any
    account, create championships and enter every one. The first account, made on the machine
    itself, is one of them. Organisers may create championships too, and make accounts for the
    people of theirs.
    """

    record = Unrecorded("accounts are the installation's; its own log tells of them")

    @property
    def shown_name(self) -> str:
        """Name in the record and on pages: the full name, or the user name."""
        return self.get_full_name() or self.username


class LoginAttempts(models.Model):
    """Recent tries to log in by one user name from one address."""

    record = Unrecorded("of an hour, and of accounts, which are the installation's")

    whose = models.CharField(max_length=64, unique=True)
    """SHA-256 of the user name and the address, which are told to nobody."""
    network = models.CharField(max_length=64, db_index=True)
    """SHA-256 of what of the address stands for one visitor (`accounts.throttle`)."""
    count = models.PositiveIntegerField()
    last_at = models.DateTimeField(db_index=True)
    waits_until = models.DateTimeField(null=True)
    """Until when further attempts are refused; None while they are free."""

    def __str__(self) -> str:
        return f"{self.count} attempts"

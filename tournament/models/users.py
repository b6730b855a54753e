"""Accounts. What an account may do is said by its membership in each championship."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody who can log in: an organiser or a referee. Pairs and the public need no account.

    `is_superuser` marks those who look after the installation: they may make and deactivate any
    account, create championships and enter every one. The first account, made on the machine
    itself, is one of them. Organisers may create championships too, and make accounts for the
    people of theirs.
    """

    @property
    def shown_name(self) -> str:
        """How the record and the pages name this person: the full name, or the user name."""
        return self.get_full_name() or self.username

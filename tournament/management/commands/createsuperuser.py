"""`python3 manage.py createsuperuser`: Django's, with the site's own rules for user names.

The installation's log tells of the account, as of every other one.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.db import transaction

from tournament.accounts.services import checked_username, record_account_made
from tournament.core.actor import AT_THE_TERMINAL
from tournament.core.errors import UserError
from tournament.models import User


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        known = set(User.objects.values_list("pk", flat=True))
        told = super().handle(*args, **options)
        with transaction.atomic():  # only now: nobody waits while somebody types
            for user in User.objects.exclude(pk__in=known):
                record_account_made(actor=AT_THE_TERMINAL, user=user)
        return told

    def _validate_username(
        self, username: str, verbose_field_name: str, database: str
    ) -> Any:  # a sentence, None without a fault
        # Not in Django's stubs; a test holds that Django calls it.
        fault = super()._validate_username(username, verbose_field_name, database)  # type: ignore[misc]
        if fault:
            return fault
        try:
            checked_username(username)
        except UserError as error:
            return str(error)
        return None

"""`python3 manage.py createsuperuser`: Django's, with the site's own rules for user names."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management.commands import createsuperuser

from tournament.accounts.services import checked_username
from tournament.core.errors import UserError


class Command(createsuperuser.Command):
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

"""`python3 manage.py changepassword`: Django's, told in the installation's log."""

from __future__ import annotations

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import transaction

from tournament.accounts.services import record_password_reset
from tournament.core.actor import AT_THE_TERMINAL
from tournament.models import User


class Command(changepassword.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        told = super().handle(*args, **options)
        user = User.objects.get(username=options["username"] or getpass.getuser())
        with transaction.atomic():  # only now: nobody waits while somebody types
            record_password_reset(actor=AT_THE_TERMINAL, user=user)
        return told

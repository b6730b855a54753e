"""Reading accounts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from tournament.models import User


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A row of the list of accounts: `championships` counts those in which it has a role."""

    id: int
    username: str
    full_name: str
    may_make_accounts: bool
    active: bool
    last_login: datetime | None
    championships: int


def account_lines() -> tuple[AccountLine, ...]:
    """Return all accounts by user name; 1 query."""
    return tuple(
        AccountLine(
            id=user.pk,
            username=user.username,
            full_name=user.get_full_name(),
            may_make_accounts=user.is_superuser,
            active=user.is_active,
            last_login=user.last_login,
            championships=user.championships,
        )
        for user in User.objects.annotate(championships=Count("memberships")).order_by("username")
    )


def no_account_yet() -> bool:
    """Return whether the installation is brand-new."""
    return not User.objects.exists()

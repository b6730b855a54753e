"""Making accounts. They belong to the installation, so no championship's record tells of them.

The server's log does, at level INFO.
"""

from __future__ import annotations

import logging
import secrets

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.models import User

logger = logging.getLogger(__name__)

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without the letters and figures that are mistaken for each other on a scrap of paper."""


def _first_password() -> str:
    """Four groups of four, such as "k7wq-3mzt-…": about 79 bits."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def _lock_accounts() -> None:
    """Let one maker of accounts after the other.

    Before the first account there is no row of ours to lock; the account table's own entry among
    the content types stands for it.
    """
    ContentType.objects.select_for_update().get(app_label="tournament", model="user")


def _checked_username(username: str) -> str:
    name = User.normalize_username(username.strip())
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError as error:
        raise UserError(*error.messages, field="username") from error
    if User.objects.filter(username__iexact=name).exists():
        raise UserError(_("There is already an account with this user name."), field="username")
    return name


@transaction.atomic
def create_first_organiser(*, username: str, full_name: str, password: str) -> User:
    """Make the installation's first account, which may do everything.

    No `actor`: nobody is there yet. Raises NotNow as soon as any account exists; two people who
    send the form together make one account.
    """
    _lock_accounts()
    if User.objects.exists():
        raise NotNow(_("The first account exists already: log in with it."))
    return User.objects.create_superuser(
        username=_checked_username(username), password=password, first_name=full_name
    )


@transaction.atomic
def create_account(
    *, actor: Actor, username: str, full_name: str, may_make_accounts: bool = False
) -> tuple[User, str]:
    """Make an account with a password from the operating system: the account and that password.

    The password is not kept in readable form: it can be shown once, now.
    """
    _lock_accounts()
    password = _first_password()
    user = User.objects.create_user(
        username=_checked_username(username), password=password, first_name=full_name
    )
    if may_make_accounts:
        user.is_superuser = user.is_staff = True
        user.save(update_fields=["is_superuser", "is_staff"])
    logger.info("%s made the account %s", actor.name, user.username)
    return user, password


@transaction.atomic
def renew_password(*, actor: Actor, user: User) -> str:
    """Give an account a new password and return it, to be shown once; its sessions end."""
    password = _first_password()
    locked = User.objects.select_for_update().get(pk=user.pk)
    locked.set_password(password)
    locked.last_login = None  # the next login asks for a password of one's own again
    locked.save(update_fields=["password", "last_login"])
    logger.info("%s gave %s a new password", actor.name, locked.username)
    return password

"""Create, close and reopen accounts, and give them new passwords.

Accounts belong to the installation, so its own log tells of them, not a championship's record.
"""

from __future__ import annotations

import re
import secrets
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import override

from tournament.audit.event_text import numbered_text
from tournament.audit.services import record_installation_event
from tournament.core.actor import MACHINES, Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.lookalikes import skeleton
from tournament.core.names import clean_name, clean_public_name, refuse_private
from tournament.models import InstallationAction, User

FULL_NAME_LENGTH = USERNAME_LENGTH = 150
_TAKEN_BY_THE_MACHINE = _lazy(
    "In the record this name means something else, so no person can have it."
)
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and figures that are not mistaken for each other on a scrap of paper."""


def _first_password() -> str:
    """Return a random password of four groups of four, such as "k7wq-3mzt-…": about 79 bits."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def _lock_accounts() -> None:
    """Let accounts be made one after the other.

    Before the first account there is no row of ours to lock; the account table's own entry among
    the content types stands for it.
    """
    ContentType.objects.select_for_update().get(app_label="tournament", model="user")


def _checked_full_name(full_name: str) -> str:
    name = clean_public_name(full_name, max_length=FULL_NAME_LENGTH, field="full_name")
    if full_name.strip() and not name:
        raise UserError(_("A name needs a letter that can be seen."), field="full_name")
    if is_reserved(name):
        raise UserError(_TAKEN_BY_THE_MACHINE, field="full_name")
    return name


def checked_username(username: str) -> str:
    """Return the user name as it is stored; 1 query.

    Raises `UserError` (field "username") for a name that is empty, malformed, the machine's own, or
    looks like that of another account.
    """
    name = User.normalize_username(
        clean_name(username, max_length=USERNAME_LENGTH, field="username")
    )
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError as error:
        raise UserError(
            _("A user name has only letters, digits and @ . + - _, without spaces."),
            field="username",
        ) from error
    if is_reserved(name):
        raise UserError(_TAKEN_BY_THE_MACHINE, field="username")
    refuse_private(name.partition("@")[0], field="username")
    wanted = skeleton(name)
    for taken in User.objects.values_list("username", flat=True):
        if taken.casefold() == name.casefold():
            raise UserError(_("There is already an account with this user name."), field="username")
        if skeleton(taken) == wanted:
            raise UserError(
                _("This looks like the user name of another account, “%(name)s”: choose another.")
                % {"name": taken},
                field="username",
            )
    return name


def is_reserved(name: str) -> bool:
    """Return whether the record calls the machine, a pair or a table by this name, or by one that
    looks the same, in any language of the site."""
    return not _reserved().isdisjoint((skeleton(name), _without_numbers(name)))


@cache
def _reserved() -> frozenset[str]:
    found = {skeleton(word) for word in MACHINES}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found |= {skeleton(str(word)) for word in MACHINES.values()}
            found |= {_without_numbers(numbered_text(kind, 1)) for kind in ("contestant", "table")}
    return frozenset(found)


def _without_numbers(name: str) -> str:
    return skeleton(re.sub(r"\d+", "#", name))


@transaction.atomic
def create_first_organiser(*, username: str, full_name: str, password: str) -> User:
    """Make the installation's first account, which may do everything.

    No `actor`: nobody is there yet. Raises `NotNow` as soon as any account exists; two people who
    send the form together make one account.
    """
    _lock_accounts()
    if User.objects.exists():
        raise NotNow(_("The first account exists already: log in with it."))
    user = User.objects.create_superuser(
        username=checked_username(username),
        password=password,
        first_name=_checked_full_name(full_name),
    )
    record_account_made(actor=Actor.of_user(user), user=user)
    return user


@transaction.atomic
def create_account(
    *, actor: Actor, username: str, full_name: str, may_make_accounts: bool = False
) -> tuple[User, str]:
    """Make an account and return it with its password, which comes from the operating system.

    The password is not stored in readable form: it can be shown once, now.
    """
    _lock_accounts()
    password = _first_password()
    user = User.objects.create_user(
        username=checked_username(username),
        password=password,
        first_name=_checked_full_name(full_name),
    )
    if may_make_accounts:
        user.is_superuser = user.is_staff = True
        user.save(update_fields=["is_superuser", "is_staff"])
    record_account_made(actor=actor, user=user)
    return user, password


def record_account_made(*, actor: Actor, user: User) -> None:
    after: dict[str, Any] = {"username": user.username, "full_name": user.get_full_name()}
    record_installation_event(
        actor=actor,
        action=InstallationAction.ACCOUNT_MADE,
        target=Actor.of_user(user).name,
        after={**after, "looks_after": user.is_superuser},
    )


@transaction.atomic
def renew_password(*, actor: Actor, user: User) -> str:
    """Give an account a new password and return it, to be shown once; its sessions end."""
    password = _first_password()
    locked = User.objects.select_for_update().get(pk=user.pk)
    locked.set_password(password)
    locked.last_login = None  # the next login asks for a new password again
    locked.save(update_fields=["password", "last_login"])
    record_password_reset(actor=actor, user=locked)
    return password


def record_password_reset(*, actor: Actor, user: User) -> None:
    record_installation_event(
        actor=actor,
        action=InstallationAction.PASSWORD_RESET,
        target=Actor.of_user(user).name,
    )


@transaction.atomic
def deactivate_account(*, actor: Actor, user: User) -> User:
    """Close an account without losing it: its sessions end and nobody can log in with it.

    Its roles stay, for the day it is activated again. A championship of which it is the only
    organiser is left to those who look after the installation. Closing it twice changes nothing
    more. Raises `UserError` for one's own account, and for the last one that looks after the
    installation.
    """
    _lock_accounts()
    current = User.objects.get(pk=user.pk)
    if actor.user_id == current.pk:
        raise UserError(_("You can't deactivate your own account: somebody else has to do it."))
    keepers = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=current.pk)
    if current.is_superuser and not keepers.exists():
        raise UserError(
            _("%(name)s is the only administrator: this account can't be deactivated.")
            % {"name": current.shown_name}
        )
    return _set_active(actor, current, active=False)


@transaction.atomic
def activate_account(*, actor: Actor, user: User) -> User:
    """Open a closed account again, with the password and the roles it had."""
    _lock_accounts()
    return _set_active(actor, User.objects.get(pk=user.pk), active=True)


def _set_active(actor: Actor, user: User, *, active: bool) -> User:
    if user.is_active != active:
        before, user.is_active = user.is_active, active
        user.save(update_fields=["is_active"])
        record_installation_event(
            actor=actor,
            action=InstallationAction.ACCOUNT_CHANGED,
            target=Actor.of_user(user).name,
            before={"username": user.username, "active": before},
            after={"username": user.username, "active": active},
        )
    return user

"""Organisers and referees of a championship, which never loses its last organiser."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.accounts.services import create_account
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locks import lock_championship
from tournament.models import Action, Championship, Membership, Role, User


@transaction.atomic
def add_member(*, actor: Actor, championship: Championship, user: User, role: Role) -> Membership:
    """Give an account a role. Raises `UserError` if it has one already, or is deactivated."""
    locked = lock_championship(championship)
    _refuse_deactivated(user, field="username")
    present = locked.memberships.filter(user=user).first()
    if present is not None:
        raise UserError(
            _("%(name)s already has a role here: %(role)s.")
            % {"name": user.shown_name, "role": Role(present.role).label},
            field="username",
        )
    membership = Membership.objects.create(championship=locked, user=user, role=role)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.MEMBER_ADDED,
        target=Actor.of_user(user).name,
        after={"username": user.username, "role": role.value},
    )
    return membership


@transaction.atomic
def add_new_member(
    *, actor: Actor, championship: Championship, username: str, full_name: str, role: Role
) -> tuple[Membership, str]:
    """Make an account with a role; return the membership and the password, to be shown once."""
    lock_championship(championship)  # first, as every write does, before the accounts are locked
    user, password = create_account(actor=actor, username=username, full_name=full_name)
    member = add_member(actor=actor, championship=championship, user=user, role=role)
    return member, password


def _refuse_deactivated(user: User, *, field: str | None = None) -> None:
    """Raise `UserError` for an account with which nobody can log in; it is read again."""
    if not User.objects.get(pk=user.pk).is_active:
        raise UserError(
            _("The account of %(name)s is deactivated: it can't be given a role.")
            % {"name": user.shown_name},
            field=field,
        )


def keep_an_organiser(championship: Championship, leaving: Membership) -> None:
    """Raise `UserError` if nobody who can log in would be organiser without that member."""
    others = championship.memberships.filter(role=Role.ORGANISER, user__is_active=True)
    others = others.exclude(pk=leaving.pk)
    if leaving.role == Role.ORGANISER and not others.exists():
        raise UserError(
            _("%(name)s is the only organiser: make somebody else an organiser first.")
            % {"name": leaving.user.shown_name}
        )


@transaction.atomic
def change_member(*, actor: Actor, membership: Membership, role: Role) -> Membership:
    locked = lock_championship(membership.championship)
    current = locked.memberships.select_related("user").filter(pk=membership.pk).first()
    if current is None:
        raise UserError(_("This person has been removed meanwhile."))
    if current.role == role.value:
        return current
    if role is Role.ORGANISER:
        _refuse_deactivated(current.user)
    keep_an_organiser(locked, current)
    before, current.role = current.role, role.value
    current.save(update_fields=["role"])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.MEMBER_CHANGED,
        target=Actor.of_user(current.user).name,
        before={"username": current.user.username, "role": before},
        after={"username": current.user.username, "role": role.value},
    )
    return current


@transaction.atomic
def remove_member(*, actor: Actor, membership: Membership) -> None:
    """Take somebody's role away; the account stays. Doing it twice changes nothing more."""
    locked = lock_championship(membership.championship)
    current = locked.memberships.select_related("user").filter(pk=membership.pk).first()
    if current is None:
        return
    keep_an_organiser(locked, current)
    current.delete()
    record_event(
        championship=locked,
        actor=actor,
        action=Action.MEMBER_REMOVED,
        target=Actor.of_user(current.user).name,
        before={"username": current.user.username, "role": current.role},
    )

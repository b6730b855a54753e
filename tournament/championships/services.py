"""What organisers do to a championship as a whole: create it, set its rules and people, end it.

Settings may be changed freely until the first round opens; after that a change needs a reason,
because results that are already known change with it. A championship never loses its last
organiser. Every act is in the record.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.settings import Settings, TieBreak
from tournament.accounts.services import create_account
from tournament.audit.services import record_event
from tournament.claims.queries import open_claims
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locking import (
    lock_championship,
    lock_running_championship,
    play_has_begun,
    stage_of,
)
from tournament.core.names import clean_name
from tournament.core.reasons import clean_note
from tournament.core.versions import version_of_values
from tournament.links.tokens import secret_of
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    Membership,
    Role,
    RoundStatus,
    Stage,
    User,
)

NAME_LENGTH = 120
SLUG_LENGTH = 60
DRAW_SEED_LENGTH = 64
_ATTEMPTS = 5


def _clean_details(name: str, place: str) -> tuple[str, str]:
    clean = clean_name(name, max_length=NAME_LENGTH, field="name")
    if not clean:
        raise UserError(_("Give the championship a name."), field="name")
    return clean, clean_name(place, max_length=NAME_LENGTH, field="place")


def _free_slug(name: str) -> str:
    """The name as a part of an address, with a number if that is taken."""
    base = slugify(name)[:SLUG_LENGTH].strip("-") or "championship"
    taken = set(Championship.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _create_with_free_slug(**details: Any) -> Championship:
    """Store the championship; two of one name that are made at once get two addresses."""
    for _attempt in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return Championship.objects.create(
                    slug=_free_slug(Championship(**details).shown_name), **details
                )
        except IntegrityError:
            continue
    raise Conflict(_("Somebody else has made a championship of this name just now: try again."))


def _details(championship: Championship) -> dict[str, str]:
    return {
        "name": championship.name,
        "place": championship.place,
        "date": championship.date.isoformat(),
    }


def details_version(championship: Championship) -> str:
    """A short text that is another one after every change of name, place or date."""
    return version_of_values(_details(championship))


@transaction.atomic
def create_championship(
    *,
    actor: Actor,
    user: User,
    name: str,
    place: str,
    date: datetime.date,
    rehearsal: Mapping[str, Any] | None = None,
) -> Championship:
    """Create a championship with its one stage, and make `user` its organiser.

    Sent twice (a double click) it is created once: the same details by the same actor, while
    nothing else has happened in it, are the same championship. `rehearsal` makes it one that bots
    play, for good; what it says (JSON values) is in the record: what they play from.
    """
    name, place = _clean_details(name, place)
    # Locking the maker's own account lets a second click wait for the first.
    User.objects.select_for_update().get(pk=user.pk)
    for twin in Championship.objects.filter(
        name=name,
        place=place,
        date=date,
        memberships__user=user,
        is_rehearsal=rehearsal is not None,
    ):
        events = list(AuditEvent.objects.filter(championship=twin)[:2])
        if len(events) == 1 and events[0].actor == actor.name:
            return twin
    championship = _create_with_free_slug(
        name=name, place=place, date=date, is_rehearsal=rehearsal is not None
    )
    Stage.objects.create(championship=championship)
    secret_of(championship)  # made now, so that whoever looks at links later writes nothing
    Membership.objects.create(championship=championship, user=user, role=Role.ORGANISER)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CHAMPIONSHIP_CREATED,
        after={
            **_details(championship),
            "organiser": Actor.of_user(user).name,
            **({} if rehearsal is None else {"rehearsal": dict(rehearsal)}),
        },
    )
    return championship


@transaction.atomic
def change_details(
    *,
    actor: Actor,
    championship: Championship,
    name: str,
    place: str,
    date: datetime.date,
    based_on: str = "",
) -> Championship:
    """Change name, place or date. The address stays: it may be printed somewhere.

    `based_on` is the `details_version` that the organiser had before them: Conflict if it is
    another one by now, unless they stand as wished already.
    """
    name, place = _clean_details(name, place)
    locked = lock_running_championship(championship)
    before, version = _details(locked), details_version(locked)
    locked.name, locked.place, locked.date = name, place, date
    after = _details(locked)
    if after != before:
        if based_on and based_on != version:
            raise Conflict(
                _("Somebody else has changed this meanwhile. Here is what stands now: look again.")
            )
        locked.save(update_fields=["name", "place", "date"])
        record_event(
            championship=locked,
            actor=actor,
            action=Action.CHAMPIONSHIP_CHANGED,
            before=before,
            after=after,
        )
    return locked


def settings_as_stored(settings: Settings, draw_seed: str) -> dict[str, Any]:
    """A championship's settings by the names of its columns, as JSON values."""
    return {
        "average_of": settings.average_of.value,
        "flat_score": str(settings.flat_score),
        "scale": settings.scale.value,
        "rank_by": settings.rank_by.value,
        "withdrawn": settings.withdrawn.value,
        "play_variant": settings.play_variant.value,
        "tie_breaks": [rule.value for rule in settings.tie_breaks],
        "draw_seed": draw_seed,
    }


def settings_version(championship: Championship) -> str:
    """A short text that is another one after every change of the settings."""
    return version_of_values(
        settings_as_stored(championship.scoring_settings(), championship.draw_seed)
    )


@transaction.atomic
def change_settings(
    *,
    actor: Actor,
    championship: Championship,
    settings: Settings,
    draw_seed: str = "",
    reason: str = "",
    based_on: str = "",
) -> Championship:
    """Set the rules of scoring and ranking.

    `reason` is needed once a round has been opened. A tie-break by drawing a card needs a seed;
    an empty one is then drawn from the operating system. `based_on` is the `settings_version` that
    the organiser had before them: Conflict if it is another one by now.
    """
    draw_seed = clean_name(draw_seed, max_length=DRAW_SEED_LENGTH, field="draw_seed")
    reason = clean_note(reason, field="reason")
    locked = lock_running_championship(championship)
    before = settings_as_stored(locked.scoring_settings(), locked.draw_seed)
    if based_on and based_on != settings_version(locked):
        raise Conflict(_("Somebody else has changed the settings meanwhile. Look at them again."))
    if TieBreak.DRAW in settings.tie_breaks and not draw_seed:
        draw_seed = get_random_string(16, "abcdefghjkmnpqrstuvwxyz23456789")
    after = settings_as_stored(settings, draw_seed)
    changed = {name for name in after if after[name] != before[name]}
    if not changed:
        return locked
    if not reason and play_has_begun(locked):
        raise UserError(
            _("A round has been opened already: say why the settings change."), field="reason"
        )
    for name in changed:
        setattr(locked, name, after[name])
    locked.save(update_fields=sorted(changed))
    record_event(
        championship=locked,
        actor=actor,
        action=Action.SETTINGS_CHANGED,
        before={name: before[name] for name in sorted(changed)},
        after={name: after[name] for name in sorted(changed)},
        reason=reason,
    )
    return locked


@transaction.atomic
def end_championship(*, actor: Actor, championship: Championship, reason: str = "") -> Championship:
    """Make the standings final and the key of the hands public.

    Play must have begun, and every round must be closed; for planned rounds that were never opened
    a `reason` is needed. An open round is always in the way, and so is a claim that nobody has
    decided (NotNow). Ended twice it is ended once.
    """
    reason = clean_note(reason, field="reason")
    locked = lock_championship(championship)
    if locked.ended_at is not None:
        return locked
    stage = stage_of(locked)
    if not play_has_begun(locked):
        raise NotNow(_("Nothing has been played: publish the schedule and play first."))
    rounds = list(stage.rounds.values_list("number", "status"))
    still_open = [str(number) for number, status in rounds if status == RoundStatus.OPEN]
    if still_open:
        raise NotNow(
            ngettext(
                "Round %(rounds)s is open: close it first.",
                "Rounds %(rounds)s are open: close them first.",
                len(still_open),
            )
            % {"rounds": ", ".join(still_open)}
        )
    _refuse_open_claims(stage)
    unplayed = [number for number, status in rounds if status == RoundStatus.PLANNED]
    if unplayed and not reason:
        raise UserError(
            ngettext(
                "Round %(rounds)s was never opened: say why the championship ends without it.",
                "Rounds %(rounds)s were never opened: say why the championship ends without them.",
                len(unplayed),
            )
            % {"rounds": ", ".join(map(str, unplayed))},
            field="reason",
        )
    locked.ended_at = timezone.now()
    locked.save(update_fields=["ended_at"])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CHAMPIONSHIP_ENDED,
        after={"rounds_not_played": unplayed},
        reason=reason,
    )
    if stage.deal_set is not None:
        record_event(
            championship=locked,
            actor=actor,
            action=Action.KEY_PUBLISHED,
            after={"commitment": stage.deal_set.commitment},
        )
    return locked


def _refuse_open_claims(stage: Stage) -> None:
    """Who has asked for something gets an answer before the links end."""
    waiting = [str(claim.number) for claim in open_claims(stage)]
    if waiting:
        raise NotNow(
            ngettext(
                "Claim %(claims)s is not decided: decide it at the desk first.",
                "Claims %(claims)s are not decided: decide them at the desk first.",
                len(waiting),
            )
            % {"claims": ", ".join(waiting)}
        )


@transaction.atomic
def add_member(*, actor: Actor, championship: Championship, user: User, role: Role) -> Membership:
    """Give an account a role. Raises UserError if it has one already, or is deactivated."""
    locked = lock_championship(championship)
    _refuse_deactivated(user, field="username")
    present = locked.memberships.filter(user=user).first()
    if present is not None:
        raise UserError(
            _("%(name)s takes part already, as %(role)s.")
            % {"name": user.shown_name, "role": Role(present.role).label},
            field="username",
        )
    membership = Membership.objects.create(championship=locked, user=user, role=role)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.MEMBER_ADDED,
        target=Actor.of_user(user).name,
        after={"role": role.value},
    )
    return membership


@transaction.atomic
def add_new_member(
    *, actor: Actor, championship: Championship, username: str, full_name: str, role: Role
) -> tuple[Membership, str]:
    """Make an account and give it a role: the membership and the password, to be shown once."""
    lock_championship(championship)  # first, as every write does, before the accounts are locked
    user, password = create_account(actor=actor, username=username, full_name=full_name)
    member = add_member(actor=actor, championship=championship, user=user, role=role)
    return member, password


def _refuse_deactivated(user: User, *, field: str | None = None) -> None:
    """Raise UserError for an account with which nobody can log in; it is read again."""
    if not User.objects.get(pk=user.pk).is_active:
        raise UserError(
            _("The account of %(name)s is deactivated: it can't be given a role.")
            % {"name": user.shown_name},
            field=field,
        )


def keep_an_organiser(championship: Championship, leaving: Membership) -> None:
    """Raise UserError if nobody who can log in would be organiser without that member."""
    others = championship.memberships.filter(role=Role.ORGANISER, user__is_active=True)
    others = others.exclude(pk=leaving.pk)
    if leaving.role == Role.ORGANISER and not others.exists():
        raise UserError(
            _("%(name)s is the only organiser: make somebody else organiser first.")
            % {"name": leaving.user.shown_name}
        )


@transaction.atomic
def change_member(*, actor: Actor, membership: Membership, role: Role) -> Membership:
    """Give somebody another role."""
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
        before={"role": before},
        after={"role": role.value},
    )
    return current


@transaction.atomic
def remove_member(*, actor: Actor, membership: Membership) -> None:
    """Take somebody's role away; the account stays. Removed twice it is removed once."""
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
        before={"role": current.role},
    )

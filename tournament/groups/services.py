"""Dividing the pairs of a stage into groups, moving them by hand, and taking the groups back.

All of it comes before the schedule is made; with a schedule the groups stand.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import PairingError
from scoring.pairing.groups import GroupsBy, divide
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_running_stage
from tournament.core.names import clean_name
from tournament.groups.queries import (
    clubs_of,
    default_names,
    groups_version,
    in_order,
    most_groups,
    why_no_groups,
    why_not_changed,
)
from tournament.models import (
    GROUP_NAME_LENGTH,
    SEED_LENGTH,
    Action,
    ComparedWith,
    GroupMember,
    Stage,
)
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef

Groups = Sequence[Sequence[ContestantRef]]


@transaction.atomic
def draw_groups(
    *,
    actor: Actor,
    stage: Stage,
    count: int,
    by: GroupsBy = GroupsBy.LOT,
    seed: str = "",
    clubs_apart: bool = False,
    compared_with: ComparedWith = ComparedWith.EVERYBODY,
) -> Stage:
    """Divide the pairs of a stage into `count` groups, in place of earlier ones.

    By lot from a seed, which is drawn from the operating system where none is given, or in
    serpentine in the order of the numbers, or of the standings that they were chosen by. The method
    is that of `scoring.pairing.groups`. `compared_with` counts where hands are dealt beforehand.

    Raises `NotNow` for the reasons of `why_no_groups` and `why_not_changed`, and `UserError`
    (fields: count, seed).
    """
    seed = clean_name(seed, max_length=SEED_LENGTH, field="seed")
    stage = lock_running_stage(stage)
    if refusal := why_no_groups(stage) or why_not_changed(stage):
        raise NotNow(refusal)
    contestants = in_order(stage)
    most = most_groups(stage, len(contestants))
    if not 2 <= count <= most:
        raise UserError(
            _("With %(pairs)d pairs there can be 2 to %(most)d groups.")
            % {"pairs": len(contestants), "most": most},
            field="count",
        )
    seed = (seed or secrets.token_hex(8)) if by is GroupsBy.LOT else ""
    order = [one.number for one in contestants]
    apart = clubs_of(contestants) if clubs_apart else []
    try:
        divided = divide(order, count, by, seed=seed, apart=apart)
    except PairingError as error:
        raise NotNow(_("There are too few pairs for these groups.")) from error
    by_number = {one.number: one for one in contestants}
    groups = [[by_number[number] for number in group] for group in divided]
    _store(stage, groups, default_names(count), _compared(stage, compared_with))
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.GROUPS_DRAWN,
        after={
            **_as_recorded(stage, groups),
            "groups_by": by.value,
            **({"seed": seed} if seed else {}),
            "drawn_from": order,
            **({"kept_apart": apart} if apart else {}),
        },
    )
    return stage


def _compared(stage: Stage, chosen: ComparedWith) -> ComparedWith:
    """Return the range of comparison: no choice where no hands are compared."""
    return chosen if format_of(stage).deals else ComparedWith.EVERYBODY


@transaction.atomic
def change_groups(
    *,
    actor: Actor,
    stage: Stage,
    group_of: Mapping[int, int],
    names: Sequence[str],
    compared_with: ComparedWith,
    based_on: str = "",
) -> Stage:
    """Put pairs into groups by hand, name the groups, and set the range of comparison.

    `group_of` has the group, from 1, of every pair of the stage by its number. Sizes may differ,
    but no group is empty. `based_on` is the `groups_version` that the user saw. Nothing is written
    where nothing changes.

    Raises `Conflict` for another version, `NotNow` for the reasons of `why_not_changed`, and
    `UserError` (fields: name_N, pair_N).
    """
    stage = lock_running_stage(stage)
    if refusal := why_not_changed(stage):
        raise NotNow(refusal)
    if not stage.has_groups:
        raise NotNow(_("There are no groups yet: draw them first."))
    contestants = in_order(stage)
    if based_on and based_on != groups_version(stage, contestants):
        raise Conflict(_("Somebody else has changed the groups meanwhile. Check them again."))
    cleaned = _clean_names(stage, names)
    for one in contestants:
        if not 1 <= group_of.get(one.number, 0) <= len(cleaned):
            raise UserError(
                _("Put pair %(number)d into a group.") % {"number": one.number},
                field=f"pair_{one.number}",
            )
    groups = [
        [one for one in contestants if group_of[one.number] == group]
        for group in range(1, len(cleaned) + 1)
    ]
    for name, group in zip(cleaned, groups, strict=True):
        if not group:
            raise UserError(_("Group %(name)s has no pair.") % {"name": name})
    compared_with = _compared(stage, compared_with)
    is_new = any(one.group != group_of[one.number] for one in contestants)
    if not is_new and cleaned == stage.group_names and compared_with == stage.compared_with:
        return stage
    before = _members_as_recorded(stage, contestants)
    _store(stage, groups, cleaned, compared_with)
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.GROUPS_CHANGED,
        before=before,
        after=_as_recorded(stage, groups),
    )
    return stage


def _clean_names(stage: Stage, names: Sequence[str]) -> list[str]:
    cleaned = []
    for index, text in enumerate(names, start=1):
        field = f"name_{index}"
        name = clean_name(text, max_length=GROUP_NAME_LENGTH, field=field)
        if not name:
            raise UserError(_("Give the group a name."), field=field)
        if name in cleaned:
            raise UserError(_("Two groups can't have the same name."), field=field)
        cleaned.append(name)
    if len(cleaned) != len(stage.group_names):
        raise UserError(_("Each group needs a name."))
    return cleaned


@transaction.atomic
def remove_groups(*, actor: Actor, stage: Stage) -> None:
    """Take the groups back, so that the stage is one whole; no harm if it has none.

    Raises `NotNow` for the reasons of `why_not_changed`.
    """
    stage = lock_running_stage(stage)
    if not stage.has_groups:
        return
    if refusal := why_not_changed(stage):
        raise NotNow(refusal)
    before = _members_as_recorded(stage, in_order(stage))
    _store(stage, [], [], ComparedWith.EVERYBODY)
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.GROUPS_REMOVED,
        before=before,
    )


def _store(stage: Stage, groups: Groups, names: list[str], compared_with: ComparedWith) -> None:
    stage.group_members.all().delete()
    GroupMember.objects.bulk_create(
        GroupMember(stage=stage, contestant_id=one.id, group=number)
        for number, group in enumerate(groups, start=1)
        for one in group
    )
    stage.group_names, stage.compared_with = names, compared_with.value
    stage.save(update_fields=["group_names", "compared_with"])


def _as_recorded(stage: Stage, groups: Groups) -> dict[str, Any]:
    return {
        "stage": stage.number,
        "group_names": stage.group_names,
        "compared_with": stage.compared_with,
        "groups": [[one.number for one in group] for group in groups],
    }


def _members_as_recorded(stage: Stage, contestants: Sequence[ContestantRef]) -> dict[str, Any]:
    numbers = range(1, len(stage.group_names) + 1)
    return _as_recorded(stage, [[one for one in contestants if one.group == n] for n in numbers])

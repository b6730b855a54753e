"""A stage's rules of scoring and ranking.

They may be changed freely until the first round opens; after that a change needs a reason, because
results that are already known change with it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from scoring.carry import Carry
from scoring.duplicate.tie_breaks import TieBreak
from scoring.ordinary.standings import GameSettings
from scoring.settings import Fixed
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_running_stage, settings_are_frozen, version_of_values
from tournament.core.names import clean_name
from tournament.core.reasons import clean_note
from tournament.core.ties import refuse_in_a_venue
from tournament.models import SEED_LENGTH, STAGE_NAME_LENGTH, Action, AnySettings, Stage
from tournament.results.stored_sheets import wrong_sheets
from tournament.standings.rankings.rankings import ranking_of

DRAWN_FROM = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of a seed that the machine chooses: none that look alike."""


CHANGED_BESIDE = ("draw_seed", "name")
"""Columns of a stage that are changed together with its settings."""


def settings_as_stored(stage: Stage) -> dict[str, Any]:
    """Return a stage's settings and what is changed with them, by name, as JSON values."""
    return {**stage.settings.plain(), **{one: getattr(stage, one) for one in CHANGED_BESIDE}}


def settings_version(stage: Stage) -> str:
    """Return a short text that changes with every change of the settings."""
    return version_of_values(settings_as_stored(stage))


@transaction.atomic
def change_settings(
    *,
    actor: Actor,
    stage: Stage,
    settings: AnySettings,
    draw_seed: str = "",
    name: str | None = None,
    reason: str = "",
    based_on: str = "",
) -> Stage:
    """Set a stage's rules of scoring and ranking; `settings` are of its format's kind.

    `name` is the stage's own, "" for its number; None leaves it as it is.

    `reason` is needed once a round of it has been opened. A tie-break by drawing a card needs a
    seed; an empty one is then drawn from the operating system. `based_on` is the `settings_version`
    that the organiser saw: raises `Conflict` if it is outdated. Raises `NotNow` for settings that
    can't be changed while there is a schedule, or by which stored score sheets would add up to
    other points.
    """
    locked = lock_running_stage(stage)
    refuse_in_a_venue(locked.championship)
    return _change(actor, locked, settings, draw_seed, name, reason, based_on)


def share_settings(
    *,
    actor: Actor,
    stage: Stage,
    settings: AnySettings,
    draw_seed: str,
    reason: str,
    based_on: str = "",
) -> Stage:
    """Set the rules of scoring and ranking in a venue of an event.

    It is part of an act on all venues: call it inside that act's transaction, with the championship
    locked.
    """
    locked = lock_running_stage(stage)
    return _change(actor, locked, settings, draw_seed, None, reason, based_on)


def seed_for(settings: AnySettings, draw_seed: str) -> str:
    """Return the given seed, or one from the operating system where cards are drawn without."""
    draw_seed = clean_name(draw_seed, max_length=SEED_LENGTH, field="draw_seed")
    if TieBreak.DRAW in settings.tie_breaks and not draw_seed:
        return get_random_string(16, DRAWN_FROM)
    return draw_seed


def _change(
    actor: Actor,
    locked: Stage,
    settings: AnySettings,
    draw_seed: str,
    name: str | None,
    reason: str,
    based_on: str,
) -> Stage:
    if name is not None:
        name = clean_name(name, max_length=STAGE_NAME_LENGTH, field="name")
    reason = clean_note(reason, field="reason")
    before = settings_as_stored(locked)
    if based_on and based_on != settings_version(locked):
        raise Conflict(_("Somebody else has changed the settings meanwhile. Check them again."))
    after = {
        **settings.plain(),
        "draw_seed": seed_for(settings, draw_seed),
        "name": before["name"] if name is None else name,
    }
    changed = {name for name in after if after[name] != before[name]}
    if not changed:
        return locked
    _refuse_change(locked, changed, settings, reason)
    unit = ranking_of(locked).unit(locked)
    locked.settings = settings
    locked.draw_seed, locked.name = after["draw_seed"], after["name"]
    _refuse_another_unit(locked, unit)
    locked.save(update_fields=["settings", *CHANGED_BESIDE])
    record_event(
        championship=locked.championship,
        actor=actor,
        action=Action.SETTINGS_CHANGED,
        before={name: before[name] for name in sorted(changed)},
        after={"stage": locked.number, **{name: after[name] for name in sorted(changed)}},
        reason=reason,
    )
    return locked


def _refuse_change(
    stage: Stage, changed: Collection[str], settings: AnySettings, reason: str
) -> None:
    """Refuse a change that can't be made now, or not without a reason."""
    if not reason and settings_are_frozen(stage):
        raise UserError(
            _("A round has already been opened: say why the settings change."), field="reason"
        )
    fixed = {one.fixed for name, one in settings.fields().items() if name in changed}
    if Fixed.BY_SCHEDULE in fixed and stage.rounds.exists():
        raise NotNow(
            _(
                "How many games a pair plays against the same opponents, and the second chance, "
                "belong to the schedule: remove that first, and make it again afterwards."
            )
        )
    if Fixed.BY_SHEETS in fixed and isinstance(settings, GameSettings):
        _refuse_other_sheets(stage, settings)


def _refuse_another_unit(stage: Stage, unit: str) -> None:
    """Refuse another unit for a stage into which scores were carried, which are in its unit."""
    if stage.carry != Carry.NOTHING and ranking_of(stage).unit(stage) != unit:
        raise UserError(
            _(
                "Points were carried into this stage as hands are scored now: take the stage back "
                "to score them otherwise."
            )
        )


def _refuse_other_sheets(stage: Stage, settings: GameSettings) -> None:
    """Refuse settings by which a stored score sheet wouldn't give its game's points any more."""
    before = {one.result.pk for one in wrong_sheets(stage)}
    after = (one for one in wrong_sheets(stage, settings) if one.result.pk not in before)
    if (wrong := next(after, None)) is None:
        return
    match = wrong.result.match
    raise NotNow(
        _(
            "By these settings the score sheets of games that have been played would give other "
            "points: that of round %(round)d at table %(table)s, say. These settings stay as they "
            "are in this stage."
        )
        % {"round": match.round.number, "table": match.table.shown_name}
    )

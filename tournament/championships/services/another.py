"""Create a championship like an earlier one: its settings, and its tables, people and pairs."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from io import BytesIO

from django.db import transaction

from tournament.championships.day_settings import change_day
from tournament.championships.logo import set_logo
from tournament.championships.services.details import create_championship
from tournament.championships.services.members import add_member
from tournament.championships.services.settings import change_settings
from tournament.championships.services.stages import add_stage
from tournament.contestants.queries.register import register
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.list_import import import_contestants
from tournament.contestants.services.tables import fit_tables, set_tables
from tournament.core.actor import Actor
from tournament.core.locks import lock_championship
from tournament.core.stages import stages_of
from tournament.models import (
    Action,
    Championship,
    ChampionshipLogo,
    ConfirmationRule,
    Role,
    Stage,
    User,
)
from tournament.stages.formats import format_of
from tournament.stages.intent import intent_of
from tournament.stages.presets import Beginning


@dataclass(frozen=True, slots=True)
class CopiedParts:
    """Parts to copy besides the settings, the stages, how the day runs, and the logo."""

    tables: bool
    """Names of the tables."""
    people: bool
    """Organisers and referees whose accounts are in use."""
    pairs: bool
    """Pairs that have not withdrawn, numbered from 1 in their order."""


@transaction.atomic
def create_another(
    *,
    actor: Actor,
    user: User,
    source: Championship,
    name: str,
    place: str,
    date: datetime.date,
    taken: CopiedParts,
) -> Championship:
    """Create a championship like `source`, and make `user` its organiser.

    Stages whose pairs were chosen by the standings are left out: nobody knows yet who would play.
    Each part is recorded as if somebody had entered it. A double click creates it once: equal
    details after one source by one actor, while no schedule has been made, are one championship.
    Raises `UserError` as `create_championship` does.
    """
    source = lock_championship(source)  # so that a second click waits for the first
    first, *others = (one for one in stages_of(source) if one.best is None)
    if (twin := _twin(actor, source, name, place, date)) is not None:
        return twin
    championship = create_championship(
        actor=actor,
        user=user,
        name=name,
        place=place,
        date=date,
        begins=Beginning.of(
            format_of(first), hands_per_match=first.hands_per_match, intent=intent_of(first)
        ),
        like=source.slug,
    )
    made = [*stages_of(championship)]
    made += [
        add_stage(
            actor=actor,
            championship=championship,
            kind=format_of(stage).kind,
            hands_per_match=stage.hands_per_match,
        )
        for stage in others
    ]
    for stage, earlier in zip(made, (first, *others), strict=True):
        _take_settings(actor, stage, earlier)
    change_day(
        actor=actor,
        championship=championship,
        confirmation=ConfirmationRule(source.confirmation),
        round_minutes=source.round_minutes,
        correction_minutes=source.correction_minutes,
    )
    logo = ChampionshipLogo.objects.filter(championship=source).first()
    if logo is not None:
        set_logo(actor=actor, championship=championship, file=BytesIO(bytes(logo.png)))
    if taken.people:
        _take_people(actor, championship, source)
    if taken.pairs:
        _take_pairs(actor, championship, source)
    if taken.tables:
        _take_tables(actor, championship, source)
    return Championship.objects.get(pk=championship.pk)


def _twin(
    actor: Actor, source: Championship, name: str, place: str, date: datetime.date
) -> Championship | None:
    """Return the championship that this click has already made, or None."""
    twins = Championship.objects.filter(name=name.strip(), place=place.strip(), date=date)
    made = twins.filter(
        events__action=Action.CHAMPIONSHIP_CREATED,
        events__disclosed__actor__1=actor.name,
        events__after__like=source.slug,
    )
    return made.exclude(events__action=Action.SCHEDULE_MADE).first()


def _take_settings(actor: Actor, stage: Stage, earlier: Stage) -> None:
    # Each draw of cards needs a text of its own.
    change_settings(actor=actor, stage=stage, settings=earlier.settings)


def _take_people(actor: Actor, championship: Championship, source: Championship) -> None:
    present = set(championship.memberships.values_list("user", flat=True))
    people = source.memberships.filter(user__is_active=True).select_related("user")
    for one in people.order_by("pk"):
        if one.user_id not in present:
            add_member(actor=actor, championship=championship, user=one.user, role=Role(one.role))


def _take_pairs(actor: Actor, championship: Championship, source: Championship) -> None:
    pairs = [line.contestant for line in register(source)]
    rows = [
        ContestantRow(
            players=(*pair.players, *pair.substitutes),
            club=pair.club,
            name=pair.name if pair.has_own_name else "",
        )
        for pair in pairs
        if pair.withdrawn_from is None
    ]
    if rows:
        import_contestants(actor=actor, championship=championship, rows=rows)


def _take_tables(actor: Actor, championship: Championship, source: Championship) -> None:
    names = dict(source.tables.exclude(name="").values_list("number", "name"))
    if names:
        fit_tables(championship, least=max(names))
        set_tables(actor=actor, championship=championship, names=names, fixed={})

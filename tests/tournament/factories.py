"""Championships for tests, made through the services as an organiser would make them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.test import Client

from tournament.championships.services.details import create_championship
from tournament.championships.services.members import add_member
from tournament.championships.settings_forms import SettingsForm
from tournament.contestants.services.register import add_contestant
from tournament.core.actor import Actor
from tournament.models import Championship, Contestant, Match, MatchSeat, Role, Stage, User
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.format import Format

_SURNAMES = "Puig Roca Serra Tort Urgell Vila Xirau Bosch Camps Durà Espriu Font".split()  # noqa: SIM905
_users = itertools.count(1)


def make_user(username: str = "", *, first_name: str = "", superuser: bool = False) -> User:
    """An account; tests log in with `force_login`."""
    return User.objects.create(
        username=username or f"user{next(_users)}",
        first_name=first_name,
        is_superuser=superuser,
        is_staff=superuser,
        password="!",
    )


def actor_of(championship: Championship) -> Actor:
    """The championship's first organiser, acting."""
    return Actor.of_user(organiser_of(championship))


def organiser_of(championship: Championship) -> User:
    first = championship.memberships.filter(role=Role.ORGANISER).order_by("pk").first()
    assert first is not None
    return first.user


def make_championship(
    name: str = "Trofeu de prova", *, organiser: User | None = None, format: Format = ALL_PLAY_ALL
) -> Championship:
    """A championship without pairs, with one organiser."""
    user = organiser or make_user()
    return create_championship(
        actor=Actor.of_user(user),
        user=user,
        name=name,
        place="Valls",
        date=date(2026, 11, 21),
        format=format,
    )


def make_referee(championship: Championship) -> User:
    user = make_user()
    add_member(
        actor=actor_of(championship), championship=championship, user=user, role=Role.REFEREE
    )
    return user


def pair_of_names(index: int) -> tuple[str, str]:
    """Two persons who occur in no other pair (index from 0)."""
    surname = f"{_SURNAMES[index % len(_SURNAMES)]} {index + 1}"
    return f"Àngela {surname}", f"Blai {surname}"


def add_contestants(championship: Championship, count: int) -> list[Contestant]:
    """`count` pairs, numbered on from those there are."""
    actor, start = actor_of(championship), championship.contestants.count()
    return [
        add_contestant(
            actor=actor,
            championship=championship,
            players=pair_of_names(start + index),
            club=f"Club {index % 4 + 1}",
        )
        for index in range(count)
    ]


def make_scheduled(
    contestants: int = 4, *, rounds: int | None = None, published: bool = True, name: str = "Trofeu"
) -> Championship:
    """A championship with pairs, tables and a schedule."""
    championship = make_championship(name)
    add_contestants(championship, contestants)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=rounds)
    if published:
        publish_schedule(actor=actor, stage=stage_of(championship))
    return championship


def turn_round(match: Match) -> None:
    """Let the two pairs of a match change sides behind everybody's back."""
    pairs = match.pairs
    match.seats.all().delete()
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, held=side.opponents, contestant=pair, round=match.round)
        for side, pair in pairs.items()
    )


def stage_of(championship: Championship) -> Stage:
    """The stage as it stands in the database now."""
    return Stage.objects.select_related("championship").get(championship=championship)


def last_actions(championship: Championship, count: int = 1) -> Sequence[str]:
    """The last recorded actions, oldest first."""
    actions = championship.events.order_by("-sequence").values_list("action", flat=True)
    return list(reversed(actions[:count]))


def english_client(user: User | None = None) -> Client:
    """A browser that wishes for English, logged in as `user` if one is given."""
    client = Client(headers={"Accept-Language": "en"})
    if user is not None:
        client.force_login(user)
    return client


def answers_by_role(championship: Championship, url: str, *, method: str = "get") -> dict[str, int]:
    """The status that each kind of visitor gets from an address."""
    referee = championship.memberships.filter(role=Role.REFEREE).first()
    visitors = {
        "nobody": None,
        "stranger": make_user(),
        "referee": referee.user if referee else make_referee(championship),
        "organiser": organiser_of(championship),
    }
    return {
        who: getattr(english_client(user), method)(url).status_code
        for who, user in visitors.items()
    }


def put_settings(stage: Stage, **changed: Any) -> Stage:
    """Store other settings of a stage, behind everybody's back."""
    stage.settings = replace(stage.settings, **changed)
    stage.save(update_fields=["settings"])
    return stage


def sent_settings(stage: Stage, **changed: Any) -> dict[str, Any]:
    """What the settings page's form sends where nothing but this is typed, and no tie-break."""
    values = SettingsForm.values_of(stage.settings, stage.draw_seed)
    kept = {name: one for name, one in values.items() if not name.startswith("tie_break_")}
    return {name: "" if one is None else one for name, one in {**kept, **changed}.items()}

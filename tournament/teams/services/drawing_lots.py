"""Giving the pairs their numbers by lot."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.link_numbers import end_links, first_link_number
from tournament.core.locking import lock_running_championship
from tournament.core.names import clean_name
from tournament.models import Action, Championship, Team
from tournament.teams.drawing import draw_order
from tournament.teams.queries import last_draw
from tournament.teams.services.registering import refuse_with_schedule

SEED_LENGTH = 64
_OUT_OF_THE_WAY = 10_000


def _drawn_with(championship: Championship, seed: str) -> bool:
    """Whether the last draw was made from this seed."""
    last = last_draw(championship)
    return last is not None and last.after is not None and last.after["seed"] == seed


def _renumber(championship: Championship, teams: list[Team], drawn: Mapping[int, int]) -> None:
    """Give pairs their new numbers. Cards that bear the old ones open nobody's page any more."""
    moved = championship.teams.filter(pk__in=[team.pk for team in teams])
    end_links(championship, moved)
    moved.update(number=F("number") + _OUT_OF_THE_WAY)
    first = first_link_number(championship)
    for team in teams:
        team.number, team.link_number = drawn[team.pk], first
    Team.objects.bulk_update(teams, ["number", "link_number"])


@transaction.atomic
def draw_numbers(*, actor: Actor, championship: Championship, seed: str) -> dict[int, int]:
    """Number the pairs 1, 2, … by lot; the new numbers by team id.

    The same seed gives the same pairs the same numbers, so a draw sent twice is made once. NotNow
    once there is a schedule.
    """
    seed = clean_name(seed, max_length=SEED_LENGTH, field="seed")
    if not seed:
        raise UserError(_("Give the text that the draw is made from."), field="seed")
    locked = lock_running_championship(championship)
    refuse_with_schedule(locked)
    teams = list(locked.teams.order_by("pk").prefetch_related("players"))
    if not teams:
        raise UserError(_("There are no pairs to draw numbers for."))
    pairs = [[player.name for player in team.main_players] for team in teams]
    before = {team.number: pair for team, pair in zip(teams, pairs, strict=True)}
    drawn: dict[int, int] = {}
    after: dict[int, list[str]] = {}
    for number, index in enumerate(draw_order(seed, pairs), start=1):
        drawn[teams[index].pk] = number
        after[number] = pairs[index]
    if all(drawn[team.pk] == team.number for team in teams) and _drawn_with(locked, seed):
        return drawn
    _renumber(locked, [team for team in teams if team.number != drawn[team.pk]], drawn)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.NUMBERS_DRAWN,
        before={str(number): " – ".join(pair) for number, pair in sorted(before.items())},
        after={
            "seed": seed,
            "numbers": {str(number): " – ".join(pair) for number, pair in after.items()},
        },
    )
    return drawn

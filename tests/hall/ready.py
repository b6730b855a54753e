"""The championship that the hall plays: pairs, tables, schedule, hands, and everybody's links.

Runs inside the site whose data it fills (`Site.run`).
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.championships.day_settings import change_day
from tournament.championships.services import create_championship
from tournament.contestants.services import add_contestant
from tournament.core.actor import Actor, Authority
from tournament.deals.services import make_deals
from tournament.links.tokens import Place, PlaceKind, secret_of, token_of
from tournament.models import Championship, ConfirmationRule, Match, Round, Stage, User
from tournament.rounds.services import open_round
from tournament.schedule.services import make_schedule, publish_schedule

SLUG, NAME, PASSWORD = "hall", "organitzacio", "botifarra-al-vespre"


@transaction.atomic
def main(*, tables: int, rounds: int, open_rounds: int) -> dict[str, Any]:
    """Make it, open the first `open_rounds`, and tell what phones need to know, as JSON."""
    user = User.objects.create_user(NAME, password=PASSWORD)
    actor = Actor.of_user(user, Authority.ORGANISER)
    championship = create_championship(
        actor=actor, user=user, name="Hall", place="Valls", date=date(2026, 11, 21)
    )
    for number in range(1, 2 * tables + 1):
        names = (f"Àngela {number}", f"Marçal {number}")
        add_contestant(actor=actor, championship=championship, players=names, club="")
    # A second look is not what is tried here; some tables take one all the same.
    change_day(
        actor=actor,
        championship=championship,
        confirmation=ConfirmationRule.NONE,
        round_minutes=None,
        correction_minutes=championship.correction_minutes,
    )
    stage = Stage.objects.select_related("championship").get(championship=championship)
    make_schedule(actor=actor, stage=stage, rounds=rounds)
    publish_schedule(actor=actor, stage=stage)
    make_deals(actor=actor, championship=championship)
    for number in range(1, open_rounds + 1):
        open_round(actor=actor, round=Round.objects.get(stage=stage, number=number))
    return {
        "slug": championship.slug,
        "name": NAME,
        "password": PASSWORD,
        "links": _links(championship),
        "matches": _matches(stage),
        "made_at": timezone.now().isoformat(),
    }


def _links(championship: Championship) -> dict[int, str]:
    """The address of each table's link."""
    secret = secret_of(championship)
    return {
        table.number: f"/t/{championship.pk}-{table.number}-"
        + token_of(secret, championship.pk, Place(PlaceKind.TABLE, table.number, table.link_number))
        + "/"
        for table in championship.tables.all()
    }


def _matches(stage: Stage) -> list[dict[str, Any]]:
    """Who sits where: round, table, and the numbers of the pairs."""
    matches = Match.objects.filter(round__stage=stage).select_related("round", "table")
    matches = matches.prefetch_related("round__round_deals")
    return [
        {
            "id": match.pk,
            "round": match.round.number,
            "table": match.table.number,
            "ns": match.pairs.ns.number,
            "ew": match.pairs.ew.number,
            "deals": list(match.round.deals),
        }
        for match in matches
    ]

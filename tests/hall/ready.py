"""The championship that the hall plays: pairs, tables, schedule, hands, and everybody's links.

Runs inside the site whose data it fills (`Site.run`).
"""

from __future__ import annotations

import random
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.game.announcements import Announcement, Denomination
from tournament.championships.day_settings import change_day
from tournament.championships.services.details import create_championship
from tournament.contestants.services.register import add_contestant
from tournament.core.actor import Actor, Authority
from tournament.deals.services.deal_sets import make_deals
from tournament.links.tokens import Place, PlaceKind, secret_of, token_of
from tournament.models import (
    Championship,
    ConfirmationRule,
    Match,
    Outcome,
    PlayedWith,
    Round,
    Stage,
    User,
)
from tournament.play.services.tables import choose_played_with
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule

SLUG, NAME, PASSWORD = "hall", "organitzacio", "botifarra-al-vespre"


@transaction.atomic
def main(
    *,
    tables: int,
    rounds: int,
    open_rounds: int,
    entered_rounds: int = 0,
    closed_rounds: int = 0,
    on_phones: bool = False,
) -> dict[str, Any]:
    """Make it, and tell what phones need to know, as JSON.

    The first `open_rounds` are opened, of which the first `entered_rounds` have all their results,
    and the first `closed_rounds` are closed again. `on_phones`: hands are played on phones.
    """
    user = User.objects.create_user(NAME, password=PASSWORD)
    actor = Actor.of_user(user, Authority.ORGANISER)
    championship = create_championship(
        actor=actor, user=user, name="Hall", place="Valls", date=date(2026, 11, 21)
    )
    for number in range(1, 2 * tables + 1):
        names = (f"Àngela {number}", f"Marçal {number}")
        add_contestant(actor=actor, championship=championship, players=names, club="")
    # A second look is not what is tried here; some tables take one all the same. The rounds closed
    # here were played long ago, as far as corrections go.
    minutes = championship.correction_minutes
    change_day_of(actor, championship, correction_minutes=0)
    stage = Stage.objects.select_related("championship").get(championship=championship)
    make_schedule(actor=actor, stage=stage, rounds=rounds)
    publish_schedule(actor=actor, stage=stage)
    make_deals(actor=actor, championship=championship)
    if on_phones:
        choose_played_with(
            actor=actor, stage=stage, played_with=PlayedWith.PHONES, knows_plain_http=True
        )
    for number in range(1, open_rounds + 1):
        open_round(actor=actor, round=Round.objects.get(stage=stage, number=number))
    enter_results(actor, stage, entered_rounds)
    for number in range(1, closed_rounds + 1):
        close_round(actor=actor, round=Round.objects.get(stage=stage, number=number))
    change_day_of(actor, championship, correction_minutes=minutes)
    return {
        "slug": championship.slug,
        "name": NAME,
        "password": PASSWORD,
        "links": table_links(championship),
        "pair_links": pair_links(championship),
        "matches": seated_matches(stage),
        "made_at": timezone.now().isoformat(),
    }


def change_day_of(actor: Actor, championship: Championship, *, correction_minutes: int) -> None:
    change_day(
        actor=actor,
        championship=championship,
        confirmation=ConfirmationRule.NONE,
        round_minutes=None,
        correction_minutes=correction_minutes,
    )


def table_links(championship: Championship) -> dict[int, str]:
    """The address of each table's link."""
    secret = secret_of(championship)
    return {
        table.number: f"/t/{championship.pk}-{table.number}-"
        + token_of(secret, championship.pk, Place(PlaceKind.TABLE, table.number, table.link_number))
        + "/"
        for table in championship.tables.all()
    }


def pair_links(championship: Championship) -> dict[int, str]:
    """The address of each pair's link."""
    secret = secret_of(championship)
    return {
        pair.number: f"/p/{championship.pk}-{pair.number}-"
        + token_of(secret, championship.pk, Place(PlaceKind.PAIR, pair.number, pair.link_number))
        + "/"
        for pair in championship.contestants.all()
    }


def enter_results(actor: Actor, stage: Stage, rounds: int) -> None:
    """A result for each hand of the first rounds, by chance."""
    chance = random.Random(2026)
    matches = Match.objects.filter(round__stage=stage, round__number__lte=rounds)
    for match in matches.select_related("round__stage__championship", "table"):
        for deal in match.round.deals:
            called = Announcement(chance.choice(list(Denomination)))
            entry = ResultInput(Outcome.PLAYED, chance.randint(7, 65), called)
            enter_result(actor=actor, match=match, deal=deal, entry=entry, based_on=0)


def seated_matches(stage: Stage) -> list[dict[str, Any]]:
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

"""The simultaneous event that halls play: its venues, hands, open rounds, and everybody's links.

Runs inside the site whose data it fills (`Site.run`).
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction

from tests.hall.ready import (
    NAME,
    PASSWORD,
    change_day_of,
    enter_results,
    pair_links,
    seated_matches,
    table_links,
)
from tournament.championships.services.members import add_member
from tournament.contestants.services.register import add_contestant
from tournament.core.actor import Actor, Authority
from tournament.models import Championship, Role, Round, Simultaneous, Stage, User
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.simultaneous.services.deals import fix_salt_for_all, make_deals_for_all
from tournament.simultaneous.services.events import make_event
from tournament.simultaneous.services.rounds import hand_in, open_for_all
from tournament.simultaneous.services.venues import add_venue
from tournament.stages.all_play_all import ALL_PLAY_ALL

HANDS = 2
REFEREE = "arbitre"


@transaction.atomic
def main(*, venues: int, pairs: int, rounds: int, released: int, waiting: int) -> dict[str, Any]:
    """Make it with so many pairs in each venue, all rounds open, and tell what phones need to know.

    The first rounds have all results: so many are `released`, then so many are `waiting` for the
    last venue to hand them in.
    """
    user = User.objects.create_user(NAME, password=PASSWORD)
    referee = User.objects.create_user(REFEREE, password=PASSWORD)
    actor = Actor.of_user(user, Authority.ORGANISER)
    event = make_event(
        actor=actor,
        user=user,
        name="Simultània",
        date=date(2026, 11, 21),
        format=ALL_PLAY_ALL,
        rounds=rounds,
        hands_per_match=HANDS,
    )
    made = [_venue(actor, user, event, number, pairs) for number in range(1, venues + 1)]
    make_deals_for_all(actor=actor, event=event)
    fix_salt_for_all(actor=actor, event=event, salt="Grossa 12345")
    for number in range(1, rounds + 1):
        opened = open_for_all(actor=actor, event=event, number=number)
        assert not opened.refused, opened.refused
    for championship in made:
        enter_results(actor, _stage(championship), released + waiting)
    for number in range(1, released + waiting + 1):
        for championship in made if number <= released else made[:-1]:
            hand_in(actor=actor, round=_round(championship, number))
    for championship in made:
        add_member(actor=actor, championship=championship, user=referee, role=Role.REFEREE)
    return {
        "event": event.slug,
        "name": NAME,
        "referee": REFEREE,
        "password": PASSWORD,
        "venues": [
            {
                "slug": championship.slug,
                "links": table_links(championship),
                "pair_links": pair_links(championship),
                "matches": seated_matches(_stage(championship)),
            }
            for championship in made
        ],
    }


def _venue(actor: Actor, user: User, event: Simultaneous, number: int, pairs: int) -> Championship:
    venue = add_venue(actor=actor, user=user, event=event, name=f"Seu {number}")
    championship = venue.championship
    for pair in range(1, pairs + 1):
        names = (f"Àngela {number}-{pair}", f"Marçal {number}-{pair}")
        add_contestant(actor=actor, championship=championship, players=names, club=f"Club {pair}")
    change_day_of(actor, championship, correction_minutes=0)
    stage = _stage(championship)
    make_schedule(actor=actor, stage=stage, rounds=event.rounds)
    publish_schedule(actor=actor, stage=stage)
    return Championship.objects.get(pk=championship.pk)


def _stage(championship: Championship) -> Stage:
    return Stage.objects.select_related("championship__venue").get(championship=championship)


def _round(championship: Championship, number: int) -> Round:
    rounds = Round.objects.select_related("stage__championship__venue__simultaneous")
    return rounds.get(championship=championship, number=number)

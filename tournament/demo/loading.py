"""Load the demonstration championship: 12 pairs, 11 rounds, six of them closed and one open.

Everything goes through the services, in the order of a real day: people, pairs, tables, schedule,
hands, rounds. What makes the day worth looking at is listed in `_SPECIAL_HANDS`: a rule-break, a
hand not played, a result corrected afterwards.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.championship import POINTS_IN_A_HAND, Infraction, TableResult
from tournament.championships.services import add_member, create_championship
from tournament.core.actor import Actor
from tournament.deals.services import make_deals, set_salt
from tournament.demo.plays import plays_of_deal
from tournament.models import (
    Championship,
    Match,
    NotPlayedReason,
    Outcome,
    Role,
    Round,
    User,
)
from tournament.results.services import ResultInput, enter_result
from tournament.rounds.services import close_round, open_round
from tournament.schedule.services import make_schedule, publish_schedule
from tournament.teams.services import add_team

DEMO_SLUG = "demo"
PASSWORD = "botifarra-demo"
CLOSED_ROUNDS = 6
SEED = 299
"""With this one two pairs share the first place after six rounds, and a rule splits them."""

_PAIRS = [
    (("Àngels Puigdemont", "Marçal Ferrer"), "Penya Botifarrera de Manlleu"),
    (("Gal·la Roca", "Oriol Sant"), "Ateneu de Valls"),
    (("Joan Vidal", "Carme Soler"), "Casal de Berga"),
    (("Pere Camps", "Núria Bosch", "Eloi Camps"), "Penya Botifarrera de Manlleu"),
    (("Montserrat Pla", "Xavier Tort"), "Club la Manilla, Reus"),
    (("Josep Maria Coll", "Agnès Rius"), "Ateneu de Valls"),
    (("Lluís Serra", "Lluïsa Mas"), "Casal de Berga"),
    (("Ramon Gifreu", "Mercè Oliva"), "Societat Coral de Falset"),
    (("Enric Casals", "Dolors Vila"), "Club la Manilla, Reus"),
    (("Quim Aguilar", "Roser Codina"), "Societat Coral de Falset"),
    (("Ferran Duran", "Teresa Güell"), "Casino de Solsona"),
    (("Bernat Noguera", "Íngrid Puig"), "Casino de Solsona"),
]
_ACCOUNTS = [
    ("organitzacio", "Marta", "Riba", Role.ORGANISER),
    ("arbitre", "Jordi", "Font", Role.REFEREE),
]
_OPEN_ROUND_ENTRIES = 13
"""How many of the open round's 24 hands have been entered."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What somebody needs to look around: accounts (user name, password, role) and addresses."""

    accounts: tuple[tuple[str, str, str], ...]
    addresses: tuple[tuple[str, str], ...]


def load_demo() -> Demo:
    """Load the championship unless it is there already, and say how to get in.

    Run again it changes nothing, whatever was entered meanwhile.
    """
    with transaction.atomic(), override("ca"):
        if not Championship.objects.filter(slug=DEMO_SLUG).exists():
            _load()
    return Demo(
        accounts=tuple((name, PASSWORD, role.value) for name, _f, _l, role in _ACCOUNTS),
        addresses=_addresses(),
    )


def _addresses() -> tuple[tuple[str, str], ...]:
    pages = [
        (_("standings"), "standings:standings"),
        (_("for the wall"), "standings:wall"),
        (_("the organisers' start page"), "championships:start"),
    ]
    return tuple((label, reverse(name, args=[DEMO_SLUG])) for label, name in pages)


def _load() -> None:
    users = [
        User.objects.create_user(name, password=PASSWORD, first_name=first, last_name=last)
        for name, first, last, _role in _ACCOUNTS
    ]
    organiser, referee = (Actor.of_user(user) for user in users)
    championship = create_championship(
        actor=organiser,
        user=users[0],
        name="Trofeu de Tardor de botifarra duplicada",
        place="Ateneu de Valls",
        date=timezone.localdate(),
    )
    # The addresses in the manual and in bookmarks should not depend on a made-up name.
    Championship.objects.filter(pk=championship.pk).update(slug=DEMO_SLUG)
    championship.refresh_from_db()
    add_member(actor=organiser, championship=championship, user=users[1], role=Role.REFEREE)
    for players, club in _PAIRS:
        add_team(actor=organiser, championship=championship, players=players, club=club)
    make_schedule(actor=organiser, championship=championship, rounds=None)
    publish_schedule(actor=organiser, championship=championship)
    make_deals(actor=organiser, championship=championship)
    set_salt(actor=organiser, championship=championship, salt="Grossa de Tardor 48250")
    _play_rounds(championship, referee)


def _play_rounds(championship: Championship, referee: Actor) -> None:
    source = random.Random(SEED)
    rounds = Round.objects.filter(stage__championship=championship).select_related("stage")
    for round_ in rounds.order_by("number")[: CLOSED_ROUNDS + 1]:
        open_round(actor=referee, round=round_)
        hands = _hands_of_round(source, round_)
        last = round_.number > CLOSED_ROUNDS
        for match, deal, result in hands[:_OPEN_ROUND_ENTRIES] if last else hands:
            where = (deal, match.table.number)
            for version, entry in enumerate(_versions(where, result)):
                enter_result(
                    actor=referee,
                    match=match,
                    deal=deal,
                    entry=entry,
                    based_on=version,
                    reason="El full deia els punts a l'inrevés" if version else "",
                )
        if not last:
            close_round(actor=referee, round=round_)


def _hands_of_round(
    source: random.Random, round_: Round
) -> list[tuple[Match, int, TableResult[int]]]:
    """Every hand of the round in the order in which tables finish: by hand, then by table."""
    matches = list(round_.matches.select_related("table", "ns", "ew").order_by("table__number"))
    tables = [(match.ns.number, match.ew.number) for match in matches]
    return [
        (match, deal, result)
        for deal in round_.deals
        for match, result in zip(matches, plays_of_deal(source, deal, tables), strict=True)
    ]


def _played(result: TableResult[int]) -> ResultInput:
    return ResultInput(
        outcome=Outcome.PLAYED, ns_points=result.ns_points, announcement=result.announcement
    )


def _versions(where: tuple[int, int], result: TableResult[int]) -> list[ResultInput]:
    """What is entered for a hand, one version after the other: nearly always just one."""
    right = _SPECIAL_HANDS.get(where) or _played(result)
    if where != _CORRECTED_HAND:
        return [right]
    assert right.ns_points is not None
    return [replace(right, ns_points=POINTS_IN_A_HAND - right.ns_points), right]


_CORRECTED_HAND = (5, 2)
"""Deal and table where the points were first entered for the wrong sides."""
_SPECIAL_HANDS = {
    (10, 3): ResultInput(
        outcome=Outcome.PLAYED,
        infraction=Infraction.EW,
        note="Oest no va assistir a copes tot i tenir-ne",
    ),
    (20, 5): ResultInput(outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME),
}
"""A rule-break and a hand not played, by deal and table."""

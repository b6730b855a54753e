"""Loading the demonstration: a duplicate championship, those of games (`demo.games`), and
a simultaneous event (`demo.venues`).

The first has 12 pairs and 11 rounds, six of them closed and one open. It is a rehearsal with a
script, in the order of a real day, with a deduction and a call for the referee.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.game.seats import Side
from tournament.championships.services.members import add_member
from tournament.contestants.rows import ContestantRow
from tournament.core.actor import Actor
from tournament.core.stages import stages_of
from tournament.demo.games import addresses_of_games, load_games
from tournament.demo.playing import play_next
from tournament.demo.showcase import CALLING_TABLE, CLOSED_ROUNDS, OPEN_ROUND_ENTRIES, PLAN, SCRIPT
from tournament.demo.venues import WHAT, load_venues, slug_of_event
from tournament.models import Championship, Match, Role, RoundStatus, User
from tournament.referee_calls.services import call_referee
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rulings.services import deduct

DEMO_SLUG = "demo"
PASSWORD = "botifarra-demo"
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
_OCCASION = Occasion(
    name="Trofeu de Tardor de botifarra duplicada",
    place="Ateneu de Valls",
    # The addresses in the manual and in bookmarks should not depend on a made-up name.
    slug=DEMO_SLUG,
    pairs=[ContestantRow(players=players, club=club) for players, club in _PAIRS],
)
LATE_PAIR = 9
LATE_HUNDREDTHS = 10


@dataclass(frozen=True, slots=True)
class Demo:
    """What visitors need: accounts (user name, password, role) and addresses."""

    accounts: tuple[tuple[str, str, str], ...]
    addresses: tuple[tuple[str, str], ...]


def load_demo() -> Demo:
    """Load the championships unless the first is there already, and say how to get in.

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
        (_("for the wall"), "wall:wall"),
        (_("the organisers' start page"), "championships:start"),
    ]
    event = slug_of_event()
    return (
        *((label, reverse(name, args=[DEMO_SLUG])) for label, name in pages),
        *((label, reverse(pages[0][1], args=[slug])) for label, slug in addresses_of_games()),
        *((str(WHAT), reverse("simultaneous:event", args=[slug])) for slug in [event] if slug),
        (_("a friendly table"), reverse("friendly:new")),
    )


def _load() -> None:
    users = [
        # They have been here before: a first login would ask for a password of one's own.
        User.objects.create_user(
            name,
            password=PASSWORD,
            first_name=first,
            last_name=last,
            last_login=timezone.now(),
        )
        for name, first, last, _role in _ACCOUNTS
    ]
    organiser, referee = (Actor.of_user(user) for user in users)
    championship = make_rehearsal(actor=organiser, user=users[0], plan=PLAN, occasion=_OCCASION)
    add_member(actor=organiser, championship=championship, user=users[1], role=Role.REFEREE)
    rehearsal = Rehearsal(championship, PLAN, referee, script=SCRIPT)
    for _number in range(CLOSED_ROUNDS):
        play_next(rehearsal)
    (stage,) = stages_of(championship)
    deduct(
        actor=referee,
        stage=stage,
        contestant=championship.contestants.get(number=LATE_PAIR),
        hundredths=LATE_HUNDREDTHS,
        reason="Va arribar deu minuts tard a la ronda 6",
    )
    play_next(rehearsal, most=OPEN_ROUND_ENTRIES)
    _call(championship)
    load_games(*users)
    load_venues(*users)


def _call(championship: Championship) -> None:
    """A table of the open round calls the referee."""
    matches = Match.objects.select_related("round__stage__championship", "table")
    match = matches.get(
        round__championship=championship,
        round__status=RoundStatus.OPEN,
        table__number=CALLING_TABLE,
        cancelled=False,
    )
    caller = Actor.of_table(CALLING_TABLE, Side.NS, match.pairs.ns.number)
    call_referee(actor=caller, match=match, side=Side.NS)

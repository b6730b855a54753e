"""The demonstration: a duplicate championship, two of games, and a simultaneous event.

The duplicate one has 12 pairs and 11 rounds, six of them closed and one open. It is a rehearsal
with a script, in the order of a real day, with a deduction and a call for the referee. The script
says which entries go wrong, and how far. Cards, calls and points are the bots' own; which of
several ways to play a hand the tables take is chosen so that there is a tie for the first place, a
hand that all tables made alike, and an open round with just one unlikely result. `python -m
tests.demonstration` finds such ways again after the bots have changed.

Nothing is scripted in the others: bots play them as they would any rehearsal. Of the simultaneous
event two of three venues have handed in the last round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from scoring.game.seats import Side
from tournament.championships.services.members import add_member
from tournament.contestants.rows import ContestantRow
from tournament.core.actor import Actor
from tournament.core.stages import stages_of
from tournament.models import Championship, Match, Role, RoundStatus, Simultaneous, User
from tournament.referee_calls.services import call_referee
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import At, Rehearsal, Script
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.scenarios import Mistake, Notice, Scenario
from tournament.rehearsal.venues import VenueOccasion, make_venues_rehearsal
from tournament.rulings.services import deduct
from tournament.stages.drawn import DRAWN
from tournament.stages.games import GAME_SWISS


def play_next(rehearsal: Rehearsal, most: int | None = None) -> None:
    """Play the next round to its end, or until `most` of its hands or games are entered."""
    round = rehearsal.next_round()
    assert round is not None, "there are more rounds than are played"
    played = rehearsal.play_part(round, most) if most else rehearsal.play_round(round)
    assert played.closed == (most is None), played.obstacles


CLOSED_ROUNDS = 6
OPEN_ROUND_ENTRIES = 13
"""Number of the open round's 24 hands that have been entered."""
CALLING_TABLE = 4
"""The table that calls the referee in the open round."""
PLAN = Plan(contestants=12, rounds=11, seed=48252, minutes=40)

BY_A_REFEREE = Scenario(by=None)
_SLIPS_UNTIL = 20
"""The last hand whose slips were all given to a referee; from then on tables use their links."""
SCENARIOS: Mapping[At, Scenario] = {
    **{(deal, table): BY_A_REFEREE for deal in range(1, _SLIPS_UNTIL + 1) for table in range(1, 7)},
    (5, 2): Scenario(by=None, mistake=Mistake.SWAPPED, notice=Notice.BY_A_REFEREE),
    (10, 3): Scenario(mistake=Mistake.RULE_BREAK, notice=Notice.AT_THE_TABLE),
    (20, 5): Scenario(by=None, out_of_time=True),
    # A pair asks for a correction, and nobody has answered yet:
    (23, 3): Scenario(mistake=Mistake.DIGITS, notice=Notice.AFTER_CLOSING, later=1),
    # The open round:
    (25, 1): BY_A_REFEREE,
    (25, 2): BY_A_REFEREE,
    # The pairs have it the wrong way round of each other:
    (26, 2): Scenario(mistake=Mistake.DISPUTE, notice=Notice.AT_THE_TABLE, acts=2),
    # Entered for the wrong side, and confirmed by the other pair without a look:
    (26, 5): Scenario(mistake=Mistake.SWAPPED),
    # Entered and not confirmed yet:
    (27, 1): Scenario(acts=1),
}


ATTEMPTS: Mapping[int, int] = {
    **{1: 12, 2: 9, 3: 23, 4: 5, 5: 21, 6: 3, 7: 11, 8: 1, 9: 19},
    **{10: 13, 11: 23, 12: 5, 13: 12, 14: 19, 15: 7, 16: 16, 17: 23},
    **{18: 15, 19: 6, 20: 15, 21: 16, 22: 21, 23: 10, 24: 18},
}
"""Way in which each hand is played, as `tests.demonstration` has found it."""
SCRIPT = Script(SCENARIOS, ATTEMPTS)


@dataclass(frozen=True, slots=True)
class _Event:
    """A championship of games: `closed` rounds, and `entered` games of the next."""

    what: Promise
    occasion: Occasion
    plan: Plan
    closed: int
    entered: int


EVENTS = (
    _Event(
        _("a Swiss of games to 101"),
        Occasion(name="Suís d'hivern a 101", place="Casal de Berga", slug="suis"),
        Plan(contestants=14, rounds=7, format=GAME_SWISS.kind, seed=31, minutes=55),
        closed=3,
        entered=4,
    ),
    _Event(
        _("a lligueta with its groups and its bracket"),
        Occasion(name="Lligueta de Nadal", place="Casino de Solsona", slug="lligueta"),
        Plan(contestants=16, rounds=3, format="lligueta", seed=7, minutes=55),
        closed=4,
        entered=1,
    ),
)


def load_games(organiser: User, referee: User) -> None:
    for event in EVENTS:
        _load_games_of(event, organiser, referee)


def addresses_of_games() -> Sequence[tuple[str, str]]:
    """Return a description and the slug of each championship of games."""
    return [(str(event.what), event.occasion.slug) for event in EVENTS]


def _load_games_of(event: _Event, organiser: User, referee: User) -> None:
    acting = Actor.of_user(organiser)
    made = make_rehearsal(actor=acting, user=organiser, plan=event.plan, occasion=event.occasion)
    add_member(actor=acting, championship=made, user=referee, role=Role.REFEREE)
    rehearsal = Rehearsal(made, event.plan, Actor.of_user(referee))
    for _round in range(event.closed):
        play_next(rehearsal)
    play_next(rehearsal, event.entered)


WHAT = _("a simultaneous event in three venues")
NAME = "Simultània de Sant Martí"
VENUES = tuple(
    VenueOccasion(name, Plan(contestants=6, rounds=3, format=DRAWN.kind, seed=seed))
    for name, seed in (("Casal de Berga", 61), ("Casino de Solsona", 62), ("Ateneu de Valls", 63))
)
RELEASED = 2
ENTRIES_OF_THE_LAST = 7
"""Number of hands entered by the last venue in the round that the others have handed in."""


def load_venues(organiser: User, referee: User) -> None:
    acting = Actor.of_user(organiser)
    made = make_venues_rehearsal(
        actor=acting, user=organiser, name=NAME, venues=VENUES, referee=Actor.of_user(referee)
    )
    for rehearsal in made.venues:
        add_member(
            actor=acting,
            championship=rehearsal.championship,
            user=referee,
            role=Role.REFEREE,
        )
    for _round in range(RELEASED):
        for _played in made.play_round():
            pass
    *done, last = made.venues
    for rehearsal in done:
        play_next(rehearsal)
    play_next(last, ENTRIES_OF_THE_LAST)


def slug_of_event() -> str:
    """Return the slug of the event, "" in a demonstration loaded before there was one."""
    event = Simultaneous.objects.filter(name=NAME).first()
    return event.slug if event else ""


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
    """Accounts (user name, password, role) and addresses (description, path) for visitors."""

    accounts: tuple[tuple[str, str, str], ...]
    addresses: tuple[tuple[str, str], ...]


def load_demo() -> Demo:
    """Load the championships unless the first is there already, and return how to get in.

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
        *((str(label), reverse(name, args=[DEMO_SLUG])) for label, name in pages),
        *((label, reverse(pages[0][1], args=[slug])) for label, slug in addresses_of_games()),
        *((str(WHAT), reverse("simultaneous:event", args=[slug])) for slug in [event] if slug),
        (str(_("a friendly table")), reverse("friendly:new")),
    )


def _load() -> None:
    users = [
        # A first login would ask for a password of one's own.
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
    """Call the referee from a table of the open round."""
    matches = Match.objects.select_related("round__stage__championship", "table")
    match = matches.get(
        round__championship=championship,
        round__status=RoundStatus.OPEN,
        table__number=CALLING_TABLE,
        cancelled=False,
    )
    caller = Actor.of_table(CALLING_TABLE, Side.NS, match.pairs.ns.number)
    call_referee(actor=caller, match=match, side=Side.NS)

"""Made-up people and clubs. Any likeness to players is chance's doing."""

from __future__ import annotations

from scoring.chance import Chance
from tournament.contestants.rows import ContestantRow
from tournament.rehearsal.plan import Plan

_FIRST = (
    "Àngels Marçal Gal·la Oriol Joan Carme Pere Núria Eloi Montserrat Xavier Josep Agnès Lluís "
    "Lluïsa Ramon Mercè Enric Dolors Quim Roser Ferran Teresa Bernat Íngrid Anna Jordi Marta Pau "
    "Laia Sergi Helena Martí Clàudia Arnau Rosa Ignasi Neus Biel Concepció"
)
_FAMILY = (
    "Puigdemont Ferrer Roca Sant Vidal Soler Camps Bosch Pla Tort Coll Rius Serra Mas Gifreu Oliva "
    "Casals Vila Aguilar Codina Duran Güell Noguera Puig Riba Font Sala Grau Bonet Prat Costa "
    "Vives Mir Pons Rovira Esteve Llorens Freixa Ginesta Ximenis"
)
_CLUBS = (
    "Penya Botifarrera de Manlleu",
    "Ateneu de Valls",
    "Casal de Berga",
    "Club la Manilla, Reus",
    "Societat Coral de Falset",
    "Casino de Solsona",
    "Centre Moral de Gràcia",
    "Foment de Vilafranca",
    "",
)


def made_up_pairs(plan: Plan, count: int) -> list[ContestantRow]:
    """Return `count` pairs; nobody is in two of them. More pairs begin like fewer of the same
    plan."""
    chance = plan.chance("names")
    firsts, families = _FIRST.split(), _FAMILY.split()
    names = _shuffled([f"{first} {family}" for family in families for first in firsts], chance)
    return [
        ContestantRow(
            players=(names[2 * index], names[2 * index + 1]),
            club=_CLUBS[chance.below(len(_CLUBS))],
        )
        for index in range(count)
    ]


def made_up_players(plan: Plan, count: int) -> list[ContestantRow]:
    """Return `count` players, who play alone."""
    pairs = made_up_pairs(plan, (count + 1) // 2)
    players = [
        ContestantRow(players=(name,), club=one.club) for one in pairs for name in one.players
    ]
    return players[:count]


def _shuffled(names: list[str], chance: Chance) -> list[str]:
    for last in range(len(names) - 1, 0, -1):
        other = chance.below(last + 1)
        names[last], names[other] = names[other], names[last]
    return names

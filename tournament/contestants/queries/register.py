"""Read the register of pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.core.names import name_key, plain
from tournament.models import Action, AuditEvent, Championship, Contestant, Player
from tournament.standings.contestants import ContestantRef, contestant_refs


def namesakes(
    championship: Championship, names: Sequence[str], *, besides: Contestant | None = None
) -> dict[str, list[int]]:
    """Return which of these persons' names are registered already, whatever their case or accents.

    By the name as given, the numbers of the pairs in which it occurs; 1 query.
    """
    registered: dict[str, dict[int, None]] = defaultdict(dict)  # each pair once, in order
    players = Player.objects.filter(contestant__championship=championship)
    if besides is not None:
        players = players.exclude(contestant=besides)
    for name, number in players.order_by("contestant__number").values_list(
        "name", "contestant__number"
    ):
        registered[name_key(name)][number] = None
    return {
        name: list(registered[name_key(name)]) for name in names if name_key(name) in registered
    }


@dataclass(frozen=True, slots=True)
class RegisterEntry:
    """A registered pair: the two players, then substitutes; its club, or ""."""

    number: int
    players: tuple[str, ...]
    club: str


def register_entries(championship: Championship) -> list[RegisterEntry]:
    """Return all registered pairs, by number; 1 query."""
    players = Player.objects.filter(contestant__championship=championship)
    ordered = players.order_by("contestant__number", "position")
    rows = ordered.values_list("contestant__number", "contestant__club", "name")
    return [
        RegisterEntry(number, tuple(name for _number, _club, name in people), club)
        for (number, club), people in groupby(rows, key=lambda row: (row[0], row[1]))
    ]


def registered_pairs(championship: Championship) -> dict[int, list[str]]:
    """Return the names of each pair's people by its number, players first; 1 query."""
    return {entry.number: list(entry.players) for entry in register_entries(championship)}


@dataclass(frozen=True, slots=True)
class RegisterLine:
    """A pair in the register; `table` is the name of the one at which it always sits, or ""."""

    contestant: ContestantRef
    table: str

    @property
    def sort_name(self) -> str:
        return plain(self.contestant.name)

    @property
    def sort_club(self) -> str:
        return plain(self.contestant.club)


def register(championship: Championship) -> tuple[RegisterLine, ...]:
    """Return all pairs by number; 3 queries."""
    staying = championship.contestants.filter(fixed_table__isnull=False).select_related(
        "fixed_table"
    )
    fixed = {
        contestant.pk: contestant.fixed_table.shown_name
        for contestant in staying
        if contestant.fixed_table
    }
    contestants = contestant_refs(championship).values()
    return tuple(
        RegisterLine(contestant, fixed.get(contestant.id, "")) for contestant in contestants
    )


def last_draw(championship: Championship) -> AuditEvent | None:
    """Return the event of the last draw of numbers by lot; 1 query."""
    draws = AuditEvent.objects.filter(championship=championship, action=Action.NUMBERS_DRAWN)
    return draws.order_by("-sequence").first()


def is_imported(championship: Championship, token: str) -> bool:
    """Return whether the import of this token has been done already; 1 query."""
    imports = AuditEvent.objects.filter(
        championship=championship, action=Action.CONTESTANTS_IMPORTED
    )
    return bool(token) and imports.filter(after__token=token).exists()

"""A pair as it is typed, pasted or uploaded, before it is registered; and its possible faults.

One place says what a pair must look like: the form, the pasted lines, the uploaded file and the
services all ask here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.errors import UserError
from tournament.core.names import clean_public_name, name_key
from tournament.core.private_data import figures_in

MAX_CONTESTANTS = 200
MAX_NUMBER = 999
MAX_SUBSTITUTES = 10
NAME_LENGTH = 60
"""Most letters of the name of a person, a pair or a club."""


@dataclass(frozen=True, slots=True)
class ContestantRow:
    """Two players and whatever else was given; "" or None where it was not.

    Where everybody plays alone it is one player, with neither substitutes nor a name of its own.
    """

    players: tuple[str, ...]
    """The two players, then substitutes."""
    club: str = ""
    name: str = ""
    number: int | None = None


def field_of_player(index: int) -> str:
    """Return the form field of the player with this index (from 0)."""
    return f"player_{index + 1}" if index < 2 else "substitutes"


def _clean(row: ContestantRow, needed: int) -> Iterator[UserError | tuple[str, object]]:
    """Yield each part of the row, cleaned, by its name; or its fault."""
    players = []
    given = (*row.players, *("",) * (needed - len(row.players)))
    for index, typed in enumerate(given):
        field = field_of_player(index)
        try:
            name = clean_public_name(typed, max_length=NAME_LENGTH, field=field)
        except UserError as error:
            yield error
            continue
        if name:
            players.append(name)
        elif needed == 1:
            yield UserError(_("The player's name is missing."), field=field)
        elif index < needed:
            yield UserError(
                _("The first player's name is missing.")
                if index == 0
                else _("The second player's name is missing."),
                field=field,
            )
    if len(players) > 2 + MAX_SUBSTITUTES:
        yield UserError(
            _("A pair has at most %(max)d substitutes.") % {"max": MAX_SUBSTITUTES},
            field="substitutes",
        )
    yield "players", tuple(players)
    for field, typed in (("club", row.club), ("name", row.name)):
        try:
            yield field, clean_public_name(typed, max_length=NAME_LENGTH, field=field)
        except UserError as error:
            yield error
    if row.number is not None and not 1 <= row.number <= MAX_NUMBER:
        yield UserError(
            (
                _("A player's number is a whole number from 1 to %(max)d.")
                if needed == 1
                else _("A pair's number is a whole number from 1 to %(max)d.")
            )
            % {"max": MAX_NUMBER},
            field="number",
        )


def faults_of(row: ContestantRow, *, of_players: bool = False) -> list[UserError]:
    """Return all faults of a row by itself. `of_players`: it is a single player."""
    parts = _clean(row, 1 if of_players else 2)
    return [part for part in parts if isinstance(part, UserError)]


def clean_row(row: ContestantRow, *, of_players: bool = False) -> ContestantRow:
    """Return the row as it is stored. Raises `UserError` for its first fault.

    `of_players`: it is a single player.
    """
    parts: dict[str, object] = {}
    for part in _clean(row, 1 if of_players else 2):
        if isinstance(part, UserError):
            raise part
        parts[part[0]] = part[1]
    return replace(row, **parts)  # type: ignore[arg-type]  # by the names of the row's own fields


def asked_figures(row: ContestantRow) -> dict[str, str]:
    """Return the question whether a figure is part of the name, by each name that has one."""
    return {
        name: _("Is the number in “%(name)s” part of the name?") % {"name": name}
        for name in (*row.players, row.name, row.club)
        if figures_in(name)
    }


PairKey = frozenset[str]
"""A key that all ways of writing a pair share."""


def pair_key(players: Sequence[str]) -> PairKey:
    """Return the key of a pair, whichever player comes first and however they are written; empty
    without both."""
    key = frozenset(map(name_key, players[:2]))
    return key if len(players) > 1 and "" not in key else frozenset()


def registered_already(name: str, pairs: Sequence[int], *, of_players: bool = False) -> str:
    """Return the sentence that a person of this name is in these pairs already. Namesakes exist."""
    if of_players:
        return _("%(name)s is already registered, with number %(numbers)s.") % {
            "name": name,
            "numbers": ", ".join(map(str, pairs)),
        }
    return ngettext(
        "%(name)s is already registered, in pair %(pairs)s.",
        "%(name)s is already registered, in pairs %(pairs)s.",
        len(pairs),
    ) % {"name": name, "pairs": ", ".join(map(str, pairs))}


def doubled_names(players: Sequence[str], *, of_players: bool = False) -> list[str]:
    """Return a sentence for each name that several people share, whatever case or accents.

    They are people of one pair; or, `of_players`, of a list of those who play alone.
    """
    written: dict[str, list[str]] = {}
    for name in players:
        written.setdefault(name_key(name), []).append(name.strip())
    return [
        (
            _("%(name)s occurs more than once.")
            if of_players
            else _("%(name)s occurs more than once in this pair.")
        )
        % {"name": names[0]}
        for key, names in written.items()
        if key and len(names) > 1
    ]


def moved_positions(before: Sequence[str], after: Sequence[str]) -> dict[int, int]:
    """Return where each person of a pair stands once its names are changed, by the position before.

    Somebody keeps the matches they sat in, wherever their name moves to; after that, a new name
    takes the place of the one that stood there, as a corrected misspelling does. Positions count
    from 1; people who are not in the pair any more are left out.
    """
    left = dict(enumerate(before, start=1))
    moved: dict[int, int] = {}
    for position, name in enumerate(after, start=1):
        same = next((one for one, earlier in left.items() if earlier == name), None)
        if same is not None:
            del left[same]
            moved[same] = position
    taken = set(moved.values())
    stay = [one for one in left if one <= len(after) and one not in taken]
    return moved | {one: one for one in stay}

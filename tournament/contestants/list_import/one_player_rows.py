"""Lists with one player on each line: the lines with the same number or name of a pair are joined.

What is given beside both players (their clubs) is kept for both. A third player becomes a
substitute, with a remark, because the number may be a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.contestants.list_import.doubts import Doubt
from tournament.contestants.list_import.layouts import Columns, Part, key_part, pair_key_of
from tournament.contestants.list_import.lines import FIELDS, Found, ReadLine, ReadList
from tournament.core.names import name_key

_BETWEEN = {"club": " / ", "substitutes": "; "}
"""How several texts of a field are joined; of the others the first is taken."""


def join_players(found: ReadList, columns: Columns) -> ReadList:
    """The lines with those of one pair joined, if each line has one player."""
    key = key_part(columns)
    if key is None:
        return found
    field = "number" if key is Part.NUMBER else "name"
    groups: dict[str, list[ReadLine]] = {}
    last = ""
    for line in found.lines:
        last = pair_key_of(_found(line, field).text) or last  # an empty cell goes on with the pair
        groups.setdefault(last or f"line {line.line}", []).append(line)
    return replace(found, lines=tuple(map(_joined, groups.values())), is_joined=True)


def _found(line: ReadLine, field: str) -> Found:
    return line.found.get(field, Found())


def _joined(lines: Sequence[ReadLine]) -> ReadLine:
    """The lines of one pair as one, in the place of the first."""
    first = lines[0]
    players = [(line.line, _found(line, "player_1")) for line in lines]
    found = {"player_1": players[0][1]}
    if len(players) > 1:
        found["player_2"] = players[1][1]
    extra = [one for _line, one in players[2:]]
    for field in FIELDS:
        given = [line.found[field] for line in lines if field in line.found]
        several = [*extra, *given] if field == "substitutes" else given
        if field not in {"player_1", "player_2"} and several:
            found[field] = _together(several, _BETWEEN.get(field))
    return replace(
        first,
        hidden=any(line.hidden for line in lines),
        found=found,
        faults=tuple(fault for line in lines for fault in line.faults),
        more=tuple(line.line for line in lines[1:]),
        doubts=(
            *(doubt for line in lines for doubt in line.doubts),
            *_third_players(players[2:]),
        ),
        marks=tuple(kind for line in lines for kind in line.taken),
        written=" · ".join(line.written for line in lines if line.written),
    )


def _together(several: Sequence[Found], between: str | None) -> Found:
    """What stands in several lines for one field, each text once."""
    texts = {name_key(one.text): one.text for one in reversed(several) if one.text}
    different = list(reversed(texts.values()))
    return Found(
        (between or " ").join(different if between else different[:1]),
        several[0].place,
        tuple(fault for one in several for fault in one.faults),
    )


def _third_players(players: Sequence[tuple[int, Found]]) -> Iterator[Doubt]:
    for line, one in players:
        message = _("%(name)s, in line %(line)d, is a third player and becomes a substitute.")
        yield Doubt(f"third {one.text}", message % {"name": one.text, "line": line})

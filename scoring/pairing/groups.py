"""Division of contestants into groups: by lot, or in serpentine by seeding, with clubs kept apart.

The contestants are cut into rows of as many as there are groups, and each row gives one contestant
to each group; only the last row can be shorter. So the sizes of two groups differ by one at most.

By lot, they stand in the order of their lots, the smallest first. A lot is a number from 0 to
2⁶⁴ − 1: the first eight bytes, the highest first, of

    SHA-256( "botifarra-groups-v1" ‖ 0x00 ‖ JSON of [seed, number] )

(without spaces, in UTF-8). In serpentine they stand in the order of their strength. Either way the
first row goes to the groups from the first to the last, the second from the last to the first, and
so on; with three groups

    1 2 3
    6 5 4
    7 8 9

Where contestants are to be kept apart, those of a row change places among themselves, as far as
that takes. No group then has more of a club than it must: one at most, where the club is no larger
than the number of groups. That is always possible. The contestants are the edges of a bipartite
multigraph between rows and clubs, the groups are colours, and by D. Kőnig's theorem (1916) so many
colours are enough as there are edges at a node; a larger club is several nodes. They are placed one
after the other. A contestant takes its usual group if that is free in its row and for its club,
otherwise the first one that is. If none is, it takes its usual group, or the first one that is free
in its row. A path then begins at its club and runs, in turn, through this group and the first one
that is free for the club: everybody on the path changes from one of the two to the other.
"""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from scoring.errors import PairingError, PairingFault
from scoring.pairing.lots import draw_lot

LEAST_GROUPS = 2
_PURPOSE = "botifarra-groups-v1"

Node = tuple[str, int, int]
"""A row, or a part of a club that has no more contestants than there are groups."""


class GroupsBy(StrEnum):
    """Ways of dividing contestants into groups."""

    LOT = "lot"
    SERPENTINE = "serpentine"


def group_sizes(contestants: int, groups: int) -> tuple[int, ...]:
    """Return the sizes of the groups, the larger ones first: 5, 5, 4, 4 for 18 in 4."""
    least, larger = divmod(contestants, groups)
    return (least + 1,) * larger + (least,) * (groups - larger)


def divide(
    contestants: Sequence[int],
    groups: int,
    by: GroupsBy,
    *,
    seed: str = "",
    apart: Iterable[Collection[int]] = (),
) -> tuple[tuple[int, ...], ...]:
    """Return the contestants of each group, in the order in which they stand.

    `contestants` are numbers, for the serpentine the strongest first; `apart` are those that are to
    be kept apart, club by club. The same values always give the same groups; by lot the order of
    `contestants` plays no part, and the seed none in serpentine. Raises PairingError with fewer
    than two contestants a group, fewer than two groups, or a contestant named twice.
    """
    if len(set(contestants)) != len(contestants):
        twice = tuple(one for one in set(contestants) if contestants.count(one) > 1)
        text = f"named twice: {', '.join(map(str, twice))}"
        raise PairingError(text, fault=PairingFault.CONTESTANT_TWICE, contestants=twice)
    if groups < LEAST_GROUPS or len(contestants) < 2 * groups:
        text = f"{len(contestants)} contestants in {groups} groups: expected two groups at least"
        text += ", of two contestants at least"
        raise PairingError(text, fault=PairingFault.TOO_FEW)
    order = list(contestants)
    if by is GroupsBy.LOT:
        order.sort(key=lambda one: (draw_lot(_PURPOSE, [seed, one]), one))
    placed = _placed(order, groups, apart)
    return tuple(tuple(one for one in order if placed[one] == group) for group in range(groups))


def _placed(order: Sequence[int], groups: int, apart: Iterable[Collection[int]]) -> dict[int, int]:
    """Return the group of each contestant, from 0."""
    club_of = {one: club for club, members in enumerate(apart) for one in members}
    colouring = _Colouring(groups)
    seen: dict[int, int] = {}
    for place, one in enumerate(order):
        row, column = divmod(place, groups)
        usual = groups - 1 - column if row % 2 else column
        # Without a club it is to be kept apart from nobody.
        club = club_of.get(one)
        if club is None:
            part: Node = ("alone", one, 0)
        else:
            part = ("club", club, seen.get(club, 0) // groups)
            seen[club] = seen.get(club, 0) + 1
        colouring.add(one, ("row", row, 0), part, usual)
    return colouring.colour_of


class _Colouring:
    """Contestants as edges between rows and clubs; the edges at a node have different groups."""

    def __init__(self, groups: int) -> None:
        self.groups = range(groups)
        self.colour_of: dict[int, int] = {}
        self.ends: dict[int, tuple[Node, Node]] = {}
        self.at: dict[Node, dict[int, int]] = {}
        """Contestant by node and group."""

    def add(self, one: int, row: Node, club: Node, usual: int) -> None:
        """Place a contestant: in its usual group, if that is free at both its ends."""
        in_row, in_club = self.at.setdefault(row, {}), self.at.setdefault(club, {})
        free = [group for group in self.groups if group not in in_row]
        free.sort(key=lambda group: group != usual)
        both = [group for group in free if group not in in_club]
        if both:
            group = both[0]
        else:
            group = free[0]
            other = next(one for one in self.groups if one not in in_club)
            self._swap(club, group, other)
        self.ends[one] = (row, club)
        self._colour(one, group)

    def _swap(self, start: Node, group: int, other: int) -> None:
        """Exchange two groups along the path that begins at a node with the first of them. The
        path never comes to the row where `group` is free, as it comes to rows by `group` only."""
        path: list[int] = []
        node, wanted = start, group
        while (one := self.at[node].get(wanted)) is not None:
            path.append(one)
            first, second = self.ends[one]
            node = second if node == first else first
            wanted = other if wanted == group else group
        for one in path:
            for end in self.ends[one]:
                del self.at[end][self.colour_of[one]]
            self.colour_of[one] = other if self.colour_of[one] == group else group
        for one in path:
            self._colour(one, self.colour_of[one])

    def _colour(self, one: int, group: int) -> None:
        self.colour_of[one] = group
        for end in self.ends[one]:
            self.at[end][group] = one

"""Tables by rank: the first four players sit together, the next four, and so on.

Tables of three, where the number asks for them, are the last ones. Who is left over rests: among
those who have rested least the one that ranks last. In the first round, and among those with the
same score, lots decide, from the seed and the round's number.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import TypeVar

from scoring.schedule.individual_tables import table_sizes

T = TypeVar("T", bound=Hashable)


def tables_by_rank(
    players: Sequence[T],
    scores: Mapping[T, tuple[Fraction, ...]],
    rests: Mapping[T, int],
    *,
    seed: str,
) -> tuple[tuple[tuple[T, ...], ...], tuple[T, ...]]:
    """Return the tables from the first on, each by rank, and who rests. Who has no score counts as
    0.

    The same players, scores and seed always give the same, whatever the order of the players.
    """
    nothing = (Fraction(0),) * max(map(len, scores.values()), default=0)

    def lot(player: T) -> bytes:
        return sha256(f"{seed}/{player}".encode()).digest()

    def merit(player: T) -> tuple[Fraction, ...]:
        return tuple(-key for key in scores.get(player, nothing))

    ranked = sorted(players, key=lambda one: (merit(one), lot(one)))
    sizes = table_sizes(len(ranked), threes=True)
    fewest = sorted(range(len(ranked)), key=lambda at: (rests.get(ranked[at], 0), -at))
    resting = {ranked[at] for at in fewest[: len(ranked) - sum(sizes)]}
    playing = [one for one in ranked if one not in resting]
    tables = []
    for size in sizes:
        tables.append(tuple(playing[:size]))
        playing = playing[size:]
    return tuple(tables), tuple(one for one in ranked if one in resting)

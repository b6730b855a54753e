"""Which results of a round are unlikely, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from tournament.models import Result, ResultConfirmation
from tournament.results.kinds.kind import Doubt, ResultKind
from tournament.results.kinds.kinds import content_of


def is_seen(result: Result) -> bool:
    """Whether a referee has confirmed this version; reads its confirmations."""
    return any(one.by == ResultConfirmation.By.REFEREE for one in result.confirmations.all())


def doubts_in(
    kind: ResultKind[Any],
    results: Mapping[tuple[int, int], Result],
    *,
    seen: Callable[[Result], bool] = is_seen,
) -> Mapping[tuple[int, int], tuple[Doubt, ...]]:
    """Why results, all of that kind, are unlikely, by match and deal; those that a referee entered
    or has `seen` left out. Each is compared as when it was entered
    (`results.queries.results_around`)."""
    compared = {
        place: made
        for place, result in results.items()
        if (made := kind.compared(content_of(result))) is not None
    }
    by_deal: dict[int, list[Hashable]] = defaultdict(list)
    for (_match, deal), made in compared.items():
        by_deal[deal].append(made)
    found = {}
    known: dict[tuple[int, Hashable, Hashable | None], tuple[Doubt, ...]] = {}
    for (match, deal), made in compared.items():
        result = results[match, deal]
        if not result.entered_side or seen(result):
            continue
        alike = (deal, made, compared.get((match, deal - 1)))
        if alike not in known:  # two tables that made the same have the same others
            others = list(by_deal[deal])
            others.remove(made)
            known[alike] = kind.doubts_about(made, others=others, before=alike[2])
        if known[alike]:
            found[match, deal] = known[alike]
    return found

"""Unlikely results of a round, with the reasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping
from typing import Any

from tournament.results.kinds.kind import Content, Doubt, ResultKind


def doubts_in(
    kind: ResultKind[Any],
    results: Mapping[tuple[int, int], Content],
    *,
    among: Collection[tuple[int, int]],
) -> Mapping[tuple[int, int], tuple[Doubt, ...]]:
    """Return why results are unlikely, by match and deal.

    All results are of `kind`; `among` holds the places of results that no referee has entered or
    seen. Each is compared as when it was entered (`results.queries.results_around`).
    """
    if not among:
        return {}
    compared = {
        place: made
        for place, content in results.items()
        if (made := kind.compared(content)) is not None
    }
    by_deal: dict[int, list[Hashable]] = defaultdict(list)
    for (_match, deal), made in compared.items():
        by_deal[deal].append(made)
    found = {}
    known: dict[tuple[int, Hashable, Hashable | None], tuple[Doubt, ...]] = {}
    for (match, deal), made in compared.items():
        if (match, deal) not in among:
            continue
        alike = (deal, made, compared.get((match, deal - 1)))
        if alike not in known:  # two tables that made the same have the same others
            others = list(by_deal[deal])
            others.remove(made)
            known[alike] = kind.doubts_about(made, others=others, before=alike[2])
        if known[alike]:
            found[match, deal] = known[alike]
    return found

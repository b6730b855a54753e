"""The cheapest way to pair everybody: a matching of a weighted graph."""

from collections.abc import Hashable, Iterable
from typing import Any, TypeVar

N = TypeVar("N", bound=Hashable)


def cheapest_matching(costs: Iterable[tuple[N, N, int]]) -> list[tuple[N, N]]:
    """Pair the most that can be paired, at the least cost, and return the pairs.

    `costs` are the possible pairs and the cost of each, any whole numbers. Which of two equally
    cheap ways comes out is undefined: let costs differ. Edmonds' algorithm, in whole numbers (Z.
    Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18,
    1986), as networkx has it: some n³ steps.
    """
    import networkx  # here, because it takes longer to import than much of the site

    class Graph(networkx.Graph):  # type: ignore[type-arg]
        """Gives neighbours as they are stored, not a view of them: a third of the time."""

        def __getitem__(self, node: N) -> Any:
            return self._adj[node]  # type: ignore[attr-defined]

    graph = Graph()
    graph.add_weighted_edges_from((one, other, -cost) for one, other, cost in costs)
    return list(networkx.max_weight_matching(graph, maxcardinality=True))

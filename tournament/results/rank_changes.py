"""What a change of a published result does to the standings, before it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Match, RoundStatus
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, unsaved_result
from tournament.results.queries import standing_results
from tournament.standings.queries.rank_changes import RankChange, rank_changes_between
from tournament.standings.queries.table import standings_view


@dataclass(frozen=True, slots=True)
class RankChanges:
    """The pairs whose place changes, or what ranks them, in the order of the new standings.

    Beside each stands what it is then ranked by: before, and after. What reads the same in both is
    no change to anybody, and is left out.
    """

    of_pairs: tuple[tuple[RankChange, str, str], ...]


def rank_changes_of(match: Match, deal: int, entry: Content | None) -> RankChanges | None:
    """What `entry` would do to the published standings.

    None where the standings don't show it at once: in a round that is not closed, and for no entry
    or what stands already. 11 queries.
    """
    if entry is None or match.cancelled or match.round.status != RoundStatus.CLOSED:
        return None
    stage = match.round.stage
    stands = standing_results(stage.championship).filter(match=match, deal=deal).first()
    if stands is not None and content_of(stands) == entry:
        return None
    draft = unsaved_result(match, deal, entry)
    then = standings_view(stage, draft=draft)
    moves = rank_changes_between(standings_view(stage), then)
    with_texts = [(move, *move.texts([then.main])[0]) for move in moves]
    return RankChanges(
        tuple(
            (move, before, after)
            for move, before, after in with_texts
            if move.changes_place or before != after
        )
    )

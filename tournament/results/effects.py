"""Preview of an entry: its own scores, and how it changes the scores and ranks of others."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.game.seats import Seat, Side, Sides
from tournament.core.numbers import score_text
from tournament.models import Match, RoundStatus
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, unsaved_result
from tournament.results.queries import standing_results
from tournament.standings.queries.rank_changes import RankChange, rank_changes_between
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet
from tournament.standings.rankings.dealt_hands.hands import hand_sheet


@dataclass(frozen=True, slots=True)
class EffectLine:
    """A table on the hand's sheet after the entry; `before` are its final scores without it."""

    entry: HandEntry
    own: bool
    before: Sides[Fraction | None]

    @property
    def changed(self) -> Sides[bool]:
        """Sides whose shown final score changes, at a table other than the entry's own."""
        return Sides.of(
            lambda side: (
                not self.own
                and score_text(self.before[side]) != score_text(self.entry.sides[side].final)
            )
        )


@dataclass(frozen=True, slots=True)
class Effect:
    """The sheet of a hand after an entry."""

    deal: int
    dealer: Seat
    makers: Side
    lines: tuple[EffectLine, ...]

    @property
    def own(self) -> HandEntry | None:
        """The entry itself, scored; None for a match that is not played."""
        return next((line.entry for line in self.lines if line.own), None)

    @property
    def others_changed(self) -> int:
        """Number of other tables at which a final score changes."""
        return sum(any(line.changed) for line in self.lines)


def effect_of(match: Match, deal: int, entry: ResultInput | None) -> Effect:
    """Return the hand's sheet, with `entry` in it if there is one; 10 queries, 5 without."""
    stage = match.round.stage
    now = hand_sheet(stage, deal)
    then = now
    if entry is not None and not match.cancelled:
        then = hand_sheet(stage, deal, draft=unsaved_result(match, deal, entry))
    return effect_between(now, then, match_id=match.pk)


def effect_between(now: HandSheet, then: HandSheet, *, match_id: int | None) -> Effect:
    """Return the difference between two states of a hand's sheet.

    `match_id` is the match that the act is about, None for an act about all of them.
    """
    before = {one.match_id: one for one in now.entries}
    return Effect(
        deal=then.deal,
        dealer=then.dealer,
        makers=then.makers,
        lines=tuple(
            EffectLine(
                entry=one,
                own=one.match_id == match_id,
                before=before[one.match_id].sides.map(lambda side: side.final),
            )
            for one in then.entries
        ),
    )


@dataclass(frozen=True, slots=True)
class RankChanges:
    """Pairs whose place changes, or the figures that rank them, in the order of the new standings.

    Each has the text of what ranks it, before and after; a pair with equal texts and an equal place
    is left out.
    """

    of_pairs: tuple[tuple[RankChange, str, str], ...]


def rank_changes_of(match: Match, deal: int, entry: Content | None) -> RankChanges | None:
    """Return how `entry` would change the published standings; 11 queries.

    None where the standings don't show it at once: in a round that is not closed, and for no entry
    or one that stands already.
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

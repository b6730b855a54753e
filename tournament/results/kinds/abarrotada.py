"""Points of each player at a table of abarrotada in a round, and its score sheet if it was kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.seats import SEATS_OF, Seat
from scoring.ordinary.abarrotada import THRESHOLDS, SoloRules
from scoring.ordinary.sheets import play_solo_sheet
from tournament.core.counts import hands_text
from tournament.core.errors import UserError
from tournament.models import MOST_HANDS_PER_MATCH, MOST_SOLO_POINTS, Match, Result, Stage
from tournament.results.kinds.points import (
    GameDoubt,
    GameDoubtKind,
    GameInput,
    PointsTable,
    Refusals,
    kind_at,
    limits_of_doubles,
)

FEWEST, MOST = min(THRESHOLDS), max(THRESHOLDS)
_MUCH_IN_A_HAND = 72
"""Most points of a player in a likely hand, on average: all points above the threshold, doubled."""


@dataclass(frozen=True, slots=True)
class SoloTable(PointsTable):
    """Settings that score a stage's hands, and the number of players; None for an unknown table."""

    key = Result.Kind.ABARROTADA
    title = gettext_lazy("Table")
    parties = Seat
    least, most = -MOST_SOLO_POINTS, MOST_SOLO_POINTS
    refusals = Refusals(
        points_without_play=gettext_lazy("A table that did not play has no points and no hands."),
        no_reason=gettext_lazy("Say why the table did not play."),
        no_note=gettext_lazy("Write down why the table did not play."),
        reason_of_played=gettext_lazy("A table that played has no reason for not having played."),
        points_missing=gettext_lazy("Enter the points of every player."),
        points_range=gettext_lazy("Points are a whole number from −%(most)d to %(most)d."),
    )

    rules: SoloRules
    players: int | None = None

    @classmethod
    def of_stage(cls, stage: Stage) -> Self:
        return cls(stage.solo_settings().rules(stage.hands_per_match))

    @classmethod
    def of_match(cls, match: Match) -> Self:
        return replace(cls.of_stage(match.round.stage), players=len(match.seats.all()))

    def sitting(self, entry: GameInput) -> Sequence[Seat]:
        return SEATS_OF[self.players_of(entry)]

    def players_of(self, entry: GameInput) -> int:
        """Return the number of players at the table: as it is known, or as `entry` says."""
        if self.players is not None:
            return self.players
        if entry.sheet and entry.sheet[0].points is not None and not entry.made:
            return len(entry.sheet[0].points)
        return FEWEST if tuple(entry.points)[-1] is None else MOST

    def hands_of(self, players: int) -> int:
        return self.rules.hands_of(players) or MOST_HANDS_PER_MATCH

    def totals(self, entry: GameInput) -> Sequence[int]:
        return play_solo_sheet(self.rules, self.players_of(entry), entry.sheet)[-1]

    def filled_in(self, entry: GameInput) -> GameInput:
        """Return `entry` with all hands of a table, too, where nobody says how many."""
        players = self.players_of(entry)
        entry = PointsTable.filled_in(self, entry)
        hands = len(entry.sheet) or self.hands_of(players)
        return entry if entry.hands is not None else replace(entry, hands=hands)

    def check_points(self, entry: GameInput) -> None:
        players = self.players_of(entry)
        most = self.hands_of(players)
        assert entry.hands is not None, "it was filled in"
        if not 1 <= entry.hands <= most:
            raise UserError(
                _("A table of %(players)d plays 1 to %(most)d hands.")
                % {"players": players, "most": most},
                field="hands",
            )

    def check_end(self, entry: GameInput) -> None:
        if entry.sheet and len(entry.sheet) != entry.hands:
            raise UserError(
                _("The score sheet has %(sheet)s, not %(entered)d.")
                % {"sheet": hands_text(len(entry.sheet)), "entered": entry.hands},
                field="hands",
            )

    def doubts(self, played: GameInput) -> Sequence[GameDoubt]:
        made, hands, doubts = played.made, played.hands, []
        assert hands is not None
        if hands < self.hands_of(len(made)):
            doubts.append(GameDoubt(GameDoubtKind.FEWER_HANDS, hands))
        if (most := max(made, key=abs)) and abs(most) > _MUCH_IN_A_HAND * hands:
            doubts.append(GameDoubt(GameDoubtKind.MUCH, most))
        if not any(made):
            doubts.append(GameDoubt(GameDoubtKind.NOTHING))
        return doubts

    @property
    def limits(self) -> Mapping[str, int | None]:
        players = self.players or MOST
        return {
            **limits_of_doubles(self.rules.multipliers, self.rules.sant_vicenc),
            "players": players,
            "hands": self.hands_of(players),
            "threshold": THRESHOLDS[players],
            "much": _MUCH_IN_A_HAND,
        }


ABARROTADA = kind_at(SoloTable(SoloRules()))

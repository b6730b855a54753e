"""Rules of play of a table: what differs between games."""

from dataclasses import dataclass

from scoring.game.announcements import SantVicencRule
from scoring.game.variants import PlayVariant
from scoring.play.games import ALONE, TWO_AGAINST_TWO, TableGame


@dataclass(frozen=True, slots=True)
class TableRules:
    """Rules of a table; by default those of the duplicate championship.

    `recontro_counts`: a recontro is more than information. Its worth is for the game to say.
    `players`: four, or in abarrotada three.
    """

    variant: PlayVariant = PlayVariant.OBLIGADA
    sant_vicenc: SantVicencRule = SantVicencRule.NOT_ALLOWED
    recontro_counts: bool = False
    players: int = 4

    def __post_init__(self) -> None:
        assert self.players == 4 or (self.players in ALONE and not self.variant.has_partners)

    @property
    def game(self) -> TableGame:
        """Layout of the players at the table."""
        return TWO_AGAINST_TWO if self.variant.has_partners else ALONE[self.players]


DUPLICATE = TableRules()

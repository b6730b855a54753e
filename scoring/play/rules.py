"""By which rules a table plays: what differs between games."""

from dataclasses import dataclass

from scoring.game.announcements import Denomination, Double, SantVicencRule
from scoring.game.variants import PlayVariant


@dataclass(frozen=True, slots=True)
class TableRules:
    """By which rules a table plays. As it stands: those of the duplicate championship.

    `recontro_counts`: whether a recontro is more than information. What it is worth is for the
    game to say; here it is only told on.
    """

    variant: PlayVariant = PlayVariant.OBLIGADA
    sant_vicenc: SantVicencRule = SantVicencRule.NOT_ALLOWED
    recontro_counts: bool = False

    def allow_sant_vicenc(self, trump: Denomination) -> bool:
        return Double.SANT_VICENC in self.sant_vicenc.doubles(trump)


DUPLICATE = TableRules()

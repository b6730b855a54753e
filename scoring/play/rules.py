"""By which rules a table plays: what differs between games."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.game.announcements import Denomination
from scoring.game.variants import PlayVariant


class SantVicencRule(StrEnum):
    """Whether a recontro may be doubled again."""

    NOT_ALLOWED = "not-allowed"
    NOT_AFTER_BOTIFARRA = "not-after-botifarra"
    ALLOWED = "allowed"


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
        if self.sant_vicenc is SantVicencRule.NOT_AFTER_BOTIFARRA:
            return trump is not Denomination.BOTIFARRA
        return self.sant_vicenc is SantVicencRule.ALLOWED


DUPLICATE = TableRules()

"""The rules of legal play that a championship can choose between, and abarrotada's."""

from enum import StrEnum


class PlayVariant(StrEnum):
    """Which rules of legal play a hand is played by."""

    OBLIGADA = "obligada"
    OBLIGADA_SECOND_HAND = "obligada-second-hand"
    OBLIGADA_SAFE_THIRD = "obligada-safe-third"
    LLIURE = "lliure"
    ABARROTADA = "abarrotada"
    """Everybody for themselves: nobody has a partner, and four or three sit at the table."""

    @property
    def has_partners(self) -> bool:
        """Whether two play against two."""
        return self is not PlayVariant.ABARROTADA


PARTNERSHIP_VARIANTS = tuple(variant for variant in PlayVariant if variant.has_partners)
"""What a game of two against two, and so a duplicate championship, can be played by."""

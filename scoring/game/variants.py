"""The rules of legal play that a championship can choose between."""

from enum import StrEnum


class PlayVariant(StrEnum):
    """Which rules of legal play the championship is played by."""

    OBLIGADA = "obligada"
    OBLIGADA_SECOND_HAND = "obligada-second-hand"
    OBLIGADA_SAFE_THIRD = "obligada-safe-third"
    LLIURE = "lliure"

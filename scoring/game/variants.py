"""The rules of legal play that a championship can choose between, and abarrotada's."""

from dataclasses import replace
from enum import StrEnum

from scoring.settings import N_, NC_, Choice, OneOf


class PlayVariant(StrEnum):
    """Variants of the rules of legal play."""

    OBLIGADA = "obligada"
    OBLIGADA_SECOND_HAND = "obligada-second-hand"
    OBLIGADA_SAFE_THIRD = "obligada-safe-third"
    LLIURE = "lliure"
    ABARROTADA = "abarrotada"
    """Everybody for themselves: nobody has a partner, and four or three sit at the table."""

    @property
    def has_partners(self) -> bool:
        """Return whether two play against two."""
        return self is not PlayVariant.ABARROTADA


PLAY_VARIANT = OneOf(
    title=N_("How cards must be played"),
    question=N_("Everybody follows suit, and beats the trick unless the partner is winning it."),
    record=NC_("in the record", "play"),
    choices={
        PlayVariant.OBLIGADA: Choice(
            N_("obligatory play"),
            N_(
                "Whoever doesn't beat plays a counting card or the lowest when the partner is "
                "winning, and the lowest when the opponents are; only the second player who can't "
                "follow suit may play a counting card all the same."
            ),
        ),
        PlayVariant.OBLIGADA_SECOND_HAND: Choice(
            N_("obligatory play, second hand may count"),
            N_(
                "As obligatory play, but the second player who follows suit without beating may "
                "play a counting card too."
            ),
        ),
        PlayVariant.OBLIGADA_SAFE_THIRD: Choice(
            N_("obligatory play, third hand may count on a safe card"),
            N_(
                "As obligatory play, but the third player whose partner is winning may play a "
                "counting card only if the partner's card is safe: every higher one of its suit "
                "has been played or is in the third player's own hand. Disputed; the sources "
                "advise against it."
            ),
        ),
        PlayVariant.LLIURE: Choice(
            N_("free play"), N_("A player who doesn't have to beat may play any card.")
        ),
    },
)
PLAY_VARIANT_OF_GAMES = replace(PLAY_VARIANT, unsaid=PlayVariant.OBLIGADA.value)
PARTNERSHIP_VARIANTS: tuple[PlayVariant, ...] = tuple(PLAY_VARIANT.choices)
"""Variants of two against two, and so of duplicate championships."""

"""Every bot by its name.

The strong one solves sampled layouts of two against two. Abarrotada has no solver, so there both
names stand for the same bot, which plays at once.
"""

from collections.abc import Callable, Mapping

from scoring.bots.seated import QuickBot, SeatedBot, SoloBot
from scoring.bots.strong import StrongBot
from scoring.game.variants import PlayVariant

BOTS: Mapping[str, Callable[[PlayVariant], SeatedBot]] = {
    "quick": lambda variant: QuickBot() if variant.has_partners else SoloBot(),
    "strong": lambda variant: StrongBot(variant) if variant.has_partners else SoloBot(),
}
"""Makers of bots for a variant of the rules of play, by name."""

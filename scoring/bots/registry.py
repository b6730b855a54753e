"""Every bot by its name."""

from collections.abc import Callable, Mapping

from scoring.bots.seated import QuickBot, SeatedBot
from scoring.bots.strong import StrongBot
from scoring.game.variants import PlayVariant

BOTS: Mapping[str, Callable[[PlayVariant], SeatedBot]] = {
    "quick": lambda _variant: QuickBot(),
    "strong": StrongBot,
}
"""How each is made for a variant of the rules of play."""

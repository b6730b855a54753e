"""The option for the rules of play, the same for every command that needs them."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant


def add_variant(
    parser: ArgumentParser, variants: Iterable[PlayVariant] = PARTNERSHIP_VARIANTS
) -> None:
    """Let a command take `--variant`, one of these; `chosen_variant` reads it."""
    parser.add_argument(
        "--variant",
        choices=[choice.value for choice in variants],
        default=PlayVariant.OBLIGADA.value,
        help="the rules of play (default obligada)",
    )


def chosen_variant(options: Namespace) -> PlayVariant:
    """What was asked for; the championship's default where nothing was said."""
    return PlayVariant(options.variant)

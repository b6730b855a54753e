"""The option for the rules of play, the same for every command that needs them."""

from argparse import ArgumentParser, Namespace

from scoring.game.variants import PlayVariant


def add_variant(parser: ArgumentParser) -> None:
    """Let a command take `--variant`; `chosen_variant` reads it."""
    parser.add_argument(
        "--variant",
        choices=[choice.value for choice in PlayVariant],
        default=PlayVariant.OBLIGADA.value,
        help="the rules of play (default obligada)",
    )


def chosen_variant(options: Namespace) -> PlayVariant:
    """What was asked for; the championship's default where nothing was said."""
    return PlayVariant(options.variant)

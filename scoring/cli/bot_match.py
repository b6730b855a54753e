"""`bot-match`: how much one bot is better than another, on the same deals both ways."""

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable
from typing import Any

from scoring.bots.match import BotMatch, play_match
from scoring.bots.registry import BOTS
from scoring.cli.arguments import Arguments, add_variant, chosen_variant
from scoring.cli.faults import InputFaults
from scoring.rounding import display
from scoring.solver import AnalysisOff

_EXPLANATION = """\
Each deal is played twice: once with B as N-S, once with B as E-W. B's figure of a deal is

  (its trick points in both plays - 72) / 2

so the mean is above 0 where B is better. The standard error is that of the mean. The time is what
the processor takes for a card of B, forced ones included; it alone differs from run to run.

The strong bot needs Numba. The first time it is used on a machine it compiles itself, which takes
some seconds.
"""
FEWEST_DEALS, MOST_DEALS = 2, 100_000
_PLACES = 3


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "bot-match",
        help="how much one bot is better than another",
        description="Let two bots play the same deals both ways.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for name in ("--a", "--b"):
        parser.add_argument(name, required=True, choices=list(BOTS))
    parser.add_argument(
        "--deals", required=True, metavar="N", help=f"how many, {FEWEST_DEALS} to {MOST_DEALS}"
    )
    parser.add_argument("--seed", required=True, metavar="TEXT", help="what the deals depend on")
    add_variant(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    deals = arguments.whole_number("--deals", options.deals, FEWEST_DEALS, MOST_DEALS)
    seed = arguments.salt("--seed", options.seed)
    arguments.refuse_faults()
    variant = chosen_variant(options)
    try:
        first, second = BOTS[options.a](variant), BOTS[options.b](variant)
    except AnalysisOff as error:
        raise InputFaults([f"bot-match: {error}"]) from None
    match = play_match(first, second, deals, seed, variant)
    return [_as_json(match) if options.format == "json" else _as_text(options, match)]


def _figures(match: BotMatch) -> tuple[str, str, str]:
    """Return mean, standard error and seconds as decimals."""
    values = (match.mean, match.standard_error, match.seconds_a_card)
    mean, error, seconds = (display(value, _PLACES) for value in values)
    return mean, error, seconds


def _as_json(match: BotMatch) -> str:
    mean, error, seconds = _figures(match)
    return (
        f'{{"deals": {len(match.figures)}, "mean": {mean}, "standard_error": {error}, '
        f'"seconds_a_card": {seconds}}}\n'
    )


def _as_text(options: Namespace, match: BotMatch) -> str:
    mean, error, seconds = _figures(match)
    return (
        f"{options.b} against {options.a}, {len(match.figures)} deals both ways; "
        f"rules of play: {options.variant}\n"
        f"Points a hand above {options.a}: {mean}, standard error {error}.\n"
        f"Seconds a card of {options.b}: {seconds}.\n"
    )

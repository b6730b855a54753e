"""`pair FILE.json`: who meets whom in the next round of a Swiss, and why."""

import json
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring.cli.arguments import Arguments
from scoring.cli.faults import InputFaults
from scoring.cli.pairing_file import read_field
from scoring.cli.text_table import Column, printable, render
from scoring.errors import PairingError
from scoring.pairing.swiss import EXACT_TO, pair_swiss
from scoring.pairing.swiss_field import SwissField, SwissRound, price_of
from scoring.pairing.swiss_reasons import (
    Bar,
    Ground,
    MatchReasons,
    RestReasons,
    reasons_of,
    rest_reasons_of,
)

_EXPLANATION = f"""\
FILE.json is one object:

  {{"contestants": [{{"id": "A", "score": ["7/2", "57"], "rests": 0}}, …],
   "met": [["A", "B"], …], "forbidden": [["C", "D"], …]}}

  score      its keys from the most to the least important, as many for all contestants: whole
             numbers, or text such as "7/2" or "3.5"
  rests      in how many rounds it has rested (0 if not said)
  met        who has met before (nobody if not said)
  forbidden  who must not meet (nobody if not said)

Of all ways to pair everybody without a forbidden pair these count, in this order: whoever rests has
rested the fewest times; fewest rematches; the lowest score rests; the smallest cost, the squares of
the differences added up over all pairs, key by key; lots drawn from the seed.

For up to {EXACT_TO} contestants that is found exactly. For more, "exact" is false, and the cost is
the smallest among meetings within a "window" of neighbours in the ranking.

The exit code is 2 for a file that can't be read, or where the forbidden pairs leave no way to pair
everybody.
"""

_MOST_NAMED = 4


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "pair",
        help="the next round of a Swiss",
        description="Pair contestants by their scores, so that nobody meets the same one again.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE.json", type=Path)
    parser.add_argument(
        "--seed", default="", metavar="TEXT", help="what lots are drawn from (default none)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    seed = arguments.seed("--seed", options.seed)
    arguments.refuse_faults()
    field = read_field(options.file)
    try:
        paired = pair_swiss(field, seed=seed)
    except PairingError as error:
        text = f"{options.file.name}: there is no valid pairing: {error}"
        raise InputFaults([printable(text)]) from None
    return [_as_json(field, paired) if options.format == "json" else _as_text(field, paired)]


def _as_json(field: SwissField[str], paired: SwissRound[str]) -> str:
    price = price_of(field, paired.pairs)
    content: dict[str, Any] = {
        "pairs": [list(pair) for pair in paired.pairs],
        "rest": paired.rest,
        "rematches": price.rematches,
        "cost": [str(key) for key in price.cost],
        "exact": paired.is_exact,
    }
    if not paired.is_exact:
        content["window"] = paired.window
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _as_text(field: SwissField[str], paired: SwissRound[str]) -> str:
    """Return a line for each pair and why, who rests, and what it costs."""
    scores = {one.contestant: ", ".join(map(str, one.score)) for one in field.entrants}
    columns = [Column("pair"), Column("score"), Column("with"), Column("score"), Column("why")]
    rows = [
        [one, scores[one], other, scores[other], _why(reasons)]
        for (one, other), reasons in zip(paired.pairs, reasons_of(field, paired))
    ]
    rest = rest_reasons_of(field, paired)
    return render(columns, rows) + "".join(["\n", *_rest(rest), *_price(field, paired)])


def _rest(rest: RestReasons[str] | None) -> Iterator[str]:
    if rest is None:
        return
    why = "rested the fewest times" if rest.is_fewest else "whom else somebody must meet"
    if rest.lower:
        why += f"; if {_names(rest.lower)} did, there would be more rematches or no way"
    elif rest.is_fewest:
        why += ", and of those has the lowest score"
    yield f"{printable(rest.contestant)} rests: {why}.\n"


def _price(field: SwissField[str], paired: SwissRound[str]) -> Iterator[str]:
    price = price_of(field, paired.pairs)
    yield f"Rematches {price.rematches}, cost {_listed(price.cost)}"
    if paired.is_exact:
        yield ", the smallest of all.\n"
    else:
        yield f", the smallest among meetings within a window of {paired.window} neighbours.\n"


def _listed(keys: tuple[Fraction, ...]) -> str:
    return ", ".join(map(str, keys)) or "none"


def _why(reasons: MatchReasons[str]) -> str:
    ground = {
        Ground.SAME_SCORE: "the same score",
        Ground.NEAREST: "nearest score",
        Ground.NEAREST_LEFT: f"nearest score left to {printable(reasons.contestant)}",
        Ground.SMALLEST_SUM: "the differences of all pairs together are smallest so",
    }[reasons.ground]
    told = [ground]
    if reasons.barred:
        if all(bar is Bar.HAD_MET for _, bar in reasons.barred):
            told = [f"nearest score without a rematch for {printable(reasons.contestant)}"]
        told.append(f"{_groups(reasons.groups_up)}, as {_bars(reasons)}")
    if reasons.is_rematch:
        told.append("a rematch, as that can't be avoided")
    return "; ".join(told)


def _groups(up: int) -> str:
    if not up:
        return "in its score group"
    count = "one score group" if abs(up) == 1 else f"{abs(up)} score groups"
    return f"{'up' if up > 0 else 'down'} {count}"


def _bars(reasons: MatchReasons[str]) -> str:
    """Return why a pair could not be met, such as "it had met B, C and it may not meet D"."""
    told = {
        Bar.HAD_MET: "it had met {}",
        Bar.FORBIDDEN: "it may not meet {}",
        Bar.RESTS: "{} rests",
    }
    parts = []
    for bar, words in told.items():
        names = tuple(third for third, why in reasons.barred if why is bar)
        if names:
            parts.append(words.format(_names(names)))
    return " and ".join(parts)


def _names(names: tuple[str, ...]) -> str:
    shown = ", ".join(map(printable, names[:_MOST_NAMED]))
    return f"{shown} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else shown

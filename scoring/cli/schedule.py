"""`schedule TEAMS`: who meets whom in which round, and how balanced that is."""

import json
from argparse import Namespace
from collections.abc import Iterable
from textwrap import fill
from typing import TYPE_CHECKING, Any

from scoring.cli.arguments import Arguments

if TYPE_CHECKING:
    from scoring.schedule import RoundPlan, Schedule

FEWEST_TEAMS, MOST_TEAMS = 3, 200

LINE = 96


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "schedule",
        help="a round robin, as balanced as it can be",
        description=(
            "Print a round robin in which each pair of teams meets once. It is balanced when two "
            "teams sit in the same direction as often as in opposite ones, other than in their "
            "own match."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("teams", metavar="TEAMS", help=f"{FEWEST_TEAMS} to {MOST_TEAMS}")
    parser.add_argument("--rounds", metavar="R", help="only the first R rounds (default all)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    teams = arguments.whole_number("TEAMS", options.teams, FEWEST_TEAMS, MOST_TEAMS)
    rounds = None
    if options.rounds is not None:
        # Everybody meets everybody; with an odd number each also rests once.
        most = MOST_TEAMS if arguments.faults else teams - 1 + teams % 2
        rounds = arguments.whole_number("--rounds", options.rounds, 1, most)
    arguments.refuse_faults()

    # Only this command needs it, and the others start the faster.
    from scoring.schedule import round_robin

    schedule = round_robin(teams, rounds)
    return [_as_json(schedule) if options.format == "json" else _as_text(schedule)]


def _as_json(schedule: "Schedule") -> str:
    balance = schedule.balance
    content = {
        "teams": schedule.teams,
        "rounds": [
            {
                "round": plan.number,
                "tables": [
                    {"table": table, "ns": pairing.ns, "ew": pairing.ew}
                    for table, pairing in enumerate(plan.pairings, start=1)
                ],
                "rest": plan.rest,
            }
            for plan in schedule.rounds
        ],
        "balance": {
            "max": balance.max,
            "zero_pairs": balance.zero_pairs,
            "pairs": balance.pairs,
            "sum_of_squares": balance.sum_of_squares,
        },
    }
    return json.dumps(content) + "\n"


def _as_text(schedule: "Schedule") -> str:
    balance = schedule.balance
    lines = [f"{schedule.teams} teams, {len(schedule.rounds)} rounds. NS-EW, from table 1 on:", ""]
    lines += [_round(plan, len(str(schedule.teams))) for plan in schedule.rounds]
    lines += [
        "",
        f"Balance: {balance.zero_pairs} of {balance.pairs} pairs of teams are at 0, the largest is "
        f"{balance.max}, the sum of squares {balance.sum_of_squares}.",
        _wrapped(
            "Rounds NS:", [f"team {team} {count}," for team, count in schedule.ns_counts.items()]
        ).rstrip(","),
    ]
    return "\n".join(lines) + "\n"


def _round(plan: "RoundPlan", digits: int) -> str:
    matches = [f"{match.ns:>{digits}}-{match.ew:<{digits}}" for match in plan.pairings]
    if plan.rest is not None:
        matches.append(f"(team {plan.rest} rests)")
    return _wrapped(f"Round {plan.number:>{digits}}", matches)


def _wrapped(title: str, items: Iterable[str]) -> str:
    """The title, then the items in lines below each other; no item is broken."""
    indent = " " * (len(title) + 2)
    text = " ".join(item.replace(" ", "\xa0") for item in items)
    lines = fill(text, LINE, initial_indent=f"{title}  ", subsequent_indent=indent)
    return lines.replace("\xa0", " ")

"""`schedule TEAMS`: who meets whom in which round, and how balanced that is."""

import json
from argparse import Namespace
from collections.abc import Iterable, Sequence
from typing import Any

from scoring.cli.arguments import Arguments
from scoring.pairing.drawn import drawn_schedule
from scoring.schedule.plan import LEAST_CONTESTANTS, MOST_CONTESTANTS, RoundPlan, Schedule
from scoring.schedule.round_robin import full_length, round_robin

LINE = 96


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "schedule",
        help="a round robin, as balanced as it can be, or opponents drawn by lot",
        description=(
            "Print a round robin in which each pair of teams meets once, or rounds whose opponents "
            "are drawn by lot. It is balanced when two teams sit in the same direction as often as "
            "in opposite ones, other than in their own match."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("teams", metavar="TEAMS", help=f"{LEAST_CONTESTANTS} to {MOST_CONTESTANTS}")
    parser.add_argument("--rounds", metavar="R", help="only the first R rounds (default all)")
    parser.add_argument("--drawn", metavar="SEED", help="draw the opponents by lot from this text")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    contestants = arguments.whole_number(
        "TEAMS", options.teams, LEAST_CONTESTANTS, MOST_CONTESTANTS
    )
    rounds = None
    if options.rounds is not None:
        most = full_length(MOST_CONTESTANTS if arguments.faults else contestants)
        rounds = arguments.whole_number("--rounds", options.rounds, 1, most)
    seed = None if options.drawn is None else arguments.seed("--drawn", options.drawn)
    arguments.refuse_faults()
    if seed is None:
        schedule = round_robin(contestants, rounds)
    else:
        schedule = drawn_schedule(contestants, rounds or full_length(contestants), seed=seed)
    return [_as_json(schedule) if options.format == "json" else _as_text(schedule)]


def _as_json(schedule: Schedule) -> str:
    balance = schedule.balance
    content = {
        "teams": schedule.contestants,
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


def _as_text(schedule: Schedule) -> str:
    balance = schedule.balance
    lines = [
        f"{schedule.contestants} teams, {len(schedule.rounds)} rounds. NS-EW, from table 1 on:",
        "",
    ]
    lines += [_round(plan, len(str(schedule.contestants))) for plan in schedule.rounds]
    lines += [
        "",
        f"Balance: {balance.zero_pairs} of {balance.pairs} pairs of teams are at 0, in so many "
        f"rounds {balance.possible_zero_pairs} at most can be;",
        f"the one farthest off is at {balance.max}; sum of squares {balance.sum_of_squares}, at "
        f"least {balance.least_sum_of_squares}.",
    ]
    counts = schedule.ns_counts
    for count in sorted(set(counts.values())):
        contestants = [str(contestant) for contestant in counts if counts[contestant] == count]
        lines.append(_wrapped(f"Rounds as NS {count}: teams ", contestants))
    return "\n".join(lines) + "\n"


def _round(plan: RoundPlan, digits: int) -> str:
    rest = "" if plan.rest is None else f" ({plan.rest:>{digits}} rests)"
    matches = [f"{match.ns:>{digits}}-{match.ew:<{digits}}" for match in plan.pairings]
    return _wrapped(f"Round {plan.number:>{digits}}{rest}  ", matches)


def _wrapped(title: str, items: Sequence[str]) -> str:
    """Return the title and the items, in columns that go on below each other where they must."""
    size = max(map(len, items)) + 1
    per_line = max(1, (LINE - len(title)) // size)
    lines = [
        "".join(item.ljust(size) for item in items[at : at + per_line]).rstrip()
        for at in range(0, len(items), per_line)
    ]
    return title + ("\n" + " " * len(title)).join(lines)

"""`python3 -m tests.hall faults|load|venues|hostile|cards|crowd`: see the package's own words."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from manage import enter_environment
from tests.checks.machine import postgresql
from tests.new_database import made_once_a_run


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _faults(options: argparse.Namespace, folder: Path) -> int:
    from tests.hall.faults import run_faults

    figures = run_faults(
        folder,
        tables=options.tables,
        rounds=options.rounds,
        kills_every=(2.0, 10.0),
        seed=options.seed,
        server=postgresql() if options.postgresql else None,
        hosts=options.hosts,
    )
    _say(
        f"{figures.entries} entries and {figures.confirmations} confirmations acknowledged after"
        f" {figures.attempts} attempts; {figures.late_copies} came once more later; the server was"
        f" killed {figures.kills} times; {figures.seconds:.0f} s; {len(figures.faults)} faults"
    )
    for fault in figures.faults[:20]:
        _say(f"    {fault}")
    return 1 if figures.faults else 0


def _load(options: argparse.Namespace, folder: Path) -> int:
    from tests.hall.load import report, run_load

    timings = run_load(
        folder, phones=options.phones, tables=options.tables, seconds=options.seconds
    )
    report(timings, _say)
    return 1 if timings.errors else 0


def _venues(options: argparse.Namespace, folder: Path) -> int:
    from tests.hall.load import report
    from tests.hall.venues_load import run_venues_load

    timings = run_venues_load(
        folder,
        venues=options.venues,
        pairs=options.pairs,
        phones=options.phones,
        seconds=options.seconds,
        a_second=options.a_second,
        server=postgresql() if options.postgresql else None,
        hosts=options.hosts,
        say=_say,
    )
    report(timings, _say)
    return 1 if timings.errors else 0


def _hostile(options: argparse.Namespace, folder: Path) -> int:
    from tests.hall.hostile import run_hostile

    met = run_hostile(
        folder,
        requests=options.requests,
        seed=options.seed,
        server=postgresql() if options.postgresql else None,
        say=_say,
    )
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(met.statuses.items()))
    _say(f"{sum(met.statuses.values())} answers ({statuses}) from {len(met.routes)} routes")
    for fault in met.faults[:20]:
        _say(f"    {fault}")
    _say(f"{len(met.faults)} faults")
    return 1 if met.faults else 0


def _cards(options: argparse.Namespace, folder: Path) -> int:
    from tests.hall.cards import line_of, line_of_stall, run_cards

    played = run_cards(
        folder,
        tables=options.tables,
        seconds=options.seconds,
        every=options.every,
        kills=options.kills,
        stall=options.stall,
        server=postgresql() if options.postgresql else None,
        hosts=options.hosts,
    )
    _say(line_of(played))
    if options.stall:
        _say(line_of_stall(played, options.every))
    for fault in played.faults[:20]:
        _say(f"    {fault}")
    return 1 if played.faults else 0


def _crowd(options: argparse.Namespace, folder: Path) -> int:
    from tests.hall.crowd import HEADING, PAGES, run_crowd

    _say(HEADING)
    found = run_crowd(
        folder,
        phones=options.phones,
        pairs=options.pairs,
        rounds=options.rounds,
        closed=options.closed,
        own_pages=options.own_pages,
        pages=options.pages or tuple(PAGES),
        server=postgresql() if options.postgresql else None,
        gunicorn=options.gunicorn,
        hosts=options.hosts,
        say=_say,
    )
    errors = [error for timings in found for error in timings.errors]
    for error in errors[:10]:
        _say(f"    {error}")
    return 1 if errors else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.hall", description=__doc__)
    commands = parser.add_subparsers(required=True)
    faults = commands.add_parser("faults", help="enter rounds while everything goes wrong")
    faults.add_argument("--tables", type=int, default=40)
    faults.add_argument("--rounds", type=int, default=20)
    faults.add_argument("--seed", type=int, default=2026)
    faults.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    faults.add_argument("--hosts", type=int, default=1, help="with --postgresql: so many hosts")
    faults.set_defaults(run=_faults)
    load = commands.add_parser("load", help="phones ask and tables enter for a minute")
    load.add_argument("--phones", type=int, default=500)
    load.add_argument("--tables", type=int, default=40)
    load.add_argument("--seconds", type=int, default=60)
    load.set_defaults(run=_load)
    venues = commands.add_parser("venues", help="a simultaneous event: entries and phones")
    venues.add_argument("--venues", type=int, default=60)
    venues.add_argument("--pairs", type=int, default=20, help="in each venue")
    venues.add_argument("--phones", type=int, default=600)
    venues.add_argument("--seconds", type=float, default=300)
    venues.add_argument("--a-second", type=float, default=8.0, help="entries")
    venues.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    venues.add_argument("--hosts", type=int, default=1, help="with --postgresql: so many hosts")
    venues.set_defaults(run=_venues)
    hostile = commands.add_parser("hostile", help="made-up requests, none of which may be a 500")
    hostile.add_argument("--requests", type=int, default=20_000)
    hostile.add_argument("--seed", type=int, default=2026)
    hostile.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    hostile.set_defaults(run=_hostile)
    cards = commands.add_parser("cards", help="tables play on phones")
    cards.add_argument("--tables", type=int, default=100)
    cards.add_argument("--seconds", type=float, default=120)
    cards.add_argument("--every", type=float, default=3.0, help="seconds between two cards")
    cards.add_argument("--kills", type=int, default=0, help="go on until servers died so often")
    cards.add_argument("--stall", type=float, default=0, help="servers stand still once, seconds")
    cards.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    cards.add_argument("--hosts", type=int, default=1, help="with --postgresql: so many hosts")
    cards.set_defaults(run=_cards)
    crowd = commands.add_parser("crowd", help="everybody opens a page in the same second")
    crowd.add_argument("--phones", type=int, nargs="+", default=[300, 1000])
    crowd.add_argument("--pairs", type=int, default=120)
    crowd.add_argument("--rounds", type=int, default=18)
    crowd.add_argument("--closed", type=int, default=3, help="rounds that are closed before")
    crowd.add_argument("--own-pages", type=int, default=200, help="pairs that open their own page")
    crowd.add_argument("--pages", nargs="+", help="only these of its pages")
    crowd.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    crowd.add_argument("--gunicorn", action="store_true", help="instead of `serve`")
    crowd.add_argument("--hosts", type=int, default=1, help="with --postgresql: so many hosts")
    crowd.set_defaults(run=_crowd)
    options = parser.parse_args()
    with made_once_a_run(), tempfile.TemporaryDirectory() as folder:
        result: int = options.run(options, Path(folder))
    return result


if __name__ == "__main__":
    enter_environment()
    sys.exit(main())

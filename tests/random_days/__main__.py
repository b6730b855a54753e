"""`python3 -m tests.random_days`: the days that were kept, then days of acts that are drawn by lot,
in every format."""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

from manage import enter_environment
from tests.new_database import made_once_a_run

FOLDER = Path(tempfile.gettempdir()) / "random-days"
SHRINK = 90.0
"""Seconds in which acts are left out of a day that went wrong."""


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.random_days", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="begin no day after these")
    parser.add_argument("--days", type=int, default=0, help="draw so many days instead")
    parser.add_argument("--drawn", action="store_true", help="leave the kept days out")
    parser.add_argument("--seed", default="", help="of the first day; by default one of the clock")
    parser.add_argument("--format", default="", help="a preset's name; by default all in turn")
    parser.add_argument("--acts", type=int, default=50, help="the most acts of a day")
    parser.add_argument(
        "--pages", type=int, default=10, help="so many after an act; 0: figures alone"
    )
    parser.add_argument("--processes", type=int, default=1, help="so many days at a time")
    parser.add_argument("--short", action="store_true", help="look at as little as the tests do")
    parser.add_argument("--show", action="store_true", help="print each act")
    parser.add_argument("--unlooked", action="append", default=[], metavar="TEXT")
    parser.add_argument("--stop", action="store_true", help="with the first day that goes wrong")
    parser.add_argument("--keep", type=Path, default=FOLDER, help="where days gone wrong are kept")
    parser.add_argument("--again", type=Path, metavar="FILE", help="play a day that was kept")
    return parser.parse_args()


def main() -> int:
    options = _options()
    options.seed = options.seed or f"{time.time():.0f}"
    with made_once_a_run():
        if options.processes > 1:
            return _side_by_side(options)
        _begin_site()
        if options.again:
            return _again(options.again)
        again_wrong = not (options.days or options.drawn) and _kept_go_wrong()
        if again_wrong and options.stop:
            return 1
        return _play(options) or int(again_wrong)


def _side_by_side(options: argparse.Namespace) -> int:
    """Let processes of their own play, each with a seed of its own."""
    own = [one for one in sys.argv[1:] if one]
    running = []
    for number in range(1, options.processes + 1):
        changed = ["--processes", "1", "--seed", f"{options.seed}.{number}"]
        changed += ["--drawn"] if number > 1 else []
        command = [sys.executable, "-m", "tests.random_days", *own, *changed]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8"))
    readers = [Thread(target=_pass_on, args=(one,)) for one in running]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    return max(one.wait() for one in running)


def _pass_on(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        _say(line.rstrip("\n"))


def _begin_site() -> None:
    """A site of its own for this process, which keeps no page."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    logging.disable()  # what goes wrong is told with the acts that led there
    from tests.nothing_remembered import keep_no_page
    from tests.own_process import begin_with_new_database

    begin_with_new_database()
    keep_no_page()


def _kept_go_wrong() -> bool:
    """Play the days that went wrong once, and return whether one does again."""
    from tests.nothing_remembered import forget_everything
    from tests.random_days import kept

    wrong = False
    for file in sorted(kept.FOLDER.glob("*.json")):
        forget_everything()
        day = kept.KeptDay.read(file).played()
        _say(f"{file.stem}: {len(day.acts)} acts{', WRONG' if day.faults else ''}")
        for fault in day.faults[:5]:
            _say(f"    WRONG {fault}")
        wrong = wrong or bool(day.faults)
    return wrong


def _seeds(options: argparse.Namespace) -> Iterator[str]:
    """The seeds of the days: the one that was asked for, then those that follow from it."""
    until = time.monotonic() + 60 * options.minutes
    number = 0
    while number < options.days if options.days else time.monotonic() < until:
        yield f"{options.seed}-{number}" if number else options.seed
        number += 1


def _play(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from tests.nothing_remembered import forget_everything
    from tests.random_days.acts import KINDS, Act
    from tests.random_days.days import LONG, SHORT, play_day
    from tournament.stages.presets import PRESETS

    form = SHORT if options.short else replace(LONG, acts=options.acts, pages=options.pages)
    outcomes: Counter[tuple[str, str]] = Counter()
    wrong: Counter[str] = Counter()
    days = pages = acts = 0

    def show(act: Act) -> None:
        if options.show:
            _say(f"    {act}")

    turn = sum(map(ord, options.seed))  # processes side by side begin with different presets
    for number, seed in enumerate(_seeds(options)):
        forget_everything()
        preset = options.format or list(PRESETS)[(turn + number) % len(PRESETS)]
        began = time.process_time()
        day = play_day(seed, form, preset=preset, unlooked=options.unlooked, watch=show)
        days, pages, acts = days + 1, pages + day.asked, acts + len(day.acts)
        outcomes += day.outcomes
        told = (
            f"{len(day.acts)} acts, {day.asked} pages, {time.process_time() - began:.0f} s of CPU"
        )
        _say(f"{seed} --format {preset}: {told}{', WRONG' if day.faults else ''}")
        if not day.faults:
            continue
        sort = day.faults[0].sort
        wrong[sort] += 1
        _tell(day, preset, form, options, shrink=wrong[sort] == 1)
        if options.stop:
            break
    _say(f"{days} days, {acts} acts, {pages} pages and papers, {sum(wrong.values())} days wrong")
    for sort, count in wrong.most_common():
        _say(f"    {count} x {sort}")
    done = {kind for kind, outcome in outcomes if outcome == "done"}
    _say(f"never done: {', '.join(sorted(set(KINDS) - done)) or 'nothing'}")
    return 1 if wrong else 0


def _tell(
    day: object, preset: str, form: object, options: argparse.Namespace, *, shrink: bool
) -> None:
    """Say what is wrong with a day, and keep it with as few acts as go wrong in the same way."""
    from tests.random_days.days import DayPlayed, Form
    from tests.random_days.kept import KeptDay
    from tests.random_days.shrink import shrunk

    assert isinstance(day, DayPlayed)
    assert isinstance(form, Form)
    for fault in day.faults[:5]:
        _say(f"    WRONG {fault}")
    if not shrink:
        return
    acts = shrunk(day.seed, day.acts, day.faults[0], form, seconds=SHRINK)
    options.keep.mkdir(parents=True, exist_ok=True)
    file = options.keep / f"{preset}-{day.seed}.json"
    KeptDay(day.seed, acts, day.faults[0]).write(file)
    for act in acts:
        _say(f"        {act}")
    _say(f"    again: .venv/bin/python -m tests.random_days --again {file}")


def _again(file: Path) -> int:
    from tests.random_days.kept import KeptDay

    kept = KeptDay.read(file)
    day = kept.played()
    for act, outcome in zip(day.acts, day.told, strict=True):
        _say(f"    {act}: {outcome}")
    for fault in day.faults:
        _say(f"    WRONG {fault}")
    return 1 if day.faults else 0


if __name__ == "__main__":
    enter_environment()
    sys.exit(main())

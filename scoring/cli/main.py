"""Reads the command, runs it, and turns faults into exit codes.

1: what was checked has faults; 2: the input can't be understood; 74: the answer can't be written.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from io import TextIOWrapper

from scoring.cli import (
    abarrotada,
    bot_match,
    championship,
    check_deal,
    check_play,
    codes,
    commit,
    deal,
    game,
    pair,
    schedule,
    solve,
)
from scoring.cli.arguments import Parser
from scoring.cli.faults import CheckFailed, FaultsFound, InputFaults

EXIT_FAULTS_FOUND = 1
EXIT_REFUSED = 2
EXIT_UNWRITTEN = 74
"""The answer could not be written, as on a full disk: EX_IOERR of the C library's sysexits.h."""
EXIT_READER_GONE = 141
"""Exit code of a program that was ended by the signal SIGPIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `argv` (by default the process's own arguments) and return the exit code.

    `--help` ends the process with exit code 0, as argparse does.
    """
    _write_utf8()
    try:
        return _run(_parser().parse_args(argv))
    except InputFaults as error:
        for fault in error.faults:
            sys.stderr.write(f"{fault}\n")
        return EXIT_REFUSED


def _run(arguments: Namespace) -> int:
    """Write the command's answer, and return its exit code."""
    code = 0
    # A command checks everything before it returns; what it returns may be made bit by bit.
    answer: Iterable[str]
    try:
        answer = arguments.run(arguments)
    except FaultsFound as found:
        answer, code = [found.answer], EXIT_FAULTS_FOUND
    except CheckFailed as failed:
        sys.stderr.write(f"{failed.line}\n")
        return EXIT_FAULTS_FOUND
    try:
        for text in answer:
            sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # somebody read enough (`| head`)
        code = EXIT_READER_GONE
    except OSError as error:
        sys.stderr.write(f"the answer can't be written: {error.strerror}\n")
        code = EXIT_UNWRITTEN
    if code in (EXIT_READER_GONE, EXIT_UNWRITTEN):
        # The rest can't be flushed there at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _parser() -> Parser:
    parser = Parser(
        prog="python -m scoring",
        description=(
            "Duplicate and ordinary botifarra: score championships and games, make a schedule, "
            "pair a Swiss round, deal and check hands, check a play, solve deals, let bots play."
        ),
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for command in (
        *(championship, game, abarrotada, schedule, pair),
        *(commit, deal, check_deal, codes),
        *(check_play, solve, bot_match),
    ):
        command.add_to(commands)
    return parser


def _write_utf8() -> None:
    """Write UTF-8 whatever the locale; escape bytes in faults that are none."""
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)

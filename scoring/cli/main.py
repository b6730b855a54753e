"""Reads the command, runs it, and turns faults into exit code 2."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from scoring.cli import championship, commit, deal, schedule
from scoring.cli.arguments import Parser
from scoring.cli.faults import InputFaults

EXIT_FAULTS = 2
EXIT_READER_GONE = 141
"""As for a program that was ended by the signal SIGPIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `argv` (by default the process's own arguments) and return the exit code.

    `--help` ends the process with exit code 0, as argparse does.
    """
    _write_utf8()
    try:
        arguments = _parser().parse_args(argv)
        # A command checks everything before it returns; what it returns may be made bit by bit.
        for text in arguments.run(arguments):
            sys.stdout.write(text)
        sys.stdout.flush()
    except InputFaults as error:
        for fault in error.faults:
            sys.stderr.write(f"{fault}\n")
        return EXIT_FAULTS
    except BrokenPipeError:
        # Somebody read enough (`| head`). Nothing can be flushed there any more at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_READER_GONE
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="python -m scoring",
        description="Duplicate botifarra: score a championship, deal hands, make a schedule.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for command in (championship, commit, deal, schedule):
        command.add_to(commands)
    return parser


def _write_utf8() -> None:
    """UTF-8 whatever the locale; a fault may quote bytes that are none, so those are escaped."""
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)

"""How fast lists of pairs are read, and refused. Prints figures, asserts nothing about time."""

from collections.abc import Callable, Iterable
from functools import partial

from tests.tournament.contestants.list_import.hostile import FILES
from tests.tournament.contestants.lists import workbook
from tournament.contestants.list_import.drafts import begin, seal, unseal
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.grids import MAX_ROWS
from tournament.contestants.list_import.preview import make_preview
from tournament.core.errors import UserError
from tournament.models import Championship

HEADINGS = ["Núm.", "Jugador 1", "Jugador 2", "Club"]


def cases() -> Iterable[tuple[str, Callable[[], object], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    lines = [[str(n), f"Anna Puig {n}", f"Blai Roca {n}", "Valls"] for n in range(1, MAX_ROWS)]
    data = workbook([HEADINGS, *lines])
    text = "\n".join(";".join(line) for line in [HEADINGS, *lines]).encode()
    chat = "\n".join(f"{n}. {a} i {b} ({club}) 600 123 456" for n, a, b, club in lines)
    championship = Championship(pk=1)
    draft = begin(read_file(data))
    yield "a list's .xlsx file is read", partial(read_file, data), len(lines)
    yield "a list's .csv file is read", partial(read_file, text), len(lines)
    yield "a pasted list is read", lambda: begin(read_text(chat)), len(lines)
    yield "a list's preview", partial(make_preview, championship, draft), len(lines)
    yield "a list there and back", lambda: unseal(championship, seal(championship, draft)), 1
    for name, make in FILES.items():
        yield f"refused: {name}", partial(_refused, make()), 1


def _refused(data: bytes) -> None:
    try:
        read_file(data)
    except UserError:
        return
    raise AssertionError("it was read")

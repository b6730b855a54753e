"""Whatever a file holds, it is scored or refused with faults; nothing else ever happens."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cli.championship import as_text, score_file
from scoring.cli.championship_data import as_csv, as_json
from scoring.cli.faults import InputFaults
from scoring.duplicate.settings import DEFAULT_SETTINGS
from tests.scoring.cli.conftest import HEADER

cells = st.sampled_from(
    ["", "1", "2", "NS", "EW", "A", "B", "C", "D", "40", "32", "36", "botifarra", "contro", "NS+EW"]
)
odd_cells = cells | st.text(max_size=8)
delimiters = st.sampled_from([",", ";", "\t"])


def table(rows: list[list[str]], delimiter: str) -> bytes:
    lines = [HEADER.split(","), *rows]
    return "\n".join(map(delimiter.join, lines)).encode("utf-8", "surrogatepass")


def rows_of(cell: st.SearchStrategy[str]) -> st.SearchStrategy[list[list[str]]]:
    return st.lists(st.lists(cell, min_size=9, max_size=9) | st.lists(cell, max_size=11))


plausible_rows = st.lists(
    st.tuples(
        st.sampled_from("12"),
        st.sampled_from(["NS", "EW", "NS", "NS"]),
        st.sampled_from("ABCD"),
        st.sampled_from("EFGH"),
        st.integers(0, 72).map(str),
        st.just(""),
        st.sampled_from(["", "O", "botifarra"]),
        st.sampled_from(["", "contro"]),
        st.sampled_from(["", "NS", "NS+EW"]),
    ).map(list),
    max_size=5,
)

contents = (
    st.binary()
    | st.builds(table, rows_of(odd_cells), delimiters)
    | st.builds(table, plausible_rows, delimiters)
    | st.binary().map(lambda data: HEADER.encode() + b"\n" + data)
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any") / "any.csv"


@given(content=contents)
def test_any_file_is_scored_or_refused_with_its_places(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    written, faults = [], []
    try:
        scored = score_file(path, DEFAULT_SETTINGS)
        written = [write(scored).encode() for write in (as_text, as_csv, as_json)]
    except InputFaults as error:
        faults = list(map(str, error.faults))
    assert bool(written) != bool(faults)
    assert all(fault.startswith("any.csv: line ") and fault.isprintable() for fault in faults)

"""Pictures as shapes: where things lie, and that nothing lies on another."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tournament.core.drawings.bracket import (
    BracketBox,
    BracketColumn,
    BracketRow,
    bracket,
    least_height,
)
from tournament.core.drawings.scales import Scale, scale_of
from tournament.core.drawings.shapes import Dot, Drawing, Form, Group, Ink, Line, Words
from tournament.core.drawings.strip import StripBest, StripDot, strip
from tournament.core.drawings.svg import as_svg
from tournament.core.numbers import signed_text

NARROWEST = 300
"""Pixels of a strip on the narrowest phone."""


def dots_of(drawing: Drawing) -> list[Dot]:
    return [one for one in drawing.shapes if isinstance(one, Dot)]


def words_of(drawing: Drawing) -> list[str]:
    return [one.text for one in drawing.shapes if isinstance(one, Words)]


def test_a_scale_goes_from_end_to_end() -> None:
    scale = Scale(-10, 30, 5.0, 95.0)
    assert [scale.place(one) for one in (-10, 10, 30)] == [5.0, 50.0, 95.0]
    assert scale_of([4, 4], 0.0, 100.0).place(4) == 50.0
    assert scale_of([Fraction(1, 3), Fraction(2, 3)], 0.0, 1.0).place(Fraction(1, 2)) == 0.5


def test_a_strip_goes_from_the_lowest_to_the_highest_and_stacks_equal_ones() -> None:
    drawing = strip([StripDot(-8), StripDot(24), StripDot(24), StripDot(8)], signed_text, "told")
    assert drawing is not None
    marks = dots_of(drawing)
    assert sorted(mark.x for mark in marks) == [5.0, 50.0, 95.0, 95.0]
    upper, lower = sorted((mark for mark in marks if mark.x == 95.0), key=lambda mark: mark.y)
    assert lower.y - upper.y >= lower.radius + upper.radius
    assert words_of(drawing) == ["−8", "+24", "0"]


def test_a_strip_without_dots_is_none() -> None:
    assert strip([], signed_text, "told") is None


def test_the_best_possible_is_a_line_also_beyond_the_dots() -> None:
    drawing = strip([StripDot(0), StripDot(4)], signed_text, "told", StripBest(12, 12, "at best"))
    assert drawing is not None
    (line,) = (one for one in drawing.shapes if isinstance(one, Line) and one.ink is Ink.BEST)
    assert {x for x, _y in line.points} == {95.0}
    assert words_of(drawing)[-1] == "at best"
    assert max(mark.x for mark in dots_of(drawing)) < 95.0


def test_the_lit_dot_is_drawn_last_and_larger() -> None:
    drawing = strip([StripDot(0), StripDot(0, lit=True), StripDot(5)], signed_text, "told")
    assert drawing is not None
    *others, last = dots_of(drawing)
    assert last.ink is Ink.LIT
    assert all(one.ink is Ink.PLAIN and one.radius < last.radius for one in others)


@settings(max_examples=examples(60))
@given(st.lists(st.integers(-144, 144), min_size=1, max_size=34))
def test_no_dot_lies_on_another_even_on_a_phone(values: list[int]) -> None:
    drawing = strip([StripDot(value) for value in values], signed_text, "told")
    assert drawing is not None
    marks = dots_of(drawing)
    assert len(marks) == len(values)
    for at, one in enumerate(marks):
        assert one.radius <= one.y <= drawing.height
        for other in marks[at + 1 :]:
            across = abs(one.x - other.x) / 100 * NARROWEST
            up = abs(one.y - other.y)
            assert max(across, up) >= 2 * one.radius


def test_where_a_hundred_tables_made_the_same_the_pile_stays_low() -> None:
    drawing = strip([StripDot(4)] * 100 + [StripDot(9)], signed_text, "told")
    assert drawing is not None
    assert len(dots_of(drawing)) == 101
    assert drawing.height < 300


def test_svg_escapes_what_people_typed_and_has_no_style() -> None:
    name = '<b>"Els" & co.'
    drawing = Drawing(
        100.0,
        20.0,
        (
            Dot(5.0, 5.0, 4.0, Form.FRAME, title=name),
            Words(1.0, 2.0, name),
            Group((Line(((0.0, 0.0), (9.5, 4.0))),), key="3&x", title=name),
        ),
        name,
    )
    text = as_svg(drawing, "wide")
    assert "<b>" not in text
    assert "style" not in text
    assert text.count("&lt;b&gt;") == 4
    assert 'data-key="3&amp;x"' in text
    assert '<path d="M0 0 9.5 4"/>' in text
    assert 'viewBox="0 0 100 20"' in text
    assert 'class="plain hollow"' in text


def test_a_fluid_drawing_counts_in_hundredths_of_its_place() -> None:
    drawing = Drawing(100.0, 20.0, (Dot(25.0, 5.0, 4.0),), "told", fluid=True)
    text = as_svg(drawing)
    assert 'width="100%"' in text
    assert 'cx="25.00%"' in text
    assert "viewBox" not in text
    assert 'role="img" aria-label="told"' in text


def boxes_of(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    """Left, top, right and foot of each match of a bracket."""
    frames = [one.shapes[0] for one in drawing.shapes if isinstance(one, Group)]
    found = []
    for frame in frames:
        assert isinstance(frame, Line)
        xs, ys = [x for x, _y in frame.points], [y for _x, y in frame.points]
        found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


@settings(max_examples=examples(60))
@given(
    st.integers(0, 6), st.booleans(), st.sampled_from(["", "given"]), st.floats(0, 2000), st.data()
)
def test_no_match_of_a_bracket_lies_on_another(
    rounds: int, third: bool, note: str, height: float, data: st.DataObject
) -> None:
    rows = BracketRow("1 Anna", "100", won=True), BracketRow("2 Pere", "90")
    box = BracketBox(rows, "told", note)
    columns = []
    for number in range(rounds, -1, -1):
        present = data.draw(st.lists(st.booleans(), min_size=2**number, max_size=2**number))
        boxes = tuple(box if one or number < rounds else None for one in present)
        columns.append(BracketColumn(f"Round {number}", boxes))
    below = ("Third place", box) if third else None
    drawing = bracket(columns, "told", column=200.0, row=20.0, below=below, height=height)
    found = boxes_of(drawing)
    assert len(found) == sum(one is not None for c in columns for one in c.boxes) + third
    for at, (left, top, right, foot) in enumerate(found):
        assert left >= 0
        assert top >= 20
        assert right <= drawing.width
        assert foot <= drawing.height + 0.01
        for other in found[:at]:
            assert left >= other[2] or right <= other[0] or top >= other[3] or foot <= other[1]
    least = least_height(2**rounds, 20.0, below, notes=bool(note))
    assert drawing.height <= max(height, least) + 0.01

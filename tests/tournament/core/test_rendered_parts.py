"""Small parts of pages are rendered once for what they show, and see nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.template import Context, Template
from django.template.loader import get_template
from django.utils.translation import override

from scoring.game.cards import Card
from scoring.game.seats import Seat
from tournament.core import rendered_parts
from tournament.play.places import HeldCard, LaidCard, Place

ACE = Card.parse("AC")


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    rendered_parts._rendered.cache_clear()
    yield
    rendered_parts._rendered.cache_clear()


def laid(language: str, *, wins: bool) -> str:
    with override(language):
        one = LaidCard(Seat.N, Place.OWN, ACE, wins)
        return rendered_parts.part("practice/_laid.html", one=one)


def test_a_part_is_rendered_once_for_the_same_values() -> None:
    with patch.object(rendered_parts, "get_template", wraps=get_template) as rendered:
        assert laid("en", wins=True) == laid("en", wins=True)
    assert rendered.call_count == 1


@pytest.mark.parametrize(
    ("language", "wins", "words"),
    [
        ("en", True, {"ace of cups", "(winning)", "is-winning"}),
        ("en", False, {"ace of cups"}),
        ("ca", True, {"as de copes", "(guanya)", "is-winning"}),
        ("ca", False, {"as de copes"}),
    ],
)
def test_other_values_and_other_languages_have_their_own(
    language: str, wins: bool, words: set[str]
) -> None:
    for other in ("en", "ca"):
        for either in (False, True):
            laid(other, wins=either)
    all_words = {"ace of cups", "as de copes", "(winning)", "(guanya)", "is-winning"}
    text = laid(language, wins=wins)
    assert {word for word in all_words if word in text} == words


def test_a_part_sees_the_values_that_it_gets_and_nothing_else() -> None:
    tag = Template('{% load botifarra %}{% kept_part "play/_held.html" one=one %}')
    shown = tag.render(Context({"one": HeldCard(ACE, ""), "choosing": True}))
    assert 'class="practice-card"' in shown

"""A note beside a result says who reads it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string


@pytest.mark.parametrize(("reason", "marked"), [("", True), ("OTHER", False)])
def test_a_note_that_only_referees_see_is_marked(reason: str, *, marked: bool) -> None:
    content = SimpleNamespace(note="A <card> fell", not_played_reason=reason)
    shown = render_to_string("results/_note.html", {"content": content})
    assert "<q>A &lt;card&gt; fell</q>" in shown
    assert ("(only referees see this)" in shown) is marked

"""Rows of championships that tests write straight into the tables, without an event that tells."""

from __future__ import annotations


def need_no_event() -> None:
    """Let such rows be committed, in this process from now on."""
    from tournament.models.recorder import Note

    Note.__call__ = lambda _note: None  # type: ignore[method-assign]

"""Playing a rehearsal on to where the demonstration shows it."""

from __future__ import annotations

from tournament.rehearsal.day import Rehearsal


def play_next(rehearsal: Rehearsal, most: int | None = None) -> None:
    """Play the next round to its end, or until so many of its hands or games are entered."""
    round = rehearsal.next_round()
    assert round is not None, "there are more rounds than are played"
    played = rehearsal.play_part(round, most) if most else rehearsal.play_round(round)
    assert played.closed == (most is None), played.obstacles

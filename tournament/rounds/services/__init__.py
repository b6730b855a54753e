"""What referees do with rounds: this is the catalogue, one file a concern.

lifecycle   opening a round and taking that back, closing and reopening it
hand_in     a round that the venues of a simultaneous event close together
clock       the countdown of an open round
sittings    who of a pair sat in which seat
absences    a table of four plays as three, as somebody has not come
"""

from tournament.rounds.services.absences import play_with_everybody, play_without
from tournament.rounds.services.clock import clock_version, extend_clock, pause_clock, resume_clock
from tournament.rounds.services.hand_in import hand_in_round, take_back_hand_in
from tournament.rounds.services.lifecycle import (
    close_round,
    open_round,
    refuse_to_reopen,
    release_round,
    reopen_round,
    take_back_opening,
)
from tournament.rounds.services.sittings import note_sitting

__all__ = [
    "clock_version",
    "close_round",
    "extend_clock",
    "hand_in_round",
    "note_sitting",
    "open_round",
    "pause_clock",
    "play_with_everybody",
    "play_without",
    "refuse_to_reopen",
    "release_round",
    "reopen_round",
    "resume_clock",
    "take_back_hand_in",
    "take_back_opening",
]

"""What is done with hands on phones; each concern has a file of its own.

setting   whether a stage is played with packs or on phones
seats     taking a seat, and freeing it
exchange  two players of a pair who change places
acts      playing, a card that a referee gives back, and a hand that a referee ends
tables    a table that a referee pauses, or changes to packs
results   agreeing on the result of a hand
aside     a hand whose play a referee sets aside, or lets count again
"""

from tournament.play.services.acts import end_hand, play_act, take_back_card
from tournament.play.services.aside import let_play_count, set_play_aside
from tournament.play.services.exchange import exchange_seats
from tournament.play.services.results import agree_on_result
from tournament.play.services.seats import SeatLost, free_seat, seat_lost, take_seat
from tournament.play.services.setting import choose_played_with, why_played_with_stays
from tournament.play.services.tables import (
    change_back_to_phones,
    change_to_packs,
    let_table_go_on,
    pause_table,
)

__all__ = [
    "SeatLost",
    "agree_on_result",
    "change_back_to_phones",
    "change_to_packs",
    "choose_played_with",
    "end_hand",
    "exchange_seats",
    "free_seat",
    "let_play_count",
    "let_table_go_on",
    "pause_table",
    "play_act",
    "seat_lost",
    "set_play_aside",
    "take_back_card",
    "take_seat",
    "why_played_with_stays",
]

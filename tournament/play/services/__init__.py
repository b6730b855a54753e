"""What is done with hands on phones; each concern has a file of its own.

setting   whether a stage is played with packs or on phones
seats     taking a seat, and freeing it
acts      playing, and a card that a referee gives back
results   agreeing on the result of a hand
"""

from tournament.play.services.acts import play_act, take_back_card
from tournament.play.services.results import agree_on_result
from tournament.play.services.seats import SeatLost, free_seat, seat_lost, take_seat
from tournament.play.services.setting import choose_played_with, why_played_with_stays

__all__ = [
    "SeatLost",
    "agree_on_result",
    "choose_played_with",
    "free_seat",
    "play_act",
    "seat_lost",
    "take_back_card",
    "take_seat",
    "why_played_with_stays",
]

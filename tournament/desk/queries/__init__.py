"""Reading for the referee's desk: this is the catalogue.

hands    one hand and one table: what is missing, and what is unlikely
now      the day in a line
rounds   a whole round, and what needs a referee
"""

from tournament.desk.queries.hands import Confirmation, DeskHand, DeskTable
from tournament.desk.queries.now import DayNow, day_now
from tournament.desk.queries.rounds import Desk, desk_of, desk_round

__all__ = [
    "Confirmation",
    "DayNow",
    "Desk",
    "DeskHand",
    "DeskTable",
    "day_now",
    "desk_of",
    "desk_round",
]

"""Reading for the referee's desk: this is the catalogue.

hands    one hand and one table: what waits there, and what is unlikely
rounds   a whole round, and what needs a referee
"""

from tournament.desk.queries.hands import DeskHand, DeskTable, Look
from tournament.desk.queries.rounds import Desk, Request, desk_of, desk_round

__all__ = ["Desk", "DeskHand", "DeskTable", "Look", "Request", "desk_of", "desk_round"]

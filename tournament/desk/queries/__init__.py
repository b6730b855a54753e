"""Reading for the referee's desk: this is the catalogue.

hands    one hand and one table: what is missing, and what is unlikely
rounds   a whole round, and what needs a referee
"""

from tournament.desk.queries.hands import Confirmation, DeskHand, DeskTable
from tournament.desk.queries.rounds import Desk, Request, desk_of, desk_round

__all__ = ["Confirmation", "Desk", "DeskHand", "DeskTable", "Request", "desk_of", "desk_round"]

"""What the demonstration shows whatever chance says: which entries go wrong, and how far.

Cards, calls and points are the bots' own. Which of several ways to play a hand the tables take is
chosen so that there is a tie for the first place, a hand that all tables made alike, and an open
round with just one unlikely result. `python -m tests.demonstration` finds such ways again after the
bots have changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournament.rehearsal.day import At, Script
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.scenarios import Mistake, Notice, Scenario

CLOSED_ROUNDS = 6
OPEN_ROUND_ENTRIES = 13
"""How many of the open round's 24 hands have been entered."""
CALLING_TABLE = 4
"""The table that calls the referee in the open round."""
PLAN = Plan(contestants=12, rounds=11, seed=48252, minutes=40)

BY_A_REFEREE = Scenario(by=None)
_SLIPS_UNTIL = 20
"""The last hand whose slips were all given to a referee; from then on tables use their links."""
SCENARIOS: Mapping[At, Scenario] = {
    **{(deal, table): BY_A_REFEREE for deal in range(1, _SLIPS_UNTIL + 1) for table in range(1, 7)},
    (5, 2): Scenario(by=None, mistake=Mistake.SWAPPED, notice=Notice.BY_A_REFEREE),
    (10, 3): Scenario(mistake=Mistake.RULE_BREAK, notice=Notice.AT_THE_TABLE),
    (20, 5): Scenario(by=None, out_of_time=True),
    # A pair asks for a correction, and nobody has answered yet:
    (23, 3): Scenario(mistake=Mistake.DIGITS, notice=Notice.AFTER_CLOSING, later=1),
    # In the open round:
    (25, 1): BY_A_REFEREE,
    (25, 2): BY_A_REFEREE,
    # The pairs have it the wrong way round of each other:
    (26, 2): Scenario(mistake=Mistake.DISPUTE, notice=Notice.AT_THE_TABLE, acts=2),
    # Entered for the wrong side, and confirmed by the other pair without a look:
    (26, 5): Scenario(mistake=Mistake.SWAPPED),
    # Entered and not confirmed yet:
    (27, 1): Scenario(acts=1),
}


ATTEMPTS: Mapping[int, int] = {
    **{1: 12, 2: 9, 3: 23, 4: 5, 5: 21, 6: 3, 7: 11, 8: 1, 9: 19},
    **{10: 13, 11: 23, 12: 5, 13: 12, 14: 19, 15: 7, 16: 16, 17: 23},
    **{18: 15, 19: 6, 20: 15, 21: 16, 22: 21, 23: 10, 24: 18},
}
"""How each hand is played, as `tests.demonstration` has found it."""
SCRIPT = Script(SCENARIOS, ATTEMPTS)

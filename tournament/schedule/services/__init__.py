"""What organisers and referees do with a schedule: this is the catalogue, one file a concern.

schedule   making the schedule of a stage, removing it, publishing it
rounds     who meets whom in one round: paired, entered by hand, or exchanged
replan     planning the rounds of players that are left anew
plans      from the plans of rounds to rounds with their deals, and matches at their tables
refusals   what a schedule can't be made for, and how many rounds it shall have
"""

from tournament.schedule.services.refusals import why_not_so_many
from tournament.schedule.services.replan import replan_rounds
from tournament.schedule.services.rounds import enter_pairings, exchange_pairs, pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule

__all__ = [
    "enter_pairings",
    "exchange_pairs",
    "make_schedule",
    "pair_round",
    "publish_schedule",
    "remove_schedule",
    "replan_rounds",
    "why_not_so_many",
]

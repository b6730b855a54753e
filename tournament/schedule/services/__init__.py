"""Writes of organisers and referees about a schedule, one file a concern.

schedule   make the schedule of a stage, remove it, publish it
rounds     decide the pairings of one round: by its format, by hand, or by an exchange
replan     plan the remaining rounds of players anew
plans      store planned rounds with their deals and matches
refusals   reasons why a schedule can't be made, and the number of its rounds
"""

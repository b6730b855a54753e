"""What organisers and referees do with a schedule, one file a concern.

schedule   making the schedule of a stage, removing it, publishing it
rounds     who meets whom in one round: paired, entered by hand, or exchanged
replan     planning the rounds of players that are left anew
plans      from the plans of rounds to rounds with their deals, and matches at their tables
refusals   what a schedule can't be made for, and how many rounds it shall have
"""

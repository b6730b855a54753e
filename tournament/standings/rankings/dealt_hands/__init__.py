"""Ranking by final scores of hands dealt beforehand, which several tables play.

hands        results of the tables → scored hand sheets
scores       all sheets of some rounds, and the ranking they give
columns      columns of the standings
ties         texts on the rule that split a tie
notes        texts on what ranks pairs
pair_sheet   the hands of one pair, seen from its side
ranking      the ranking as one strategy

Nothing is stored: scores are computed from the current results each time, by `scoring`, in a number
of SQL queries that does not depend on the size of the championship.
"""

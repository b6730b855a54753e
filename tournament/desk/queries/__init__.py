"""Reading for the referee's desk, one file a concern.

hands    one hand and one table: what is missing, and what is unlikely
now      the day in a line
rounds   a whole round, and what needs a referee
"""

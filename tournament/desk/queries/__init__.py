"""Reading for the referee's desk, one file a concern.

hands    one hand and one table: what is missing, and what is unlikely
rounds   a whole round, what needs a referee, and the day in a line
"""

"""The ranking by games of the ordinary kind: wins, draws and points.

scores      results of the tables → games, and the ranking they give
columns     what the standings show
words       which rule split a tie, and what pairs are ranked by
pair        the games of one pair, seen from its side
ranking     all that as one strategy, with the same from the record

Nothing is stored: games are read from the current results each time.
"""

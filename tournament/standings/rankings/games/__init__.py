"""Ranking by games of the ordinary kind: wins, draws and points.

scores      results of the tables → games, and the ranking they give
columns     columns of the standings
words       texts on what ranks pairs, and on the rule that split a tie
pair        the games of one pair, seen from its side
ranking     the ranking as one strategy

Nothing is stored: games are read from the current results each time.
"""

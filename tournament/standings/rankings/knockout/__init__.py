"""Ranking of a knock-out: how far each pair has come, then its games.

scores          results of the tables → rounds got through, and the ranking that gives
bracket_reader  the bracket for drawings and tables
columns         columns of the standings
words           texts on what ranks pairs
ranking         the ranking as one strategy
"""

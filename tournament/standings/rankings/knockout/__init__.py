"""The ranking of a knock-out: how far each pair has come, then its games.

scores      results of the tables → rounds got through, and the ranking that gives
bracket_reader  the bracket as pictures and tables show it
columns     what the standings show
words       the names of the rounds, and what pairs are ranked by
ranking     the strategy, and the standings once more from the record
"""

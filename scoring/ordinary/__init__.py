"""The ordinary game: hands scored at one table alone, in games to a target or of some hands.

hands       what a hand scores; revokes
games       from hand to hand until a side has won; what is carried over
sheets      the hands of a game or of abarrotada as text
matches     games in a row against the same opponents
standings   wins, draws and points of many games: who comes before whom
dealers     who deals first, next, and after a misdeal
individuals three games in which each of four partners each
abarrotada  everybody alone, four or three at a table
calls       who chooses trumps and doubles in abarrotada, as a state
"""

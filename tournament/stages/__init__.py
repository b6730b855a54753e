"""Formats of stages: how each plans its rounds, and what it asks for.

format         declaration of a format
formats        the registry of all of them
all_play_all   everybody meets everybody once
drawn          opponents by lot, round by round
swiss          opponents by the standings, round by round
by_hand        opponents that organisers enter, round by round
games          Swiss and all play all, in games of the ordinary kind
league         everybody at home and away, in rounds with days of their own
knockout       games in which the loser is out
individuals    games of single players, with another partner in each
abarrotada     everybody alone, four or three at a table
groups         several groups of a stage, each planned by itself
presets        championships as clubs hold them

Nothing else asks for a stage's kind: call `format_of(stage)`.
"""

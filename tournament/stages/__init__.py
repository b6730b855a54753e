"""The formats of stages: how each plans its rounds, and what it asks for.

    format         what a format is
    formats        the registry of all of them
    all_play_all   everybody meets everybody once
    drawn          opponents by lot, round by round
    swiss          opponents by what ranks, round by round
    by_hand        opponents that organisers enter, round by round
    games          the same, and all play all, in games of the ordinary kind
    league         everybody at home and away, in rounds with days of their own
    knockout       games in which who loses is out
    individuals    games of single players, with another partner in each
    groups         several groups of a stage, each planned by itself
    settings       what a format's stages are scored by

Nothing else asks for a stage's kind: call `format_of(stage)`.
"""

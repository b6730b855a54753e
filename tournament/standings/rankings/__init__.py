"""Rankings of stages: each of them is one strategy.

ranking       the type of a ranking, and what it provides
rankings      the registry of all rankings
dealt_hands   by the final scores of hands dealt beforehand
games         by games won, as the ordinary game is played
tie_words     sentences on the rule that split a tie

No other code depends on how a stage is ranked: call `ranking_of(stage)`.
"""

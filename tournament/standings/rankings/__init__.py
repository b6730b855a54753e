"""What standings are made of: each ranking of stages is one strategy.

ranking       what a ranking is, and what it is asked for
rankings      the registry of all of them
dealt_hands   by the final scores of hands dealt beforehand
games         by games won, as the ordinary game is played
tie_words     which rule split a tie, in a sentence

Nobody else asks by what a stage is ranked: call `ranking_of(stage)`.
"""

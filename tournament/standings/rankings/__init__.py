"""What standings are made of: each ranking of stages is one strategy.

ranking       what a ranking is, and what it is asked for
rankings      the registry of all of them
dealt_hands   by the final scores of hands dealt beforehand

Nobody else asks by what a stage is ranked: call `ranking_of(stage)`.
"""

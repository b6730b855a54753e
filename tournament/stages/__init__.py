"""The formats of stages: how each plans its rounds, and what it asks for.

    format         what a format is
    formats        the registry of all of them
    all_play_all   everybody meets everybody once
    drawn          opponents by lot, round by round

Nothing else asks for a stage's kind: call `format_of(stage)`.
"""

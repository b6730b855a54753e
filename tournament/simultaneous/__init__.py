"""Simultaneous events: the same deals in many venues, each a championship of its own.

Nothing of a championship is made again here. A tie fixes what all venues have in common, their
rounds are released together, and their results are ranked over all.
"""

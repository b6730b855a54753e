"""Reads of simultaneous events, one file a concern.

hands      whose hands somebody has seen
state      the venues, how far each round is, versions, and the first page's lines
overall    everybody ranked together, and by venue and by club
"""

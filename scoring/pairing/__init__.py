"""Pairing round by round: who meets whom next, from who is there and what was played.

entrants   who can play in a round, and what each has been through
drawn      opponents and directions by lot
"""

"""Pairing round by round: who meets whom next, from who is there and what was played.

matching       the cheapest way to pair everybody
lots           numbers drawn by lot
entrants       who can play in a round, and what each has been through
directions     which way opponents sit, so that all are compared equally
drawn          opponents and directions by lot
swiss          opponents by score
swiss_field    who is paired, and what pairs cost
swiss_reasons  why a Swiss pairing is as it is
bracket        a knock-out: who meets whom in each round, byes
knockout       how far each has come in a knock-out of games
"""

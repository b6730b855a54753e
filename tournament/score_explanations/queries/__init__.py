"""Queries for explanations.

acts          the acts in the record that concern a hand
explanations  a pair's final score in a hand, and the history of a hand at one table
"""

"""Reading for explanations.

acts          what the record tells of a hand
explanations  a pair's final score in a hand, and the history of a hand at one table
"""

"""Ranking of players by the sum of their points at tables of abarrotada."""

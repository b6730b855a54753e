"""Duplicate botifarra: the game, the arithmetic of a championship, and its schedules."""

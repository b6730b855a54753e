"""Formats of dates and times that differ from Django's, one folder for each language."""

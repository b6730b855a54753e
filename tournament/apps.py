"""The one Django app: championships of duplicate botifarra."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Duplicate botifarra"

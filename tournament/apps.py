"""The one Django app: championships of duplicate botifarra."""

import gc

from django.apps import AppConfig

COLLECT_AFTER = 50_000
"""New objects after which Python looks for cycles among them. Standings and workbooks make hundreds
of thousands and no cycle: by Python's own 700 a third of their time goes into looking."""


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Duplicate botifarra"

    def ready(self) -> None:
        gc.set_threshold(COLLECT_AFTER, *gc.get_threshold()[1:])

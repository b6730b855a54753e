"""A site with a round that has just been closed: called inside it by `Site.run`."""

from __future__ import annotations

from tests.tournament.day import make_day
from tests.unrecorded import need_no_event
from tournament.rounds.services.lifecycle import close_round


def main() -> int:
    """Close round 1 of a new championship; how many jobs that made."""
    need_no_event()
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day.championship.jobs.count()

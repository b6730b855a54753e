"""A day with one hand played, and the rulings that referees make on it."""

from __future__ import annotations

from scoring.game.announcements import Announcement, Denomination, Double
from tests.tournament.day import Day, make_day
from tournament.core.actor import Actor, Authority
from tournament.models import Outcome, Ruling
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rulings.services import cancel_hand, deduct

MADE = ResultInput(
    outcome=Outcome.PLAYED,
    ns_points=40,
    announcement=Announcement(Denomination.COPES, Double.CONTRO),
)


def one_hand_played() -> Day:
    """Round 1 is open, and table 1 has played hand 1."""
    day = make_day()
    day.open(1)
    enter_result(actor=day.acting, match=day.match(1, 1), deal=1, entry=MADE, based_on=0)
    return day


def organiser(day: Day) -> Actor:
    return Actor.of_user(day.organiser, Authority.ORGANISER)


def cancel(day: Day, deal: int = 2, actor: Actor | None = None) -> Ruling:
    return cancel_hand(
        actor=actor or day.acting,
        championship=day.championship,
        deal=deal,
        reason="the packs were swapped",
    )


def take(day: Day, hundredths: int = 50, **values: object) -> Ruling:
    asked = {
        "actor": day.acting,
        "stage": day.stage,
        "contestant": day.contestants[2],
        "hundredths": hundredths,
        "reason": "twenty minutes late",
        **values,
    }
    return deduct(**asked)  # type: ignore[arg-type]

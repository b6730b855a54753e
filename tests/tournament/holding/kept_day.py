"""A championship through the services alone, so that its record tells everything that happened."""

from __future__ import annotations

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import Infraction
from scoring.settings import Settings, Withdrawn
from tests.tournament.factories import actor_of, add_teams, make_championship, stage_of
from tournament.championships.services import change_settings
from tournament.core.actor import Actor
from tournament.deals.services import make_deals, set_salt
from tournament.models import Championship, Match, NotPlayedReason, Outcome, Round, Team
from tournament.results.services import ResultInput, enter_result
from tournament.rounds.services import close_round, open_round, reopen_round
from tournament.schedule.services import make_schedule, publish_schedule, remove_schedule
from tournament.standings.queries import standings_view
from tournament.teams.rows import TeamRow
from tournament.teams.services import (
    change_team,
    draw_numbers,
    import_teams,
    join_late,
    remove_team,
    withdraw_team,
)

SPECIAL = {
    (1, 1): ResultInput(Outcome.PLAYED, infraction=Infraction.EW, note="seen by the referee"),
    (2, 2): ResultInput(Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME.value),
    (3, 1): ResultInput(
        Outcome.PLAYED, 50, Announcement(Denomination.BOTIFARRA, Double.CONTRO), note="fast"
    ),
}
"""What is not plain, by deal and table."""


def kept_day(name: str = "Day") -> Championship:
    """Seven pairs, then an eighth that is late and one that leaves; two rounds closed, one open."""
    championship = make_championship(name)
    actor = actor_of(championship)
    _register(championship, actor)
    make_schedule(actor=actor, championship=championship, rounds=2)
    remove_schedule(actor=actor, championship=championship)
    make_schedule(actor=actor, championship=championship)
    publish_schedule(actor=actor, championship=championship)
    make_deals(actor=actor, championship=championship)
    set_salt(actor=actor, championship=championship, salt="a first one")
    set_salt(actor=actor, championship=championship, salt="Grossa 12345")
    settings = Settings(withdrawn=Withdrawn.ANNUL)
    change_settings(actor=actor, championship=championship, settings=settings, draw_seed="x")
    play(championship, 1)
    correct(championship, 1)
    join_late(actor=actor, championship=championship, players=["Late", "Later"], club="Club 9")
    play(championship, 2)
    withdraw_team(
        actor=actor, team=championship.teams.get(number=2), from_round=4, reason="the last bus"
    )
    open_round(actor=actor, round=round_of(championship, 3))
    enter_round(championship, 3)
    return championship


def _register(championship: Championship, actor: Actor) -> None:
    """Seven pairs by every way in which a register can change."""
    first, *_rest, last = add_teams(championship, 6)
    rows = [TeamRow(("Àngela", "Blai", "Cesc"), name="The Aces"), TeamRow(("Dolça", "Eudald"))]
    import_teams(actor=actor, championship=championship, rows=rows, token="list")
    remove_team(actor=actor, team=last)
    draw_numbers(actor=actor, championship=championship, seed="a seed")
    change_team(
        actor=actor, team=Team.objects.get(pk=first.pk), players=["Aina", "Bru"], name="New"
    )


def play(championship: Championship, number: int) -> None:
    actor = actor_of(championship)
    open_round(actor=actor, round=round_of(championship, number))
    enter_round(championship, number)
    close_round(actor=actor, round=round_of(championship, number))


def enter_round(championship: Championship, number: int) -> None:
    """A result for every hand of an open round, no two tables alike."""
    matches = Match.objects.filter(round=round_of(championship, number), cancelled=False)
    for match in matches.select_related("table", "round__stage__championship"):
        table = match.table.number
        for deal in round_of(championship, number).deals:
            plain = ResultInput(Outcome.PLAYED, 30 + 5 * table + deal % 4)
            enter_result(
                actor=actor_of(championship),
                match=match,
                deal=deal,
                entry=SPECIAL.get((deal, table), plain),
                based_on=0,
            )


def correct(championship: Championship, number: int) -> None:
    """A result of a closed round gets a second version."""
    actor = actor_of(championship)
    reopen_round(actor=actor, round=round_of(championship, number), reason="a wrong figure")
    match = Match.objects.get(round=round_of(championship, number), table__number=3)
    enter_result(
        actor=actor,
        match=match,
        deal=4 * number,
        entry=ResultInput(Outcome.PLAYED, 11),
        based_on=1,
        reason="read from the slip",
    )
    close_round(actor=actor, round=round_of(championship, number))


def round_of(championship: Championship, number: int) -> Round:
    return Round.objects.select_related("stage__championship").get(
        stage__championship=championship, number=number
    )


def standings_of(championship: Championship) -> list[tuple[object, ...]]:
    """Everything that ranks the pairs, as exact fractions."""
    lines = standings_view(stage_of(championship)).lines
    return [
        (one.rank, one.team.number, one.total, one.mean, one.hand_score_sum, one.splits)
        for one in lines
    ]

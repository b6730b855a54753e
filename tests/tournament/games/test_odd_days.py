"""Days on which people come late, leave or don't play, walked through by every link."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest

from scoring.game.seats import PerSeat, Seat, Side, Sides
from tests.tournament.crawl import dead_ends, unmade_files
from tests.tournament.day import Day
from tests.tournament.factories import actor_of, english_client, organiser_of, stage_of
from tests.tournament.finals import playing as finals
from tests.tournament.games.desk import manage
from tests.tournament.games.test_players_come_and_go import SOLO_POINTS, begun, join, play, withdraw
from tests.tournament.rehearsal.rehearsed import rehearsal
from tests.tournament.verified import faults
from tournament.calendar.services import postpone_match
from tournament.models import Match, NotPlayedReason, Outcome, Round
from tournament.rehearsal.day import Rehearsal
from tournament.results.kinds.kind import Content
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.rounds import pair_round
from tournament.stages.abarrotada import ABARROTADA, ABARROTADA_BY_RANK
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.format import Format
from tournament.stages.games import GAME_ALL_PLAY_ALL
from tournament.stages.presets import PRESETS

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def assert_whole(day: Day, *, files: bool = True) -> None:
    """No link leads nowhere, every paper and workbook can be made, and `verify` finds nothing.

    Without `files` what can be saved as a file is left out, for what is no end of a day.
    """
    assert dead_ends(day.championship, english_client(day.organiser), files=False) == []
    assert not files or dead_ends(day.championship, english_client(), files=False) == []
    assert not files or unmade_files(day.championship) == []
    assert faults(day.championship) == []


def enter(match: Match, said: Content) -> None:
    actor, version = actor_of(match.round.championship), match.results.count()
    enter_result(actor=actor, match=match, deal=1, entry=said, based_on=version, reason="so")


@pytest.mark.parametrize("format", [ABARROTADA, ABARROTADA_BY_RANK], ids=lambda one: one.kind)
def test_abarrotada(format: Format) -> None:
    """Somebody comes late, somebody leaves, a table doesn't play, and others lose points."""
    day = begun(format, 7, rounds=3)
    play(day, 1)
    join(day)
    withdraw(day, 2)
    assert_whole(day)
    actor = actor_of(day.championship)
    if not day.round(2).paired:
        pair_round(actor=actor, round=day.round(2))
    open_round(actor=actor, round=day.round(2))
    matches = Match.objects.filter(round__number=2).order_by("table__number")
    first, other = matches.select_related("round__stage__championship", "table")
    enter(first, GameInput(outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME))
    lost = tuple(-one for one in SOLO_POINTS[: other.seats.count()])
    points = PerSeat.of(Seat, dict(zip(Seat, lost)).get)
    enter(other, GameInput(outcome=Outcome.PLAYED, points=points))
    assert_whole(day, files=False)
    close_round(actor=actor, round=day.round(2))
    assert_whole(day)
    play(day, 3)
    manage(english_client(day.organiser), day.slug, "end/", {"sure": "on"})
    assert_whole(day)


@pytest.mark.parametrize(
    ("format", "made"),
    [
        (GAME_ALL_PLAY_ALL, finals.game_points),
        (ALL_PLAY_ALL, lambda round, table, hand: (20 + 3 * round + 7 * table + hand, 1)),
    ],
    ids=["games", "dealt hands"],
)
def test_two_stages_of_which_some_are_out(
    format: Format, made: Callable[[int, int, int], tuple[int, int]]
) -> None:
    """Six pairs, of which four go on: both stages can be looked at by every link."""
    day, client = finals.begun(format, 6, rounds=2)
    for number in (1, 2):
        finals.play_round(day, client, number, made)
    assert finals.add_final(day, client, "knockout-101", 4, "nothing").status_code == 302
    manage(client, day.slug, "schedule/make/", {"rounds": 2})
    manage(client, day.slug, "schedule/publish/?stage=2")
    manage(client, day.slug, "rounds/3/draw/")
    finals.play_round(day, client, 3, finals.game_points)
    assert_whole(day)


@pytest.mark.parametrize("preset", ["league-101", "knockout-101", "individuals-101"])
def test_late_withdrawn_given_and_postponed(preset: str) -> None:
    """What bots play, where somebody comes late, somebody leaves and the time runs out."""
    format = PRESETS[preset].begins.format
    rounds = 6 if format.of_players else 3
    made = rehearsal(
        contestants=9 if format.of_players else 7,
        rounds=rounds,
        format=preset,
        minutes=30,
        mistakes=Fraction(1, 2),
    )
    championship = made.championship
    user, actor = organiser_of(championship), made.referee
    day = Day(championship, stage_of(championship), user, user, user)
    assert made.play_round(day.round(1)).closed
    made.let_pairs_come_and_go()
    of_round = Match.objects.filter(round__number=2, cancelled=False).order_by("table__number")
    of_round = of_round.select_related("round__stage__championship", "table")
    if format.has_days:
        postpone_match(actor=actor, match=of_round[0], day=date(2026, 12, 20), reason="flu")
    made.play_part(_next_of(made))
    assert_whole(day, files=False)
    if not format.deals:
        last = of_round.last()
        assert last is not None
        enter(last, GameInput(Outcome.PLAYED, points=Sides(0, 0), given_to=Side.EW, note="late"))
    if format.has_days:
        return
    assert made.play_round(_next_of(made)).closed
    assert_whole(day)


def _next_of(made: Rehearsal) -> Round:
    found = made.next_round()
    assert found is not None
    return found

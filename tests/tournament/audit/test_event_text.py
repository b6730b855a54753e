"""The record told in words: every kind of act, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest
from django.utils.translation import override

from scoring.duplicate.settings import DEFAULT_SETTINGS
from scoring.duplicate.tie_breaks import TieBreak
from scoring.game.seats import Seat, Side
from tests.tournament.factories import (
    actor_of,
    make_championship,
    make_user,
    pair_of_names,
    stage_of,
)
from tournament.audit.chain import recorded
from tournament.audit.event_text import PARTS, actor_text, place_text, several_text_of, value_text
from tournament.audit.queries.chains import check_chain
from tournament.audit.services import record_event
from tournament.championships.day_settings import change_day
from tournament.championships.services.details import change_details
from tournament.championships.services.end import end_championship
from tournament.championships.services.members import add_member
from tournament.championships.services.settings import change_settings
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.list_import import import_contestants
from tournament.contestants.services.number_draw import draw_numbers
from tournament.contestants.services.register import add_contestant
from tournament.contestants.services.tables import set_tables
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor
from tournament.deals.services.deal_sets import make_deals, set_salt
from tournament.models import Action, Championship, ConfirmationRule, Match, Outcome, Role, Round
from tournament.models.places import (
    ContestantPlace,
    ContestantRulingPlace,
    CorrectionRequestPlace,
    HallTablePlace,
    HandPlace,
    HandRulingPlace,
    Place,
    RoundPlace,
    TablePlace,
)
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.clock import pause_clock
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.rounds.services.sittings import note_sitting
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule


@pytest.mark.parametrize(
    ("place", "catalan"),
    [
        (RoundPlace(2), "ronda 2"),
        (TablePlace(7, 11), "ronda 7, taula 11"),
        (HandPlace(7, 1, 27), "ronda 7, taula 1, mà 27"),
        (CorrectionRequestPlace(7, 1, 27, 3), "ronda 7, taula 1, mà 27, petició de correcció 3"),
        (HallTablePlace(4), "taula 4"),
        (ContestantPlace(12), "parella 12"),
        (HandRulingPlace(7, 27, 5), "resolució 5"),
        (ContestantRulingPlace(12, 6), "resolució 6"),
    ],
)
def test_place(place: Place, catalan: str) -> None:
    with override("ca"):
        assert place_text(place) == catalan


@pytest.mark.parametrize(
    ("actor", "catalan"),
    [
        (Actor.of_table(3, Side.EW, 12), "taula 3, EO, parella 12"),
        (Actor.of_pair(12), "parella 12"),
        (Actor("Jordi Font (arbitre)"), "Jordi Font (arbitre)"),
        (Actor("pair 12"), "pair 12"),
    ],
)
def test_actor(actor: Actor, catalan: str) -> None:
    with override("ca"):
        assert actor_text(actor.acted_by) == catalan


@pytest.mark.parametrize(("count", "catalan"), [(1, "1 parella"), (40, "40 parelles")])
def test_several_pairs(count: int, catalan: str) -> None:
    with override("ca"):
        assert several_text_of([2] * count) == catalan


@pytest.mark.parametrize(
    ("name", "stored", "spanish"),
    [
        ("trump", "C", "copas"),
        ("infraction", "NS+EW", "de ambos"),
        ("outcome", "not-played", "no jugada"),
        ("not_played_reason", "time", "se acabó el tiempo"),
        ("role", "referee", "árbitro/a"),
        ("tie_breaks", ["draw", "head-to-head"], "sacar carta, enfrentamiento directo"),
        ("date", "2026-11-21", "21 de noviembre de 2026"),
        ("ends_at", "2026-11-21T10:30:00+00:00", "21/11/2026 11:30"),
        ("ends_at", "of another version", "of another version"),
        ("published", True, "sí"),
        ("ns_points", 40, "40"),
        ("ns_points", 0, "0"),
        ("double", "", ""),
        ("note", None, ""),
        ("name", "trump", "trump"),
        ("fixed", {"5": 1}, "pareja 5: 1"),
        ("scores", {"5": "19/7"}, "pareja 5: 19/7"),
        ("exchanged", [3, 8], "3, 8"),
        ("trump", "of another version", "of another version"),
        ("balance", {"max": 2, "pairs": 66}, "mayor desequilibrio: 2, parejas: 66"),
        (
            "matches",
            [{"round": 1, "side": "EW"}, {"round": 2, "side": "NS"}],
            "ronda: 1, bando: EO; ronda: 2, bando: NS",
        ),
    ],
)
def test_value(name: str, stored: Any, spanish: str) -> None:
    with override("es"):
        assert value_text(stored, name) == spanish


def play_much(championship: Championship) -> None:
    """At least one act of each kind that records what was before or after."""
    acting: dict[str, Any] = {"actor": actor_of(championship)}
    here: dict[str, Any] = {**acting, "championship": championship}
    add_member(**here, user=make_user(), role=Role.REFEREE)
    change_details(**here, name="Trofeu", place="Reus", date=date(2026, 11, 22))
    settings = replace(DEFAULT_SETTINGS, tie_breaks=(TieBreak.DRAW,))
    stage = stage_of(championship)
    change_settings(**acting, stage=stage, settings=settings)
    change_day(
        **here, confirmation=ConfirmationRule.REFEREE, round_minutes=25, correction_minutes=0
    )
    import_contestants(
        **here, rows=[ContestantRow(pair_of_names(index)) for index in range(4)], token="t"
    )
    leaving = add_contestant(**here, players=pair_of_names(4))
    draw_numbers(**here, seed="Grossa 12345")
    set_tables(**here, names={1: "Finestra"}, fixed={leaving.pk: 1})
    make_schedule(**acting, stage=stage, rounds=None)
    publish_schedule(**acting, stage=stage)
    remove_schedule(**acting, stage=stage)
    make_schedule(**acting, stage=stage, rounds=None)
    publish_schedule(**acting, stage=stage)
    make_deals(**here)
    set_salt(**here, salt="Grossa 12345")
    join_late(**here, players=pair_of_names(5))
    first = Round.objects.get(stage__championship=championship, number=1)
    open_round(**acting, round=first)
    pause_clock(**acting, round=first)
    for match in Match.objects.filter(round=first):
        note_sitting(**acting, match=match, players={Seat.N: match.pairs.ns.players.first()})
        for deal in first.deals:
            entry = ResultInput(outcome=Outcome.PLAYED, ns_points=40)
            enter_result(**acting, match=match, deal=deal, entry=entry, based_on=0)
    close_round(**acting, round=first)
    withdraw_contestant(**acting, contestant=leaving, from_round=2, reason="feina")
    end_championship(**here, reason="tard")


def parts_of(value: Any) -> Iterator[str]:
    """The names of all parts, those of parts within parts too."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from parts_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from parts_of(one)


@pytest.mark.django_db
def test_every_recorded_part_has_a_name() -> None:
    championship = make_championship()
    play_much(championship)
    events = championship.events.all()
    names = {name for event in events for name in parts_of([event.before, event.after])}
    assert {name for name in names if not name[-1].isdecimal()} <= PARTS.keys()
    assert {Action.CONTESTANT_JOINED_LATE, Action.CONTESTANT_WITHDRAWN, Action.SITTING_NOTED} <= {
        Action(event.action) for event in events
    }


def test_a_time_that_no_zone_has_is_shown_as_it_is_stored() -> None:
    assert value_text("9999-12-31T23:59:59+00:00", "ends_at") == "9999-12-31T23:59:59+00:00"
    assert value_text({"corrections_until": "0001-01-01T00:00:00+14:00"}).endswith("+14:00")


@pytest.mark.parametrize(
    ("value", "name", "text"),
    [
        (date(2026, 12, 20), "postponed_to", "20 December 2026"),
        ({"postponed_to": date(2026, 12, 20)}, "", "postponed to: 20 December 2026"),
        (Fraction(7, 2), "total", "7/2"),
        (Side.NS, "side", "NS"),
        ((1, 2), "asked_rests", "1, 2"),
    ],
)
def test_values_on_their_way_into_the_record_are_told_as_those_in_it(
    value: Any, name: str, text: str
) -> None:
    with override("en"):
        assert value_text(value, name) == value_text(recorded(value), name) == text


@pytest.mark.django_db
def test_an_event_takes_days_times_exact_numbers_and_members() -> None:
    championship = make_championship()
    moment = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
    told = {"day": date(2026, 12, 20), "at": moment, "total": Fraction(7, 2), "side": Side.NS}
    event = record_event(
        championship=championship,
        actor=actor_of(championship),
        action=Action.HALL_TOLD,
        before=[told],
        after={"told": (told,)},
    )
    kept = {"day": "2026-12-20", "at": "2026-11-21T10:30:00+00:00", "total": "7/2", "side": "NS"}
    event.refresh_from_db()
    assert (event.before, event.after) == ([kept], {"told": [kept]})
    assert check_chain(championship.events.all(), chained_as=championship.chained_as).is_whole

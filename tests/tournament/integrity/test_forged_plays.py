"""`verify` compares what was played on phones with what counts, in whatever way that was forged."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest

from scoring.game.seats import Side
from tests.tournament.day import KEY
from tests.tournament.factories import actor_of, make_scheduled, stage_of
from tests.tournament.integrity.test_verification import faults
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play.four_phones import agree, hand_at, play_on, sit
from tests.tournament.recorded_day import round_of
from tournament.core.actor import Actor
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import Subject
from tournament.models import (
    Championship,
    HandInPlay,
    Match,
    Outcome,
    PlayAct,
    PlayedWith,
    Result,
    ResultConfirmation,
)
from tournament.play.services.acts import end_hand, take_back_card
from tournament.play.services.aside import let_play_count, set_play_aside
from tournament.play.services.tables import change_to_packs, choose_played_with
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services import entry as entering
from tournament.results.services.entry import confirm_locked, enter_result
from tournament.results.services.locked_hand import lock_hand
from tournament.rounds.services.lifecycle import open_round
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind
from tournament.rulings.services import rule_on_hand

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

FORGED = ResultInput(outcome=Outcome.PLAYED, ns_points=72)


def played_day() -> Championship:
    """At table 1 hand 1 has been played and agreed on, hand 2 is in play."""
    championship = make_scheduled(rounds=1)
    actor = actor_of(championship)
    with patch("tournament.deals.services.deal_sets.secrets.token_bytes", return_value=KEY):
        make_deals(actor=actor, championship=championship)
    choose_played_with(
        actor=actor,
        stage=stage_of(championship),
        played_with=PlayedWith.PHONES,
        knows_plain_http=True,
    )
    open_round(actor=actor, round=round_of(championship, 1))
    match = match_of(championship)
    sit(match)
    play_on(match)
    agree(match)
    play_on(match, until=20)
    return championship


def match_of(championship: Championship) -> Match:
    found = Match.objects.select_related("round__stage__championship", "table")
    return found.get(round__championship=championship, table__number=1)


day_once = made_once(played_day)
championship = own_copy("day_once")


@pytest.fixture
def match(championship: Championship) -> Match:
    return match_of(championship)


def named() -> str:
    """All that `verify` says."""
    return "\n".join(fault for found in faults().values() for fault in found)


@pytest.fixture
def old_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The services as they were when links could enter anything for a hand on phones."""
    monkeypatch.setattr(entering, "refuse_against_play", lambda *_said, **_told: None)


def enter_as_pair(match: Match, deal: int, based_on: int, side: Side = Side.NS) -> Result:
    return enter_result(
        actor=Actor.of_table(match.table.number, side, match.pairs[side].number),
        match=match,
        deal=deal,
        entry=FORGED,
        based_on=based_on,
        reason="Entered again at the table",
        side=side,
    )


def confirm_as_pair(match: Match, deal: int, version: int) -> None:
    confirm_locked(
        lock_hand(match, deal),
        actor=Actor.of_table(match.table.number, Side.EW, match.pairs.ew.number),
        version=version,
        by=ResultConfirmation.By.EW,
    )


def test_a_day_as_it_was_played_has_no_fault(match: Match) -> None:
    assert faults() == {}


def test_seventy_two_recorded_over_a_hand_that_was_played(match: Match, old_program: None) -> None:
    made = HandInPlay.objects.get(match=match, deal=1)
    enter_as_pair(match, 1, 1)
    confirm_as_pair(match, 1, 2)
    assert set(faults()) == {Subject.DECISIONS}
    assert f"its acts made {made.ns_points}–" in named()
    assert "the result says 72–0" in named()


def test_seventy_two_recorded_in_mid_hand(match: Match, old_program: None) -> None:
    enter_as_pair(match, 2, 0)
    confirm_as_pair(match, 2, 1)
    assert "version 1 was entered while the hand was to be played" in named()


def test_seventy_two_recorded_before_the_first_act(match: Match, old_program: None) -> None:
    enter_as_pair(match, 4, 0)
    assert "hand 4: version 1 was entered while the hand was to be played" in named()


def test_seventy_two_recorded_after_a_card_was_given_back(
    championship: Championship, match: Match, old_program: None
) -> None:
    play_on(match)
    acts = len(hand_at(match).acts)
    actor = actor_of(championship)
    take_back_card(actor=actor, match=match, deal=2, reason="a slip", acts=acts)
    assert faults() == {}
    enter_as_pair(match, 2, 0)
    assert "hand 2: version 1 was entered while the hand was to be played" in named()


@pytest.mark.parametrize(
    "forged",
    [
        {"ns_points": 72},
        {"trump": ""},
        {"double": "contro"},
        {"outcome": "not-played", "not_played_reason": "time", "ns_points": None, "trump": ""},
    ],
)
def test_a_result_that_was_planted_over_the_play(match: Match, forged: dict[str, Any]) -> None:
    Result.objects.filter(match=match, deal=1).update(**forged)
    assert "no referee has set its play aside" in named()


def test_a_version_that_was_planted_without_an_event(match: Match) -> None:
    stood = Result.objects.get(match=match, deal=1)
    Result.objects.filter(pk=stood.pk).update(is_current=False)
    stood.pk, stood.version, stood.ns_points, stood.change_reason = None, 2, 72, "again"
    stood.save(force_insert=True)
    assert "the result says 72–0" in named()


def test_what_the_acts_made_is_worked_out_again(match: Match) -> None:
    """Whoever plants a result plants what is stored of the play, too."""
    Result.objects.filter(match=match, deal=1).update(ns_points=72)
    HandInPlay.objects.filter(match=match, deal=1).update(ns_points=72)
    assert "what is stored of its play is not what its acts made" in named()


@pytest.mark.parametrize(
    "forged",
    [
        {"number": 99},
        {"own_number": 99},
        {"seat": "W", "own_number": 99},
        {"kind": "claim"},
        {"card": "1O"},
        {"by": "Nobody"},
        {"at": datetime(2026, 11, 21, tzinfo=UTC)},
        {"ns_points": 72},
        {"reason": "so"},
    ],
)
def test_an_act_that_was_changed(match: Match, forged: dict[str, Any]) -> None:
    last = (
        PlayAct.objects.filter(hand__match=match, hand__deal=1, seat="N").order_by("number").last()
    )
    assert last is not None
    PlayAct.objects.filter(pk=last.pk).update(**forged)
    assert "hand 1: the acts of this hand on phones are different ones" in named()


def test_an_act_that_is_gone(match: Match) -> None:
    PlayAct.objects.filter(hand__match=match, hand__deal=2, number=3).delete()
    assert "hand 2: the acts don't fit this hand's cards" in named()


def test_a_mark_that_was_planted(championship: Championship, match: Match) -> None:
    Result.objects.filter(match=match, deal=1).update(ns_points=72)
    actor = actor_of(championship)
    HandInPlay.objects.filter(match=match, deal=1).update(
        set_aside_at=match.round.opened_at, set_aside_by=actor.name, set_aside_reason="packs"
    )
    assert "play set aside at" in named()


def test_a_result_entered_at_the_table_where_a_referee_ended_the_hand(
    championship: Championship, match: Match, old_program: None
) -> None:
    actor = actor_of(championship)
    end_hand(actor=actor, match=match, deal=2, reason="time", ns_points=None, acts=20)
    assert faults() == {}
    enter_as_pair(match, 2, 0)
    assert "a referee ended this hand without points" in named()


def test_whatever_a_referee_says_by_its_act_is_no_fault(
    championship: Championship, match: Match
) -> None:
    said: dict[str, Any] = {"actor": actor_of(championship), "match": match, "reason": "packs"}
    set_play_aside(**said, deal=1, entry=replace(FORGED, ns_points=71), based_on=1)
    set_play_aside(**said, deal=2, entry=FORGED, based_on=0)
    set_play_aside(**said, deal=3, entry=FORGED, based_on=0)
    assert faults() == {}
    let_play_count(**said, deal=1, based_on=2)
    let_play_count(**said, deal=2, based_on=1)
    assert faults() == {}
    ruling = HandRuling(HandRulingKind.RULE_BREAK, frozenset({Side.NS}), "talking")
    rule_on_hand(actor=said["actor"], match=match, deal=1, ruling=ruling, based_on=3)
    change_to_packs(**said)
    enter = {"actor": said["actor"], "match": match, "entry": FORGED, "based_on": 2}
    enter_result(**enter, deal=2, reason="packs")
    assert faults() == {}


def test_a_record_that_sets_aside_what_no_hand_shows(
    championship: Championship, match: Match
) -> None:
    said: dict[str, Any] = {"actor": actor_of(championship), "match": match, "reason": "packs"}
    set_play_aside(**said, deal=4, entry=FORGED, based_on=0)
    HandInPlay.objects.filter(match=match, deal=4).delete()
    assert "hand 4: the acts of this hand on phones are missing" in named()

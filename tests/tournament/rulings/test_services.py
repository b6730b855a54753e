"""Making rulings and taking them back: who may, what is kept, what the record says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.duplicate.scores import Award, Infraction
from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import last_actions
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.rulings.acts import MADE, cancel, one_hand_played, organiser, take
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, Outcome, Result
from tournament.results.kinds.dealt_hand import ResultInput, content_of
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind, ruled, ruling_in
from tournament.rulings.services import (
    cancel_hand,
    rule_on_hand,
    take_back_hand_ruling,
    withdraw_ruling,
)

pytestmark = pytest.mark.django_db

BREAK = HandRuling(HandRulingKind.RULE_BREAK, frozenset({Side.NS}), "North revoked in trick 4")
AWARD = HandRuling(HandRulingKind.AWARD, frozenset({Side.EW}), "West was disturbed")
FOULED = HandRuling(HandRulingKind.CANCELLED, frozenset(), "the nine of cups lay there twice")


day_once = made_once(one_hand_played)
day = own_copy("day_once")


def rule(
    day: Day, ruling: HandRuling, *, deal: int = 1, based_on: int = 1, actor: Actor | None = None
) -> Result:
    return rule_on_hand(
        actor=actor or day.acting,
        match=day.match(1, 1),
        deal=deal,
        ruling=ruling,
        based_on=based_on,
    )


def take_back(day: Day, *, based_on: int, deal: int = 1) -> Result:
    return take_back_hand_ruling(
        actor=day.acting,
        match=day.match(1, 1),
        deal=deal,
        based_on=based_on,
        reason="it was another table",
    )


def close(day: Day, *, minutes: int) -> None:
    """Round 1 with a result for every hand, closed `minutes` before its corrections end."""
    for table in (1, 2):
        for deal in range(1, 5):
            if (table, deal) != (1, 1):
                day.enter(1, table, deal, 30 + 2 * table + deal)
    close_round(actor=day.acting, round=day.round(1))
    day.stage.rounds.filter(number=1).update(
        corrections_until=timezone.now() + timedelta(minutes=minutes)
    )


class TestOnAHand:
    def test_a_rule_break_keeps_what_was_made(self, day: Day) -> None:
        result = rule(day, BREAK)
        assert content_of(result) == ResultInput(
            outcome=Outcome.PLAYED,
            ns_points=40,
            announcement=MADE.announcement,
            infraction=Infraction.NS,
            note="North revoked in trick 4",
        )
        assert (result.version, result.change_reason) == (2, "North revoked in trick 4")

    def test_an_average_for_one_side_keeps_what_was_made(self, day: Day) -> None:
        content = content_of(rule(day, AWARD))
        assert (content.award, content.infraction) == (Award.EW, Infraction.NONE)
        assert (content.ns_points, content.announcement) == (40, MADE.announcement)

    def test_a_fouled_deal_is_a_hand_not_played_here(self, day: Day) -> None:
        result = rule(day, FOULED)
        assert (result.outcome, result.not_played_reason) == ("not-played", "fouled")
        assert (result.ns_points, result.note) == (None, FOULED.words)

    def test_it_may_be_all_that_is_known_of_a_hand(self, day: Day) -> None:
        """A no-show: a rule-break without points."""
        both = HandRuling(HandRulingKind.AWARD, frozenset(Side), "the lights went out")
        result = rule(day, BREAK, deal=2, based_on=0)
        assert (result.version, result.ns_points, result.change_reason) == (1, None, "")
        assert content_of(rule(day, both, deal=3, based_on=0)).award is Award.BOTH

    def test_an_average_for_one_side_needs_what_the_other_made(self, day: Day) -> None:
        with pytest.raises(UserError, match="no points have been entered") as refusal:
            rule(day, AWARD, deal=2, based_on=0)
        assert refusal.value.field == "sides"

    def test_one_ruling_takes_the_place_of_another(self, day: Day) -> None:
        rule(day, BREAK)
        content = content_of(rule(day, AWARD, based_on=2))
        assert (content.infraction, content.award, content.ns_points) == ("", Award.EW, 40)

    @pytest.mark.parametrize(
        ("ruling", "field"),
        [
            (HandRuling(HandRulingKind.RULE_BREAK, frozenset({Side.NS}), " \u200b"), "words"),
            (HandRuling(HandRulingKind.CANCELLED, frozenset(), ""), "words"),
            (HandRuling(HandRulingKind.AWARD, frozenset({Side.NS}), "x" * 501), "words"),
            (HandRuling(HandRulingKind.RULE_BREAK, frozenset(), "revoked"), "sides"),
            (HandRuling(HandRulingKind.AWARD, frozenset(), "disturbed"), "sides"),
        ],
    )
    def test_a_ruling_says_what_happened_and_to_whom(
        self, day: Day, ruling: HandRuling, field: str
    ) -> None:
        with pytest.raises(UserError) as refusal:
            rule(day, ruling)
        assert refusal.value.field == field
        assert Result.objects.count() == 1

    def test_twice_is_once(self, day: Day) -> None:
        assert rule(day, BREAK) == rule(day, BREAK)
        assert Result.objects.count() == 2
        assert last_actions(day.championship, 2) == [Action.RESULT_ENTERED, Action.RESULT_CHANGED]

    def test_it_is_made_of_what_the_referee_saw(self, day: Day) -> None:
        enter_result(
            actor=day.acting_organiser,
            match=day.match(1, 1),
            deal=1,
            entry=ResultInput(outcome=Outcome.PLAYED, ns_points=50),
            based_on=1,
            reason="misread",
        )
        with pytest.raises(Conflict):
            rule(day, BREAK)

    def test_after_the_corrections_only_organisers_rule(self, day: Day) -> None:
        close(day, minutes=1)
        rule(day, BREAK)
        day.stage.rounds.filter(number=1).update(corrections_until=timezone.now())
        with pytest.raises(NotNow, match="only an organiser"):
            rule(day, AWARD, based_on=2)
        assert rule(day, AWARD, based_on=2, actor=organiser(day)).award == "EW"

    @pytest.mark.parametrize("ruling", [BREAK, AWARD, FOULED])
    @pytest.mark.parametrize("stands", [None, MADE])
    def test_a_version_tells_which_ruling_it_carries(
        self, ruling: HandRuling, stands: ResultInput | None
    ) -> None:
        assert ruling_in(ruled(stands, ruling)) == ruling

    def test_a_hand_that_ran_out_of_time_is_no_ruling(self) -> None:
        late = ResultInput(outcome=Outcome.NOT_PLAYED, not_played_reason="time", note="slow")
        assert ruling_in(late) is None


class TestTakingBackARulingOnAHand:
    def test_what_it_said_before_is_entered_again(self, day: Day) -> None:
        rule(day, FOULED)
        rule(day, BREAK, based_on=2)
        result = take_back(day, based_on=3)
        assert (result.version, content_of(result)) == (4, MADE)
        assert result.change_reason == "it was another table"

    def test_where_it_was_all_there_was_the_hand_has_no_result(self, day: Day) -> None:
        rule(day, BREAK, deal=2, based_on=0)
        assert take_back(day, based_on=1, deal=2).outcome == Outcome.BLANK

    def test_twice_is_once(self, day: Day) -> None:
        rule(day, BREAK)
        assert take_back(day, based_on=2) == take_back(day, based_on=2)
        assert Result.objects.filter(deal=1).count() == 3

    def test_there_must_be_one(self, day: Day) -> None:
        with pytest.raises(NotNow, match="no ruling"):
            take_back(day, based_on=1)
        with pytest.raises(NotNow, match="no ruling"):
            take_back(day, based_on=0, deal=2)

    def test_it_needs_a_reason(self, day: Day) -> None:
        rule(day, BREAK)
        with pytest.raises(UserError):
            take_back_hand_ruling(
                actor=day.acting, match=day.match(1, 1), deal=1, based_on=2, reason=" "
            )

    def test_not_one_that_somebody_has_changed_meanwhile(self, day: Day) -> None:
        rule(day, BREAK)
        rule(day, FOULED, based_on=2)
        with pytest.raises(Conflict):
            take_back(day, based_on=2)


class TestAHandForAll:
    def test_it_is_numbered_and_recorded(self, day: Day) -> None:
        first, second = cancel(day), cancel(day, deal=3)
        assert (first.number, second.number) == (1, 2)
        event = day.championship.events.last()
        assert event is not None
        assert (event.action, event.ruling) == (Action.RULING_MADE, 2)
        assert event.after == {
            "ruling": "hand-cancelled",
            "hand": 3,
            "pair": None,
            "stage": None,
            "hundredths": None,
        }
        assert (event.reason, event.actor) == ("the packs were swapped", day.acting.name)

    def test_twice_is_once(self, day: Day) -> None:
        assert cancel(day) == cancel(day)
        assert last_actions(day.championship, 2) == [Action.RESULT_ENTERED, Action.RULING_MADE]

    def test_again_after_it_was_withdrawn(self, day: Day) -> None:
        withdraw_ruling(actor=day.acting, ruling=cancel(day), reason="they were not")
        assert cancel(day).number == 2

    @pytest.mark.parametrize("deal", [0, -1, 13, 10**6])
    def test_only_a_hand_of_a_round(self, day: Day, deal: int) -> None:
        with pytest.raises(UserError, match="no hand") as refusal:
            cancel(day, deal)
        assert refusal.value.field == "deal"

    def test_a_reason_is_needed(self, day: Day) -> None:
        with pytest.raises(UserError) as refusal:
            cancel_hand(actor=day.acting, championship=day.championship, deal=1, reason="")
        assert refusal.value.field == "reason"

    def test_who_may_when(self, day: Day) -> None:
        with pytest.raises(NotNow, match="only an organiser"):
            cancel(day, deal=5)  # still to be played
        assert cancel(day, deal=5, actor=organiser(day)).deal == 5
        close(day, minutes=1)
        cancel(day, deal=1)
        day.stage.rounds.filter(number=1).update(corrections_until=timezone.now())
        with pytest.raises(NotNow, match="only an organiser"):
            cancel(day, deal=2)
        day.championship.ended_at = timezone.now()
        day.championship.save()
        assert cancel(day, deal=2, actor=organiser(day)).deal == 2

    def test_not_before_play(self) -> None:
        day = make_day(slug="another")
        with pytest.raises(NotNow, match="first round"):
            cancel(day, deal=1, actor=organiser(day))

    def test_withdrawn_from_a_closed_round_it_leaves_no_gap(self, day: Day) -> None:
        ruling = cancel(day)
        for deal in (3, 4):
            day.enter(1, 1, deal, 40)
        for deal in (1, 2, 3, 4):
            day.enter(1, 2, deal, 42)
        close_round(actor=day.acting, round=day.round(1))
        with pytest.raises(NotNow, match="table 1 has no result for hand 2"):
            withdraw_ruling(actor=day.acting, ruling=ruling, reason="a mistake")
        ruling.refresh_from_db()
        assert ruling.withdrawn_at is None

    def test_withdrawn_from_a_closed_round_it_lets_nothing_count_that_nobody_looked_at(
        self,
    ) -> None:
        day = make_day(slug="another")
        day.open(1)
        day.enter_at_table(1, 2, 1, 60)
        ruling = cancel(day, deal=1)
        for table, deal in [(1, 1), *((table, deal) for table in (1, 2) for deal in (2, 3, 4))]:
            day.enter(1, table, deal, 40 + deal)
        close_round(actor=day.acting, round=day.round(1))
        with pytest.raises(NotNow, match=r"hand 1 still needs to be confirmed \(table: 2\)"):
            withdraw_ruling(actor=day.acting, ruling=ruling, reason="a mistake")
        reopen_round(actor=day.acting, round=day.round(1), reason="the hand counts")
        assert withdraw_ruling(actor=day.acting, ruling=ruling, reason="a mistake").withdrawn_at
        with pytest.raises(NotNow, match="unconfirmed results"):
            close_round(actor=day.acting, round=day.round(1))


def test_whoever_holds_a_link_makes_no_rulings(day: Day) -> None:
    """No page lets them; were one to, it would fail."""
    place = Actor.of_table(1, Side.NS, 1)
    for act in (
        lambda: rule(day, BREAK, actor=place),
        lambda: cancel(day, actor=place),
        lambda: take(day, actor=place),
    ):
        with pytest.raises(AssertionError):
            act()

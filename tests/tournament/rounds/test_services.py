"""The life of a round, and who sat where."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.game.seats import Seat
from tests.page_forms import forms_of
from tests.tournament.correction_requests.requested_day import (
    closed_day,
    end_corrections,
    organiser,
)
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tournament.core.errors import NotNow, UserError
from tournament.models import (
    Action,
    AuditEvent,
    Match,
    NotPlayedReason,
    Outcome,
    Player,
    RoundStatus,
)
from tournament.results.kinds.dealt_hand import BLANK, ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round, reopen_round
from tournament.rounds.services.sittings import note_sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return make_day()


def actions() -> list[str]:
    return list(AuditEvent.objects.values_list("action", flat=True))


class TestReopeningAfterTheTimeForCorrections:
    def test_only_organisers_reopen(self) -> None:
        day = closed_day()
        end_corrections(day)
        with pytest.raises(NotNow, match="organiser"):
            reopen_round(actor=day.acting, round=day.round(1), reason="why")
        assert day.round(1).status == RoundStatus.CLOSED
        reopen_round(actor=organiser(day), round=day.round(1), reason="why")
        assert day.round(1).status == RoundStatus.OPEN
        assert day.round(1).corrections_until is None

    def test_the_page_says_so(self) -> None:
        day = closed_day()
        end_corrections(day)
        url = reverse("rounds:reopen", args=[day.slug, 1])
        told = english_client(day.referee).get(url).content.decode()
        assert "only an organiser can reopen it now" in told
        assert not any("reason" in form.names for form in forms_of(told))
        asked = english_client(day.organiser).get(url).content.decode()
        assert any("reason" in form.names for form in forms_of(asked))


class TestOpening:
    def test_opens_and_fixes_the_salt(self, day: Day) -> None:
        opened = day.open(1)
        assert opened.status == RoundStatus.OPEN
        assert opened.opened_at is not None
        assert actions() == [Action.SALT_FIXED, Action.ROUND_OPENED]

    def test_several_rounds_in_any_order(self, day: Day) -> None:
        day.open(2)
        day.open(1)
        assert [day.round(n).status for n in (1, 2, 3)] == ["open", "open", "planned"]

    def test_twice_is_once(self, day: Day) -> None:
        assert day.open(1).opened_at == day.open(1).opened_at
        assert actions().count(Action.ROUND_OPENED) == 1

    @pytest.mark.parametrize(("published", "deals"), [(False, True), (True, False)])
    def test_needs_a_published_schedule_and_hands(self, published: bool, deals: bool) -> None:
        day = make_day(published=published, deals=deals)
        with pytest.raises(NotNow):
            day.open(1)
        assert day.round(1).status == RoundStatus.PLANNED
        assert actions() == []

    def test_not_after_the_end(self, day: Day) -> None:
        day.championship.ended_at = day.championship.created_at
        day.championship.save()
        with pytest.raises(NotNow):
            day.open(1)


class TestClosing:
    def test_with_every_result(self, day: Day) -> None:
        day.open(1)
        day.enter_whole_round(1)
        closed = close_round(actor=day.acting, round=day.round(1))
        assert closed.status == RoundStatus.CLOSED
        assert closed.first_closed_at == closed.closed_at is not None

    def test_lists_what_is_missing_table_by_table(self, day: Day) -> None:
        day.open(1)
        day.enter(1, 1, 2, 40)
        for deal in (1, 2, 3, 4):
            day.enter(1, 2, deal, 40)
        with pytest.raises(NotNow) as caught:
            close_round(actor=day.acting, round=day.round(1))
        assert len(caught.value.messages) == 1
        assert "1, 3, 4" in str(caught.value)
        assert day.round(1).status == RoundStatus.OPEN
        assert Action.ROUND_CLOSED not in actions()

    def test_a_reason_stands_for_a_result_but_a_result_taken_back_does_not(self, day: Day) -> None:
        day.open(1)
        day.enter_whole_round(1)
        for version, entry in enumerate(
            [BLANK, ResultInput(Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME)], 1
        ):
            enter_result(
                actor=day.acting,
                match=day.match(1, 1),
                deal=3,
                entry=entry,
                based_on=version,
                reason="wrong table",
            )
            if entry is BLANK:
                with pytest.raises(NotNow):
                    close_round(actor=day.acting, round=day.round(1))
        assert close_round(actor=day.acting, round=day.round(1)).status == RoundStatus.CLOSED

    def test_a_cancelled_match_owes_nothing(self, day: Day) -> None:
        Match.objects.filter(pk=day.match(1, 2).pk).cancel()
        day.open(1)
        for deal in (1, 2, 3, 4):
            day.enter(1, 1, deal, 40)
        assert close_round(actor=day.acting, round=day.round(1)).status == RoundStatus.CLOSED

    def test_twice_is_once_and_a_planned_round_is_refused(self, day: Day) -> None:
        with pytest.raises(NotNow):
            close_round(actor=day.acting, round=day.round(1))
        day.open(1)
        day.enter_whole_round(1)
        for _ in range(2):
            close_round(actor=day.acting, round=day.round(1))
        assert actions().count(Action.ROUND_CLOSED) == 1


class TestReopening:
    @pytest.fixture
    def closed(self, day: Day) -> Day:
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        return day

    def test_with_a_reason(self, closed: Day) -> None:
        first_closed_at = closed.round(1).first_closed_at
        reopened = reopen_round(actor=closed.acting, round=closed.round(1), reason="a wrong slip")
        assert reopened.status == RoundStatus.OPEN
        assert reopened.first_closed_at == first_closed_at
        assert AuditEvent.objects.get(action=Action.ROUND_REOPENED).reason == "a wrong slip"
        again = close_round(actor=closed.acting, round=closed.round(1))
        assert again.first_closed_at == first_closed_at

    def test_not_without(self, closed: Day) -> None:
        with pytest.raises(UserError) as caught:
            reopen_round(actor=closed.acting, round=closed.round(1), reason=" ")
        assert caught.value.field == "reason"
        assert closed.round(1).status == RoundStatus.CLOSED

    def test_opening_a_closed_round_points_to_reopening(self, closed: Day) -> None:
        with pytest.raises(NotNow):
            open_round(actor=closed.acting, round=closed.round(1))

    def test_twice_is_once(self, closed: Day) -> None:
        for _ in range(2):
            reopen_round(actor=closed.acting, round=closed.round(1), reason="a wrong slip")
        assert actions().count(Action.ROUND_REOPENED) == 1


class TestSitting:
    def seated(self, match: Match) -> dict[str, str]:
        return {one.seat: one.player.name for one in match.sittings.select_related("player")}

    def player(self, match: Match, seat: Seat, position: int) -> Player:
        contestant = match.pairs.ns if seat in (Seat.N, Seat.S) else match.pairs.ew
        return contestant.players.get(position=position)

    def test_is_noted_changed_and_recorded(self, day: Day) -> None:
        match = day.match(1, 1)
        first = {Seat.N: self.player(match, Seat.N, 3), Seat.S: self.player(match, Seat.S, 1)}
        note_sitting(actor=day.acting, match=match, players=first)
        note_sitting(actor=day.acting, match=match, players={Seat.N: None})
        number = match.pairs.ns.number
        assert self.seated(match) == {"S": f"Àngels {number}"}
        events = AuditEvent.objects.filter(action=Action.SITTING_NOTED)
        pairs = [pair.number for pair in (match.pairs.ns, match.pairs.ew)]
        names = {"N": f"Núria {number}", "S": f"Àngels {number}"}
        assert [event.after for event in events] == [
            {**names, "pairs": pairs, "positions": {"N": 3, "S": 1}},
            {"S": names["S"], "pairs": pairs, "positions": {"S": 1}},
        ]
        assert [event.before for event in events] == [{}, names]

    def test_two_players_can_change_seats(self, day: Day) -> None:
        match = day.match(1, 1)
        one, two = self.player(match, Seat.W, 1), self.player(match, Seat.W, 2)
        note_sitting(actor=day.acting, match=match, players={Seat.W: one, Seat.E: two})
        note_sitting(actor=day.acting, match=match, players={Seat.W: two, Seat.E: one})
        assert self.seated(match) == {"W": two.name, "E": one.name}

    def test_the_same_again_is_no_act(self, day: Day) -> None:
        match = day.match(1, 1)
        for _ in range(2):
            note_sitting(
                actor=day.acting, match=match, players={Seat.N: self.player(match, Seat.N, 1)}
            )
        assert actions() == [Action.SITTING_NOTED]

    def test_refuses_strangers_and_one_player_in_two_seats(self, day: Day) -> None:
        match = day.match(1, 1)
        own = self.player(match, Seat.N, 1)
        for players in ({Seat.W: own}, {Seat.N: own, Seat.S: own}):
            with pytest.raises(UserError) as caught:
                note_sitting(actor=day.acting, match=match, players=players)
            assert caught.value.field in {"W", "S"}
        assert self.seated(match) == {}

    def test_not_for_a_cancelled_match(self, day: Day) -> None:
        match = day.match(1, 1)
        Match.objects.filter(pk=match.pk).cancel()
        with pytest.raises(NotNow):
            note_sitting(actor=day.acting, match=match, players={})

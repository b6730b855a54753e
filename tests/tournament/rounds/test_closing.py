"""What keeps a round open: hands without a result, without their second look, or in dispute."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.seats import Side
from tests.tournament.day import Day, make_day
from tournament.claims.services import make_claim
from tournament.core.errors import NotNow
from tournament.models import Championship, Claim, Confirmation, Match, RoundStatus, SecondLook
from tournament.results.services import confirm_result
from tournament.rounds.queries import in_the_way, round_lines
from tournament.rounds.services import close_round, reopen_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    """Round 1 is open; what a pair entered at table 2 for hand 3 is all that was not a referee's"""
    day = make_day()
    day.open(1)
    day.enter_at_table(1, 2, 3, 40)
    for table in (1, 2):
        for deal in (1, 2, 3, 4):
            if (table, deal) != (2, 3):
                day.enter(1, table, deal, 30 + deal)
    return day


def ask_for(confirmation: Confirmation) -> None:
    Championship.objects.update(confirmation=confirmation)


def closes(day: Day) -> bool:
    try:
        close_round(actor=day.acting, round=day.round(1))
    except NotNow:
        return False
    return True


def look(day: Day, by: SecondLook.By) -> None:
    confirm_result(actor=day.acting, match=day.match(1, 2), deal=3, version=1, by=by)


def claim(day: Day, kind: Claim.Kind) -> Claim:
    match = day.match(1, 1)
    return make_claim(
        actor=day.acting, match=match, deal=2, kind=kind, side=Side.EW, based_on=1, words="No"
    )


def decide(claim: Claim) -> None:
    """As a referee who lets stand what stands."""
    Claim.objects.filter(pk=claim.pk).update(
        decision=Claim.Decision.REFUSED, decided_at=timezone.now(), decision_reason="looked"
    )


class TestSecondLook:
    def test_of_the_other_pair(self, day: Day) -> None:
        ask_for(Confirmation.OTHER_SIDE)
        with pytest.raises(NotNow) as caught:
            close_round(actor=day.acting, round=day.round(1))
        assert len(caught.value.messages) == 1
        assert "Table 2" in str(caught.value)
        assert "second look at: 3." in str(caught.value)
        look(day, SecondLook.By.EW)
        assert closes(day)

    def test_of_a_referee(self, day: Day) -> None:
        ask_for(Confirmation.REFEREE)
        look(day, SecondLook.By.EW)
        assert not closes(day)
        look(day, SecondLook.By.REFEREE)
        assert closes(day)

    def test_nobody_s(self, day: Day) -> None:
        ask_for(Confirmation.NONE)
        assert closes(day)

    def test_is_counted_in_the_list_while_the_round_is_open(self, day: Day) -> None:
        assert [line.unsettled for line in round_lines(day.stage)] == [1, 0, 0]
        look(day, SecondLook.By.EW)
        assert [line.unsettled for line in round_lines(day.stage)] == [0, 0, 0]


class TestClaims:
    @pytest.mark.parametrize("kind", [Claim.Kind.DISAGREEMENT, Claim.Kind.MEANWHILE])
    def test_must_be_decided(self, day: Day, kind: Claim.Kind) -> None:
        look(day, SecondLook.By.EW)
        made = claim(day, kind)
        with pytest.raises(NotNow) as caught:
            close_round(actor=day.acting, round=day.round(1))
        assert "Table 1" in str(caught.value)
        assert "decision about: 2." in str(caught.value)
        decide(made)
        assert closes(day)

    def test_a_correction_asked_for_is_not_in_the_way(self, day: Day) -> None:
        look(day, SecondLook.By.EW)
        assert closes(day)
        claim(day, Claim.Kind.CORRECTION)
        reopen_round(actor=day.acting, round=day.round(1), reason="a wrong slip")
        assert closes(day)
        assert day.round(1).status == RoundStatus.CLOSED

    def test_of_a_cancelled_match_wait_for_nobody(self, day: Day) -> None:
        look(day, SecondLook.By.EW)
        claim(day, Claim.Kind.DISAGREEMENT)
        Match.objects.filter(pk=day.match(1, 1).pk).update(cancelled=True)
        assert closes(day)


def test_everything_is_listed_table_by_table(day: Day) -> None:
    made = claim(day, Claim.Kind.DISAGREEMENT)
    first, second = in_the_way(day.round(1))
    assert (first.missing, first.unsettled, first.claims) == ((), (), ((2, made.number),))
    assert (second.missing, second.unsettled, second.claims) == ((), (3,), ())


def test_a_disputed_hand_is_listed_once(day: Day) -> None:
    """Deciding about it is the second look that it lacks too."""
    match = day.match(1, 2)
    made = make_claim(
        actor=day.acting,
        match=match,
        deal=3,
        kind=Claim.Kind.DISAGREEMENT,
        side=Side.EW,
        based_on=1,
        words="No",
    )
    (table,) = in_the_way(day.round(1))
    assert (table.unsettled, table.claims) == ((), ((3, made.number),))

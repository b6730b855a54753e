"""The pages of rulings: typed, shown, confirmed, done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.page_forms import forms_of
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.rulings.pages import BREAK, HAND, LATE, page, rule_in_one_go, show
from tests.tournament.visitors import undone
from tournament.models import AuditEvent, Result, Ruling
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.services import cancel_hand

pytestmark = [pytest.mark.django_db, pytest.mark.long]


class TestTwoSteps:
    def test_what_it_does_is_shown_and_not_done_yet(self, day: Day, referee: Client) -> None:
        events = AuditEvent.objects.count()
        text, _form = show(referee, page(day, HAND), **BREAK)
        assert "Pair 1 Àngels 1 – Marçal 1 moves from place 2 to place 3." in text
        assert "Pair 6 Àngels 6 – Marçal 6 stays in place 5." in text
        assert "<s>2.00</s>" in text
        assert (Result.objects.filter(version=2).count(), AuditEvent.objects.count()) == (0, events)

    def test_confirmed_it_is_done(self, day: Day, referee: Client) -> None:
        rule_in_one_go(referee, page(day, HAND), **BREAK)
        result = Result.objects.get(version=2)
        assert (result.infraction, result.note, result.ns_points) == ("NS", BREAK["words"], 40)
        assert "revoked in trick 4" in referee.get(page(day)).content.decode()

    def test_a_double_click_is_one_ruling(self, day: Day, referee: Client) -> None:
        for url, typed in ((page(day, HAND), BREAK), (page(day, "deduct/"), LATE)):
            _text, form = show(referee, url, **typed)
            answers = [referee.post(url, form.filled()).status_code for _click in range(2)]
            assert answers == [302, 302]
        assert (
            Result.objects.filter(deal=1, match__table__number=1).count(),
            Ruling.objects.count(),
        ) == (2, 1)

    def test_what_changed_meanwhile_is_shown_again(self, day: Day, referee: Client) -> None:
        url = page(day, "cancel/1/")
        _text, form = show(referee, url, reason="two packs swapped")
        rule_in_one_go(referee, page(day, HAND), **BREAK)
        answer = referee.post(url, form.filled())
        assert answer.status_code == 409
        assert "Something has changed meanwhile" in answer.content.decode()
        assert not Ruling.objects.exists()
        (again,) = (one for one in forms_of(answer.content.decode()) if "shown" in one.names)
        assert referee.post(url, again.filled()).status_code == 302
        assert Ruling.objects.get().deal == 1

    def test_another_ruling_on_the_same_hand_meanwhile(self, day: Day, referee: Client) -> None:
        url = page(day, HAND)
        _text, form = show(referee, url, **BREAK)
        rule_in_one_go(english_client(day.organiser), url, **{**BREAK, "sides": "EW"})
        answer = referee.post(url, form.filled())
        assert answer.status_code == 409
        assert (
            Result.objects.get(is_current=True, match__table__number=1, deal=1).infraction == "EW"
        )

    def test_what_was_typed_can_be_changed(self, day: Day, referee: Client) -> None:
        _text, form = show(referee, page(day, "deduct/"), **LATE)
        answer = referee.post(page(day, "deduct/"), form.filled(again="1"))
        (typing,) = (one for one in forms_of(answer.content.decode()) if "contestant" in one.names)
        assert typing.values["hundredths"] == ["2.50"]
        assert typing.values["contestant"] == ["1"]
        assert "came late" in answer.content.decode()

    def test_what_stands_already_needs_no_confirmation(self, day: Day, referee: Client) -> None:
        rule_in_one_go(referee, page(day, HAND), **BREAK)
        answer = referee.post(page(day, HAND), BREAK).content.decode()
        assert "It is like this already" in answer

    def test_a_confirmation_that_no_page_sent_does_nothing(self, day: Day, referee: Client) -> None:
        url = page(day, "deduct/")
        _text, form = show(referee, url, **LATE)
        junk = st.sampled_from(["", "-1", "²", "9" * 5000, "99999", "x"]) | st.text(max_size=9)

        @given(data=st.data())
        @settings(max_examples=examples(12))
        def is_refused(data: st.DataObject) -> None:
            name = data.draw(st.sampled_from(["shown", "based_on"]))
            other = data.draw(junk.filter(lambda one: one != form.values[name][0]))
            with undone():
                answer = referee.post(url, form.filled(**{name: other}))
                assert answer.status_code in {200, 409}
                assert not Ruling.objects.exists()

        is_refused()


class TestForms:
    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"kind": ""}, "This field is required"),
            ({"kind": "annulled"}, "Select a valid choice"),
            ({"sides": ""}, "Say which side"),
            ({"sides": "N"}, "Select a valid choice"),
            ({"words": ""}, "This field is required"),
            ({"words": "\u200b"}, "Write down what happened"),
            ({"words": "x" * 501}, "500"),
        ],
    )
    def test_on_a_hand(
        self, day: Day, referee: Client, typed: dict[str, str], sentence: str
    ) -> None:
        answer = referee.post(page(day, HAND), {**BREAK, **typed})
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
        assert not Result.objects.filter(version=2).exists()

    @pytest.mark.parametrize(
        ("typed", "hundredths"),
        [("0,50", 50), ("0.5", 50), ("2", 200), ("12,05", 1205), ("0.01", 1), ("100", 10000)],
    )
    def test_points_in_either_decimal_sign(
        self, day: Day, referee: Client, typed: str, hundredths: int
    ) -> None:
        rule_in_one_go(referee, page(day, "deduct/"), **{**LATE, "hundredths": typed})
        assert Ruling.objects.get().hundredths == hundredths

    @pytest.mark.parametrize(
        "typed",
        [
            "",
            "0",
            "0,00",
            "-1",
            "−1",
            "1.234",
            "1,000",
            "1e1",
            "½",
            "٣",
            "100.01",
            ".5",
            "5.",
            "nan",
        ],
    )
    def test_points_that_are_none(self, day: Day, referee: Client, typed: str) -> None:
        answer = referee.post(page(day, "deduct/"), {**LATE, "hundredths": typed})
        assert answer.status_code == 422
        assert not Ruling.objects.exists()

    @pytest.mark.parametrize("typed", ["0", "-0.5", "−1", "100.01", "1000000"])
    def test_how_much_can_be_deducted_is_told(self, day: Day, referee: Client, typed: str) -> None:
        answer = referee.post(page(day, "deduct/"), {**LATE, "hundredths": typed})
        assert "A deduction must be more than 0 and at most 100.00." in answer.content.decode()

    def test_an_example_in_the_readers_decimal_sign(self, day: Day, referee: Client) -> None:
        catalan = Client(headers={"Accept-Language": "ca"})
        catalan.force_login(day.referee)
        assert "0,50" in catalan.get(page(day, "deduct/")).content.decode()
        assert "0.50" in referee.get(page(day, "deduct/")).content.decode()

    def test_a_ruling_that_stands_is_there_to_be_changed(self, day: Day, referee: Client) -> None:
        rule_in_one_go(referee, page(day, HAND), **BREAK)
        text = referee.get(page(day, HAND)).content.decode()
        (form,) = (one for one in forms_of(text) if "words" in one.names)
        assert {name: form.values[name] for name in BREAK} == {
            name: [value] for name, value in BREAK.items()
        }


class TestWhoMayWhen:
    def test_after_the_corrections_a_referee_is_told_who_can(
        self, day: Day, referee: Client
    ) -> None:
        day.stage.rounds.filter(number=1).update(
            corrections_until=timezone.now() - timedelta(minutes=1)
        )
        for url in (page(day, HAND), page(day, "cancel/1/")):
            text = referee.get(url).content.decode()
            assert "only an organiser" in text
            assert not [one for one in forms_of(text) if "words" in one.names]
            answer = referee.post(url, {**BREAK, "reason": "two packs swapped"})
            assert answer.status_code == 422
        organiser = english_client(day.organiser)
        rule_in_one_go(organiser, page(day, HAND), **BREAK)
        rule_in_one_go(organiser, page(day, "cancel/1/"), reason="two packs swapped")

    def test_an_open_rounds_hand_waits_for_its_closing(self, day: Day, referee: Client) -> None:
        day.enter(2, 1, 5, 40)
        text, _form = show(referee, page(day, "rounds/2/tables/1/hands/5/"), **BREAK)
        assert "Round 2 is not closed" in text
        assert "moves from place" not in text

    def test_the_final_standings_are_said_to_change(self, day: Day) -> None:
        day.championship.ended_at = timezone.now()
        day.championship.save()
        text, _form = show(english_client(day.organiser), page(day, "deduct/"), **LATE)
        assert "this changes its final standings" in text


class TestWithdrawing:
    def test_one_on_a_hand(self, day: Day, referee: Client) -> None:
        rule_in_one_go(referee, page(day, HAND), **BREAK)
        text, form = show(referee, page(day, HAND + "withdraw/"), reason="it was table 2")
        assert "Pair 1 Àngels 1 – Marçal 1 moves from place 3 to place 2." in text
        assert referee.post(page(day, HAND + "withdraw/"), form.filled()).status_code == 302
        current = Result.objects.get(is_current=True, match__table__number=1, deal=1)
        assert (current.version, current.infraction, current.ns_points) == (3, "", 40)

    def test_one_that_is_all_there_is_of_a_published_hand(self, day: Day, referee: Client) -> None:
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was found")
        Result.objects.filter(match__table__number=1, deal=1).delete()
        rule_in_one_go(referee, page(day, HAND), **BREAK)
        close_round(actor=day.acting, round=day.round(1))
        text = referee.get(page(day, HAND + "withdraw/")).content.decode()
        assert "its results can&#x27;t be taken back" in text

    def test_a_deduction(self, day: Day, referee: Client) -> None:
        rule_in_one_go(referee, page(day, "deduct/"), **LATE)
        text, form = show(referee, page(day, "1/withdraw/"), reason="he was in time")
        assert "Pair 1 Àngels 1 – Marçal 1 moves from place 4 to place 2." in text
        assert referee.post(page(day, "1/withdraw/"), form.filled()).status_code == 302
        assert Ruling.objects.get().withdrawal_reason == "he was in time"
        assert "already been withdrawn" in referee.get(page(day, "1/withdraw/")).content.decode()

    def test_a_hand_for_all(self, day: Day, referee: Client) -> None:
        rule_in_one_go(referee, page(day, "cancel/2/"), reason="two packs swapped")
        assert "is already cancelled" in referee.get(page(day, "cancel/2/")).content.decode()
        rule_in_one_go(referee, page(day, "1/withdraw/"), reason="they were not")
        assert Ruling.objects.get().withdrawn_at is not None


def test_a_cancelled_hand_keeps_no_round_open(day: Day, referee: Client) -> None:
    """Nobody is asked for a result that counts for nothing."""
    for table in (1, 2, 3):
        for deal in (5, 6, 7):
            day.enter(2, table, deal, 30 + table + deal)
    day.enter(2, 2, 8, 40)
    cancel_hand(actor=day.acting, championship=day.championship, deal=8, reason="a pack was open")
    text = referee.get(f"/c/{day.slug}/manage/rounds/2/").content.decode()
    assert "9 of 9" in text
    assert text.count("cancelled for all") == 3
    assert "missing" not in text
    assert close_round(actor=day.acting, round=day.round(2)).status == "closed"

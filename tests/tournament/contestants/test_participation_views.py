"""Late pairs and withdrawals, through HTTP: who is affected is shown first."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.participation import Withdrawn
from tests.page_forms import forms_of
from tests.tournament.factories import (
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
    put_settings,
    stage_of,
)
from tournament.models import Championship, Match, RoundStatus, Stage

pytestmark = pytest.mark.django_db


def url(name: str, championship: Championship, *args: object) -> str:
    return reverse(f"contestants:{name}", args=[championship.slug, *args])


def client_of(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def set_status(championship: Championship, status: RoundStatus, *numbers: int) -> None:
    stage_of(championship).rounds.filter(number__in=numbers).update(status=status)


class TestLate:
    PAIR = {"player_1": "Tarda Una", "player_2": "Tarda Dues"}

    def test_who_is_affected_is_shown_and_it_joins(self) -> None:
        championship = make_scheduled(5)
        set_status(championship, RoundStatus.CLOSED, 1)
        client = client_of(championship)
        page = client.get(url("late", championship)).content.decode()
        assert "It becomes pair 6 and takes part from round 2 on." in page
        assert page.count("<tr>") == 1 + 4
        data = {**self.PAIR, "from_round": "2"}
        assert client.post(url("late", championship), data).status_code == 302
        assert championship.contestants.get(number=6).joined_round == 2

    def test_a_round_opened_meanwhile_is_noticed(self) -> None:
        championship = make_scheduled(5)
        client = client_of(championship)
        set_status(championship, RoundStatus.OPEN, 1)
        response = client.post(url("late", championship), {**self.PAIR, "from_round": "1"})
        page = response.content.decode()
        assert response.status_code == 422
        assert "Another round has been opened meanwhile" in page
        assert "takes part from round 2 on" in page
        assert 'value="Tarda Una"' in page
        assert championship.contestants.count() == 5

    def test_a_double_click_registers_it_once(self) -> None:
        championship = make_scheduled(5)
        client = client_of(championship)
        assert client.post(url("late", championship), self.PAIR).status_code == 302
        assert client.post(url("late", championship), self.PAIR).status_code == 422
        assert championship.contestants.count() == 6

    def test_without_a_rest_there_is_no_form(self) -> None:
        championship = make_scheduled(4)
        client = client_of(championship)
        page = client.get(url("late", championship)).content.decode()
        assert "There is no place for a late pair" in page
        assert "Make the schedule again" in page
        assert 'name="player_1"' not in page
        assert client.post(url("late", championship), self.PAIR).status_code == 422

    def test_without_a_rest_it_says_what_can_be_done(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.CLOSED, 1)
        client = client_of(championship)
        page = client.get(url("late", championship)).content.decode()
        for way in ("As substitutes", "Two pairs as a new table", "Remake the rounds"):
            assert way in page
        shown = client.get(url("late", championship), {"way": "room"}).content.decode()
        assert shown.count("<tr>") == 1 + 4
        (form,) = [one for one in forms_of(shown) if "way" in one.values]
        data = form.filled(**{"pair_0-player_1": "Tarda Una", "pair_0-player_2": "Tarda Dues"})
        assert client.post(url("late", championship), data).status_code == 302
        assert championship.contestants.get(number=7).joined_round == 2

    def test_before_the_first_round_the_schedule_is_made_again(self) -> None:
        championship = make_scheduled(6)
        client = client_of(championship)
        shown = client.get(url("late", championship), {"way": "again"}).content.decode()
        assert "There are 7 rounds." in shown
        assert "Each pair rests once." in shown
        (form,) = [one for one in forms_of(shown) if "way" in one.values]
        names = {"pair_0-player_1": "Tarda Una", "pair_0-player_2": "Tarda Dues"}
        assert client.post(url("late", championship), form.filled(**names)).status_code == 302
        assert championship.contestants.count() == 7
        set_status(championship, RoundStatus.OPEN, 1)
        late = form.filled(**{"pair_0-player_1": "Un Altre", "pair_0-player_2": "I Un Altre"})
        assert client.post(url("late", championship), late).status_code == 422

    def test_two_pairs_come_as_a_new_table(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.CLOSED, 1)
        client = client_of(championship)
        shown = client.get(url("late", championship), {"way": "table"}).content.decode()
        (form,) = [one for one in forms_of(shown) if "way" in one.values]
        names = {
            f"pair_{one}-player_{who}": f"{name} {surname}"
            for one, name in (("0", "Aina"), ("1", "Bru"))
            for who, surname in (("1", "Mas"), ("2", "Pi"))
        }
        half = {**names, "pair_1-player_2": ""}
        refused = client.post(url("late", championship), form.filled(**half))
        assert refused.status_code == 422
        assert 'value="Bru Mas"' in refused.content.decode()
        assert championship.contestants.count() == 6
        assert client.post(url("late", championship), form.filled(**names)).status_code == 302
        assert championship.contestants.count() == 8

    def test_a_round_opened_meanwhile_keeps_what_was_typed(self) -> None:
        championship = make_scheduled(6)
        client = client_of(championship)
        shown = client.get(url("late", championship), {"way": "room"}).content.decode()
        (form,) = [one for one in forms_of(shown) if "way" in one.values]
        set_status(championship, RoundStatus.OPEN, 1)
        data = form.filled(**{"pair_0-player_1": "Tarda Una", "pair_0-player_2": "Tarda Dues"})
        refused = client.post(url("late", championship), data)
        assert refused.status_code == 422
        assert "Another round has been opened meanwhile" in refused.content.decode()
        assert 'value="Tarda Una"' in refused.content.decode()

    def test_with_no_round_left_only_substitutes_are_offered(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.CLOSED, 1, 2, 3)
        page = client_of(championship).get(url("late", championship)).content.decode()
        assert "As substitutes" in page
        assert "Two pairs as a new table" not in page

    def test_without_a_schedule_it_is_an_ordinary_pair(self) -> None:
        championship = make_championship()
        page = client_of(championship).get(url("late", championship)).content.decode()
        assert url("add", championship) in page


class TestWithdrawing:
    def test_who_is_affected_is_shown_for_the_chosen_round(self) -> None:
        championship = make_scheduled(6)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        address = url("withdraw", championship, contestant.pk)
        for asked, rows in (("", 5), ("4", 2), ("99", 5), ("x", 5), ("-1", 5), ("٤", 5)):
            page = client.get(address, {"from_round": asked}).content.decode()
            assert page.count("<tr>") == 1 + rows, asked
            assert "Who is affected from round" in page
            assert "What it has played counts" in page

    def test_it_never_withdraws_from_another_round_than_the_one_that_was_chosen(self) -> None:
        """Round 1 was chosen, and *Show* not pressed: the page had shown round 2."""
        championship = make_scheduled(6)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        address = url("withdraw", championship, contestant.pk)
        set_status(championship, RoundStatus.OPEN, 1)
        (form,) = [
            one
            for one in forms_of(client.get(address).content.decode())
            if one.values.get("from_round")
        ]
        assert form.values["from_round"] == ["2"]
        sent = client.post(address, form.filled(from_round="1", reason="ill"))
        assert sent.status_code == 302
        assert championship.contestants.get(number=2).withdrawn_from is None
        page = client.get(sent["location"]).content.decode()
        assert "Who is affected from round 1 on" in page
        assert "something else than was shown" in page
        (form,) = [one for one in forms_of(page) if one.values.get("from_round")]
        assert client.post(address, form.filled(reason="ill")).status_code == 302
        assert championship.contestants.get(number=2).withdrawn_from == 1

    def test_the_preview_is_shown_without_a_reason(self) -> None:
        championship = make_scheduled(6)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        address = url("withdraw", championship, contestant.pk)
        (form,) = [
            one
            for one in forms_of(client.get(address).content.decode())
            if one.values.get("from_round")
        ]
        sent = client.post(address, form.filled(from_round="4", preview=""))
        assert sent["location"] == f"{address}?from_round=4"

    def test_it_withdraws_once(self) -> None:
        championship = make_scheduled(6)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        address = url("withdraw", championship, contestant.pk)
        data = {"from_round": "4", "reason": "A broken arm."}
        for _click in range(2):
            assert client.post(address, data).status_code == 302
        assert Match.objects.filter(cancelled=True).count() == 2
        page = client.get(address).content.decode()
        assert "already withdrawn, from round 4" in page
        assert "withdrawn from round 4" in client.get(url("list", championship)).content.decode()

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ({"from_round": "2", "reason": ""}, "This field is required."),
            ({"from_round": "1", "reason": "x"}, "can withdraw from round 2 on"),
            ({"from_round": "x", "reason": "x"}, "Enter a whole number."),
            ({"from_round": "77", "reason": "x"}, "There is no round 77"),
        ],
    )
    def test_faults(self, data: dict[str, str], said: str) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.CLOSED, 1)
        contestant = championship.contestants.get(number=2)
        response = client_of(championship).post(url("withdraw", championship, contestant.pk), data)
        assert response.status_code == 422
        assert said in response.content.decode()
        assert not Match.objects.filter(cancelled=True).exists()

    def test_when_no_round_is_left(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.CLOSED, 1, 2, 3)
        contestant = championship.contestants.get(number=2)
        page = (
            client_of(championship)
            .get(url("withdraw", championship, contestant.pk))
            .content.decode()
        )
        assert "There is no round left from which the pair could withdraw" in page
        assert 'name="reason"' not in page

    def test_annulled_results_are_announced(self) -> None:
        championship = make_scheduled(4)
        put_settings(Stage.objects.get(), withdrawn=Withdrawn.ANNUL)
        contestant = championship.contestants.get(number=2)
        page = (
            client_of(championship)
            .get(url("withdraw", championship, contestant.pk))
            .content.decode()
        )
        assert "What it has played is annulled" in page

    def test_the_round_being_played_is_never_the_one_offered(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.OPEN, 1)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        address = url("withdraw", championship, contestant.pk)
        page = client.get(address)
        assert "Who is affected from round 2" in page.content.decode()
        assert "1 (being played)" in page.content.decode()
        chosen = client.get(address, {"from_round": "1"}).content.decode()
        assert "This round is being played" in chosen

    def test_with_nothing_but_the_round_being_played_none_is_offered(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.CLOSED, 1, 2)
        set_status(championship, RoundStatus.OPEN, 3)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        address = url("withdraw", championship, contestant.pk)
        page = client.get(address).content.decode()
        assert "choose it if the pair really leaves now" in page
        assert 'name="reason"' not in page
        assert 'name="reason"' in client.get(address, {"from_round": "3"}).content.decode()


class TestTakingBack:
    def test_the_pages_offer_it_and_say_what_follows(self) -> None:
        championship = make_scheduled(6)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        back = url("take_back_withdrawal", championship, contestant.pk)
        leaving = client.get(url("withdraw", championship, contestant.pk)).content.decode()
        assert "A withdrawal can be taken back" in leaving
        data = {"from_round": "4", "reason": "A broken arm."}
        client.post(url("withdraw", championship, contestant.pk), data)
        assert back in client.get(url("list", championship)).content.decode()
        assert back in client.get(url("withdraw", championship, contestant.pk)).content.decode()
        page = client.get(back).content.decode()
        assert page.count("<tr>") == 1 + 2
        assert client.post(back, {"reason": ""}).status_code == 422
        assert client.post(back, {"reason": "the wrong pair"}).status_code == 302
        assert not Match.objects.filter(cancelled=True).exists()
        assert back not in client.get(url("list", championship)).content.decode()

    def test_a_refusal_is_said(self) -> None:
        championship = make_scheduled(6)
        contestant = championship.contestants.get(number=2)
        client = client_of(championship)
        data = {"from_round": "4", "reason": "A broken arm."}
        client.post(url("withdraw", championship, contestant.pk), data)
        set_status(championship, RoundStatus.CLOSED, 4)
        back = url("take_back_withdrawal", championship, contestant.pk)
        page = client.get(back).content.decode()
        assert "Round 4 has been closed without it" in page
        assert 'name="reason"' not in page
        assert client.post(back, {"reason": "x"}).status_code == 422

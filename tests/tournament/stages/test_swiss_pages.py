"""The pages of a Swiss stage: pairing, exchanging two pairs, and what a referee is warned of."""

from __future__ import annotations

import pytest

from tests.page_forms import forms_of
from tests.tournament.factories import actor_of, english_client, make_referee, organiser_of
from tests.tournament.made_once import made_once
from tests.tournament.recorded_day import correct, round_of
from tests.tournament.stages.swiss_rounds import (
    SEED,
    exchange,
    faults,
    matches,
    pair,
    play,
    resting,
    seven_pairs,
)
from tournament.contestants.services.withdrawal import take_back_withdrawal, withdraw_contestant
from tournament.models import Championship
from tournament.schedule.pairings import paired_from, why_not_exchanged
from tournament.stages.swiss import DUPLICATE_SWISS

pytestmark = [pytest.mark.django_db, pytest.mark.long]


of_seven_pairs = made_once(lambda: seven_pairs(DUPLICATE_SWISS))


@pytest.fixture
def championship(of_seven_pairs: Championship) -> Championship:
    return Championship.objects.get(pk=of_seven_pairs.pk)


def test_the_round_page_warns_of_whom_a_paired_round_lost_until_it_is_paired_anew(
    championship: Championship,
) -> None:
    play(championship, 1)
    pair(championship, 2)
    actor = actor_of(championship)
    client = english_client(organiser_of(championship))
    warning = "Somebody has come or left since this round was paired."

    def warned(number: int) -> bool:
        page = client.get(f"/c/{championship.slug}/manage/rounds/{number}/")
        return warning in page.content.decode()

    assert not warned(2)
    later, now = championship.contestants.filter(number__in=(1, 2)).order_by("number")
    withdraw_contestant(actor=actor, contestant=later, from_round=3, reason="a train")
    assert not warned(2), "who leaves after it plays it"
    withdraw_contestant(actor=actor, contestant=now, from_round=2, reason="ill")
    assert warned(2)
    take_back_withdrawal(actor=actor, contestant=now, reason="well again")
    assert warned(2)
    pair(championship, 2)
    assert not warned(2), "even where the same pairs meet as before"
    assert not why_not_exchanged(round_of(championship, 2))
    assert not faults(championship)


class TestPages:
    def test_from_pairing_to_exchange(self, championship: Championship) -> None:
        play(championship, 1)
        client = english_client(make_referee(championship))
        rounds = f"/c/{championship.slug}/manage/rounds/"
        assert "Pair the round" in client.get(f"{rounds}2/").content.decode()
        assert (
            "when the one before it has been closed" in client.get(f"{rounds}3/").content.decode()
        )
        answer = client.post(f"{rounds}2/draw/", follow=True).content.decode()
        assert "Pair anew" in answer
        assert "Why these pairings" in answer
        page = client.get(f"{rounds}2/pairing/").content.decode()
        assert "nearest score" in page
        assert "0 rematches." in page
        assert "The lowest score of those that have rested the fewest times." in page
        (a, _b), (c, _d), *_others = matches(championship, 2)
        page = client.get(f"{rounds}2/pairing/?one={a}&other={c}").content.decode()
        assert f"Exchange {a} and {c}" in " ".join(page.split())
        assert "0 now, " in " ".join(page.split())
        sent = client.post(f"{rounds}2/pairing/", {"one": a, "other": c}, follow=True)
        assert f"Pairs {a} and {c} have changed places." in sent.content.decode()
        assert "Changed by hand." in sent.content.decode()
        assert matches(championship, 2)[0][0] == c

    def test_an_exchange_that_is_sent_twice_is_made_once(self, championship: Championship) -> None:
        client = english_client(make_referee(championship))
        url = f"/c/{championship.slug}/manage/rounds/1/pairing/"
        (a, _b), (c, _d), *_others = matches(championship, 1)
        page = client.get(url, {"one": a, "other": c}).content.decode()
        (form,) = (one for one in forms_of(page) if "based_on" in one.names)
        assert client.post(url, form.filled()).status_code == 302
        again = client.post(url, form.filled())
        assert again.status_code == 422
        assert "changed this meanwhile" in again.content.decode()
        assert matches(championship, 1)[0][0] == c

    def test_no_others_are_exchanged_than_those_that_are_chosen(
        self, championship: Championship
    ) -> None:
        """Another pair was chosen, and *See what it costs* not pressed."""
        client = english_client(make_referee(championship))
        url = f"/c/{championship.slug}/manage/rounds/1/pairing/"
        (a, b), (c, d), *_others = before = matches(championship, 1)
        page = client.get(url, {"one": a, "other": c}).content.decode()
        (form,) = (one for one in forms_of(page) if "based_on" in one.names)
        sent = client.post(url, form.filled(other=d))
        assert sent["location"] == f"{url}?one={a}&other={d}"
        assert matches(championship, 1) == before
        page = client.get(sent["location"]).content.decode()
        assert "something else than was shown" in page
        (form,) = (one for one in forms_of(page) if "based_on" in one.names)
        assert client.post(url, form.filled()).status_code == 302
        assert set(matches(championship, 1)[0]) == {d, b}

    def test_a_rematch_stands_out(self, championship: Championship) -> None:
        play(championship, 1)
        pair(championship, 2)
        client = english_client(make_referee(championship))
        url = f"/c/{championship.slug}/manage/rounds/2/pairing/"
        assert "is-rematch" not in client.get(url).content.decode()
        away = resting(championship, 2)
        one, other = next(two for two in matches(championship, 1) if not away & {*two})
        opponent = next(sum(two) - one for two in matches(championship, 2) if one in two)
        asked = client.get(url, {"one": other, "other": opponent}).content.decode()
        assert '<div class="is-rematch"><dt>Rematches' in asked
        exchange(championship, 2, other, opponent)
        page = client.get(url).content.decode()
        assert page.count('<tbody class="is-rematch">') == 1
        assert ">rematch</span>" in page

    @pytest.mark.parametrize("sent", [{}, {"one": "1"}, {"one": "1", "other": "1"}, {"one": "x"}])
    def test_what_is_no_choice(self, championship: Championship, sent: dict[str, str]) -> None:
        client = english_client(organiser_of(championship))
        url = f"/c/{championship.slug}/manage/rounds/1/pairing/"
        before = matches(championship, 1)
        assert client.post(url, sent).status_code == 422
        assert client.get(url, sent).status_code == (422 if sent else 200)
        assert matches(championship, 1) == before

    def test_a_changed_result_is_told_where_the_round_is_opened(
        self, championship: Championship
    ) -> None:
        play(championship, 1)
        pair(championship, 2)
        client = english_client(organiser_of(championship))
        url = f"/c/{championship.slug}/manage/rounds/2/"
        told = "A result has changed since this round was paired."
        assert told not in client.get(url).content.decode()
        before = paired_from(round_of(championship, 2))
        correct(championship, 1)
        assert told in client.get(url).content.decode()
        assert told in client.get(f"{url}pairing/").content.decode()
        client.post(f"{url}draw/")
        assert told not in client.get(url).content.decode()
        assert paired_from(round_of(championship, 2)) != before
        assert not faults(championship)

    def test_a_first_round_is_by_lot(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        page = client.get(f"/c/{championship.slug}/manage/rounds/1/pairing/").content.decode()
        assert page.count("By lot: nobody has a score yet.") == 4
        assert client.get(f"/c/{championship.slug}/manage/rounds/2/pairing/").status_code == 404

    def test_the_schedule_tells_how_it_is_paired(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        page = client.get(f"/c/{championship.slug}/manage/schedule/").content.decode()
        assert SEED in page
        assert "Sum of squares" not in page
        assert "To the rounds" in page
        public = english_client().get(f"/c/{championship.slug}/schedule/").content.decode()
        assert "The first round is drawn by lot, or goes by seeding." in public

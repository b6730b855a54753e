"""Hands as tables played them on phones: shown once the round is closed, beside best play, and
taken out as text."""

from __future__ import annotations

import itertools

import pytest
from django.test import Client

from scoring.errors import ActFormatError
from scoring.game.cards import Card
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position
from scoring.play.acts import PlayCard, TakeBack, write_acts
from scoring.play.written import FORMAT, read_hands, write_hands
from scoring.solver import is_available
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play.four_phones import agree, cards_in_text, phones_day, play_on, sit
from tests.tournament.visitors import HALL
from tournament.analysis.best_play import best_of
from tournament.analysis.played import course_at, courses_of, is_known, lost_by, tricks_of
from tournament.analysis.queries import progress_of_rounds
from tournament.analysis.round_job import Analyser
from tournament.analysis.services import store_played
from tournament.deals.queries import dealt_hands
from tournament.jobs.worker import Made, Worker
from tournament.models import HandInPlay, Job, Match
from tournament.play.match_now import table_of
from tournament.play.services.acts import take_back_card
from tournament.play.written_hands import UNTOLD, make_written_hands
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]
PLAYED = "/c/day/hands/1/played/1/"
TEXT = f"{PLAYED}play.txt"
ALL = "/c/day/hands/played.txt"


def spectator() -> Client:
    return Client(headers={"accept-language": "en"}, **HALL)  # type: ignore[arg-type]


def a_day() -> Day:
    """Table 1 plays hand 1, with a card that a referee gives back, and some of hand 2."""
    day = phones_day()
    match = day.match(1, 1)
    sit(match)
    play_on(match, until=14)
    take_back_card(actor=day.acting, match=match, deal=1, reason="a slip", acts=14)
    play_on(match)
    agree(match)
    play_on(match, until=9)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def close(day: Day) -> None:
    for match in Match.objects.filter(round=day.round(1)).select_related("round", "table"):
        for deal in day.round(1).deals:
            if not match.results.filter(deal=deal).exists():
                day.enter_for(match, deal, 30)
    close_round(actor=day.acting, round=day.round(1))


def test_nobody_sees_the_play_before_the_round_is_closed(day: Day) -> None:
    for client in (spectator(), english_client(day.referee), english_client(day.organiser)):
        assert client.get(PLAYED).status_code == 404
        assert client.get(TEXT).status_code == 404
        assert client.get(ALL).content == b""
        assert client.get("/c/day/hands/1/replay/?table=1").status_code == 404


def test_the_play_of_a_table_is_shown_and_leads_to_the_replay(day: Day) -> None:
    table = hand_table(day)
    close(day)
    client = spectator()
    page = client.get(PLAYED).content.decode()
    assert cards_in_text(page)
    assert page.count("replay/?trump=") == 48 + 1  # each card, and the button that begins
    course = course_at(day.round(1), 1, 1)
    assert course is not None
    assert course.cards == tuple(play.card for play in table)
    for where in ("/c/day/hands/1/", "/c/day/manage/rounds/1/hands/"):
        answer = english_client(day.referee).get(where)
        assert PLAYED in answer.content.decode(), where
    assert ALL in client.get("/c/day/hands/1/").content.decode()
    start = f"/c/day/hands/1/replay/?trump={course.trump.value}&table=1"
    replay = client.get(start).content.decode()
    assert "As played" in replay
    assert f"plays={course.cards[0]}&amp;table=1" in replay
    left = next(card for card in course.cards if card != course.cards[0])
    assert client.get(f"{start}&plays={left}{left}").status_code == 404
    for wrong in ("x", "-1", "9", "99999", "²"):
        assert client.get(f"/c/day/hands/1/replay/?table={wrong}").status_code == 404
    assert client.get("/c/day/hands/1/played/2/").status_code == 404
    assert client.get("/c/day/hands/3/played/1/").status_code == 404
    # A hand that was left in the middle shows what was played of it.
    assert "not played to its end" in client.get("/c/day/hands/2/played/1/").content.decode()


def hand_table(day: Day) -> list[PlayCard]:
    """The cards of hand 1 in the order in which they were played in the end."""
    stored = HandInPlay.objects.get(deal=1, match=day.match(1, 1))
    dealt = dealt_hands(day.championship, [1])[0]
    acts = list(stored.acts.order_by("number"))
    return list(table_of(day.match(1, 1), dealt, stored, acts).public.played)


@pytest.mark.skipif(not is_available(), reason="needs the solver")
def test_what_each_card_lost_is_worked_out_and_shown(day: Day) -> None:
    close(day)
    dealt = dealt_hands(day.championship, [1])[0]
    stored = courses_of(day.round(1)).get(deal=1)
    course = course_at(day.round(1), 1, 1)
    assert course is not None
    line = Analyser(course.variant, limit=5_000).worth(dealt, course.trump, course.cards)
    assert tuple(step.card for step in line) == course.cards
    # What a card is worth is what the best one is worth at the next moment.
    position = Position.start(dealt.deal, dealt.dealer, course.trump)
    compared = 0
    for step, following in itertools.pairwise(line):
        position = position.play(step.card)
        for_makers = position.to_play.side is dealt.makers
        best = following.values[best_of(following.values, for_makers=for_makers).card]
        if best.is_exact and step.values[step.card].is_exact and len(following.values) > 1:
            assert best == step.values[step.card]
            compared += 1
    assert compared > 8
    makers = position.play(course.cards[-1]).points(dealt.makers)
    assert (line[-1].values[course.cards[-1]].low) == makers
    (before,) = (one for one in progress_of_rounds(day.stage) if one.round == 1)
    assert (before.played, before.of_played) == (0, 2)
    store_played(hand=stored, line=line)
    (after,) = (one for one in progress_of_rounds(day.stage) if one.round == 1)
    assert (after.played, after.of_played, after.is_complete) == (1, 2, False)
    course = course_at(day.round(1), 1, 1)
    assert course is not None
    tricks = tricks_of(dealt, course)
    assert sum(trick.points for trick in tricks) == 72
    lost = [one for trick in tricks for one in trick.cards if one.lost]
    page = spectator().get(PLAYED).content.decode()
    for one in lost:
        assert f"−{one.lost}" in page
        assert one.best is not None
    assert sum(lost_by(tricks)) == sum(one.lost or 0 for one in lost)
    assert "still being worked out" not in page
    assert ("What some cards lost is not known" in page) == (not is_known(tricks))


def test_hands_are_taken_out_as_text_and_read_again(day: Day) -> None:
    played = hand_table(day)
    close(day)
    answer = spectator().get(TEXT)
    assert "attachment" in answer["Content-Disposition"]
    text = answer.content.decode()
    (hand,) = read_hands(text)
    assert hand.about["hand"] == 1
    assert hand.about["pairs"]["NS"]["number"] == day.match(1, 1).pairs.ns.number
    assert list(hand.table.public.played) == played
    assert TakeBack(UNTOLD) in hand.acts
    assert "a slip" not in text  # the referee's own words
    assert hand.table.public.ending is not None
    result = day.match(1, 1).results.get(deal=1, is_current=True)
    assert hand.table.public.points(Side.NS) == result.ns_points
    both = spectator().get(ALL).content.decode()
    assert both.startswith(text)
    assert [one.about["hand"] for one in read_hands(both)] == [1, 2]
    assert write_hands(read_hands(both)) == both
    assert write_acts(hand.acts) in both
    assert "a slip" not in both
    head = text.partition("\n")[0]
    for wrong in (
        "x",
        head.replace(FORMAT, "other"),
        head.replace('"dealer"', '"deal"'),
        head.replace('"N": "', '"N": "9O'),
        text.replace('"number": 2,', '"number": 3,'),
        "[" * 100_000,
    ):
        with pytest.raises(ActFormatError):
            read_hands(wrong)
    assert {Card.parse(str(play.card)) for play in played} == {
        card for seat in Seat for card in hand.deal.hand(seat)
    }


def test_many_hands_are_written_by_the_worker(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for all who ask, as long as the rounds that are closed are the same."""
    close(day)
    few = spectator().get(ALL).content
    monkeypatch.setattr("tournament.play.played_views.AT_ONCE", 1)
    monkeypatch.setattr("tournament.play.written_hands._AT_ONCE", 1)
    page = spectator().get(ALL)
    assert page.status_code == 302
    assert spectator().get(ALL)["Location"] == page["Location"]
    job = Job.objects.get(kind=Job.Kind.PLAYED)
    assert spectator().get(f"{page['Location']}file/").status_code == 404
    said: list[tuple[int, int]] = []

    def make(job: Job, _progress: object) -> Made:
        return make_written_hands(job, lambda done, of: said.append((done, of)))

    assert Worker({Job.Kind.PLAYED: make}).work_once()
    assert said == [(1, 2), (2, 2)]
    assert f"{page['Location']}file/" in spectator().get(page["Location"]).content.decode()
    answer = spectator().get(ALL)
    assert b"".join(answer) == few
    assert "day-play.txt" in answer["Content-Disposition"]
    assert Job.objects.get(kind=Job.Kind.PLAYED) == job

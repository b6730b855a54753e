"""Whatever changes what a seat may know has another version, and a version opens no other door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from threading import Barrier
from time import sleep

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.game.seats import Seat, Side
from tests.tournament.day import Day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play.four_phones import (
    SeatPhone,
    agree,
    bots_act,
    bots_acts,
    do,
    do_numbered,
    four_phones,
    hand_at,
    pair_at,
    phone_name,
    phones_day,
    play_on,
    sit,
)
from tournament.championships.services.end import end_championship
from tournament.contestants.services.tables import set_tables
from tournament.correction_requests.services import decide_correction_request
from tournament.links.services import renew_links
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Match, PlayedWith
from tournament.play.documents import seat_document
from tournament.play.match_cache import KeptMatch, KeptMatches, kept_match, kept_matches
from tournament.play.news import News, holds_still, news_at, news_of, version_of_seat
from tournament.play.queries import seat_view
from tournament.play.services.acts import play_act, take_back_card
from tournament.play.services.seats import free_seat, take_seat
from tournament.play.services.tables import choose_played_with
from tournament.rounds.services.clock import extend_clock, pause_clock
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.services import cancel_hand, withdraw_ruling

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.long]

SESSION = "a-phone-of-the-tests"


day_once = made_once(phones_day)
day = own_copy("day_once")


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)


def as_told(kept: KeptMatches, news: News) -> list[object]:
    return [seat_document(seat_view(kept.at(news), seat), "", 0) for seat in Seat]


def test_all_that_a_seat_is_told_has_its_version(day: Day, match: Match) -> None:
    """After every write there is another version, and what is kept is what is read anew."""
    seen: list[str] = []

    def changed(write: Callable[[], object] = lambda: None) -> None:
        write()
        news = news_of(match)
        version = version_of_seat(news, SESSION, Seat.N)
        assert version not in seen
        seen.append(version)
        assert as_told(kept_matches, news) == as_told(KeptMatches(), news)

    changed()
    for seat in Seat:
        changed(lambda: sit(match, seat))  # noqa: B023
    for _ in range(6):
        changed(lambda: do(match, bots_act(hand_at(match).table)))
    play_on(match, until=20)
    while not hand_at(match).table.public.number or hand_at(match).acts[-1].kind != "card":
        changed(lambda: do(match, bots_act(hand_at(match).table)))
    acts = len(hand_at(match).acts)
    changed(lambda: take_back_card(actor=day.acting, match=match, deal=1, reason="Slip", acts=acts))
    changed(lambda: do(match, bots_act(hand_at(match).table)))
    changed(lambda: play_on(match))
    changed(lambda: agree(match, Side.NS))
    request = day.correction_request(1, 1, 1, None)
    changed()
    changed(
        lambda: decide_correction_request(
            actor=day.acting, correction_request=request, entry=None, reason="As played"
        )
    )
    changed(lambda: day.enter(1, 1, 2, 40))
    ruling = cancel_hand(
        actor=day.acting_organiser, championship=day.championship, deal=3, reason="Shown"
    )
    changed()
    changed(lambda: withdraw_ruling(actor=day.acting_organiser, ruling=ruling, reason="It wasn't"))
    changed(lambda: free_seat(actor=day.acting, match=match, seat=Seat.W))
    west = {"actor": pair_at(match, Seat.W), "match": match, "seat": Seat.W}
    changed(lambda: take_seat(**west, phone="b" * 32))  # type: ignore[arg-type]
    changed(
        lambda: set_tables(
            actor=day.acting_organiser, championship=day.championship, names={1: "Fire"}, fixed={}
        )
    )
    changed(lambda: extend_clock(actor=day.acting, round=day.round(1), minutes=20))
    changed(lambda: pause_clock(actor=day.acting, round=day.round(1)))
    packs = {"actor": day.acting_organiser, "stage": day.stage}
    changed(lambda: choose_played_with(**packs, played_with=PlayedWith.PACKS))  # type: ignore[arg-type]


def test_closing_and_opening_anew_has_its_version(day: Day, match: Match) -> None:
    sit(match)
    day.enter_whole_round(1)
    versions = {version_of_seat(news_of(match), SESSION, Seat.N)}
    close_round(actor=day.acting, round=day.round(1))
    versions.add(version_of_seat(news_of(match), SESSION, Seat.N))
    assert kept_match(match).now.step == "away"
    reopen_round(actor=day.acting, round=day.round(1), reason="A mistake")
    versions.add(version_of_seat(news_of(match), SESSION, Seat.N))
    assert len(versions) == 3


def test_numbers_that_nothing_has_are_at_no_table(day: Day) -> None:
    for round, table in ((10**30, 1), (1, 10**30), (32768, 1)):
        assert news_at(day.slug, round, table) is None
        address = f"/c/{day.slug}/seat/{round}/{table}/N/state.json"
        assert Client().get(address, {"version": "x-0"}).status_code < 500


def test_another_table_changes_nothing_here() -> None:
    day = phones_day(contestants=8, slug="another")
    here, there = day.match(1, 1), day.match(1, 2)
    sit(here)
    sit(there, Seat.N, Seat.W, Seat.S)
    before = news_of(here)
    free_seat(actor=day.acting, match=there, seat=Seat.N)
    day.enter(1, 2, 1, 30)
    assert news_of(here) == before
    assert news_at(day.slug, 1, 1) == before
    assert news_at(day.slug, 1, 9) is None


def test_a_version_is_for_one_session_and_one_seat(day: Day, match: Match) -> None:
    sit(match)
    news = news_of(match)
    version = version_of_seat(news, SESSION, Seat.N)
    assert holds_still(version, news, SESSION, Seat.N)
    assert not holds_still(version, news, SESSION, Seat.S)
    assert not holds_still(version, news, "somebody-elses-phone", Seat.N)
    assert not holds_still("", news, SESSION, Seat.N)
    play_on(match, until=5)
    assert holds_still(version, news_of(match), SESSION, Seat.N)
    free_seat(actor=day.acting, match=match, seat=Seat.N)
    assert not holds_still(version, news_of(match), SESSION, Seat.N)


def test_a_version_opens_nothing_once_the_seat_is_lost(day: Day, match: Match) -> None:
    """By the way on which only the version is looked at, too."""
    phones = four_phones(day, match)
    told = {seat: phone.told()["version"] for seat, phone in phones.items()}
    assert phones[Seat.W].get(version=told[Seat.N]).status_code == 200
    assert phones[Seat.W].get(version=told[Seat.N]).json()["seat"] == "W"
    free_seat(actor=day.acting, match=match, seat=Seat.N)
    assert phones[Seat.N].get(version=told[Seat.N]).status_code == 403
    pair = match.pairs.ew
    place = Place(PlaceKind.PAIR, pair.number, pair.link_number)
    west = phones[Seat.W].told()["version"]
    assert phones[Seat.W].get(version=west).status_code == 204
    renew_links(actor=day.acting_organiser, championship=day.championship, places=[place])
    assert phones[Seat.W].get(version=west).status_code == 403
    south = phones[Seat.S].told()["version"]
    stolen = phones[Seat.S].client.cookies[settings.SESSION_COOKIE_NAME].value
    phones[Seat.E].client.cookies[settings.SESSION_COOKIE_NAME] = stolen[::-1]
    assert phones[Seat.E].get(version=south).status_code == 403


def test_nobody_acts_with_a_version_of_somebody_else(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    act = bots_act(hand_at(match).table)
    versions = {seat: phone.told()["version"] for seat, phone in phones.items()}
    other = phones[act.seat.left]
    before, other.where = other.where, phones[act.seat].where
    assert other.do_at(act, 1, versions[act.seat]).status_code == 403
    other.where = before
    free_seat(actor=day.acting, match=match, seat=act.seat)
    assert phones[act.seat].do_at(act, 1, versions[act.seat]).status_code == 403
    pair = match.pairs[act.seat.side].number
    newcomer = SeatPhone.of(day, pair)
    assert newcomer.take(match, act.seat) == newcomer.path
    assert phones[act.seat].do_at(act, 1, versions[act.seat]).status_code == 403
    assert not hand_at(match).acts
    assert newcomer.do_at(act, 1, "").status_code == 200
    assert hand_at(match).acts


def test_what_was_stored_is_kept_as_it_would_be_read(
    day: Day,
    match: Match,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    sit(match)
    kept_match(match)
    read_again = []
    for own_number, act in bots_acts(hand_at(match)):
        with django_capture_on_commit_callbacks(execute=True):
            do_numbered(match, 1, own_number, act)
        news = news_of(match)
        with CaptureQueriesContext(connection) as asked:
            told = as_told(kept_matches, news)
        read_again.append(bool(asked))
        assert told == as_told(KeptMatches(), news)
    assert len(hand_at(match).acts) == len(read_again) > 48
    assert not any(read_again[:-1]), "only what ended is read again"


def test_what_an_undone_transaction_played_is_never_kept(day: Day, match: Match) -> None:
    sit(match)
    play_on(match, until=4)
    before = as_told(kept_matches, news_of(match))
    act = bots_act(hand_at(match).table)
    with transaction.atomic():
        do(match, act)
        transaction.set_rollback(True)
    assert as_told(kept_matches, news_of(match)) == before
    do(match, act)
    assert as_told(kept_matches, news_of(match)) == as_told(KeptMatches(), news_of(match))


def test_kept_matches_are_few_and_the_newest(day: Day, match: Match) -> None:
    sit(match)
    kept = KeptMatches(most=1)
    play_on(match, until=4)
    older = news_of(match)
    kept.at(older)
    play_on(match, until=6)
    newer = kept.at(news_of(match))
    assert newer.view(Seat.N) is not None
    assert kept.at(older) is newer, "what is known is never older than what is asked for"


def test_a_match_is_read_once_for_all_who_ask_at_the_same_moment(
    day: Day, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As four phones do after a result, or all of a hall when its server stood still."""
    sit(match)
    news = news_of(match)
    read, kept, everybody = KeptMatches().at(news), KeptMatches(), Barrier(8)
    readings: list[News] = []

    def one(news: News) -> KeptMatch:
        readings.append(news)
        sleep(0.05)  # the others come meanwhile
        return read

    monkeypatch.setattr("tournament.play.match_cache._read", one)

    def ask(_number: int) -> KeptMatch:
        everybody.wait()
        return kept.at(news)

    with ThreadPoolExecutor(8) as phones:
        assert {id(found) for found in phones.map(ask, range(8))} == {id(read)}
    assert readings == [news]


@contextmanager
def queries(most: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as asked:
        yield
    texts = [one["sql"] for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]]
    assert len(texts) <= most, texts


def test_a_card_and_the_questions_after_it_cost_few_queries(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    first = bots_act(hand_at(match).table)
    assert phones[first.seat].do(first).status_code == 200
    versions = {seat: phone.told()["version"] for seat, phone in phones.items()}
    act = bots_act(hand_at(match).table)
    player = phones[act.seat]
    with queries(1):
        assert player.get(version=versions[act.seat]).status_code == 204
    number = hand_at(match).next_number(act.seat)
    # One says how long it may wait for the lock.
    with queries(6 + 2 * (connection.vendor == "postgresql")):  # which locks a row, and notifies
        assert player.do_at(act, number, versions[act.seat]).status_code == 200
    for seat, version in versions.items():
        with queries(1):
            assert phones[seat].get(version=version).status_code == 200


def test_the_short_way_answers_as_the_long_one(day: Day, match: Match) -> None:
    phones = four_phones(day, match)
    phones[Seat.W].client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    versions = {seat: phone.told()["version"] for seat, phone in phones.items()}
    for _ in range(16):
        act = bots_act(hand_at(match).table)
        assert phones[act.seat].do(act).status_code == 200
        for seat, phone in phones.items():
            with queries(1):
                short = phone.get(version=versions[seat], page="1")
            assert short.json() == phone.told()
            assert int(short.headers["Content-Length"]) == len(short.content)
            assert "no-store" in short.headers["Cache-Control"]
            assert short.headers["X-Content-Type-Options"] == "nosniff"
            versions[seat] = short.json()["version"]
    assert "Es el turno de" in phones[Seat.W].told()["page"] + phones[Seat.E].told()["page"]


def test_the_short_way_is_for_the_hosts_of_this_site(
    day: Day, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    north = four_phones(day, match)[Seat.N]
    version = north.told()["version"]
    assert north.get(version=version).status_code == 204
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["elsewhere.example"])
    assert north.get(version=version).status_code == 400


def test_a_phone_holds_its_seat_only_by_its_number(day: Day, match: Match) -> None:
    from tournament.play.services.seats import SeatLost

    sit(match)
    act = bots_act(hand_at(match).table)
    for phone in ("", "f" * 32, phone_name(act.seat.left)):
        with pytest.raises(SeatLost):
            play_act(
                actor=pair_at(match, act.seat), match=match, deal=1, phone=phone, own_number=1,
                act=act,
            )  # fmt: skip


def test_the_end_of_a_championship_ends_a_version(day: Day, match: Match) -> None:
    sit(match)
    day.enter_whole_round(1)
    news = news_of(match)
    version = version_of_seat(news, SESSION, Seat.N)
    close_round(actor=day.acting, round=day.round(1))
    end_championship(
        actor=day.acting_organiser, championship=day.championship, reason="The hall closes"
    )
    assert not holds_still(version, news_of(match), SESSION, Seat.N)

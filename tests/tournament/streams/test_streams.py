"""Streams: who may listen to what, what is told to whom, and how it gets there."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from scoring.game.seats import Seat
from tests.tournament.day import Day
from tests.tournament.play.four_phones import SeatPhone, phones_day
from tests.tournament.streams.process import stream_process
from tournament.streams import topics
from tournament.streams.announcements import announce
from tournament.streams.carriers import CARRIERS, Datagrams, Notifications
from tournament.streams.server import Application, Hub
from tournament.streams.topics import News, Topic, signed, stream_address, topic_signed


def test_a_topic_is_believed_when_this_site_signed_it_today(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    topic = Topic(3, 7)
    assert topic_signed(signed(topic)) == topic
    assert topic_signed(signed(Topic(3))) == Topic(3)
    for news in (News(Topic(3)), News(Topic(3, 7)), News(Topic(3, 7), 57)):
        assert News.parse(news.text) == news
    for wrong in ("", "3.7", signed(topic).replace("3.7", "3.8"), signed(topic) + "x"):
        with pytest.raises(ValueError, match="not signed"):
            topic_signed(wrong)
    monkeypatch.setattr(topics, "GOOD_FOR_SECONDS", -1)
    with pytest.raises(ValueError, match="too long ago"):
        topic_signed(signed(topic))


def test_the_hub_wakes_who_listens_to_a_table_or_to_all() -> None:
    async def course() -> None:
        hub = Hub()
        with hub.listening(Topic(1, 1)) as first, hub.listening(Topic(1, 2)) as second:
            hub.hear(News(Topic(1, 1)))
            hub.hear(News(Topic(2, 1)))
            assert (first.taken(), second.taken()) == ("table", "")
            hub.hear(News(Topic(1)))
            assert (first.taken(), second.taken()) == ("all", "all")
            hub.hear(News(Topic(1, 1)))
            hub.hear(News(Topic(1)))
            hub.hear(None)
            assert (first.taken(), second.taken()) == ("table", "all")
            assert not first.woken.is_set()
        hub.hear(News(Topic(1, 1)))
        assert first.taken() == "", "it has gone"

    asyncio.run(course())


def test_acts_that_come_together_are_told_as_the_newest_one() -> None:
    async def course() -> None:
        hub = Hub()
        with hub.listening(Topic(1, 1)) as stream:
            hub.hear(News(Topic(1, 1), 57))
            hub.hear(News(Topic(1, 1), 58))
            assert stream.taken() == "table 58"
            for others in ([News(Topic(1, 1))], [News(Topic(1))], [None]):
                for order in ([News(Topic(1, 1), 59), *others], [*others, News(Topic(1, 1), 59)]):
                    for news in order:
                        hub.hear(news)
                    assert stream.taken() == "table", "there is more than an act"
            hub.hear(News(Topic(1, 1), 60))
            assert stream.taken() == "table 60"

    asyncio.run(course())


class Listening:
    """Somebody who listens to the application, without a server."""

    def __init__(self, query: str, method: str = "GET") -> None:
        self.scope = {"type": "http", "method": method, "query_string": query.encode()}
        self.gone = asyncio.Event()
        self.sent: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    @property
    def text(self) -> str:
        return b"".join(one.get("body", b"") for one in self.sent).decode()

    async def until(self, condition: Callable[[str], bool]) -> None:
        while not condition(self.text):
            await asyncio.sleep(0.01)


def test_the_application_says_that_there_is_something_new_and_nothing_else() -> None:
    async def course() -> None:
        hub = Hub()
        here = Listening(f"for={signed(Topic(1, 1))}")
        answering = asyncio.create_task(Application(hub)(here.scope, here.receive, here.send))  # type: ignore[arg-type]
        await here.until(lambda text: "alive" in text)
        assert here.sent[0]["status"] == 200
        assert (b"content-type", b"text/event-stream") in here.sent[0]["headers"]
        hub.hear(News(Topic(1, 1)))
        await here.until(lambda text: "data: table\n\n" in text)
        hub.hear(News(Topic(1)))
        await here.until(lambda text: "data: all\n\n" in text)
        hub.hear(News(Topic(1, 1), 57))
        await here.until(lambda text: "data: table 57\n\n" in text)
        here.gone.set()
        await answering
        for query, method, status in (
            ("", "GET", 403),
            ("for=1.1", "GET", 403),
            (f"for={signed(Topic(1, 1))}", "POST", 405),
        ):
            refused = Listening(query, method)
            await Application(hub)(refused.scope, refused.receive, refused.send)  # type: ignore[arg-type]
            assert refused.sent[0]["status"] == status
        other = Listening(f"for={signed(Topic(1, 2))}")
        answering = asyncio.create_task(Application(hub)(other.scope, other.receive, other.send))  # type: ignore[arg-type]
        await other.until(bool)
        hub.end()
        await answering
        assert other.sent[-1]["more_body"] is False

    asyncio.run(course())


class TestAddresses:
    @pytest.fixture(autouse=True)
    def nothing_set(self, settings: Settings) -> None:
        settings.STREAM_PORT, settings.STREAM_PATH = None, ""

    def address(self, host: str = "192.168.1.10:8000", *, secure: bool = False) -> str:
        request = RequestFactory().get("/", HTTP_HOST=host, secure=secure)
        return stream_address(request, Topic(1, 1)).partition("?")[0]

    def test_without_a_port_or_path_there_is_none(self) -> None:
        assert self.address() == ""

    def test_it_is_at_another_port_of_the_same_host(self, settings: Settings) -> None:
        settings.STREAM_PORT = 8100
        assert self.address() == "http://192.168.1.10:8100/"
        assert self.address("[::1]:8000") == "http://[::1]:8100/"
        assert self.address(secure=True) == "", "a page by HTTPS may not listen to what has none"

    def test_behind_a_proxy_it_is_a_path_of_the_site(self, settings: Settings) -> None:
        settings.STREAM_PORT, settings.STREAM_PATH = 8100, "/streams/"
        assert self.address(secure=True) == "/streams/"


@pytest.mark.django_db
def test_the_page_of_a_seat_may_open_its_stream_and_no_other_page_may(
    settings: Settings,
) -> None:
    settings.STREAM_PORT = 8100
    day = phones_day()
    match = day.match(1, 1)
    phone = SeatPhone.of(day, match.pairs.ns.number)
    phone.take(match, Seat.N)
    page = phone.get("")
    assert "connect-src 'self' http://192.168.1.10:8100" in page.headers["Content-Security-Policy"]
    assert 'data-stream="http://192.168.1.10:8100/?for=' in page.content.decode()
    other = phone.client.get(f"/c/{day.slug}/pair/{match.pairs.ns.number}/")
    assert "8100" not in other.headers["Content-Security-Policy"]


@pytest.mark.django_db(transaction=True)
class TestCarriers:
    @pytest.fixture
    def day(self) -> Day:
        return phones_day()

    def test_each_database_has_one(self) -> None:
        assert isinstance(CARRIERS["sqlite"], Datagrams)
        assert isinstance(CARRIERS["postgresql"], Notifications)
        assert connection.vendor in CARRIERS

    def test_what_was_written_is_told_and_what_was_undone_is_not(
        self, day: Day, settings: Settings
    ) -> None:
        """By the process itself, on whichever database this runs."""
        with stream_process() as process:
            settings.STREAM_PORT = process.port
            listening = Lines(process.port, Topic(day.championship.pk, 1))
            listening.until("event: alive")
            with transaction.atomic():
                announce(day.championship, 2)
                announce(day.championship, 1, act=57)
                transaction.set_rollback(True)
            with transaction.atomic():
                announce(day.championship, 2)
            with transaction.atomic():
                announce(day.championship, None)
            assert listening.until("data: ") == "data: all", "and nothing of before"
            day.enter(1, 1, 1, 30)
            while (heard := listening.until("data: ")) == "data: all":
                pass  # once more when the process begins to listen to a database
            assert heard == "data: table"
            while heard == "data: table":
                # An act that is told together with the result, or the play that was set aside, has
                # no number: it is done once more.
                with transaction.atomic():
                    announce(day.championship, 1, act=57)
                heard = listening.until("data: ")
            assert heard == "data: table 57"
            listening.close()
            assert process.status("for=1.1:x:y") == 403

    def test_writing_goes_on_where_nobody_listens(self, day: Day, settings: Settings) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind(("127.0.0.1", 0))
            settings.STREAM_PORT = probe.getsockname()[1]
        for deal in day.round(1).deals:
            day.enter(1, 1, deal, 30)

    def test_it_is_told_only_inside_a_transaction(self, day: Day) -> None:
        with pytest.raises(AssertionError):
            announce(day.championship, 1)


class Lines:
    """The lines of a stream."""

    def __init__(self, port: int, topic: Topic) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        request = f"GET /?for={signed(topic)} HTTP/1.0\r\n\r\n"
        self._socket.sendall(request.encode())
        self._file = self._socket.makefile("rb")

    def until(self, begins: str) -> str:
        """The next line that begins so."""
        for line in self._file:
            if line.startswith(begins.encode()):
                return line.decode().strip()
        raise AssertionError("the stream ended")

    def close(self) -> None:
        self._file.close()
        self._socket.close()

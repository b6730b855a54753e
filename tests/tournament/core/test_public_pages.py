"""Public pages are the same bytes for everybody who is not logged in, and right within seconds."""

from __future__ import annotations

import gzip
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournament.core.kept_pages import (
    GZIP,
    PUBLIC,
    ask,
    day_in_its_second_round,
    keep_pages,
    text_of,
    was_rendered,
)
from tests.tournament.day import Day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.phones.phone import Phone
from tournament.core import page_cache
from tournament.core.page_cache import pages, versions
from tournament.core.public_pages import accepts_gzip
from tournament.models import Round
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def pages_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pages as in life; what is published is looked up each time, as two seconds later."""
    keep_pages(monkeypatch)


day_once = made_once(day_in_its_second_round)
day = own_copy("day_once")


@pytest.mark.parametrize("path", PUBLIC)
def test_the_second_visitor_gets_the_same_bytes(day: Day, path: str) -> None:
    first, second = ask(path), ask(path)
    assert first.status_code == (302 if path == "/c/day/pairings/" else 200)
    assert first.content == second.content
    assert first["ETag"] == second["ETag"]
    assert not was_rendered(ask(path))
    for response in (first, second):
        assert not response.cookies
        assert response["Cache-Control"] == "no-cache"
        wanted = {"Accept-Encoding", "Accept-Language", "Cookie", "HX-Request"}
        assert wanted <= set(response["Vary"].split(", "))
        assert "default-src 'self'" in response["Content-Security-Policy"]
        assert response["X-Frame-Options"] == "DENY"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Referrer-Policy"] == "same-origin"
        assert "csrfmiddlewaretoken" not in text_of(response)


def test_what_is_current_costs_no_query(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "seconds", page_cache.FRESH_SECONDS)
    phone = Phone.of_pair(day, 1).client
    ask("/c/day/standings/")
    with CaptureQueriesContext(connection) as queries:
        ask("/c/day/standings/")
        ask("/c/day/standings/", phone)
    assert not len(queries)


class TestWhoGetsThem:
    def test_a_phone_with_a_link_shares_them(self, day: Day) -> None:
        phone = Phone.of_pair(day, 1).client
        assert "sessionid" in phone.cookies
        assert ask("/c/day/standings/", phone).content == ask("/c/day/standings/").content

    def test_who_logs_in_gets_pages_of_their_own_until_they_log_out(self, day: Day) -> None:
        path, browser = "/c/day/standings/", Client()
        day.organiser.set_password("a long enough password")
        day.organiser.save()
        strangers = ask(path).content
        assert ask(path, browser).content == strangers
        login = {"username": day.organiser.username, "password": "a long enough password"}
        answer = browser.post(reverse("accounts:login"), login)
        mark = answer.cookies[settings.LOGGED_IN_COOKIE_NAME]
        assert (mark["httponly"], mark["samesite"]) == (True, "Lax")
        assert mark["max-age"] == browser.cookies["sessionid"]["max-age"]
        own = ask(path, browser)
        assert "Log out" in text_of(own)
        assert "ETag" not in own
        assert ask(path).content == strangers
        browser.post(reverse("accounts:logout"))
        assert not browser.cookies[settings.LOGGED_IN_COOKIE_NAME].value
        ask("/", browser)  # shows that it worked
        assert ask(path, browser).content == strangers

    def test_a_browser_that_lost_the_mark_gets_it_again(self, day: Day) -> None:
        browser = Client()
        browser.force_login(day.organiser)
        del browser.cookies[settings.LOGGED_IN_COOKIE_NAME]
        assert "Log in" in text_of(ask("/c/day/", browser))
        ask("/c/day/manage/", browser)
        assert "Log out" in text_of(ask("/c/day/", browser))

    def test_a_mark_without_a_login_opens_nothing_and_goes(self, day: Day) -> None:
        browser = Client()
        browser.cookies[settings.LOGGED_IN_COOKIE_NAME] = "1"
        answer = ask("/c/day/hands/5/", browser)  # round 2 is open
        assert answer.status_code == 404
        assert not browser.cookies[settings.LOGGED_IN_COOKIE_NAME].value

    def test_what_a_referee_sees_reaches_nobody_else(self, day: Day) -> None:
        browser = Client()
        browser.force_login(day.organiser)
        assert ask("/c/day/hands/5/", browser).status_code == 200
        assert ask("/c/day/hands/5/").status_code == 404
        assert "Manage" in text_of(ask("/c/day/", browser))
        assert "Manage" not in text_of(ask("/c/day/"))

    def test_a_message_is_shown_once_to_whom_it_is_for(self, day: Day) -> None:
        ask("/")
        browser = Client()
        browser.force_login(day.organiser)
        browser.post(reverse("accounts:logout"))
        assert CookieStorage.cookie_name in browser.cookies
        assert "You are logged out." in text_of(ask("/", browser))
        for client in (browser, Client()):
            assert "You are logged out." not in text_of(ask("/", client))

    def test_only_a_stranger_is_rendered_for(self, day: Day) -> None:
        """Whatever the first visitor sends, nothing of it stands in the page."""
        browser = Client(REMOTE_ADDR="127.0.0.1", HTTP_HOST="localhost")
        browser.cookies["sessionid"] = "needle-in-a-session"
        browser.cookies["csrftoken"] = "n" * 32
        page = ask("/c/day/", browser, Referer="http://localhost/needle", X_Needle="needle")
        assert "needle" not in text_of(page)
        assert "n" * 32 not in text_of(page)
        assert page.content == ask("/c/day/").content


class TestLanguages:
    def test_each_has_its_own_and_variants_share_it(self, day: Day) -> None:
        bodies: dict[str, set[bytes]] = {}
        for wish, language in (
            ("ca", "ca"),
            ("es", "es"),
            ("es-MX,en;q=0.5", "es"),
            ("en-GB", "en"),
            ("ca-valencia, en", "ca"),
            ("fr", "en"),  # the first language of the tests
        ):
            page = ask("/c/day/", Accept_Language=wish)
            assert f'<html lang="{language}"' in text_of(page)
            assert page["Content-Language"] == language
            bodies.setdefault(language, set()).add(page.content)
        assert [len(same) for same in bodies.values()] == [1, 1, 1]
        assert len(pages._pages) == 3

    def test_choosing_one_sets_a_cookie_and_goes_back_to_what_was_read(self, day: Day) -> None:
        path = "/c/day/standings/?after=1&sort=-name"
        browser = Client(enforce_csrf_checks=True)
        page = text_of(ask(path, browser))
        assert f'name="next" value="{path.replace("&", "&amp;")}"' in page
        answer = browser.post(reverse("set_language"), {"language": "es", "next": path})
        assert answer["Location"] == path
        assert set(answer.cookies) == {settings.LANGUAGE_COOKIE_NAME}
        cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
        assert (cookie["samesite"], cookie["max-age"] > 0) == ("Lax", True)
        assert '<html lang="es"' in text_of(ask(path, browser))
        assert '<html lang="en"' in text_of(ask(path))

    @pytest.mark.parametrize(
        "elsewhere",
        ["//evil.example/", "https://evil.example/", "http://testserver@evil.example/", "/\\evil"],
    )
    def test_it_leads_nowhere_else(self, elsewhere: str) -> None:
        answer = Client().post(reverse("set_language"), {"language": "es", "next": elsewhere})
        assert answer["Location"] == "/"

    @pytest.mark.parametrize("language", ["xx", "../..", "ca\n", ""])
    def test_a_language_that_is_none_changes_nothing(self, language: str) -> None:
        answer = Client().post(reverse("set_language"), {"language": language, "next": "/"})
        assert settings.LANGUAGE_COOKIE_NAME not in answer.cookies


class TestHttp:
    PATH = "/c/day/standings/"

    def test_what_the_browser_has_is_not_sent_again(self, day: Day) -> None:
        page = ask(self.PATH)
        for known in (page["ETag"], f"W/{page['ETag']}", f'"other", {page["ETag"]}', "*"):
            again = ask(self.PATH, If_None_Match=known)
            assert again.status_code == 304
            assert again.content == b""
            assert again["ETag"] == page["ETag"]
            assert again["Vary"] == page["Vary"]
            assert again["Cache-Control"] == "no-cache"
        assert ask(self.PATH, If_None_Match='"other"').status_code == 200
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
        assert ask(self.PATH, If_None_Match=page["ETag"]).status_code == 200

    def test_each_encoding_has_a_tag_of_its_own(self, day: Day) -> None:
        zipped, plain = ask(self.PATH), ask(self.PATH, Accept_Encoding="identity")
        assert zipped["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain
        assert gzip.decompress(zipped.content) == plain.content
        assert zipped["ETag"] != plain["ETag"]
        assert len(zipped.content) < len(plain.content) / 3
        crossed = ask(self.PATH, Accept_Encoding="identity", If_None_Match=zipped["ETag"])
        assert crossed.status_code == 200
        for page in (zipped, plain):
            assert page["Content-Length"] == str(len(page.content))

    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    def test_a_redirect_is_never_said_to_be_compressed(self, day: Day, method: str) -> None:
        for _again in range(2):
            response = Client().generic(method, "/c/day/pairings/", headers=GZIP)
            assert (response.status_code, response.content) == (302, b"")
            assert "Content-Encoding" not in response
            assert response["Location"] == "/c/day/pairings/2/"

    @pytest.mark.parametrize("encoding", ["gzip", "identity"])
    def test_head_says_what_get_would(self, day: Day, encoding: str) -> None:
        page = ask(self.PATH, Accept_Encoding=encoding)
        head = ask(self.PATH, method="head", Accept_Encoding=encoding)
        assert head.content == b""
        assert head.headers == page.headers

    def test_a_host_that_is_not_ours_is_refused(self, day: Day, settings: object) -> None:
        ask(self.PATH)
        settings.ALLOWED_HOSTS = ["testserver"]  # type: ignore[attr-defined]
        assert Client(HTTP_HOST="evil.example").get(self.PATH).status_code == 400

    @pytest.mark.parametrize(
        ("header", "takes"),
        [
            ("gzip", True),
            ("GZip, br", True),
            ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
            ("*", True),
            ("gzip;q=0", False),
            ("gzip; q=0.000, *", False),
            ("br, identity", False),
            ("*;q=0", False),
            ("", False),
        ],
    )
    def test_who_takes_gzip(self, header: str, takes: bool) -> None:
        assert accepts_gzip(header) is takes


class TestQueries:
    @pytest.mark.parametrize(
        "query",
        [
            "find=Joan",
            "x=1",
            "sort=name&sort=total",
            "after=1%0a",
            "after=123456",
            "sort=" + "a" * 40,
            "version=7",
            "stage=%31%00",
        ],
    )
    def test_what_is_not_known_is_answered_but_not_kept(self, day: Day, query: str) -> None:
        for _ in range(2):
            assert ask(f"/c/day/standings/?{query}").status_code in (200, 404)
        assert not pages._pages

    def test_a_query_in_another_spelling_is_the_same_page(self, day: Day) -> None:
        first = ask("/c/day/standings/?sort=name")
        assert ask("/c/day/standings/?%73ort=n%61me").content == first.content
        assert len(pages._pages) == 1

    @pytest.mark.parametrize("letters", ["\u200b", "\u0663", "À"])
    def test_an_address_in_any_letters_is_answered(self, letters: str) -> None:
        assert ask(f"/help/page/{quote(letters)}/").status_code == 404

    def test_what_is_not_there_is_not_kept(self, day: Day) -> None:
        for path in ("/c/day/hands/99/", "/c/day/standings/?after=9", "/c/none/", "/nope/"):
            assert ask(path).status_code == 404
        assert not pages._pages


def test_a_kept_page_has_no_moment_of_its_own(day: Day) -> None:
    """The countdown of a page goes by the reader's clock, put right by what the server says
    then."""
    until = timezone.now() + timedelta(minutes=20)
    Round.objects.filter(number=2).update(ends_at=until, seconds_left=None)
    page = text_of(ask("/c/day/"))
    assert f'data-until="{until.isoformat()}"' in page
    assert "data-now" not in page
    browser = Client()
    browser.force_login(day.organiser)
    assert "data-now" in text_of(ask("/c/day/", browser))


def test_pages_of_one_version_share_its_scores(day: Day) -> None:
    """The wall, the course and each pair's page are made from what the standings page read."""

    def times_read() -> int:
        with CaptureQueriesContext(connection) as asked:
            for path in ("standings/", "standings/course/", "wall/", "pairs/1/", "pairs/2/"):
                assert ask(f"/c/day/{path}").status_code == 200
        return sum(one["sql"].startswith('SELECT "tournament_result"') for one in asked)

    assert times_read() == 1
    assert times_read() == 0
    day.enter_whole_round(2)
    close_round(actor=day.acting, round=day.round(2))
    assert times_read() == 1

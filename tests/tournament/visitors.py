"""Who may visit a championship, from where, and every address there is.

Tests that go through the whole site take their lists from here: all visitors, all addresses. A
new address is found by itself; only a new kind of argument has to be said here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import cache
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.game.announcements import SantVicencRule
from scoring.game.variants import PlayVariant
from tests.tournament.day import Day, make_day
from tests.tournament.factories import make_user
from tournament.friendly.kinds import Played, Terms
from tournament.friendly.services import NewTable, make_table
from tournament.jobs.services import request_job
from tournament.models import (
    Championship,
    Envelope,
    Job,
    LinkSecret,
    PlayingAccount,
    ReceivedEnvelope,
    ResultsFile,
    Ruling,
    Simultaneous,
    Stage,
    User,
    Venue,
)
from tournament.rehearsal import services as rehearsal
from tournament.rehearsal.day import Rehearsal

LAPTOP = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}
"""A request made on the laptop itself."""
HALL = {"REMOTE_ADDR": "192.168.1.20", "HTTP_HOST": "192.168.1.10:8000"}
"""A request from a phone in the hall, over plain HTTP."""


class Who(Enum):
    """Everybody who may knock at a championship's door."""

    ANONYMOUS = "without an account"
    OUTSIDER = "with an account, but no role anywhere"
    REFEREE = "referee here"
    ORGANISER = "organiser here"
    OTHER = "organiser of another championship"
    SUPERUSER = "administrator of the site"


class Visitors:
    """Lets somebody make requests, each as if it were the first after logging in."""

    def __init__(self, accounts: Mapping[Who, User]) -> None:
        self.accounts = accounts
        self._sessions = {who: session_of(user) for who, user in accounts.items()}

    def session(self, who: Who) -> str:
        """The value of the cookie that logs `who` in."""
        return self._sessions[who]

    def client(self, who: Who, line: Mapping[str, str] = LAPTOP, **options: Any) -> Client:
        """A browser in which `who` is logged in (nobody has a role without an account)."""
        client = Client(**options, **line)  # type: ignore[arg-type]
        if who is not Who.ANONYMOUS:
            client.cookies = SimpleCookie({"sessionid": self._sessions[who], "logged-in": "1"})
        return client


def session_of(user: User) -> str:
    """The key of a session in which the user is logged in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    return session.session_key


@dataclass(frozen=True, slots=True)
class Address:
    """One address of the site: its name, and the names of its arguments."""

    name: str
    arguments: tuple[str, ...]

    def url(self, values: Mapping[str, Any]) -> str:
        """The address with these values for its arguments (KeyError: say what a new one is)."""
        return reverse(self.name, kwargs={name: values[name] for name in self.arguments})


@cache
def addresses() -> tuple[Address, ...]:
    """Every address of the site."""
    return tuple(_walk(get_resolver().url_patterns, namespace="", arguments=()))


def _walk(
    patterns: list[URLPattern | URLResolver], *, namespace: str, arguments: tuple[str, ...]
) -> Iterator[Address]:
    for entry in patterns:
        own = (*arguments, *entry.pattern.converters)
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from _walk(entry.url_patterns, namespace=inner, arguments=own)
        else:
            assert entry.name, f"{entry.pattern} needs a name"
            yield Address(namespace + entry.name, own)


OTHER_CONTESTANTS = 8


FRIENDLY_GAME = NewTable(Played.GAME, Terms(101, 4, PlayVariant.OBLIGADA, SantVicencRule.ALLOWED))


@dataclass(frozen=True, slots=True)
class House:
    """A championship of four pairs (`day`), another one of eight, and everybody's account."""

    day: Day
    other: Day
    visitors: Visitors
    values: Mapping[str, Any]
    """What the arguments of addresses are here, unless a test says so otherwise."""
    elsewhere: Mapping[str, Any]
    """What the arguments of addresses might be in the other championship, and can't be here."""

    def url(self, name: str, arguments: Mapping[str, Any] | None = None) -> str:
        """The address of that name in `day`."""
        (address,) = (one for one in addresses() if one.name == name)
        return address.url({**self.values, **(arguments or {})})


def _envelopes_of(venue: Venue) -> tuple[Envelope, ReceivedEnvelope, ResultsFile]:
    """An envelope of a venue, one that came here, and a file that came back; nothing is in them."""
    rounds = {"first_round": 1, "last_round": 1}
    kept = {"content": b"nothing", "digest": "0" * 64}
    return (
        Envelope.objects.create(
            venue=venue, **rounds, **kept, passphrase="1", events=1, made_at=timezone.now()
        ),
        ReceivedEnvelope.objects.create(**rounds, **kept, event="Simultània", venue="Seu"),
        ResultsFile.objects.create(venue=venue, **kept, events=1, head="0" * 64),
    )


def make_house(*, published: bool = True) -> House:
    """Both championships with their hands, no round open; a deduction in the first one."""
    day = make_day(published=published)
    Ruling.objects.create(
        championship=day.championship,
        number=1,
        kind=Ruling.Kind.DEDUCTION,
        contestant=day.contestants[0],
        stage=day.stage,
        hundredths=50,
        reason="came late",
        actor=day.acting.name,
    )
    other = make_day(contestants=OTHER_CONTESTANTS, slug="other", published=published)
    accounts = {
        Who.OUTSIDER: day.stranger,
        Who.REFEREE: day.referee,
        Who.ORGANISER: day.organiser,
        Who.OTHER: other.organiser,
        Who.SUPERUSER: make_user("keeper", superuser=True),
    }
    here, there = (
        {
            "slug": one.slug,
            "preset": "lligueta",
            "user_id": one.stranger.pk,
            "membership": one.championship.memberships.get(user=one.referee).pk,
            "contestant": one.contestants[-1].pk,
            "playing": PlayingAccount.objects.create(
                championship=one.championship, user=one.stranger, contestant=one.contestants[-1]
            ).pk,
            "code": f"{one.championship.pk}-1-not-the-token-at",
            **{
                argument: request_job(
                    actor=one.acting,
                    owner=one.championship,
                    kind=kind,
                    arguments={},
                    language="ca",
                ).pk
                for argument, kind in (
                    ("job", Job.Kind.PAPERS),
                    ("made", Job.Kind.WORKBOOK),
                )
            },
        }
        for one in (day, other)
    )
    venue = _venue_of(day.organiser)
    envelope, received, results = _envelopes_of(venue)
    everywhere = {
        **{"event": venue.simultaneous.slug, "venue": venue.pk, "envelope": envelope.pk},
        **{"received": received.pk, "results": results.pk},
        **{"chapter": "rounds", "view": "desk:round", "seat": "N", "side": "NS"},
        "act": "packs",
        "table_code": make_table(new=FRIENDLY_GAME, address="192.0.2.7").code,
    }
    first = dict.fromkeys(
        (
            *("number", "round", "table", "deal", "deal_set"),
            *("correction_request", "version", "play", "call"),
        ),
        1,
    )
    # Rounds 1–7 of hands 1–28 at tables 1–4 there, rounds 1–3 of hands 1–12 at tables 1–2 here.
    last = {
        "number": 7,
        "round": 7,
        "table": 4,
        "deal": 28,
        "deal_set": 9,
        "correction_request": 9,
        "version": 9,
        "play": 9,
        "call": 9,
        "seat": "X",
        "side": "X",
        "act": "nothing",
    }
    return House(day, other, Visitors(accounts), {**here, **first, **everywhere}, {**there, **last})


def _venue_of(organiser: User) -> Venue:
    """The only venue of a simultaneous event, public and without hands, that they look after."""
    day = date(2026, 11, 21)
    event = Simultaneous.objects.create(
        name="Simultània",
        slug="simultania",
        date=day,
        rounds=2,
        kind=Stage.Kind.DRAWN,
        hands_per_match=4,
    )
    event.organisers.add(organiser)
    championship = Championship.objects.create(name="Seu", slug="seu", date=day)
    Stage.objects.create(
        championship=championship, kind=Stage.Kind.DRAWN, published_at=timezone.now()
    )
    LinkSecret.objects.create(championship=championship)
    return Venue.objects.create(simultaneous=event, championship=championship, name="Seu")


@contextmanager
def short_rehearsals() -> Iterator[None]:
    """A rehearsal asked for inside is as short as one can be: a small one, and nobody plays.

    One of the usual length takes seconds, each time that its address is sent to; it is tried in
    tests/tournament/rehearsal/test_button.py.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rehearsal, "PLAN", replace(rehearsal.PLAN, contestants=4, rounds=1))
        patch.setattr(rehearsal, "CLOSED_ROUNDS", 0)
        patch.setattr(Rehearsal, "play_part", lambda _self, _round: None)
        yield


@contextmanager
def undone() -> Iterator[None]:
    """Takes back whatever was written inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


IS_A_LOOK = re.compile(r'INSERT INTO "tournament_(handaccess|auditevent)"')
"""The only writing for which it is enough to ask: who saw sealed hands, and the event of it."""


@contextmanager
def writing_statements() -> Iterator[list[str]]:
    """What is said to the database inside that writes something, without the values."""
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *told: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE", "REPLACE")):
            found.append(sql)
        return execute(sql, *told)

    with connection.execute_wrapper(note):
        yield found

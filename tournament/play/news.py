"""Newest events and acts of a match on phones, and the versions of its seats' pages.

Phones ask every second whether anything has changed, so that question is one query, whoever asks.
Every write of the site but an act at a table is an event of the championship's record. So a seat's
knowledge stays as it is until there is a newer event of its table or of the whole championship, or
a newer act.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection
from django.utils.crypto import constant_time_compare, salted_hmac

from scoring.game.seats import Seat
from tournament.core.locks import deleted
from tournament.models import AuditEvent, Championship, HandInPlay, Match, PlayAct, Round, Table

_SALT = "tournament.play.news"
_DIGITS = 32


@dataclass(frozen=True, slots=True)
class News:
    """Newest event and act of a match."""

    match: int
    record: str
    """Hashes of the newest events of its table and of the whole championship: no other site, nor
    this one after a backup was put back, gets to equal ones by another way."""
    act: int
    """Key of the newest act; 0 for none."""


_EVENT, _ACT, _HAND, _MATCH, _ROUND, _CHAMPIONSHIP, _TABLE = (
    model._meta.db_table
    for model in (AuditEvent, PlayAct, HandInPlay, Match, Round, Championship, Table)
)
# Raw SQL: making this query with Django takes longer than the database does.
_QUERY = f"""
    SELECT m.id,
        (SELECT e.hash FROM {_EVENT} e WHERE e.championship_id = c.id AND e."table" = t.number
            ORDER BY e.sequence DESC LIMIT 1),
        (SELECT e.hash FROM {_EVENT} e WHERE e.championship_id = c.id AND e."table" IS NULL
            ORDER BY e.sequence DESC LIMIT 1),
        (SELECT MAX(a.id) FROM {_ACT} a JOIN {_HAND} h ON a.hand_id = h.id WHERE h.match_id = m.id)
    FROM {_MATCH} m
        JOIN {_ROUND} r ON m.round_id = r.id
        JOIN {_CHAMPIONSHIP} c ON r.championship_id = c.id
        JOIN {_TABLE} t ON m.table_id = t.id
    WHERE """
_BY_ADDRESS = _QUERY + "c.slug = %s AND r.number = %s AND t.number = %s AND NOT m.cancelled"
_BY_KEY = _QUERY + "m.id = %s"
LARGEST = 32767
"""Largest number of a round or a table: beyond its own integers SQLite raises."""


def news_at(slug: str, round: int, table: int) -> News | None:
    """Return the news of a table of a round; None where nobody plays there; 1 query."""
    if max(round, table) > LARGEST:
        return None
    return _news(_BY_ADDRESS, slug, round, table)


def news_of(match: Match) -> News:
    """Return the news of a match; 1 query. Raises `NotNow` where its championship was deleted."""
    found = _news(_BY_KEY, match.pk)
    if found is None:
        raise deleted()
    return found


def _news(query: str, *asked: str | int) -> News | None:
    with connection.cursor() as cursor:
        cursor.execute(query, asked)
        row = cursor.fetchone()
    if row is None:
        return None
    match, of_table, of_all, act = row
    return News(match, f"{of_table or ''}-{of_all or ''}", act or 0)


def version_of_seat(news: News, session: str, seat: Seat) -> str:
    """Return a text that changes whenever the knowledge of this seat does.

    It is given only to a session that holds the seat, by its key, and nobody else can make it.
    """
    return f"{_record_part(news, session, seat)}-{news.act}"


def holds_still(version: str, news: News, session: str, seat: Seat) -> bool:
    """Return whether a version says that its session holds the seat, as the record stands now.

    Freeing a seat, renewing a link and ending a championship are events, after which no older
    version says so.
    """
    given, _, _act = version.rpartition("-")
    return constant_time_compare(given, _record_part(news, session, seat))


def _record_part(news: News, session: str, seat: Seat) -> str:
    said = f"{session} {news.match} {seat.value} {news.record}"
    return salted_hmac(_SALT, said, algorithm="sha256").hexdigest()[:_DIGITS]

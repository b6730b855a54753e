"""A record has digests of what people wrote, and the values beside, outside of its hashes."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from django.db import connection

from tests.tournament.chained_texts import chained_texts
from tests.tournament.factories import actor_of, make_championship
from tests.tournament.integrity.full_day import full_day
from tests.tournament.integrity.test_verification import faults, unguard
from tests.tournament.recorded_day import recorded_day
from tournament.audit.images import recorded_models
from tournament.audit.queries.chains import check_chain
from tournament.contestants.services.register import add_contestant
from tournament.core.actor import Actor
from tournament.integrity.checks import Subject
from tournament.models import Action, AuditEvent, Championship
from tournament.models.disclosures import digest_of, found_at, is_digest, personal_columns, seal
from tournament.models.recorder import Shape

pytestmark = pytest.mark.django_db


OWN_WORDS = {"referee", "packs"}
"""Values of the program that somebody happened to write, or to be called."""


def registered() -> tuple[Championship, AuditEvent]:
    """A championship with a pair, and the event that tells of the pair."""
    championship = make_championship()
    add_contestant(
        actor=Actor("Àngel·la"),
        championship=championship,
        players=["Bru <b>", "=1+1", "Cesc Vidal"],
        club="Club de l'Àliga",
    )
    return championship, championship.events.get(action=Action.CONTESTANT_ADDED)


def told(event: AuditEvent) -> Any:
    return event.after


def stored(event: AuditEvent) -> dict[str, Any]:
    """The columns of an event as they stand in the table."""
    columns: dict[str, Any] = AuditEvent.objects.values(*AuditEvent.SEALED).get(pk=event.pk)
    return columns


def test_an_event_that_was_read_has_the_values() -> None:
    _championship, event = registered()
    assert event.actor == "Àngel·la"
    assert told(event)["players"] == ["Bru <b>", "=1+1"]
    people = [[1, 1, "Bru <b>"], [1, 2, "=1+1"], [1, 3, "Cesc Vidal"]]
    assert event.rows["rows"]["Player"] == people
    kept = stored(event)
    assert is_digest(kept["actor"])
    assert all(map(is_digest, (*kept["after"]["players"], *kept["after"]["substitutes"])))
    assert all(is_digest(row[2]) for row in kept["rows"]["rows"]["Player"])
    assert event.sealed() == kept


def test_a_digest_is_what_the_documents_say() -> None:
    _championship, event = registered()
    salt, value = event.disclosed["after/players/1"]
    assert value == "=1+1"
    assert len(bytes.fromhex(salt)) == 16
    content = bytes.fromhex(salt) + b'"=1+1"'
    expected = "#" + hashlib.sha256(content).hexdigest()
    assert stored(event)["after"]["players"][1] == expected == digest_of(salt, value)


def test_no_two_digests_of_one_value_are_alike() -> None:
    _championship, event = registered()
    kept = stored(event)
    assert kept["after"]["club"] != kept["rows"]["rows"]["Contestant"][0][2]
    assert seal({"actor": "Anna"})[0] != seal({"actor": "Anna"})[0]


def test_what_is_empty_and_what_is_no_text_stays() -> None:
    columns = {"actor": "", "reason": "", "after": {"players": [], "name": "", "N": 3}, "rows": {}}
    assert seal(columns) == (columns, {})


def test_what_was_given_is_not_changed() -> None:
    given = {"after": {"players": ["Anna"]}, "rows": {"rows": {"Player": [[1, 1, "Anna"]]}}}
    before = json.dumps(given)
    sealed, disclosed = seal(given)
    assert json.dumps(given) == before
    assert {place: found_at(sealed, place) for place in disclosed} == {
        place: digest_of(*told) for place, told in disclosed.items()
    }


@pytest.mark.parametrize("make", [full_day, recorded_day])
def test_no_name_and_nothing_written_stands_in_the_chain(make: Any) -> None:
    """Whatever the personal columns of the tables hold, and who acted, is in no text that hashes
    cover; not even as a part of it, but for words too short to mean anything."""
    championship = make()
    personal: set[str] = set()
    for name, model in recorded_models().items():
        columns = [Shape.of(model).columns[one] for one in personal_columns(name)]
        for row in model._base_manager.values_list(*columns) if columns else ():
            personal.update(one for one in row if one)
    for event in championship.events.all():
        personal.update(filter(None, (event.actor, event.public_actor, event.reason, event.target)))
    assert len(personal) > 20
    chain = chained_texts(championship)
    long = {one for one in personal - OWN_WORDS if len(one) > 5}
    assert personal & chain <= OWN_WORDS
    assert {(one, text) for one in long for text in chain if one in text} == set()


def rewrite(event: AuditEvent, disclosed: Any) -> None:
    """Change what is disclosed of an event, behind the back of the program."""
    unguard()
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {AuditEvent._meta.db_table} SET disclosed = %s WHERE id = %s",
            [json.dumps(disclosed), event.pk],
        )


@pytest.mark.parametrize("spoil", ["taken away", "another value", "other bytes", "nonsense"])
def test_a_value_that_is_gone_or_another_one_is_named(spoil: str) -> None:
    championship, event = registered()
    place = "after/players/0"
    salt, value = event.disclosed[place]
    spoilt = {
        "taken away": {name: told for name, told in event.disclosed.items() if name != place},
        "another value": {**event.disclosed, place: [salt, f"{value}x"]},
        "other bytes": {**event.disclosed, place: ["0" * 32, value]},
        "nonsense": {**event.disclosed, place: 7},
    }[spoil]
    assert faults(championship.slug) == {}
    rewrite(event, spoilt)
    read = AuditEvent.objects.get(pk=event.pk)
    assert is_digest(told(read)["players"][0])
    assert check_chain(championship.events.all(), chained_as=championship.chained_as).is_whole
    assert faults(championship.slug)[Subject.RECORD] == (
        f"Event {event.sequence}: something that people wrote is missing, or is another one.",
    )


def test_a_value_for_what_is_no_digest_changes_nothing() -> None:
    championship, event = registered()
    rewrite(event, {**event.disclosed, "action": ["0" * 32, "round-closed"], "x/7/y": ["", "z"]})
    read = AuditEvent.objects.get(pk=event.pk)
    assert read.action == Action.CONTESTANT_ADDED
    assert Subject.RECORD not in faults(championship.slug)


def test_the_record_is_filtered_by_who_acted() -> None:
    championship, _event = registered()
    assert actor_of(championship).name != "Àngel·la"
    acted = championship.events.filter(disclosed__actor__1="Àngel·la")
    assert [one.action for one in acted] == [Action.CONTESTANT_ADDED]

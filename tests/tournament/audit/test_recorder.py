"""Whatever is written in a championship, an event tells of it, or it is noticed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from django.apps import apps
from django.db import connection, models, transaction

from tests.tournament.factories import actor_of, add_contestants, make_championship, make_referee
from tournament.audit.images import recorded_models
from tournament.audit.services import record_event
from tournament.integrity.fold import Fold, fold, stored_rows
from tournament.integrity.rows import row_faults
from tournament.models import Action, AuditEvent, Championship, Contestant, MatchSeat, Table
from tournament.models.recorder import Note, RecordedModel, Unrecorded, UnrecordedWrite

Write = Callable[[Championship], object]


@pytest.fixture
def championship(
    transactional_db: None,
    rows_without_events: Callable[[Note], None],
    monkeypatch: pytest.MonkeyPatch,
) -> Championship:
    """Two pairs, in a program that notices what no event tells of."""
    monkeypatch.setattr(Note, "__call__", rows_without_events)
    made = make_championship()
    add_contestants(made, 2)
    return made


def record(championship: Championship) -> AuditEvent:
    actor, action = actor_of(championship), Action.CHAMPIONSHIP_CHANGED
    return record_event(championship=championship, actor=actor, action=action, after={})


def wrong_rows(championship: Championship) -> list[str]:
    """Return the sentences of `verify` about all rows."""
    recorded = Fold()
    fold(recorded, championship.events.order_by("sequence"))
    models = recorded_models().values()
    return [*row_faults(stored_rows(championship), recorded.tables, models)]


def save(championship: Championship) -> None:
    championship.place = "Reus"
    championship.save(update_fields=["place"])


def update_in_bulk(championship: Championship) -> None:
    pairs = [*championship.contestants.all()]
    for pair in pairs:
        pair.club = "Els Amics"
    Contestant.objects.bulk_update(pairs, ["club"])


WRITES: list[Write] = [
    save,
    lambda one: one.tables.create(number=9),
    lambda one: one.contestants.update(club="Els Amics"),
    lambda one: one.contestants.update(number=models.F("number") + 10),
    lambda one: Table.objects.bulk_create([Table(championship=one, number=9)]),
    update_in_bulk,
    lambda one: one.contestants.get(number=1).delete(),
    lambda one: one.contestants.filter(number=1).delete(),
]
NAMES = [
    *("save", "create", "update", "update-key", "bulk-create", "bulk-update"),
    *("delete", "delete-of-a-query-set"),
]


@pytest.mark.parametrize("write", WRITES, ids=NAMES)
def test_a_write_without_an_event(championship: Championship, write: Write) -> None:
    with pytest.raises(UnrecordedWrite), transaction.atomic():
        write(championship)


@pytest.mark.parametrize("write", WRITES, ids=NAMES)
def test_a_write_in_autocommit(championship: Championship, write: Write) -> None:
    with pytest.raises(UnrecordedWrite):
        write(championship)


@pytest.mark.parametrize("write", WRITES, ids=NAMES)
def test_an_event_tells_all_of_a_write(championship: Championship, write: Write) -> None:
    with transaction.atomic():
        write(championship)
        record(championship)
    assert wrong_rows(championship) == []


def test_a_rollback_forgets_what_was_written(championship: Championship) -> None:
    with transaction.atomic(), suppress(LookupError), transaction.atomic():
        save(championship)
        raise LookupError
    assert wrong_rows(championship) == []


def test_an_event_tells_nothing_of_another_championship(championship: Championship) -> None:
    other = make_championship("Other")
    with pytest.raises(UnrecordedWrite), transaction.atomic():  # noqa: PT012 – both in one
        save(other)
        record(championship)
    told = championship.events.order_by("sequence").last()
    assert told is not None
    assert told.rows == {}


def test_what_goes_round_the_models_is_noticed(championship: Championship) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_contestant SET club = 'Els Amics' WHERE number = 1")
    referee = make_referee(championship)
    referee.delete()
    assert wrong_rows(championship) == [
        f"role ({referee.username}): not stored, but the record tells of it.",
        "pair 1: club is “Els Amics”, the record says “Club 1”.",
    ]


@pytest.mark.parametrize(
    "model", [*apps.get_app_config("tournament").get_models()], ids=lambda one: one.__name__
)
def test_every_model_says_whether_it_is_recorded(model: type[models.Model]) -> None:
    if not issubclass(model, RecordedModel):
        assert isinstance(model.record, Unrecorded)  # type: ignore[attr-defined]
        assert model.record.reason  # type: ignore[attr-defined]


UNIQUE_OTHERWISE = {
    MatchSeat: "each seat is held once, by itself or by its side",
}


@pytest.mark.parametrize(
    "model",
    [one for one in recorded_models().values() if one not in UNIQUE_OTHERWISE],
    ids=lambda one: one.__name__,
)
def test_a_key_names_one_row(model: type[RecordedModel]) -> None:
    unique = [
        {*one.fields}
        for one in model._meta.constraints
        if isinstance(one, models.UniqueConstraint) and one.condition is None
    ]
    unique += [{one.name} for one in model._meta.concrete_fields if one.unique]
    assert not model.record.key or {*model.record.key} in unique

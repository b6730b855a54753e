"""Whatever column of a championship somebody changes behind the program's back, `verify` notices.

The columns are asked of the models, so one that is added later is looked at too. Models that are no
part of a championship, and columns that the record doesn't tell, say why (`record`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError, Q
from pytest_django import DjangoDbBlocker

from scoring.settings import InOrder, Number
from tests.tournament.committed import committed
from tests.tournament.integrity.full_day import full_day
from tests.tournament.integrity.test_verification import unguard
from tournament.audit.images import recorded_models
from tournament.integrity.checks import Subject, checks_to_make, guarded
from tournament.models import (
    AnySettings,
    AuditEvent,
    Championship,
    CorrectionRequest,
    HandInPlay,
    Round,
)
from tournament.models.recorder import RecordedModel
from tournament.models.settings import SettingsField

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

PARTS: Sequence[type[models.Model]] = (*recorded_models().values(), AuditEvent)
"""The models of which a championship is made. What play on phones and a referee's papers hold
beside is forged in `test_phones.py`, `test_forged_plays.py` and `test_decisions.py`."""
UNNOTICED: Collection[tuple[type[RecordedModel], str]] = {
    (Championship, "slug"),
    (CorrectionRequest, "phone"),
}
"""Columns that the record withholds, and that no other check looks at either."""
NOTICED_IN: Mapping[tuple[type[models.Model], str], Q] = {
    (Round, "handed_in_at"): Q(status="open"),
    (HandInPlay, "variant"): ~Q(ended=""),
}
"""Rows in which a column counts, where it doesn't in all. By which rules a hand is played is no
matter as long as it is not over."""


def columns() -> Iterator[tuple[type[models.Model], str]]:
    for model in PARTS:
        for field in model._meta.concrete_fields:
            if not field.primary_key:
                yield model, field.name


@pytest.fixture(scope="module", autouse=True)
def one_day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with committed(django_db_blocker, full_day):
        yield


def others(field: models.Field[Any, Any], value: Any, row: models.Model) -> Iterator[Any]:
    """Values that a column may have instead, whatever the database says to them."""
    if isinstance(field, models.ForeignKey):
        assert isinstance(field.related_model, type)
        rest = list(field.related_model._default_manager.order_by("pk").exclude(pk=value))
        yield from dict.fromkeys(one.pk for one in (*rest[:2], *rest[-2:]))
        if field.null and value is not None:
            yield None
    elif field.choices:
        yield from (one for one, _label in field.flatchoices if one != value)
    elif isinstance(field, models.BooleanField):
        yield not value
    elif isinstance(field, models.DateTimeField):
        yield (value or datetime.fromisoformat("2026-11-21T10:00:00+00:00")) + timedelta(seconds=1)
        yield None
    elif isinstance(field, models.DateField):
        yield date(2001, 1, 1)
    elif isinstance(field, models.IntegerField):
        yield from ((value or 0) + 1, (value or 0) + 90, max(0, (value or 0) - 1), None)
    elif isinstance(field, models.BinaryField):
        yield bytes(32)
    elif isinstance(field, models.JSONField):
        of_settings = isinstance(field, SettingsField)
        yield from other_settings(value) if of_settings else ({"other": 1}, ["draw"])
    else:
        most = field.max_length or 500  # longer ones are refused on PostgreSQL
        yield from (one for one in (f"{value}x", "f" * 64, "other", "") if len(one) <= most)


def other_settings(settings: AnySettings) -> Iterator[AnySettings]:
    """The settings with one of them changed, each in turn."""
    for name, one in settings.fields().items():
        value = getattr(settings, name)
        found = [other for other in one.choices if other != value]
        if isinstance(one, InOrder):
            found = [value[1:]]
        elif isinstance(one, Number):
            found = [one.most - (value == one.most)]
        for other in found:
            yield replace(settings, **{name: other})


def changed(model: type[models.Model], name: str) -> Iterator[models.Model]:
    """Change the column in one row that has a value and in one that has none, one at a time.

    What the database itself refuses, whatever the value, is no way to change it.
    """
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)
    rows = model._default_manager.filter(NOTICED_IN.get((model, name), Q())).order_by("pk")
    assert rows.exists(), f"the day has no {model.__name__}"
    seen: dict[bool, models.Model] = {}
    for row in rows:
        seen.setdefault(bool(getattr(row, field.attname)), row)
    for row in seen.values():
        for value in others(field, getattr(row, field.attname), row):
            if value == getattr(row, field.attname):
                continue
            try:
                with transaction.atomic():
                    model._default_manager.filter(pk=row.pk).update(**{field.attname: value})
                    yield row
                    transaction.set_rollback(True)
                if not isinstance(field, models.ForeignKey | SettingsField):
                    break
            except IntegrityError:
                continue


_NOTICED_LAST: dict[type[models.Model], tuple[int, Subject]] = {}
"""In which championship and by which check the last change of such rows was noticed."""


def is_noticed(model: type[models.Model]) -> bool:
    """Whether any check of any championship finds a fault.

    Any one will do, so the one that noticed the last change of such rows comes first, right after
    that of the record; where it finds nothing all others follow.
    """
    pk, likely = _NOTICED_LAST.get(model, (0, Subject.RECORD))
    championships = Championship.objects.order_by("pk")
    for championship in sorted(championships, key=lambda one: one.pk != pk):
        checks = checks_to_make(championship)
        for subject in dict.fromkeys((Subject.RECORD, likely, *checks)):
            faults = guarded(championship.slug, subject, checks[subject]).faults
            assert not any("Object of type" in one for one in faults), (
                f"not told in words: {faults}"
            )
            if faults:
                _NOTICED_LAST[model] = championship.pk, subject
                return True
    return False


def test_nothing_is_wrong_with_the_day() -> None:
    assert not is_noticed(Championship)


@pytest.mark.parametrize(
    ("model", "name"),
    list(columns()),
    ids=lambda one: one if isinstance(one, str) else one.__name__,
)
def test_a_change_of_a_column(model: type[models.Model], name: str) -> None:
    if model is AuditEvent:
        unguard()
    found = (is_noticed(model) for _row in changed(model, name))
    if (model, name) in UNNOTICED:
        assert not all(found), "it is noticed: take it off the list"
    else:
        noticed = list(found)
        assert all(noticed), f"{noticed}: compare it with the record, or say why not"


def test_what_is_left_out_says_why() -> None:
    assert all(name in model.record.withheld for model, name in UNNOTICED)
    assert NOTICED_IN.keys() <= set(columns())


@pytest.mark.parametrize("model", PARTS, ids=lambda one: one.__name__)
def test_a_row_that_is_gone(model: type[models.Model]) -> None:
    """With all that hangs on it; what the program itself protects is left alone."""
    if model is AuditEvent:
        unguard()
    row = model._default_manager.order_by("pk").last()
    assert row is not None
    if model is Championship:
        return  # all of it, and nothing is left to be compared
    try:
        with transaction.atomic():
            row.delete()
    except ProtectedError:
        return
    assert is_noticed(model)

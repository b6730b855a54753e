"""Verifying reads one moment, and could not write if it wanted to."""

from __future__ import annotations

import pytest
from django.db import DatabaseError

from tests.tournament.factories import make_scheduled
from tournament.integrity.verification import verify
from tournament.models import Championship


@pytest.mark.django_db(transaction=True)
def test_writing_is_refused_until_it_is_done() -> None:
    make_scheduled(4)
    checks = verify()
    next(checks)
    with pytest.raises(DatabaseError, match=r"read-?only"):
        Championship.objects.update(place="Reus")
    del checks  # whoever stops half-way lets go of the database too
    Championship.objects.update(place="Reus")
    assert [check.subject.value for check in verify() if check.faults] == ["rounds"]

"""What the worker removes by itself."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournament.management.commands.work import tidy


@pytest.mark.django_db
def test_logins_that_have_run_out_go_and_others_stay() -> None:
    now = timezone.now()
    Session.objects.create(session_key="old", session_data="", expire_date=now - timedelta(days=1))
    Session.objects.create(session_key="new", session_data="", expire_date=now + timedelta(days=1))

    tidy()

    assert [one.session_key for one in Session.objects.all()] == ["new"]

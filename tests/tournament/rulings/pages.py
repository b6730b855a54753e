"""The addresses of rulings, and typing one."""

from __future__ import annotations

from django.test import Client

from tests.page_forms import PageForm, forms_of
from tests.tournament.day import Day


def page(day: Day, rest: str = "") -> str:
    return f"/c/{day.slug}/manage/rulings/{rest}"


HAND = "rounds/1/tables/1/hands/1/"


BREAK = {"kind": "rule-break", "sides": "NS", "words": "revoked in trick 4"}


LATE = {"contestant": "1", "hundredths": "2.50", "reason": "came late"}


def show(client: Client, url: str, **typed: str) -> tuple[str, PageForm]:
    """Type something and have it shown: the page, and the form that confirms it."""
    answer = client.post(url, typed)
    assert answer.status_code == 200
    text = answer.content.decode()
    (form,) = (one for one in forms_of(text) if "shown" in one.names)
    return text, form


def rule_in_one_go(client: Client, url: str, **typed: str) -> None:
    _text, form = show(client, url, **typed)
    assert client.post(url, form.filled()).status_code == 302

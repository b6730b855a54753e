"""Early looks at sealed hands that a file brings along, invented or true, open nothing here."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from tests.tournament.factories import actor_of, make_scheduled, make_user
from tests.tournament.integrity.test_verification import faults
from tests.tournament.transfer.refusals import SOMEBODY, refused, rehash, written
from tests.tournament.visitors import LAPTOP
from tournament.accounts.services import create_account
from tournament.core.actor import Actor, Authority
from tournament.deals.services.accesses import open_hands_early
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import Subject
from tournament.models import Championship, HandAccess, Membership, User
from tournament.transfer.services import export_championship, import_championship

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    """Somebody who looks after this installation."""
    return make_user("anna", superuser=True)


def sealed_day() -> Championship:
    championship = make_scheduled(4)
    make_deals(actor=actor_of(championship), championship=championship)
    return championship


def taken_away(championship: Championship) -> Any:
    return json.loads(export_championship(actor=SOMEBODY, championship=championship).content)


def brought_in(document: Any, organiser: User) -> Championship:
    return import_championship(
        actor=Actor.of_user(organiser),
        file=BytesIO(written(document)),
        slug="again",
        organiser=organiser,
    )


def sees_hands(user: User, twin: Championship) -> bool:
    client = Client(headers={"Accept-Language": "en"}, **LAPTOP)  # type: ignore[arg-type]
    client.force_login(user)
    return client.get(f"/c/{twin.slug}/manage/rounds/2/hands/").status_code == 200


def test_one_that_the_record_does_not_tell_of_is_refused() -> None:
    document = taken_away(sealed_day())
    document["slug"] = "again"
    at = document["record"][0]["at"]
    told = document["record"][-1]["rows"].setdefault("rows", {})
    told["HandAccess"] = [[2, "opened", at, "anna", 1, "anna", "a card is missing", False]]
    assert "the chain is broken" in refused(written(document))


def test_one_in_a_chain_that_was_made_whole_opens_nothing(anna: User) -> None:
    document = taken_away(sealed_day())
    at = document["record"][0]["at"]
    told = document["record"][-1]["rows"].setdefault("rows", {})
    told["HandAccess"] = [[2, "opened", at, "anna", 1, "anna", "a card is missing", False]]
    rehash(document)
    twin = brought_in(document, anna)
    assert HandAccess.objects.get(round__championship=twin).account == ""
    assert not sees_hands(anna, twin)


def test_a_true_one_of_another_installation_is_nobodys_here(anna: User) -> None:
    """There "anna" was somebody else; here Anna opens the hands herself, and that is recorded."""
    championship = sealed_day()
    namesake = Actor.of_user(anna, Authority.ORGANISER)
    open_hands_early(actor=namesake, championship=championship, round=2, reason="a card")
    twin = brought_in(taken_away(championship), anna)
    assert HandAccess.objects.get(round__championship=twin).actor == "anna"
    assert not sees_hands(anna, twin)
    open_hands_early(actor=namesake, championship=twin, round=2, reason="packs are wrong")
    assert sees_hands(anna, twin)
    assert faults("again") == {}


def test_whoever_gives_themselves_one_is_found(anna: User) -> None:
    twin = brought_in(taken_away(sealed_day()), anna)
    HandAccess.objects.create(
        deal_set=twin.deal_sets.get(),
        round=twin.rounds.get(number=2),
        kind=HandAccess.Kind.OPENED,
        at=twin.created_at,
        actor="anna",
        account="anna",
        reason="curious",
    )
    assert sees_hands(anna, twin)
    assert faults("again").keys() == {Subject.HANDS}


def test_roles_of_the_record_are_not_those_of_accounts_here(anna: User) -> None:
    championship = sealed_day()
    twin = brought_in(taken_away(championship), anna)
    assert faults("again") == {}
    other, _password = create_account(actor=SOMEBODY, username="other", full_name="")
    Membership.objects.create(championship=twin, user=other, role="referee")
    (fault,) = faults("again")[Subject.PEOPLE]
    assert fault == "role (other): stored, but the record doesn't tell of it."

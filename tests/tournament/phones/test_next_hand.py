"""Where a table's page leads from a hand, and what it shows of hands that are played on phones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.day import Day
from tests.tournament.phones.phone import Phone
from tournament.models import Match, PlayedWith

TABLE = """
const { Table } = await import("/table.js");
const made = (deal, more) => ({
  deal, state: "missing", by: "", content: null, told: "", confirmation: "other-side",
  confirmations: [], correction_requests: [], spoken: "", version: 0, ...more,
});
const tableOf = (played, ...dealt) => new Table({
  told: { page: {
    sides: ["NS", "EW"], holder: "NS",
    match: { id: 7, kind: "dealt-hand", confirmation: "other-side", played, hands: dealt },
  } },
  outbox: { about: () => [] }, begun: { get: () => null },
});
const byThem = { state: "entered", by: "EW" }, byUs = { state: "entered", by: "NS" };
const leads = (table, ...from) => from.map((deal) => table.after(deal)?.deal ?? null);
"""


@pytest.mark.chromium
def test_first_to_a_hand_that_waits_for_ones_word(script: Any) -> None:
    assert script(
        f"""{TABLE}
        const table = tableOf("", made(1, byUs), made(2), made(3, byThem), made(4));
        return leads(table, 1, 2, 3, 4);"""
    ) == [3, 3, 4, 3]


@pytest.mark.chromium
def test_then_to_the_next_without_a_result_and_round_to_the_first(script: Any) -> None:
    assert script(
        f"""{TABLE}
        const table = tableOf("", made(1, byUs), made(2), made(3, byUs), made(4, byUs));
        const done = tableOf("", made(1, byUs), made(2, byUs));
        return [...leads(table, 1, 4), ...leads(done, 1)];"""
    ) == [2, 2, None]


@pytest.mark.chromium
def test_what_this_phone_said_for_the_others_is_not_asked_of_it(script: Any) -> None:
    assert script(
        f"""{TABLE}
        const table = tableOf("", made(1), made(2, {{ ...byThem, spoken: "EW" }}), made(3));
        return leads(table, 1);"""
    ) == [3]


@pytest.mark.chromium
def test_of_hands_on_phones_it_asks_nothing(script: Any) -> None:
    assert script(
        f"""{TABLE}
        const played = {{ ...byThem, told: "44–28" }};
        const table = tableOf("played there", made(1), made(2, played), made(3, byUs));
        const can = (deal) => hands.choicesAt(table.view(deal), "NS");
        return [...leads(table, 3), can(2).confirm, can(2).wrong, can(3).correct];"""
    ) == [1, False, "now", False]


@pytest.mark.django_db
def test_the_document_says_who_enters_what_is_played_on_phones(day: Day, match: Match) -> None:
    phone = Phone.of_pair(day, match.pairs.ns.number)

    def told() -> str:
        answer: Any = phone.state()
        words: str = answer.json()["match"]["played"]
        return words

    assert told() == ""
    day.stage.__class__.objects.update(played_with=PlayedWith.PHONES)
    assert "the seats' phones enter it" in told()
    Match.objects.update(packs_since=match.round.opened_at)
    assert told() == ""

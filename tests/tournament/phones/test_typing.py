"""What a table's page works out without a server: what is typed, and the words of a hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.duplicate.scores import TableResult
from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement, Denomination
from scoring.game.seats import Side, Sides
from tournament.phones.page_messages import texts_of_a_table

pytestmark = pytest.mark.chromium


# What is being typed ------------------------------------------------------------------------------

DRAFT = """
const view = { makers: "NS", version: 0, content: null };
const kept = new Drafts(storage, "cup");
const draft = drafts.newDraft(view, "NS", dealtHand, {});
const press = (name, ...values) => values.forEach((one) => dealtHand.keys[name](draft, one));
"""


def test_the_keys_of_the_pad(script: Any) -> None:
    sent = script(f"""{DRAFT}
      press("trump", "O");
      press("double", "contro", "recontro");
      press("digit", "4", "5");
      const first = dealtHand.typedIn(draft);
      press("erase", null);
      press("double", "recontro", "contro");
      press("side", "EW");
      press("digit", "4");
      return [first, dealtHand.typedIn(draft)];
    """)
    assert sent == [
        {"points": 45, "trump": "O", "double": "recontro"},
        {"points": 68, "trump": "O", "double": ""},
    ]


def test_what_is_typed_is_kept_for_each_hand_and_pair(script: Any) -> None:
    sent = script(f"""{DRAFT}
      press("digit", "4");
      kept.keep(7, 1, "NS", draft);
      const again = new Drafts(storage, "cup");
      const found = [[7, 1, "NS"], [7, 1, "EW"], [7, 2, "NS"], [8, 1, "NS"]];
      const typed = found.map((one) => (again.get(...one) || {{ typed: null }}).typed);
      kept.discard(7, 1, "NS");
      return [...typed, again.get(7, 1, "NS")];
    """)
    assert sent == ["4", None, None, None, None]


def test_what_is_kept_and_not_ours_is_nothing(script: Any) -> None:
    sent = script(f"""{DRAFT}
      return ["{{", "null", "3", '{{"typed": "4"}}', '"x"'].map((text) => {{
        storage.set(kept.name(7, 1, "NS"), text);
        return kept.get(7, 1, "NS");
      }});
    """)
    assert sent == [None] * 5


def test_a_correction_that_was_begun_follows_the_version_of_its_entry(script: Any) -> None:
    sent = script(f"""{DRAFT}
      kept.keep(7, 1, "NS", draft);
      const item = entry(44);
      const versions = [];
      for (const answer of [{{ state: "check", version: 0 }}, {{ state: "stored", version: 3 }},
                            {{ state: "stored", version: 9 }}]) {{
        kept.keepUp(item, answer);
        versions.push(kept.get(7, 1, "NS").version);
      }}
      return versions;
    """)
    assert sent == [0, 3, 3]


# The words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("makers", list(Side))
def test_hand_scores_are_those_of_the_scoring(script: Any, makers: Side) -> None:
    cases = [
        (points, trump, double)
        for points in range(73)
        for trump in (Denomination.OROS, Denomination.BOTIFARRA)
        for double in DUPLICATE_DOUBLES
    ]
    found = script(f"""
      const score = (side, points, trump, double) =>
        hand.scoreOf(side, {{ points, trump, double }}, "{makers}");
      return {[[points, trump.value, double.value] for points, trump, double in cases]}.map(
        (one) => ["NS", "EW"].map((side) => score(side, ...one)));
    """)
    for (points, trump, double), scores in zip(cases, found):
        result = TableResult(Sides("A", "B"), points, Announcement(trump, double))
        assert scores == [result.hand_score(side, makers) for side in Side]


def summary(script: Any, points: int, trump: str, double: str, makers: str) -> Any:
    pairs = "{ NS: { number: 4 }, EW: { number: 9 } }"
    content = f'{{ points: {points}, trump: "{trump}", double: "{double}" }}'
    return script(f"return hand.summary({texts_of_a_table()}, {content}, '{makers}', {pairs})")


def test_the_summary_in_words(script: Any) -> None:
    assert summary(script, 44, "botifarra", "", "NS") == (
        "Pair 4 wins by 8; botifarra by pair 4: +16 / −8"
    )
    assert summary(script, 28, "E", "contro", "NS") == (
        "Pair 9 wins by 8; contro by pair 9: +16 / −8"
    )
    assert summary(script, 40, "botifarra", "recontro", "EW") == (
        "Pair 4 wins by 4; botifarra by pair 9, contro by pair 4, recontro by pair 9: +8 / −8"
    )
    assert summary(script, 36, "O", "", "NS") == "Nobody wins (36–36): 0 / 0"
    assert summary(script, 72, "O", "", "NS") == "Pair 4 wins by 36: +36 / −36"


def test_more_than_all_points_can_not_be_typed(script: Any) -> None:
    typed = script("""
      const type = (digits) => [...digits].reduce((text, one) => hand.typed(text, one), "");
      return ["72", "73", "8", "81", "05", "0", "123", "720"].map(type);
    """)
    assert typed == ["72", "7", "8", "8", "5", "0", "12", "72"]


def test_what_is_asked_about_without_the_server(script: Any) -> None:
    asked = script("""
      const made = (points) => (points === null ? null : { points });
      const ask = (points, before) => hand.isDoubtful(made(points), made(before), { few: 6 });
      return [ask(6, null), ask(66, null), ask(7, null), ask(65, null), ask(40, 40), ask(40, 41)];
    """)
    assert asked == [True, True, False, False, True, False]


def test_the_countdown(script: Any) -> None:
    shown = script("return [0, -5, 59.2, 60, 605, 3600, 3725].map(words.clock)")
    assert shown == ["0:00", "0:00", "1:00", "1:00", "10:05", "1:00:00", "1:02:05"]

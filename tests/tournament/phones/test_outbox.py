"""What a phone keeps and sends, without a server: its outbox."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytestmark = [pytest.mark.chromium, pytest.mark.promise]

# The outbox ---------------------------------------------------------------------------------------


def test_what_is_said_is_kept_under_a_random_key(script: Any) -> None:
    keys = script("entry(44); entry(40, { hand: 2 }); return outbox.items().map((o) => o.key)")
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
    assert len(set(keys)) == 2


def test_another_tab_and_a_page_opened_again_see_the_same(script: Any) -> None:
    again = "return new Outbox(storage, 'cup').items().length"
    assert script(f"entry(44); {again}") == 1
    assert script("entry(44); return new Outbox(storage, 'league').items().length") == 0


def test_it_is_sent_in_order_and_goes_once_answered(script: Any) -> None:
    sent = script("""
      entry(44); entry(40, { hand: 2 });
      const points = [];
      for (let item; (item = outbox.next()); ) {
        points.push(outbox.trying(item).points);
        outbox.answered(item.key, { state: "stored", version: 1 });
      }
      return [points, outbox.items().length];
    """)
    assert sent == [[44, 40], 0]


def test_it_keeps_its_key_and_says_that_it_is_late(script: Any) -> None:
    first, again = script("""
      const item = entry(44);
      return [outbox.trying(outbox.next()), outbox.trying(outbox.next())];
    """)
    assert (first.pop("late"), again.pop("late")) == (False, True)
    assert first == again


def test_what_was_said_without_a_network_is_late_at_once(script: Any) -> None:
    late = script("""
      outbox.add({ what: "entries", path: "/", offline: true, body: { match: 7, hand: 1 } });
      return outbox.trying(outbox.next()).late;
    """)
    assert late is True


def test_a_correction_replaces_what_was_never_sent(script: Any) -> None:
    assert script("entry(44); entry(41); return said()") == [["entries", 41, "waiting"]]


def test_a_correction_follows_what_may_have_arrived(script: Any) -> None:
    sent = script("""
      entry(44);
      outbox.trying(outbox.next());
      entry(41);
      const first = outbox.next();
      outbox.answered(first.key, { state: "stored", version: 3 });
      return [first.body.points, outbox.trying(outbox.next())];
    """)
    assert sent[0] == 44
    assert (sent[1]["points"], sent[1]["based_on"]) == (41, 3)


def test_a_correction_of_a_correction_replaces_only_the_one_not_sent(script: Any) -> None:
    sent = script("""
      entry(44); outbox.trying(outbox.next()); entry(41); entry(42);
      return [said(), outbox.items()[1].after === outbox.items()[0].key];
    """)
    assert sent == [[["entries", 44, "waiting"], ["entries", 42, "waiting"]], True]


def test_the_other_pairs_entry_replaces_nothing(script: Any) -> None:
    sent = script("entry(44); entry(28, { side: 'EW' }); return said().length")
    assert sent == 2


def test_a_question_keeps_the_entry_until_it_is_answered(script: Any) -> None:
    sent = script("""
      const item = entry(3);
      outbox.trying(item);
      outbox.answered(item.key, { state: "check", version: 0 });
      const asking = [said(), outbox.next()];
      outbox.checked(item.key);
      const body = outbox.trying(outbox.next());
      return [...asking, body.asked, body.key === item.key];
    """)
    assert sent == [[["entries", 3, "asking"]], None, True, True]


def test_what_was_asked_about_is_replaced_by_a_change(script: Any) -> None:
    """The server kept nothing of it."""
    sent = script("""
      const item = entry(3);
      outbox.trying(item);
      outbox.answered(item.key, { state: "check", version: 0 });
      entry(33);
      return said();
    """)
    assert sent == [["entries", 33, "waiting"]]


def test_other_hands_do_not_wait_for_a_question(script: Any) -> None:
    sent = script("""
      const item = entry(3);
      confirm(item.key);
      entry(40, { hand: 2 });
      outbox.answered(item.key, { state: "check", version: 0 });
      return outbox.next().body.hand;
    """)
    assert sent == 2


def test_a_confirmation_waits_for_the_version_of_its_entry(script: Any) -> None:
    sent = script("""
      const item = entry(44);
      confirm(item.key);
      const first = outbox.next().what;
      outbox.answered(item.key, { state: "stored", version: 1 });
      return [first, outbox.trying(outbox.next())];
    """)
    assert sent[0] == "entries"
    assert sent[1]["version"] == 1
    assert set(sent[1]) == {"key", "match", "hand", "side", "version"}


def test_confirming_what_went_to_the_referee_says_the_same_there(script: Any) -> None:
    sent = script("""
      const item = entry(44);
      confirm(item.key);
      outbox.answered(item.key, { state: "referee", version: 2 });
      const { path } = outbox.next();
      return [path, outbox.trying(outbox.next())];
    """)
    assert sent[0] == "/t/objections/"
    assert sent[1]["version"] == 2
    assert sent[1]["entry"] == {"points": 44, "trump": "E", "double": ""}


def test_where_both_pairs_entered_the_same_nothing_is_left_to_confirm(script: Any) -> None:
    sent = script("""
      const item = entry(44);
      confirm(item.key);
      outbox.answered(item.key, { state: "confirmed", version: 1 });
      return said();
    """)
    assert sent == []


def test_a_replaced_entry_takes_its_confirmation_along(script: Any) -> None:
    sent = script("const item = entry(44); confirm(item.key); entry(41); return said()")
    assert sent == [["entries", 41, "waiting"]]


def test_a_refusal_stays_until_it_is_dismissed(script: Any) -> None:
    sent = script("""
      const item = entry(44);
      outbox.refused(item.key, "cancelled");
      const kept = [said(), outbox.items()[0].why, outbox.next()];
      outbox.dismiss(item.key);
      return [...kept, outbox.items().length];
    """)
    assert sent == [[["entries", 44, "refused"]], "cancelled", None, 0]


def test_what_depends_on_something_refused(script: Any) -> None:
    sent = script("""
      const item = entry(44);
      outbox.trying(item);
      confirm(item.key);
      entry(41);
      outbox.refused(item.key, "cancelled");
      return [said().map(([what, , state]) => [what, state]), outbox.next().body.points];
    """)
    assert sent == [
        [["entries", "refused"], ["confirmations", "refused"], ["entries", "waiting"]],
        41,
    ]


def test_an_answer_twice_is_an_answer_once(script: Any) -> None:
    sent = script("""
      const item = entry(44);
      const answer = { state: "stored", version: 1 };
      return [outbox.answered(item.key, answer), outbox.answered(item.key, answer)];
    """)
    assert sent == [True, False]


def test_one_tab_sends_at_a_time(script: Any) -> None:
    sent = script("""
      const [one, other] = [new Turn(storage, "cup"), new Turn(storage, "cup")];
      const turns = [one.take(1000), other.take(2000), one.take(3000), other.take(40000)];
      other.leave();
      return [...turns, one.take(41000)];
    """)
    assert sent == [True, False, True, True, True]


def test_a_browser_that_keeps_nothing(script: Any) -> None:
    sent = script("""
      const broken = { setItem() { throw new Error("no"); }, getItem() { throw new Error("no"); } };
      const short = new Storage(broken);
      const box = new Outbox(short, "cup");
      box.add({ what: "entries", path: "/", body: { match: 7, hand: 1 } });
      return [short.kept, box.items().length, new Storage(new Kept()).kept];
    """)
    assert sent == [False, 1, True]


def test_a_storage_that_is_full_or_holds_what_is_not_ours(script: Any) -> None:
    sent = script("""
      const full = new Kept();
      const store = new Storage(full);
      full.setItem("botifarra-outbox:cup:x", "{");
      full.setItem = () => { throw new Error("full"); };
      const box = new Outbox(store, "cup");
      box.add({ what: "entries", path: "/", body: { match: 7, hand: 1 } });
      return [store.kept, box.items().length];
    """)
    assert sent == [False, 1]


def test_what_is_skipped_keeps_nothing_else_from_going(script: Any) -> None:
    sent = script("""
      entry(44); entry(40, { hand: 2 });
      return [outbox.next((item) => item.body.hand === 1).body.hand, outbox.next(() => true)];
    """)
    assert sent == [2, None]


def test_of_which_championships_anything_is_kept(script: Any) -> None:
    sent = script("""
      entry(44); entry(40, { hand: 2 });
      const league = new Outbox(storage, "a-league");
      league.add({ what: "entries", path: "/", body: { match: 1, hand: 1 } });
      storage.set("botifarra-draft:other:7:1:NS", "{}");
      return Outbox.championships(storage);
    """)
    assert sent == ["a-league", "cup"]


def test_what_another_tab_changed(script: Any) -> None:
    sent = script("""
      const { prefix } = outbox;
      return [`${prefix}abc`, null, "botifarra-theme"].map((key) => outbox.isChangedBy({ key }));
    """)
    assert sent == [True, True, False]

// What the buttons of a table's page do, by their data-act. The keys of the pad belong to the kind
// of results.

import { contentBefore } from "./hands.js";
import { hold } from "./holding.js";
import { undo } from "./undo.js";

// An entry that waits is what one speaks of, until its version is known.
const waitingEntry = (at) => (at.entry && at.entry.state === "waiting" ? at.entry.key : null);

// Puts a statement about the open hand into the outbox, and sends it.
function say(page, what, body, more) {
  const { table, hand, outbox, sender, addresses } = page;
  outbox.add({
    what,
    kind: table.kind.key,
    path: addresses[what],
    body: { match: table.id, hand: hand.deal, ...body },
    round: table.match.round,
    table: table.told.page.table.name,
    offline: navigator.onLine === false,
    ...more,
  });
  if (hand.draft) hand.discard();
  hand.draft = hand.asked = null;
  hand.touched = table.isOver; // what was said of a closed round stays until somebody goes on
  page.go(["hand"]);
  sender.now();
}

// Who confirms the open hand, what they confirm, and the entry it is about if that waits.
function confirming({ table, hand }) {
  const { side } = table;
  const at = hand.view;
  return { content: at.content, side, body: { side, version: at.version }, after: waitingEntry(at) };
}

// Opens the hand that is next.
function goOn(page) {
  const { table, hand } = page;
  const next = table.after(hand.deal);
  hand.stopTyping();
  hand.deal = next.deal;
  if (next.state === "missing") page.typeMissing();
  else page.go(["hand"]);
}

const aboutTheHolder = (page) => ({
  who() {
    page.table.release();
    page.render();
  },
  // At the beginning of a round the first hand opens by itself, as the others do after it.
  async pair(value) {
    const { table, hand } = page;
    if (!(await hold(page, value))) return;
    const views = table.views();
    if (!table.isOver && views.every((one) => one.state === "missing" && !one.begun)) {
      hand.deal = views[0].deal;
      page.typeMissing();
    } else page.render();
  },
});

const aboutTheReferee = ({ calls }) => ({
  call: () => calls.call(),
  withdraw: () => calls.withdraw(),
});

const aboutTyping = (page) => {
  const { table, hand, outbox, sender } = page;
  return {
    next() {
      if (table.kind.goesOn?.(hand.draft, table.match.limits)) {
        page.render();
        return;
      }
      hand.lacks = page.renderer.lacking();
      if (hand.lacks) page.render();
      else page.go([...page.trail.steps, "summary"]);
    },
    send() {
      const before = contentBefore(table.views(), hand.deal);
      if (table.kind.isDoubtful(hand.typed, before, table.match.limits)) page.askAbout("draft");
      else say(page, ...hand.said(false));
    },
    sure() {
      if (hand.draft) {
        say(page, ...hand.said(true));
        return;
      }
      outbox.checked(hand.asked);
      hand.asked = null;
      page.go(["hand"]);
      sender.now();
    },
    edit() {
      if (hand.draft) {
        page.wentBack(page.trail.steps.slice(0, -1));
        return;
      }
      const { body } = hand.view.entry;
      page.type(["entry"], { pair: body.side, version: body.based_on });
    },
    correct: () => page.type(["hand", "entry"]),
    begun() {
      hand.takeUp(table.begunAt(hand.deal));
      page.go(["hand", "entry"]);
    },
    discard() {
      hand.discard();
      page.stopTyping();
      if (table.match && hand.view && hand.view.state !== "missing") page.go(["hand"]);
      else page.allHands();
    },
  };
};

const aboutAHand = (page) => {
  const { table, hand } = page;
  return {
    hands: () => page.allHands(),
    open(value) {
      hand.deal = Number(value);
      const at = hand.view;
      if (at.state === "asking") page.askAbout(at.entry.key);
      else if (at.state === "missing") page.typeMissing();
      else page.go(["hand"]);
    },
    confirm() {
      const { body, after, content } = confirming(page);
      say(page, "confirmations", body, { after, content });
    },
    wrong: () => page.go(["hand", "wrong"]),
    back: () => page.go(["hand"]),
    "only-wrong"() {
      const { body, after } = confirming(page);
      say(page, "objections", { ...body, entry: null }, { after });
    },
    "other-version"() {
      const { side, after } = confirming(page);
      page.type(["hand", "wrong", "entry"], { purpose: "objection", pair: side, after });
    },
    undo: () => undo(page),
    onward: () => goOn(page),
  };
};

export const actsOf = (page) => ({
  ...aboutTheHolder(page),
  ...aboutTheReferee(page),
  ...aboutTyping(page),
  ...aboutAHand(page),
});

// What a table's page knows of its hands: what the server told, with what waits on this phone laid
// over it; and what the pair that holds the phone can do about each. Nothing here draws anything.

import { contentOf } from "./kinds.js";

// A hand of the document with the items of the outbox that are about it. `state` is the server's,
// or "waiting" (something of it has not been answered) or "asking" (it is to be checked).
// `confirmation` is whose confirmation what is entered now needs.
export function viewOf(hand, items, confirmation) {
  const open = items.filter((item) => item.state !== "refused");
  const entries = open.filter((item) => item.what === "entries");
  const entry = entries[entries.length - 1] || null;
  const answers = open.filter((item) => item.what !== "entries");
  const view = { ...hand, entry, answer: answers[answers.length - 1] || null };
  if (open.length) view.state = entry && entry.state === "asking" ? "asking" : "waiting";
  if (entry) {
    const said = { content: contentOf(entry), by: entry.body.side, told: "", confirmations: [] };
    Object.assign(view, said, { confirmation });
  }
  return view;
}

// The hand of a document as an answer says that it is now, until the next document comes.
export function heardOf(hand, item, answer, confirmation) {
  const known = { ...hand, version: answer.version, undo_until: null };
  const { side } = item.body;
  if (answer.state === "referee") {
    const said = item.what === "entries" ? contentOf(item) : item.body.entry || null;
    const correction_request = { side, content: said || (item.what === "confirmations" ? item.content : null), told: "" };
    const correction_requests = [...hand.correction_requests, correction_request];
    return { ...known, spoken: side, state: "requested", correction_requests };
  }
  if (answer.state === "confirmed") {
    return { ...known, spoken: side, state: "confirmed", confirmations: [...hand.confirmations, side] };
  }
  if (item.what !== "entries" || hand.version === answer.version) return known;
  const said = { content: contentOf(item), by: side, confirmations: [], told: "" };
  return { ...known, ...said, confirmation, spoken: side, state: "entered" };
}

// Whether a side may speak about a hand on this phone: nobody else has done so on it, sent or not.
export function maySpeak(view, side) {
  const waiting = view.entry || view.answer;
  return ["", side].includes(view.spoken || (waiting && waiting.body.side) || "");
}

// Whether whoever holds the phone is to say if what somebody else entered is right.
export const asks = (view, side) =>
  view.state === "entered" &&
  view.confirmation === "other-side" &&
  !["", side].includes(view.by) &&
  maySpeak(view, side);

// What the side that holds this phone can do: `confirm` and `wrong` are for others than who entered
// the hand, on a phone that has not spoken for anybody else about it. `wrong` is "later" while
// something of the hand waits here.
export function choicesAt(view, side) {
  const standing = view.content !== null || view.told !== "";
  const fresh = view.state === "entered" || (view.state === "waiting" && view.entry !== null);
  const isMine = maySpeak(view, side);
  const isHere = standing && view.by !== side && isMine;
  const confirm = isHere && !view.answer && fresh && view.by !== "" && view.confirmation === "other-side";
  const isRequested =
    (view.answer && view.answer.what === "objections") || view.correction_requests.some((c) => c.side === side);
  const isLater = view.answer !== null || view.state === "waiting";
  return {
    confirm,
    wrong: !isHere || confirm || isRequested ? "never" : isLater ? "later" : "now",
    correct: !view.isPlayed && isMine && fresh && !view.answer && view.by === side && !view.correction_requests.length && !view.confirmations.length,
  };
}

// The result of the hand before at this table, null for none.
export function contentBefore(views, deal) {
  const before = views.find((view) => view.deal === deal - 1);
  return before ? before.content : null;
}

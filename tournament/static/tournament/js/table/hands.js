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
    return { ...known, state: "requested", correction_requests: [...hand.correction_requests, correction_request] };
  }
  if (answer.state === "confirmed") {
    return { ...known, state: "confirmed", confirmations: [...hand.confirmations, side] };
  }
  if (item.what !== "entries" || hand.version === answer.version) return known;
  const said = { content: contentOf(item), by: side, confirmations: [], told: "" };
  return { ...known, ...said, confirmation, state: "entered" };
}

// Who confirms what stands: whoever holds the phone, or where that is who entered it the one whose
// turn is next. `all` are those at the table: two sides, or where everybody plays alone the seats.
export const confirmerAt = (view, side, all) => (view.by === side ? all[(all.indexOf(side) + 1) % all.length] : side);

// What this phone's pair can do: `confirm` and `wrong` are for whoever confirms (`all` as there), if
// `sides`, who can speak here, has it. `wrong` is "later" while something of the hand waits here.
export function choicesAt(view, side, sides, all) {
  const confirmer = confirmerAt(view, side, all);
  const standing = view.content !== null || view.told !== "";
  const fresh = view.state === "entered" || (view.state === "waiting" && view.entry !== null);
  const isHere = standing && sides.includes(confirmer);
  const confirm = isHere && !view.answer && fresh && view.by !== "" && view.confirmation === "other-side";
  const isRequested =
    (view.answer && view.answer.what === "objections") || view.correction_requests.some((c) => c.side === confirmer);
  const isLater = view.answer !== null || view.state === "waiting";
  return {
    confirm,
    wrong: !isHere || confirm || isRequested ? "never" : isLater ? "later" : "now",
    correct: fresh && !view.answer && view.by === side && !view.correction_requests.length && !view.confirmations.length,
  };
}

// The result of the hand before at this table, null for none.
export function contentBefore(views, deal) {
  const before = views.find((view) => view.deal === deal - 1);
  return before ? before.content : null;
}

// Hands that were begun on this phone, and whose round is not open at its table any more: nobody would
// come upon them by the screens. They stand with what waits until they are sent or discarded.

import { saidBy } from "./drafts.js";
import { make } from "./drawing.js";
import { kindNamed, nameOf } from "./kinds.js";

export class Leftovers {
  // `begun` are the drafts of this phone; what is sent goes into `outbox`.
  constructor(drawing, begun, outbox) {
    Object.assign(this, { drawing, begun, outbox });
  }

  // Those of other matches than the one that is shown; to `rounds`, which are open, the page leads.
  found(match, rounds) {
    const isOver = ({ draft }) => !rounds.includes(draft.round);
    return this.begun.all().filter((one) => one.match !== match && isOver(one));
  }

  rows(match, rounds) {
    return this.found(match, rounds).map((one) => this.row(one));
  }

  row(one) {
    const { drawing } = this;
    const isWhole = this.isWhole(one);
    const buttons = [this.button(one, "drop", "discard", "btn-outline-secondary")];
    if (isWhole) buttons.unshift(this.button(one, "hand-in", "to the referee", "btn-primary"));
    return make(
      "li",
      { class: "phone-kept phone-kept-begun" },
      make("strong", {}, this.where(one)),
      make("span", { class: "phone-kept-said" }, ...this.said(one, isWhole)),
      make("span", { class: "phone-kept-state" }, drawing.text(isWhole ? "left over" : "left begun")),
      make("span", { class: "phone-kept-acts" }, ...buttons),
    );
  }

  // Whether it can be sent: it lacks nothing, and tells where it belongs.
  isWhole({ draft }) {
    return Boolean(draft.path) && kindNamed(draft.kind).lacks(draft) === "";
  }

  where({ deal, draft }) {
    const { drawing } = this;
    if (!draft.round) return drawing.text(nameOf(draft.kind, "hand"), { deal });
    const hand = drawing.text(nameOf(draft.kind, "round and hand"), { number: draft.round, deal });
    return `${hand} · ${drawing.text("table", { table: draft.table })}`;
  }

  said({ draft }, isWhole) {
    const { drawing } = this;
    const by = drawing.text("typed by", { side: drawing.text(`side ${draft.pair}`) });
    if (!isWhole) return [by];
    const kind = kindNamed(draft.kind);
    return [...kind.figures(drawing, kind.typedIn(draft)), " · ", by];
  }

  button({ name }, act, text, look) {
    const attributes = { type: "button", "data-act": act, "data-value": name };
    return make("button", { ...attributes, class: `btn ${look}` }, this.drawing.text(text));
  }

  // What the buttons of the rows do. False for another button.
  act(name, value) {
    if (name !== "hand-in" && name !== "drop") return false;
    const one = this.begun.all().find((each) => each.name === value);
    if (!one) return true; // another tab was faster
    const { match, deal, side, draft } = one;
    if (name === "hand-in") {
      const { body, ...said } = saidBy(draft, false);
      const { path, round, table } = draft;
      const offline = navigator.onLine === false;
      this.outbox.add({ ...said, body: { match, hand: deal, ...body }, path, round, table, offline });
    }
    this.begun.discard(match, deal, side);
    return true;
  }
}

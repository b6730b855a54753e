// What lies in the outbox, as a list: of each hand what was said, what becomes of it, and what can be
// done. It stands on every page that a phone comes back to, so that nothing that waits is out of sight.

import { make } from "./drawing.js";
import { contentOf, kindNamed, nameOf } from "./kinds.js";

const ANSWERS = { stored: "stored", confirmed: "confirmed now", referee: "with the referee" };
const SAID = { entries: "said", confirmations: "said to be right", objections: "said to be wrong" };
const BUTTONS = {
  asking: [["right", "that is right", "btn-primary"], ["dismiss", "discard", "btn-outline-secondary"]],
  refused: [["dismiss", "seen", "btn-outline-secondary"]],
  referee: [["dismiss", "seen", "btn-outline-secondary"]],
};

export class Kept {
  // `boxes` are outboxes with their senders: {outbox, sender}.
  constructor(drawing, boxes) {
    Object.assign(this, { drawing, boxes });
    this.answered = [];
  }

  items() {
    return this.boxes.flatMap(({ outbox }) => outbox.items());
  }

  // What has been answered stays on the page, as long as it is open.
  heard(item, answer) {
    if (answer.state in ANSWERS) this.answered.push({ ...item, state: answer.state });
  }

  // `leftovers` are rows of what was never sent.
  show(isShown = () => true, leftovers = []) {
    const waiting = this.boxes.flatMap(({ outbox, sender }) =>
      outbox.items().map((item) => this.row(item, sender.refusalOf(item), isShown(item))),
    );
    const rows = [...leftovers, ...waiting, ...this.answered.map((item) => this.row(item, null, true))];
    this.drawing.list("kept", rows.filter(Boolean), { hides: true });
    this.drawing.part("kept", rows.some(Boolean));
  }

  row(item, refusal, isShown) {
    if (!isShown) return null;
    const row = make("li", { class: `phone-kept phone-kept-${refusal ? "refused" : item.state}` });
    row.append(
      make("strong", {}, this.where(item)),
      make("span", { class: "phone-kept-said" }, ...this.said(item)),
      make("span", { class: "phone-kept-state" }, this.sentence(item, refusal)),
    );
    const buttons = BUTTONS[item.state] || [];
    if (buttons.length) {
      row.append(make("span", { class: "phone-kept-acts" }, ...buttons.map((one) => this.button(item, one))));
    }
    return row;
  }

  button({ key }, [act, name, look]) {
    const attributes = { type: "button", "data-act": act, "data-value": key };
    return make("button", { ...attributes, class: `btn ${look}` }, this.drawing.text(name));
  }

  where({ round, table, body, kind }) {
    const { drawing } = this;
    const hand = round
      ? drawing.text(nameOf(kind, "round and hand"), { number: round, deal: body.hand })
      : drawing.text(nameOf(kind, "hand"), { deal: body.hand });
    return table ? `${hand} · ${drawing.text("table", { table })}` : hand;
  }

  // Who said what, with its figures where there are any.
  said(item) {
    const { drawing } = this;
    const { what, kind, body, content } = item;
    const result = what === "entries" ? contentOf(item) : body.entry || content;
    const words = drawing.text(SAID[what], { side: drawing.text(`side ${body.side}`) });
    const known = result && kindNamed(kind);
    return known ? [...known.figures(drawing, result), " · ", words] : [words];
  }

  // What becomes of it; `refusal` is what is wrong with the link that it needs.
  sentence({ state, why, body, kind }, refusal) {
    const { drawing } = this;
    const values = { deal: body.hand, why };
    if (state in ANSWERS) return drawing.text(nameOf(kind, ANSWERS[state]), values);
    if (state === "refused") return drawing.text(nameOf(kind, "refused"), values);
    if (refusal) return drawing.text(refusal.ended ? "too late" : "link needed", values);
    return drawing.text(state === "asking" ? "not sent yet" : "waiting", values);
  }

  // What the buttons of the rows do. False for another button.
  act(name, key) {
    const left = this.answered.filter((item) => item.key !== key);
    if (left.length < this.answered.length) {
      this.answered = left;
      return true;
    }
    const box = this.boxes.find(({ outbox }) => outbox.get(key));
    if (!box || !["right", "dismiss"].includes(name)) return false;
    if (name === "dismiss") {
      box.outbox.dismiss(key);
    } else {
      box.outbox.checked(key);
      box.sender.now();
    }
    return true;
  }
}

// Draws a table's page: which screen is shown, and what its slots and lists hold.

import { Drawing, make } from "./drawing.js";
import { kindNamed, nameOf } from "./kinds.js";
import { asks } from "./hands.js";

// What is said of a hand that one pair has entered, by who has to confirm it.
const ENTERED = {
  none: "entered",
  "other-side": "unconfirmed",
  referee: "for the referee",
  table: "agreed here",
};
const WHOSE = {
  none: "nobody confirms",
  "other-side": "they confirm",
  referee: "a referee confirms",
  table: "the table agreed",
};

export class Screens extends Drawing {
  constructor(told) {
    super(told);
    this.shown = "";
  }

  // Shows a screen, and puts the focus on its head where somebody went there.
  show(name) {
    if (name === this.shown) return;
    const first = this.shown === "";
    this.shown = name;
    for (const section of document.querySelectorAll("[data-screen]")) {
      section.hidden = section.dataset.screen !== name;
    }
    if (first) return;
    window.scrollTo(0, 0);
    const head = document.querySelector(`[data-screen="${name}"] h2`);
    if (head) head.focus({ preventScroll: true });
  }

  // Whether a button can be tapped.
  enable(act, isOn) {
    for (const button of document.querySelectorAll(`[data-part="${act}"]`)) button.disabled = !isOn;
  }

  // Whether nothing on a screen can be tapped.
  disable(name, isOff) {
    for (const button of document.querySelectorAll(`[data-screen="${name}"] .phone-choices button`)) {
      button.disabled = isOff;
    }
  }

  press(act, isPressed) {
    for (const button of document.querySelectorAll(`[data-act="${act}"]`)) {
      button.setAttribute("aria-pressed", String(isPressed(button.dataset.value)));
    }
  }

  // Lets those digits of the pad be tapped that make a difference.
  digits(isOn) {
    for (const button of document.querySelectorAll('[data-act="digit"]')) button.disabled = !isOn(button.dataset.value);
  }

  pairName(match, side) {
    return this.text("pair", { pair: match.pairs[side].number });
  }

  // `refused` says for whom this phone doesn't speak, and why.
  pairs(match, sides, refused) {
    this.list("refused", refused.map((why) => make("li", {}, why)), { hides: true });
    this.list(
      "pairs",
      sides.map((side) =>
        make(
          "button",
          { type: "button", class: "phone-pair", "data-act": "pair", "data-value": side },
          make("strong", {}, `${this.pairName(match, side)} · ${this.text(`side ${side}`)}`),
          make("span", { class: "name" }, match.pairs[side].name),
        ),
      ),
    );
  }

  // `side` holds this phone.
  hands(match, views, side) {
    const kind = kindNamed(match.kind);
    this.list(
      "hands",
      views.map((view) => {
        const result = view.content ? kind.figures(this, view.content) : [view.told];
        const button = make(
          "button",
          { type: "button", "data-act": "open", "data-value": view.deal },
          make("strong", {}, this.text(nameOf(match.kind, "hand"), { deal: view.deal })),
          make("span", { class: "phone-result" }, ...result),
          make("span", { class: "phone-dealer" }, this.dealer(view)),
          make("span", { class: "phone-mark" }, this.mark(view, side)),
        );
        const isDone = view.state === "entered" && view.settled;
        const isAsked = asks(view, side) ? " phone-asked" : "";
        const marks = `phone-${view.state}${isDone ? " phone-done" : ""}${isAsked}`;
        return make("li", { class: `phone-hand ${marks}${view.begun ? " phone-begun" : ""}` }, button);
      }),
    );
  }

  // Who dealt, where that is known.
  dealer(view) {
    if (!view.dealer) return "";
    const side = this.text(`side ${view.makers}`);
    return this.text("dealer and makers", { seat: view.dealer, side });
  }

  // How far a hand is, and whether something of it was typed and not sent.
  mark(view, side) {
    const by = view.by && this.text(`side ${view.by}`);
    const state = asks(view, side) ? this.text("unconfirmed here", { side: by }) : this.state(view);
    if (!view.begun) return state;
    const begun = this.text("begun");
    return view.state === "missing" ? begun : `${state} · ${begun}`;
  }

  state(view) {
    const side = view.by && this.text(`side ${view.by}`);
    if (view.state === "missing" && view.isPlayed) return this.text("played here");
    if (view.state === "entered") return this.text(ENTERED[view.confirmation], { side });
    if (view.state !== "confirmed") return this.text(view.state, { side });
    const confirmer = view.confirmations.find((one) => one !== "referee" && one !== view.by);
    if (!confirmer) return this.text("confirmed by a referee", { side });
    const other = this.text(`side ${confirmer}`);
    const isOpen = view.confirmation === "referee" && !view.confirmations.includes("referee");
    return this.text(isOpen ? "agreed" : "confirmed", { side, other });
  }

  // What a hand that was entered waits for, where nobody here can give it: `all` are those at the
  // table, two sides or where everybody plays alone the seats. It stands before the entry is
  // answered, too: what is below must not move under a thumb when it is.
  whose(match, view, all) {
    if (view.state !== "entered" && !(view.state === "waiting" && view.entry && !view.answer)) return "";
    const other = all[(all.indexOf(view.by) + 1) % all.length];
    return this.text(WHOSE[view.confirmation], { pair: match.pairs[other].number });
  }

  words(match, view) {
    if (!view.content) return view.told;
    return kindNamed(match.kind).summary(this, match, view);
  }

  // A hand in words, and in figures for both pairs.
  hand(match, view) {
    const kind = kindNamed(match.kind);
    this.slot("hand", this.text(nameOf(match.kind, "hand"), { deal: view.deal }));
    this.slot("all", this.text(nameOf(match.kind, "all hands")));
    this.slot("dealer", this.dealer(view));
    this.slot("words", this.words(match, view).replaceAll(" / ", "\u00a0/\u00a0"));
    this.part("figures", view.content !== null);
    this.list("heads", kind.heads.map((name, at) => make("th", { scope: "col", class: at ? "num" : "" }, this.text(name))));
    if (view.content) this.list("figures", kind.rows(this, match, view));
  }

  correction_requests(match, view) {
    this.list(
      "correction_requests",
      view.correction_requests.map((correction_request) => {
        const pair = match.pairs[correction_request.side].number;
        const words = this.words(match, { ...correction_request, makers: view.makers });
        return make(
          "li",
          {},
          words ? this.text("correction_request", { pair, words }) : this.text("correction_request without words", { pair }),
        );
      }),
      { hides: true },
    );
  }

  // Why the hands of this table are not shown to this phone, and where it belongs.
  elsewhere({ words, pair }, address) {
    this.slot("elsewhere", words);
    const link = document.querySelector('[data-part="own-page"]');
    link.hidden = pair === null;
    link.href = pair === null ? "" : address.replace(/0\/$/, `${pair}/`);
  }

  // What stands, who said so, and what can be done about it. What can't be done yet, or any more,
  // keeps its place: a thumb that is on its way must not find another button there.
  standing(match, view, { side, ...choices }) {
    const pair = match.pairs[side].number;
    this.slot("state", this.state(view));
    this.slot("played", view.isPlayed ? match.played : "", { hides: true });
    this.part("other-version", !view.isPlayed);
    this.slot("whose", choices.confirm ? "" : this.whose(match, view, Object.keys(match.pairs)), { hides: true });
    this.correction_requests(match, view);
    for (const name of ["confirm", "begun", "correct", "onward"]) this.part(name, choices[name]);
    this.part("wrong", choices.wrong !== "never");
    this.enable("wrong", choices.wrong === "now");
    this.part("undo", choices.correct || choices.undo);
    this.enable("undo", choices.undo);
    // Another result is another question: taps.js stops a tap that was meant for the one before.
    document.querySelector('[data-act="confirm"]').dataset.of = this.words(match, view);
    this.slot("confirm", this.text("is it right", { pair }));
    this.slot("objector", this.text("objector", { pair }));
  }

  // The one question about what is unlikely; `content` is null where nothing is asked.
  question(match, content) {
    const asked = content ? kindNamed(match.kind).question(this, match, content) : "";
    this.slot("question", asked, { hides: true });
    this.part("send", !content);
    this.part("sure", content !== null);
  }

  // Puts the pad of a kind in its place. There is never more than one: their keys share names.
  pad(kind) {
    const place = document.querySelector('[data-part="pad"]');
    if (place.dataset.kind === kind) return;
    const { content } = document.querySelector(`template[data-pad="${kind}"]`);
    place.replaceChildren(content.cloneNode(true));
    place.dataset.kind = kind;
  }

  // What is typed so far.
  draft(match, draft) {
    this.pad(match.kind);
    kindNamed(match.kind).draw(this, match, draft);
    this.part("kept-draft", Boolean(draft.isKept));
  }

  holder(match, side, sides) {
    const values = { pair: match.pairs[side].number, side: this.text(`side ${side}`) };
    this.slot("holder", this.text("this phone", values));
    this.part("change", sides.length > 1);
  }

  // Who of a pair sits where, if that was noted; else which pair. And how many phones were opened
  // with the table's code: whoever reads along at another table is counted here.
  seats(match) {
    const lines = Object.entries(match.pairs).flatMap(([side, { number, name, seated }]) => {
      const named = { side: this.text(`side ${side}`), pair: number, name };
      if (!seated.length) return [this.text("at side", named)];
      return seated.map((one) => this.text("at seat", one));
    });
    const held = Object.entries(match.pairs).filter(([, { phones }]) => phones);
    const counted = held.map(([side, { phones }]) => `${this.text(`side ${side}`)}\u00a0${phones}`);
    if (counted.length) lines.push(this.text("phones", { counted: counted.join(", ") }));
    this.list(
      "seats",
      lines.map((line) => make("li", { class: "name" }, line)),
    );
  }

  rounds(own, rounds) {
    this.list(
      "rounds",
      rounds
        .filter((round) => round !== own)
        .map((round) =>
          make(
            "a",
            { class: "btn btn-outline-secondary", href: `?round=${round}` },
            this.text("other round", { round }),
          ),
        ),
      { hides: true },
    );
  }
}

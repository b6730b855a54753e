// A table's page: puts its parts together, goes from screen to screen, and hears what is tapped.

import { actsOf } from "./acts.js";
import { Calls } from "./calls.js";
import { TableDocument } from "./document.js";
import { Drafts } from "./drafts.js";
import { Kept } from "./kept.js";
import { nameOf } from "./kinds.js";
import { Leftovers } from "./leftovers.js";
import { Notices } from "./notices.js";
import { OpenHand } from "./open_hand.js";
import { Outbox, Turn } from "./outbox.js";
import { Renderer } from "./render.js";
import { Screens } from "./screens.js";
import { Sender } from "./sending.js";
import { Storage } from "./storage.js";
import { Table } from "./table.js";
import { Trail } from "./trail.js";

const READING = 600; // milliseconds

const read = (id) => JSON.parse(document.getElementById(id).textContent);

class Page {
  // `first` is the document that came with the page.
  constructor({ addresses, first, texts }) {
    const { championship, suits, place, state } = addresses;
    this.addresses = addresses;
    this.screens = new Screens({ texts, suits });
    this.notices = new Notices(this.screens);
    this.storage = new Storage();
    this.outbox = new Outbox(this.storage, championship);
    this.trail = new Trail((steps) => this.wentBack(steps));
    this.renderer = new Renderer(this);
    const begun = new Drafts(this.storage, championship);
    this.told = this.document(first, state);
    this.table = new Table({ ...this, begun });
    this.hand = new OpenHand(this.table, addresses);
    this.sender = new Sender({
      outbox: this.outbox,
      turn: new Turn(this.storage, championship),
      token: first.csrf,
      place,
      heard: (item, answer) => this.heard(item, answer),
      changed: () => this.render(),
    });
    this.calls = new Calls(this);
    this.kept = new Kept(this.screens, [this]);
    this.leftovers = new Leftovers(this.screens, begun, this.outbox);
    this.acts = actsOf(this);
  }

  document(first, path) {
    return new TableDocument({
      page: first,
      path,
      round: new URLSearchParams(window.location.search).get("round"),
      busy: () => this.hand.touched,
      linked: (refusal) => {
        this.sender.linked(refusal);
        // Once the championship has ended, the server has another page in this one's place: it says
        // so, keeps what waits, leads to the standings and asks no more.
        if (refusal && refusal.ended && !this.hand.touched) window.location.reload();
      },
      renewed: (csrf) => {
        this.sender.token = csrf;
      },
      changed: () => this.render(),
    });
  }

  render() {
    this.renderer.render();
  }

  // The server has answered what was sent from here.
  heard(item, answer) {
    const says = { stored: "stored", confirmed: "confirmed now", referee: "with the referee" };
    if (!(answer.state in says)) return;
    this.table.heard(item, answer);
    this.table.begun.keepUp(item, answer);
    const isShown = this.table.id === item.body.match;
    if (answer.state === "referee" && !isShown) this.kept.heard(item, answer); // no screen tells of it
    this.hand.heard(item, answer);
    this.say(nameOf(item.kind, says[answer.state]), { deal: item.body.hand });
    this.told.refresh();
  }

  // Tells what became of something, until another hand is opened or another pair holds the phone.
  say(name, values) {
    this.notices.say(this.screens.text(name, values), this.where);
  }

  get where() {
    return [this.table.id, this.table.side, this.hand.deal].join();
  }

  // Going from screen to screen ----------------------------------------------------------------
  // `steps` lead from the four hands to the screen that is shown, and the phone's Back along them.
  go(steps) {
    this.trail.set(steps, { match: this.table.id, deal: this.hand.deal });
    this.screens.show(this.trail.last);
    this.render();
  }

  wentBack(steps) {
    const { table, hand } = this;
    if (!table.match || !table.side || hand.deal === null || steps.length === 0) {
      this.allHands();
      return;
    }
    const isTyping = steps[steps.length - 1] === "entry";
    if (!steps.includes("entry")) this.stopTyping();
    if (isTyping && hand.draft) hand.draft.fresh = true;
    hand.asked = null;
    this.go(steps);
  }

  leave() {
    this.hand.close();
    this.trail.set([]);
  }

  allHands() {
    this.leave();
    this.told.turn();
    this.render();
  }

  stopTyping() {
    this.hand.stopTyping();
    this.told.turn();
  }

  type(steps, about) {
    this.hand.type(about);
    this.go(steps);
  }

  // What is played on phones is not typed: its screen says who enters it.
  typeMissing() {
    if (this.hand.view.isPlayed) {
      this.go(["hand"]);
      return;
    }
    this.hand.typeMissing();
    this.go(["entry"]);
  }

  askAbout(what) {
    const { hand } = this;
    if (what !== "draft") hand.draft = null;
    if (hand.asked === what && this.screens.shown === "summary") return;
    hand.asked = what;
    this.go(hand.draft ? this.trail.steps : ["summary"]);
  }

  // What was open when the page was loaded again.
  takeUpAll() {
    const { table, hand } = this;
    const before = Trail.before();
    const isHere = table.match && table.side && before.match === table.id && before.steps.length;
    const open = isHere && table.match.hands.find((one) => one.deal === before.deal);
    if (!open) return;
    hand.deal = open.deal;
    const found = table.begunAt(hand.deal);
    if (before.steps.includes("entry") && found) {
      hand.takeUp(found);
      this.go(before.steps);
    } else if (hand.view.state === "missing") {
      this.typeMissing();
    } else {
      this.go(["hand"]);
    }
  }

  // What is tapped and typed ---------------------------------------------------------------------
  press(name, value) {
    this.hand.press(name, value);
    if (name === "digit" && this.hand.isFull) this.goToSummary();
    else this.render();
  }

  // After the last figure the summary opens by itself. Whoever was about to tap Next must not send
  // what nobody has read, so for a moment nothing there can be tapped.
  goToSummary() {
    this.screens.disable("summary", true);
    this.go([...this.trail.steps, "summary"]);
    window.setTimeout(() => this.screens.disable("summary", false), READING);
  }

  act(name, value) {
    if (this.hand.draft && name in this.table.kind.keys) this.press(name, value);
    else if (name in this.acts) this.acts[name](value);
    else if (this.kept.act(name, value)) this.render();
    else if (this.leftovers.act(name, value)) this.sender.now();
  }

  listen() {
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-act]");
      if (button) this.act(button.dataset.act, button.dataset.value);
    });
    document.addEventListener("keydown", (event) => {
      if (this.screens.shown !== "entry" || event.ctrlKey || event.altKey || event.metaKey) return;
      // Not over the help, nor where single keys are switched off (help.js).
      if (document.querySelector("dialog[open]")) return;
      if (document.documentElement.dataset.singleKeys === "off") return;
      const key = this.table.kind.keyOf(event.key);
      if (key) this.press(...key);
    });
    for (const name of ["online", "offline"]) window.addEventListener(name, () => this.render());
    window.addEventListener("storage", (event) => {
      this.render();
      if (this.outbox.isChangedBy(event)) this.told.refresh(); // another tab has had an answer
    });
    window.setInterval(() => this.renderer.tick(), 1000);
  }
}

const page = new Page({
  addresses: read("table-addresses"),
  first: read("table-document"),
  texts: read("table-texts"),
});
page.listen();
page.takeUpAll();
page.render();
page.sender.now();
page.told.poll();

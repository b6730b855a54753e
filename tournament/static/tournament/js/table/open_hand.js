// The hand that is open on a table's page: what is typed of it, and what is asked about it.

import { follow, newDraft, saidBy } from "./drafts.js";

export class OpenHand {
  // `table` is what the page knows, `addresses` where each kind of statement is sent.
  constructor(table, addresses) {
    Object.assign(this, { table, addresses });
    this.close();
  }

  close() {
    this.deal = null;
    this.lacks = ""; // what the draft was said to lack
    this.stopTyping();
  }

  // What was typed stays on the phone.
  stopTyping() {
    this.draft = null; // what is being typed
    this.asked = null; // what the question is about: "draft", or the key of an item
    this.touched = false; // something was typed into the draft, or sent after its round was closed
  }

  get view() {
    return this.table.view(this.deal);
  }

  // The result that is typed so far.
  get typed() {
    return this.table.kind.typedIn(this.draft);
  }

  takeUp(found) {
    this.draft = { ...found, isKept: true };
    this.touched = true;
  }

  // Nothing can be added to what is typed.
  get isFull() {
    const { isFull } = this.table.kind;
    return isFull !== undefined && isFull(this.draft);
  }

  // Begins to type, with what was typed before on this phone if that was about the same.
  type(about = {}) {
    const fresh = newDraft(this.view, this.table.side, this.table.kind, about);
    const found = this.table.begunAt(this.deal);
    const isSame = found && found.purpose === fresh.purpose && found.version === fresh.version;
    if (isSame) this.takeUp(found);
    else this.draft = fresh;
    this.asked = null;
    this.lacks = "";
  }

  // A hand that has no result is about what is there now, whatever was taken back meanwhile.
  typeMissing() {
    const found = this.table.begunAt(this.deal);
    if (found) this.keep({ ...found, version: this.view.version });
    this.type();
  }

  keep(draft) {
    this.table.begun.keep(this.table.id, this.deal, this.table.side, draft);
  }

  discard() {
    this.table.begun.discard(this.table.id, this.deal, this.table.side);
  }

  // A key of the pad, or what stands for it on the screen.
  press(name, value) {
    const { table, draft, addresses } = this;
    table.kind.keys[name](draft, value, table.match.limits);
    this.touched = true;
    const path = addresses[draft.purpose === "objection" ? "objections" : "entries"];
    this.keep({ ...draft, round: table.match.round, table: table.told.page.table.name, path });
  }

  // What is sent of the draft.
  said(isSure) {
    const { what, body, after = null } = saidBy(this.draft, isSure);
    return [what, body, { after }];
  }

  heard(item, answer) {
    const isOpen = this.draft && this.table.id === item.body.match && this.deal === item.body.hand;
    if (isOpen) follow(this.draft, item, answer);
  }
}

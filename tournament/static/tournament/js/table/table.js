// What a table's page knows: what the server told, which pair holds the phone, and the hands with what
// waits on this phone laid over them. Nothing here draws anything.

import { asks, heardOf, viewOf } from "./hands.js";
import { kindNamed } from "./kinds.js";

export class Table {
  // `told` is the server's document, `begun` the drafts of this phone.
  constructor({ told, outbox, begun }) {
    Object.assign(this, { told, outbox, begun });
    this.released = null; // the match at which somebody else is to say that they hold the phone
  }

  get match() {
    return this.told.page.match;
  }

  // The match that is shown, null for none.
  get id() {
    return this.match ? this.match.id : null;
  }

  // Of which kind its results are.
  get kind() {
    return kindNamed(this.match.kind);
  }

  get sides() {
    return this.told.page.sides;
  }

  // The side of the pair that holds this phone, null until the server has been told.
  get side() {
    return (this.released !== this.id && this.told.page.holder) || null;
  }

  // Asks anew who holds the phone.
  release() {
    this.released = this.id;
  }

  // The server's document once it knows who holds the phone.
  held(page) {
    this.released = null;
    this.told.take(page);
  }

  // The round of what is typed was closed meanwhile.
  get isOver() {
    return this.told.pending !== null && this.told.isElsewhere(this.told.pending);
  }

  begunAt(deal) {
    return this.begun.get(this.id, deal, this.side);
  }

  views() {
    const { hands, confirmation, played } = this.match;
    const isPlayed = played !== "";
    return hands.map((hand) => ({
      ...viewOf(hand, this.outbox.about(this.id, hand.deal), confirmation),
      ...(isPlayed ? { confirmation: "none" } : {}), // the seats' phones ask for it
      isPlayed,
      begun: this.begunAt(hand.deal) !== null,
    }));
  }

  view(deal) {
    return this.views().find((one) => one.deal === deal);
  }

  // Hands that have no result yet, in their order.
  owed() {
    return this.views().filter((one) => one.state === "missing");
  }

  // Where to go on from a hand: first to one that waits for a word of who holds the phone, then to
  // the next that has no result yet; null for nowhere.
  after(deal) {
    const asked = this.views().find((one) => one.deal !== deal && asks(one, this.side));
    const owed = this.owed();
    return asked || owed.find((one) => one.deal > deal) || owed[0] || null;
  }

  // Lays an answer over the hands, until the next document comes.
  heard(item, answer) {
    for (const page of [this.told.page, this.told.pending]) {
      if (!page || !page.match || page.match.id !== item.body.match) continue;
      const { hands, confirmation } = page.match;
      page.match.hands = hands.map((hand) =>
        hand.deal === item.body.hand ? heardOf(hand, item, answer, confirmation) : hand,
      );
    }
  }
}

// Which screen of a table's page is shown, and what stands on it: from what the page knows to what
// screens and notices draw.

import { choicesAt, maySpeak } from "./hands.js";

export class Renderer {
  // `page` holds the parts of the page and goes from screen to screen.
  constructor(page) {
    this.page = page;
    this.drawn = undefined; // the match that was drawn last, null for none
  }

  render() {
    const { table, hand, screens } = this.page;
    if (this.drawn !== undefined && table.id !== this.drawn) this.page.leave();
    this.drawn = table.id;
    this.page.notices.follow(this.page.where);
    this.notices();
    this.tick();
    const { match, side, sides } = table;
    const isTyping = hand.deal !== null && hand.draft !== null; // no room for it, nor a reason
    screens.part("holder", Boolean(match && side) && !isTyping);
    this.page.calls.draw(Boolean(match && side) && !isTyping);
    if (!match || !side) {
      this.page.leave();
      const { elsewhere } = table.told.page;
      if (match) screens.pairs(match, sides, table.told.page.refused);
      else if (elsewhere) screens.elsewhere(elsewhere, this.page.addresses.pair);
      screens.show(match ? "who" : elsewhere ? "elsewhere" : "none");
      return;
    }
    screens.holder(match, side, sides);
    screens.hands(match, table.views(), side);
    screens.seats(match);
    screens.rounds(match.round, table.told.page.rounds);
    if (hand.deal !== null) this.hand();
    else screens.show("hands");
  }

  tick() {
    const { table, notices, hand, screens } = this.page;
    const { match, told } = table;
    const shown = match && table.isOver ? { ...match, ends_at: null, seconds_left: null } : match;
    notices.clock(shown, (time) => told.until(time));
    if (hand.deal !== null && match && hand.view) screens.enable("undo", this.mayUndo(hand.view));
  }

  notices() {
    const { table, hand, screens, notices, outbox, sender, kept, leftovers, storage } = this.page;
    notices.show({
      items: outbox.items().filter((item) => !sender.refusalOf(item)),
      isSending: sender.busy,
      lost: sender.lost,
      isReached: table.told.reached,
      isKept: storage.kept,
    });
    screens.slot("over", table.isOver ? screens.text("round over") : "", { hides: true });
    // What waits of the hands that are shown stands with them.
    const isOpen = table.id !== null && table.side !== null;
    const isApart = (item) => item.state === "refused" || !isOpen || item.body.match !== table.id;
    kept.show(isApart, hand.deal === null ? leftovers.rows(table.id, table.told.page.rounds) : []);
  }

  hand() {
    const { table, hand, screens } = this.page;
    const at = hand.view;
    const isAsking = at.state === "asking";
    if (screens.shown === "summary" && !hand.draft && !isAsking) this.page.go(["hand"]);
    if (isAsking && !hand.draft) this.page.askAbout(at.entry.key);
    if (hand.lacks && (!hand.draft || this.lacking() !== hand.lacks)) hand.lacks = "";
    screens.slot("missing", hand.lacks, { hides: true });
    if (hand.draft) screens.draft(table.match, hand.draft);
    screens.hand(table.match, hand.draft ? { ...at, content: hand.typed, told: "" } : at);
    screens.question(table.match, hand.asked ? (hand.draft ? hand.typed : at.content) : null);
    screens.standing(table.match, at, {
      ...choicesAt(at, table.side),
      side: table.side,
      onward: table.after(hand.deal) !== null && !table.isOver,
      begun: at.begun && !hand.draft,
      undo: this.mayUndo(at),
    });
  }

  // What its own pair has just entered, and nothing more was said of.
  mayUndo(at) {
    const { table } = this.page;
    const isSaid = at.state === "entered" && at.by === table.side && !at.entry && !at.answer;
    const isOwn = isSaid && !at.isPlayed && maySpeak(at, table.side);
    return isOwn && at.undo_until !== null && table.told.until(at.undo_until) > 0;
  }

  // What the draft lacks before it can be sent, in words.
  lacking() {
    const { table, hand, screens } = this.page;
    const lacks = table.kind.lacks(hand.draft, table.match.limits);
    return lacks && screens.text(lacks);
  }
}

// What stands above every screen: how much waits, what is wrong, what was answered, and the countdown.

import { clock } from "./words.js";

const STAYS = 6; // seconds that the notice of an answer does

export class Notices {
  constructor(drawing) {
    this.drawing = drawing;
    this.timer = null;
    this.where = null; // nothing is said
  }

  // What waits for the network, and what is wrong with the network, the link or the storage.
  show({ items, isSending, lost = null, isReached = true, isKept }) {
    const { drawing } = this;
    const waiting = items.filter((item) => item.state === "waiting");
    const isCut = !isReached || navigator.onLine === false;
    let text = "";
    if (waiting.length && isSending && waiting.every((item) => item.tries < 2)) {
      text = drawing.text("on its way");
    } else if (waiting.length) {
      text = drawing.text(waiting.length === 1 ? "one waits" : "some wait", {
        count: waiting.length,
      });
    }
    drawing.slot("waiting", text, { hides: true });
    drawing.slot("network", isCut && !text ? drawing.text("no network") : "", { hides: true });
    const refusal = lost && !lost.ended ? drawing.text("scan again") : "";
    drawing.slot("link", lost && lost.ended ? lost.error : refusal, { hides: true });
    drawing.slot("not-kept", isKept ? "" : drawing.text("not kept"), { hides: true });
  }

  // The countdown; `until` tells the milliseconds to a time of the server's.
  clock(match, until) {
    const { drawing } = this;
    drawing.slot("round", match ? ` · ${drawing.text("round", { round: match.round })}` : "");
    let text = "";
    if (match && match.seconds_left !== null) {
      text = drawing.text("paused", { time: clock(match.seconds_left) });
    } else if (match && match.ends_at !== null) {
      const left = until(match.ends_at) / 1000;
      text = left > 0 ? drawing.text("left", { time: clock(left) }) : drawing.text("time is up");
    }
    drawing.slot("clock", text);
  }

  // Says once what an answer was; `where` is the pair and the hand that were open then.
  say(text, where) {
    this.drawing.slot("heard", text, { hides: true });
    this.where = where;
    window.clearTimeout(this.timer);
    if (text) this.timer = window.setTimeout(() => this.say("", null), STAYS * 1000);
  }

  // Somebody has gone to another hand, or the phone to another pair: what was said is over.
  follow(where) {
    if (this.where !== null && this.where !== where) this.say("", null);
  }
}

// Sends what lies in the outbox, one after the other, again and again until there is an answer:
// after a while, when the network is back, when the page is looked at again, when it is opened.

const WAITS = [2, 4, 8, 10]; // seconds
const PATIENCE = 15; // seconds
const LATER = Symbol("later"); // no answer of ours: try again

// A request that is given up after a while. Nothing is followed elsewhere: what a hall's Wi-Fi
// answers in the site's place is no answer.
export async function ask(path, options = {}) {
  const control = new AbortController();
  const timer = window.setTimeout(() => control.abort(), PATIENCE * 1000);
  try {
    return await fetch(path, {
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: control.signal,
      ...options,
      headers: { Accept: "application/json", ...options.headers },
    });
  } finally {
    window.clearTimeout(timer);
  }
}

export async function json(response) {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

// The address of the table's page that an item is sent to.
const placeOf = (item) => item.path.replace(/[^/]+\/$/, "");

// `token` is the page's token against forgery, `place` the table's page that this is, if it is one;
// `heard(item, answer)` and `changed()` tell the page.
export class Sender {
  constructor({ outbox, turn, token, place = "", heard, changed }) {
    Object.assign(this, { outbox, turn, token, place, heard, changed });
    this.failures = 0;
    this.link = null; // what the page's own refreshes were told of its link, null for a good one
    this.refusals = new Map(); // by table: what was said of a link that is not valid (any more)
    this.busy = false;
    this.timer = null;
    window.addEventListener("online", () => this.now());
    window.addEventListener("pageshow", () => this.now());
    window.addEventListener("pagehide", () => this.turn.leave());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.now();
    });
  }

  // What is wrong with the link of the page's own table, null for nothing.
  get lost() {
    return this.link || this.refusals.get(this.place) || null;
  }

  // Why an item can't be sent by the links that this phone holds, null where it can.
  refusalOf(item) {
    return this.refusals.get(placeOf(item)) || null;
  }

  // What a refresh was told of the link. Once it is good again, what waits is sent; and once the
  // championship has ended, to hear of each that it came too late.
  linked(refusal) {
    const isNews = this.lost && (!refusal || refusal.ended !== this.lost.ended);
    this.link = refusal;
    if (!refusal) this.refusals.delete(this.place);
    if (isNews) this.now();
  }

  // Tries at once, whatever it was waiting for.
  now() {
    window.clearTimeout(this.timer);
    this.run();
  }

  later() {
    window.clearTimeout(this.timer);
    const wait = WAITS[Math.min(this.failures, WAITS.length - 1)];
    this.failures += 1;
    this.timer = window.setTimeout(() => this.run(), wait * 1000);
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    let again = true;
    try {
      again = await this.sendAll();
    } finally {
      this.busy = false;
      this.turn.leave();
      this.changed();
    }
    if (again) this.later();
  }

  // What is for a table whose link this phone does not hold does not keep the rest from going: a
  // pair's phone moves from table to table. True where something has to be tried again later.
  async sendAll() {
    const refused = new Set();
    const next = () => this.outbox.next((item) => refused.has(placeOf(item)));
    for (let item = next(); item; item = next()) {
      if (navigator.onLine === false || !this.turn.take()) return true;
      const refusal = await this.send(item);
      if (refusal === LATER) return true;
      this.failures = 0;
      if (refusal) {
        refused.add(placeOf(item));
        this.refusals.set(placeOf(item), refusal);
      } else {
        this.refusals.delete(placeOf(item));
      }
    }
    return refused.size > 0;
  }

  // Sends an item: null once it is answered, what was said of its link, or LATER.
  async send(item) {
    const body = this.outbox.trying(item);
    this.changed();
    try {
      return this.read(item, await this.post(item, body));
    } catch {
      return LATER; // no network, or no patience
    }
  }

  async post(item, body) {
    const send = async () => {
      const response = await ask(item.path, {
        method: "POST",
        keepalive: true,
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        body: JSON.stringify(body),
      });
      return { status: response.status, said: await json(response), taken: true };
    };
    const answer = await send();
    if (answer.status !== 403 || answer.said) return answer;
    // A page, not a sentence: the token against forgery is too old. The link may be, too.
    const response = await ask(`${placeOf(item)}state.json`);
    const said = await json(response);
    if (!said || !said.csrf) return { status: response.status, said, taken: false };
    this.token = said.csrf;
    return send();
  }

  read(item, { status, said, taken }) {
    if (status === 200 && said && said.state) {
      this.outbox.answered(item.key, said);
      this.heard(item, said);
      return null;
    }
    if (status < 400 || status >= 500 || !said || !said.error) return LATER;
    // Of an old link it stays as it is. Once the championship has ended nothing is taken any more:
    // it stays with its figures, for the organisers.
    if (status === 403 && !(said.ended && taken)) return said;
    this.outbox.refused(item.key, said.error);
    return null;
  }
}

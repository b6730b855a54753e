// The outbox: everything that is said at a table goes through it, and stays in it until the server
// has answered. Nothing here knows of the page or of the network, so that it can be tested alone.
//
// An item has a key drawn at random, under which the server takes it once however often it comes.
// Each lies under a name of its own in the storage, so that two tabs never write over each other's.
// States: "waiting" to be sent; "asking", where the server wants the table to check it; "refused",
// kept until somebody has seen why.

const KEY_BYTES = 16;
const PREFIX = "botifarra-outbox:";
const VERSION = { entries: "based_on", confirmations: "version", objections: "version" };

export function newKey() {
  // crypto.randomUUID is missing at http://, this is not.
  const bytes = window.crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  constructor(storage, championship) {
    this.storage = storage;
    this.prefix = `${PREFIX}${championship}:`;
  }

  // The championships of which this phone keeps anything.
  static championships(storage) {
    const names = storage.names(PREFIX);
    return [...new Set(names.map((name) => name.slice(PREFIX.length).split(":")[0]))].sort();
  }

  // Whether another tab has changed something of it, by the event that a browser makes of that.
  isChangedBy({ key }) {
    return key === null || key.startsWith(this.prefix);
  }

  // All items, the oldest first.
  items() {
    const found = [];
    for (const name of this.storage.names(this.prefix)) {
      try {
        const item = JSON.parse(this.storage.get(name));
        if (item && item.key && item.body) found.push(item);
      } catch {
        // Not one of ours.
      }
    }
    return found.sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));
  }

  save(item) {
    this.storage.set(this.prefix + item.key, JSON.stringify(item));
    return item;
  }

  remove(item) {
    this.storage.remove(this.prefix + item.key);
  }

  get(key) {
    return this.items().find((item) => item.key === key) || null;
  }

  // What is not answered yet about a hand, the newest last.
  about(match, hand) {
    return this.items().filter((one) => one.body.match === match && one.body.hand === hand);
  }

  // Keeps what is said until it is answered, and returns its item.
  //
  // `what` is "entries", "confirmations" or "objections", `kind` the kind of the result, `path` where
  // it goes, `body` what is said without its key. `round` and `table` are told to whoever reads it
  // on another page. `after` is the key of a waiting entry which it is about. An entry of a hand
  // for which this pair's earlier one still waits replaces it, if that was never sent or nothing
  // was kept of it; else it is about the version that the earlier one makes.
  add({ what, kind, path, body, content = null, after = null, offline = false, ...about }) {
    const item = {
      key: newKey(),
      order: Math.max(0, ...this.items().map((one) => one.order)) + 1,
      what,
      kind,
      path,
      body: { ...body },
      content,
      after,
      round: about.round || null,
      table: about.table || "",
      offline,
      tries: 0,
      state: "waiting",
      why: "",
    };
    if (what === "entries") this.followUp(item);
    return this.save(item);
  }

  followUp(item) {
    const earlier = this.about(item.body.match, item.body.hand).filter(
      (one) =>
        one.what === "entries" && one.body.side === item.body.side && one.state !== "refused",
    );
    const last = earlier[earlier.length - 1];
    if (!last) return;
    if (last.tries > 0 && last.state === "waiting") {
      item.after = last.key;
      return;
    }
    item.after = last.after;
    item.body.based_on = last.body.based_on;
    for (const dependent of this.dependents(last)) this.remove(dependent);
    this.remove(last);
  }

  dependents(item) {
    return this.items().filter((one) => one.after === item.key);
  }

  // What is to be sent next, or null: in order, but nothing waits for another hand's question, or
  // for what is to be skipped.
  next(skip = () => false) {
    const items = this.items();
    const present = new Set(items.map((item) => item.key));
    const isNext = (item) =>
      item.state === "waiting" && !(item.after && present.has(item.after)) && !skip(item);
    return items.find(isNext) || null;
  }

  // Marks it as sent, from now on perhaps arrived, and returns what to send.
  trying(item) {
    const late = item.tries > 0 || item.offline;
    this.save({ ...item, tries: item.tries + 1 });
    const body = { ...item.body, key: item.key };
    if (item.what === "entries") body.late = late;
    return body;
  }

  // The server has answered. Returns false where the item was gone by then.
  answered(key, answer) {
    const item = this.get(key);
    if (!item) return false;
    if (answer.state === "check") {
      this.save({ ...item, state: "asking" });
      return true;
    }
    // Those that depend on it first: were the page closed in between, the item would be sent
    // again and get the same answer.
    for (const dependent of this.dependents(item)) this.resolve(dependent, answer);
    this.remove(item);
    return true;
  }

  // What an item is about is there now, as this version.
  resolve(item, answer) {
    const resolved = { ...item, after: null, body: { ...item.body } };
    resolved.body[VERSION[item.what]] = answer.version;
    if (item.what === "confirmations" && answer.state === "confirmed") {
      this.remove(item); // both pairs have entered the same
      return;
    }
    if (item.what === "confirmations" && answer.state === "referee") {
      // Something else stood: the other pair says the same as the one that entered it.
      resolved.what = "objections";
      resolved.path = item.path.replace(/confirmations\/$/, "objections/");
      resolved.body.entry = item.content;
    }
    this.save(resolved);
  }

  // The server does not take it, and says why; it stays until it is dismissed.
  refused(key, why) {
    const item = this.get(key);
    if (!item) return;
    for (const dependent of this.dependents(item)) {
      const orphan = { ...dependent, after: null };
      this.save(dependent.what === "entries" ? orphan : { ...orphan, state: "refused", why });
    }
    this.save({ ...item, state: "refused", why });
  }

  // The table has checked what the server asked about: it is right.
  checked(key) {
    const item = this.get(key);
    if (item) this.save({ ...item, state: "waiting", body: { ...item.body, asked: true } });
  }

  dismiss(key) {
    const item = this.get(key);
    if (!item) return;
    for (const dependent of this.dependents(item)) this.remove(dependent);
    this.remove(item);
  }
}

// One tab sends at a time. It is a courtesy: the server takes everything once anyway, and a tab that
// was closed while it sent must not keep the others waiting for long.
export class Turn {
  constructor(storage, championship, seconds = 8) {
    this.storage = storage;
    this.name = `botifarra-sending:${championship}`;
    this.tab = newKey();
    this.seconds = seconds;
  }

  take(now = Date.now()) {
    const [tab, until] = (this.storage.get(this.name) || ":0").split(":");
    if (tab !== this.tab && Number(until) > now) return false;
    this.storage.set(this.name, `${this.tab}:${now + this.seconds * 1000}`);
    return (this.storage.get(this.name) || "").startsWith(`${this.tab}:`);
  }

  leave() {
    if ((this.storage.get(this.name) || "").startsWith(`${this.tab}:`)) {
      this.storage.remove(this.name);
    }
  }
}

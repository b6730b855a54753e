// What the phone keeps. Where a browser keeps nothing (a private window), what is sent lives as
// long as the page, and `kept` says so.

const TRIAL = "botifarra-trial";

export class Storage {
  constructor(local) {
    this.memory = new Map();
    this.kept = true;
    try {
      this.local = local === undefined ? window.localStorage : local;
      this.local.setItem(TRIAL, "1");
      this.local.removeItem(TRIAL);
    } catch {
      this.local = null;
      this.kept = false;
    }
  }

  get(name) {
    if (this.memory.has(name)) return this.memory.get(name);
    try {
      return this.local ? this.local.getItem(name) : null;
    } catch {
      return null;
    }
  }

  set(name, value) {
    try {
      if (!this.local) throw new Error("nothing is kept");
      this.local.setItem(name, value);
      this.memory.delete(name);
    } catch {
      // Full, or forbidden since: the page itself still knows it.
      this.memory.set(name, value);
      this.kept = false;
    }
  }

  remove(name) {
    this.memory.delete(name);
    try {
      if (this.local) this.local.removeItem(name);
    } catch {
      // What can't be removed can't be read either.
    }
  }

  names(prefix) {
    const found = new Set(this.memory.keys());
    try {
      for (let i = 0; this.local && i < this.local.length; i += 1) found.add(this.local.key(i));
    } catch {
      // As above.
    }
    return [...found].filter((name) => name.startsWith(prefix));
  }
}

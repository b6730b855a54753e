// Hears from the site at once that there is something new. Nothing depends on it: while it is silent
// the page asks every second, and once it is back it asks for what it missed.

const SILENCE = 10000;  // it says every few seconds that it is alive
const PAUSE = 5000;
const SPREAD = 1000;  // what concerns all tables is not done by all in the same moment

// `asked` is called when there is something to ask for: with the newest act at the table where that is
// all that is new, else with Infinity; also whenever hearing begins or ends.
export class Stream {
  constructor(address, asked) {
    this.address = address;
    this.asked = asked;
    this.source = null;
    this.isAlive = false;
    this.timer = 0;
  }

  open() {
    if (!this.address || this.source) return;
    window.clearTimeout(this.timer);
    this.source = new EventSource(this.address);
    this.source.addEventListener("alive", () => this.heard());
    this.source.addEventListener("message", (event) => {
      this.heard();
      const [scope, act] = event.data.split(" ");
      const newest = Number(act) || Infinity;
      window.setTimeout(() => this.asked(newest), scope === "all" ? Math.random() * SPREAD : 0);
    });
    this.source.addEventListener("error", () => this.fail());
    this.watch();
  }

  close() {
    window.clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.isAlive = false;
  }

  heard() {
    const begins = !this.isAlive;
    this.isAlive = true;
    this.watch();
    if (begins) this.asked(Infinity);
  }

  // A network that has gone away tells nobody.
  watch() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.fail(), SILENCE);
  }

  fail() {
    const ends = this.isAlive;
    this.close();
    this.timer = window.setTimeout(() => this.open(), PAUSE + Math.random() * SPREAD);
    if (ends) window.setTimeout(() => this.asked(Infinity), Math.random() * SPREAD);
  }
}

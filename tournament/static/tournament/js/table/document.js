// What the server tells of the table: the document that came with the page, and its refreshes.

import { ask, json } from "./sending.js";

const POLL = 5; // seconds
const idOf = (page) => (page.match ? page.match.id : null);

// `busy()` tells whether something is typed: another match's document then waits until it is done.
// `linked(refusal)` is told what an answer says of the link, null for a good one; `renewed(csrf)`
// that there is another token against forgery, `changed()` that something came.
export class TableDocument {
  constructor({ page, path, round, busy, linked, renewed, changed }) {
    Object.assign(this, { page, path, round, busy, linked, renewed, changed });
    this.pending = null;
    this.offset = page.now - Date.now();
    this.reached = true;
  }

  // Milliseconds until then by the server's clock.
  until(time) {
    return time - this.offset - Date.now();
  }

  take(fresh) {
    this.offset = fresh.now - Date.now();
    this.renewed(fresh.csrf);
    this.pending = fresh;
    if (!this.isElsewhere(fresh) || !this.busy()) this.turn();
  }

  // It is about another match than what is shown, or about none.
  isElsewhere(fresh) {
    return idOf(fresh) !== idOf(this.page);
  }

  // Shows what came while something was typed.
  turn() {
    if (this.pending) this.page = this.pending;
    this.pending = null;
  }

  // Asks for what is newer.
  async refresh() {
    const query = new URLSearchParams({ version: (this.pending || this.page).version });
    if (this.round) query.set("round", this.round);
    try {
      const response = await ask(`${this.path}?${query}`);
      const said = response.status === 204 ? null : await json(response);
      const isRefused = response.status === 403 && said !== null && "error" in said;
      const isNew = response.status === 200 && said !== null && "csrf" in said;
      this.reached = response.status === 204 || isNew || isRefused;
      if (isNew) this.take(said);
      if (this.reached) this.linked(isRefused ? said : null);
    } catch {
      this.reached = false;
    } finally {
      this.changed();
    }
  }

  poll() {
    const next = async () => {
      if (!document.hidden) await this.refresh();
      window.setTimeout(next, POLL * 1000);
    };
    window.setTimeout(next, POLL * 1000);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.refresh();
    });
  }
}

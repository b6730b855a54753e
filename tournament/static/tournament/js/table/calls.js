// Calling the referee to the table. A call goes at once or not at all: it never waits in the outbox,
// as one that came when the network is back would bring a referee for nothing.

const clock = (at) =>
  new Date(at).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

export class Calls {
  // `page` holds the parts of the page.
  constructor(page) {
    this.page = page;
    this.busy = false;
    this.failed = "";
  }

  // The call of this table that waits, null for none.
  get waiting() {
    return this.page.table.told.page.call;
  }

  draw(visible) {
    const { screens, table } = this.page;
    const { waiting } = this;
    const own = visible ? table.match.pairs[table.side].number : null;
    const values = waiting ? { pair: waiting.pair, time: clock(waiting.at) } : {};
    const told = waiting ? screens.text(waiting.coming ? "coming" : "called", values) : "";
    screens.part("call", visible);
    screens.slot("called", told, { hides: true });
    screens.slot("call-failed", this.failed, { hides: true });
    screens.part("call-referee", !waiting);
    screens.part("withdraw-call", Boolean(waiting) && waiting.pair === own);
  }

  call() {
    return this.send("calls");
  }

  withdraw() {
    return this.send("withdrawals");
  }

  async send(what) {
    if (this.busy) return;
    const { addresses, screens, sender, table } = this.page;
    this.busy = true;
    this.failed = "";
    try {
      const body = { match: table.id, side: table.side };
      const { status, said } = await sender.post({ path: addresses[what] }, body);
      if (status === 200 && said && "call" in said) table.told.page.call = said.call;
      else this.failed = (said && said.error) || screens.text("call not sent");
    } catch {
      this.failed = screens.text("call not sent");
    } finally {
      this.busy = false;
      this.page.render();
      document.querySelector('[data-part="call"]').scrollIntoView({ block: "nearest" });
      table.told.refresh();
    }
  }
}

// Undoing what this phone's pair has just entered. It does not wait for a network: two minutes are
// over before one is back, and what is entered can still be corrected.

import { nameOf } from "./kinds.js";
import { newKey } from "./outbox.js";
import { ask, json } from "./sending.js";

// Sends it, and says what became of it. A second tap does nothing more.
export async function undo(page) {
  const { table, hand, screens, sender, addresses } = page;
  const { deal } = hand;
  const body = {
    key: newKey(),
    match: table.id,
    hand: deal,
    side: table.side,
    version: hand.view.version,
  };
  let told = screens.text("not undone");
  let isUndone = false;
  try {
    const response = await ask(addresses.undo, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": sender.token },
      body: JSON.stringify(body),
    });
    const said = await json(response);
    isUndone = response.status === 200 && said !== null && said.state === "undone";
    if (isUndone) told = screens.text(nameOf(table.kind.key, "undone"), { deal });
    else if (said && said.error) told = said.error;
  } catch {
    // No network: it says so.
  }
  if (!isUndone) page.notices.say(told, page.where);
  await page.told.refresh();
  if (!isUndone) return;
  if (hand.deal === deal && !hand.draft) page.allHands();
  page.notices.say(told, page.where);
}

// Saying who holds the phone that was opened with the table's code: from then on it is shown what the
// table has entered. It does not wait for a network: without one there is nothing to be shown.

// Sends it, and takes what the server then shows; false where it could not be said.
export async function hold(page, side) {
  const { table, addresses, sender, screens, notices } = page;
  if (table.isBeingHeld) return false;
  table.isBeingHeld = true;
  let refusal = screens.text("not held");
  try {
    const { status, said } = await sender.post({ path: addresses.holder }, { match: table.id, side });
    if (status === 200 && said && said.csrf) {
      table.held(said);
      return true;
    }
    if (said && said.error) refusal = said.error;
  } catch {
    // No network: it says so.
  } finally {
    table.isBeingHeld = false;
    page.render();
  }
  notices.say(refusal, page.where);
  return false;
}

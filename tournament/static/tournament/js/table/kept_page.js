// A page that a phone comes back to and that is no table's: a pair's own, and those that say that a
// link is not valid or that the championship has ended. What waits on the phone is shown and sent
// from there as from the table's page, out of the same outbox.

import { Drafts } from "./drafts.js";
import { Drawing } from "./drawing.js";
import { Kept } from "./kept.js";
import { Notices } from "./notices.js";
import { Outbox, Turn } from "./outbox.js";
import { Sender } from "./sending.js";
import { Storage } from "./storage.js";

const told = JSON.parse(document.getElementById("phone-outbox").textContent);
const token = document.querySelector("[name=csrfmiddlewaretoken]").value; // of any form
const drawing = new Drawing(told);
const notices = new Notices(drawing);
const storage = new Storage();

function box(championship) {
  const outbox = new Outbox(storage, championship);
  const drafts = new Drafts(storage, championship);
  const heard = (item, answer) => {
    drafts.keepUp(item, answer);
    kept.heard(item, answer);
  };
  const turn = new Turn(storage, championship);
  return { outbox, sender: new Sender({ outbox, turn, token, heard, changed: render }) };
}

// A link that is not valid does not say of which championship it was.
const championships = told.championship ? [told.championship] : Outbox.championships(storage);
const boxes = championships.map(box);
const kept = new Kept(drawing, boxes);

function render() {
  const sendable = ({ outbox, sender }) => outbox.items().filter((item) => !sender.refusalOf(item));
  notices.show({
    items: boxes.flatMap(sendable),
    isSending: boxes.some(({ sender }) => sender.busy),
    isKept: storage.kept || kept.items().length === 0,
  });
  kept.show();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (button && kept.act(button.dataset.act, button.dataset.value)) render();
});
for (const name of ["storage", "online", "offline"]) window.addEventListener(name, render);
render();
for (const { sender } of boxes) sender.now();

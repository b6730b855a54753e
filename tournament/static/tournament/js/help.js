// The help of this page in a window over it: by its link, or by the key "?". Without this script the
// link leads to the same text. Here too: whether single keys do anything, which people who speak to
// their computer switch off.
"use strict";
(() => {
  // Where a question mark is written. Points are figures, so there it asks, as letters choose.
  const TEXT =
    "input:not(.points, [type=radio], [type=checkbox]), textarea, select, [contenteditable]";
  const STORED = "botifarra-single-keys";
  const root = document.documentElement;
  let dialog = null;

  function apply(on) {
    root.dataset.singleKeys = on ? "on" : "off";
    try {
      if (on) localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, "off");
    } catch {
      // storage can be forbidden; the switch then lasts for the page
    }
  }

  function isOn() {
    try {
      return localStorage.getItem(STORED) !== "off";
    } catch {
      return true;
    }
  }

  function listenToSwitch(within) {
    const line = within.querySelector("[data-single-keys-switch]");
    if (!line) return;
    line.hidden = false;
    const box = line.querySelector("input");
    box.checked = root.dataset.singleKeys === "on";
    box.addEventListener("change", () => apply(box.checked));
  }

  async function fetched(address) {
    const answer = await fetch(`${address}?part=1`);
    if (!answer.ok) throw new Error(answer.statusText);
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    const made = holder.content.querySelector("dialog");
    document.body.append(made);
    made.addEventListener("click", (event) => {
      if (event.target === made) made.close(); // the ground around it
    });
    listenToSwitch(made);
    return made;
  }

  async function open(address) {
    try {
      dialog ??= await fetched(address);
    } catch {
      window.location.assign(address);
      return;
    }
    if (!dialog.open) dialog.showModal();
  }

  apply(isOn());

  document.addEventListener("DOMContentLoaded", () => listenToSwitch(document));

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-help]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link.href);
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest(TEXT);
    if (event.key !== "?" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const address = document.body.dataset.helpAddress;
    if (!address || root.dataset.singleKeys === "off") return;
    event.preventDefault();
    open(address);
  });
})();

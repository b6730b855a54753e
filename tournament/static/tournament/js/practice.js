// Playing a hand by keyboard and by ear: arrows go from card to card, Backspace takes back, and after
// each act the cards have the focus again and what is asked for is read out.
"use strict";

(() => {
  const CARDS = "#practice .practice-hand a, #practice .practice-choices a";
  const voice = document.createElement("p");
  voice.className = "visually-hidden";
  voice.setAttribute("role", "status");
  document.addEventListener("DOMContentLoaded", () => document.body.append(voice));

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    if (event.target.closest("input, textarea, select, [contenteditable]")) {
      return;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const cards = [...document.querySelectorAll(CARDS)];
      const at = cards.indexOf(document.activeElement);
      if (cards.length) {
        event.preventDefault();
        const next = at < 0 && step < 0 ? cards.length - 1 : at + step;
        cards[(next + cards.length) % cards.length].focus();
      }
      return;
    }
    const link = document.querySelector(`#practice [data-key="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  document.addEventListener("htmx:afterSettle", () => {
    const said = [...document.querySelectorAll("#practice [data-say]")];
    said.sort((one, other) => one.dataset.say - other.dataset.say);
    voice.textContent = said.map((one) => one.textContent).join(" ").replace(/\s+/g, " ").trim();
    if (!document.activeElement?.closest("#practice")) {
      document.querySelector(CARDS)?.focus({ preventScroll: true });
    }
  });
})();

// A replay by keyboard: arrows go back and on, and what had the focus has it again after a step.
"use strict";

(() => {
  const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) {
      return;
    }
    const link = document.querySelector(`#replay [data-key="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  // htmx gives the focus back to an element with the same id; a card that was played has gone.
  let wasInside = false;
  document.addEventListener("htmx:beforeSwap", () => {
    wasInside = Boolean(document.activeElement?.closest("#replay"));
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (wasInside && !document.activeElement?.closest("#replay")) {
      document
        .querySelector("#replay .play-card, #replay-best, #replay-back, #replay a")
        ?.focus({ preventScroll: true });
    }
  });
})();

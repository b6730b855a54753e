// The line that says what was stored, with its Undo: Ctrl+Z presses it, and it goes when its time is
// over. The server decides; without this script the button works the same.
"use strict";
(() => {
  const TYPED_IN = "input:not([type=radio], [type=checkbox], [type=button], [type=submit])";

  // Where somebody types, the key belongs to what is typed.
  const isTyping = (target) =>
    target instanceof Element &&
    target.closest(`${TYPED_IN}, textarea, select, [contenteditable]`) !== null;

  function listen() {
    const line = document.querySelector("[data-undo]");
    if (!line) return;
    window.setTimeout(() => line.remove(), Math.max(0, Number(line.dataset.undo)));
    // Twice would be refused as done.
    line.addEventListener("submit", () => {
      line.querySelector("button").disabled = true;
    });
  }

  document.addEventListener("DOMContentLoaded", listen);
  document.addEventListener("main:replaced", listen); // by the next hand (typed_ahead.js)

  document.addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isUndo || event.key.toLowerCase() !== "z" || isTyping(event.target)) return;
    const button = document.querySelector("[data-undo] button");
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
})();

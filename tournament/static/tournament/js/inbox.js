// Tells those who listen what has come to the list of what waits for a referee: once, and politely.
"use strict";
(() => {
  const rows = () => [...document.querySelectorAll("[data-waiting]")];
  const known = new Set(rows().map((row) => row.dataset.waiting));

  document.addEventListener("htmx:afterSwap", () => {
    const fresh = rows().filter((row) => !known.has(row.dataset.waiting));
    const announcer = document.querySelector("[data-announcer]");
    if (!fresh.length || !announcer) return;
    for (const row of fresh) known.add(row.dataset.waiting);
    announcer.textContent = fresh.map((row) => row.dataset.announce).join(" ");
  });
})();

// Filters a list while one types; without it the form's button does the same on the server.
"use strict";
(() => {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

  function filter() {
    const field = document.querySelector("form[data-find] input[type=search]");
    if (!field) return;
    const wanted = plain(field.value.trim());
    let shown = 0;
    for (const item of document.querySelectorAll("[data-find-text]")) {
      item.hidden = !plain(item.dataset.findText).includes(wanted);
      if (!item.hidden) shown += 1;
    }
    const none = document.querySelector("[data-find-none]");
    if (none) none.hidden = shown > 0;
  }

  document.addEventListener("input", (event) => {
    if (event.target.closest("form[data-find]")) filter();
  });
  document.addEventListener("htmx:afterSwap", filter);
})();

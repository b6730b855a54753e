// Filters a list while one types; without it the form's button does the same on the server.
"use strict";
(() => {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

  function filter() {
    for (const form of document.querySelectorAll("form[data-find]")) {
      const list = document.querySelector(form.dataset.find);
      if (!list) continue;
      const wanted = plain(form.querySelector("input").value.trim());
      let shown = 0;
      for (const item of list.querySelectorAll("[data-find-text]")) {
        item.hidden = !plain(item.dataset.findText).includes(wanted);
        if (!item.hidden) shown += 1;
      }
      const none = document.querySelector("[data-find-none]");
      if (none) none.hidden = shown > 0;
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.closest("form[data-find]")) filter();
  });
  document.addEventListener("htmx:afterSwap", filter);
})();

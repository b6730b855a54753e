// The lines above every page: the current link in view, menus that close, and the key "/" to search.
// And a form that is sent twice by a double click is sent once.
"use strict";
(() => {
  for (const link of document.querySelectorAll(".section-nav [aria-current]")) {
    link.scrollIntoView({ block: "nearest", inline: "center" });
  }

  const TWICE = 1000; // milliseconds; later it is meant: an answer can be a file, and the page stays
  const sent = new WeakMap();

  document.addEventListener("submit", (event) => {
    const { target: form, timeStamp } = event;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    if (timeStamp - sent.get(form) < TWICE) event.preventDefault();
    else sent.set(form, timeStamp);
  });

  const openMenus = () => document.querySelectorAll("details[data-menu][open]");

  // `name` keeps one open at a time; not every browser knows it, nor closes a menu by itself.
  function closeOthers(target) {
    for (const menu of openMenus()) {
      if (!menu.contains(target)) menu.open = false;
    }
  }

  document.addEventListener("click", (event) => closeOthers(event.target));
  document.addEventListener("focusin", (event) => closeOthers(event.target));

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      for (const menu of openMenus()) {
        const inside = menu.contains(document.activeElement);
        menu.open = false;
        if (inside) menu.querySelector("summary").focus();
      }
    }
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    const keysAct = document.documentElement.dataset.singleKeys !== "off"; // see help.js
    if (event.key === "/" && keysAct && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const fields = [...document.querySelectorAll("[data-site-search]")];
      const field = fields.find((one) => one.checkVisibility());
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
})();

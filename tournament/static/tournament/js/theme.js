// Light or dark: what the system wishes, unless this browser's user chose otherwise.
// Loaded before the first paint, so that a dark hall never sees a white flash.
"use strict";
(() => {
  const KEY = "botifarra-theme";
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  function chosen() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage can be forbidden; the switch then lasts for the page
    }
  }

  function apply(theme) {
    if (root.classList.contains("wall")) theme = "dark";
    root.dataset.bsTheme = theme;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.setAttribute("aria-pressed", String(theme === "dark"));
      button.hidden = false;
    }
  }

  const wished = () => (system.matches ? "dark" : "light");
  apply(chosen() || wished());
  system.addEventListener("change", () => apply(chosen() || wished()));

  document.addEventListener("DOMContentLoaded", () => {
    apply(root.dataset.bsTheme);
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.addEventListener("click", () => {
        const theme = root.dataset.bsTheme === "dark" ? "light" : "dark";
        try {
          if (theme === wished()) localStorage.removeItem(KEY);
          else localStorage.setItem(KEY, theme);
        } catch {
          // see chosen()
        }
        apply(theme);
      });
    }
  });
})();

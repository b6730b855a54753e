// Quick entry of a result: one side's points fill in the other's, and letters choose trumps and
// doubles while the points or one of those groups has the focus. Without this script the form works
// the same, typed in full; the server fills in what is left out and checks everything.
"use strict";
(() => {
  const ALL = 72;

  function pointsOf(input) {
    return /^[0-9]{1,2}$/.test(input.value) && Number(input.value) <= ALL
      ? Number(input.value)
      : null;
  }

  function linkPoints(one, other) {
    // What somebody typed by hand is never replaced: two typed figures are compared by the server.
    one.addEventListener("input", () => {
      one.dataset.typed = one.value === "" ? "" : "yes";
      if (other.dataset.typed === "yes") return;
      const points = pointsOf(one);
      other.value = points === null ? "" : String(ALL - points);
    });
    one.addEventListener("focus", () => one.select());
    // Autofocus may have come before this script. A digit typed since then stays, and counts: were it
    // selected, the next one would replace it, and 40 would turn into 0.
    if (document.activeElement !== one) return;
    if (one.value === one.defaultValue) one.select();
    else if (other.value === other.defaultValue) one.dispatchEvent(new Event("input"));
  }

  function chooseByLetter(form, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target;
    if (!(target.classList.contains("points") || target.closest("[data-keys]"))) return;
    const key = form.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!key) return;
    event.preventDefault();
    const radio = document.getElementById(key.closest("label").htmlFor);
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function listen() {
    const form = document.querySelector("[data-entry]");
    if (!form) return;
    // A busy browser gives the focus some time after that, and what is typed before it is lost.
    form.querySelector("[autofocus]")?.focus();
    const { ns_points: ns, ew_points: ew } = form.elements; // not of a game, which has no sum
    if (ns && ew) {
      linkPoints(ns, ew);
      linkPoints(ew, ns);
    }
    form.addEventListener("keydown", (event) => chooseByLetter(form, event));
    // A second press of Enter while the first is on its way would only be refused as known.
    form.addEventListener("submit", () => {
      for (const button of form.querySelectorAll("button")) button.disabled = true;
    });
  }

  document.addEventListener("DOMContentLoaded", listen);
  document.addEventListener("main:replaced", listen); // by the next hand (typed_ahead.js)
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("[data-entry] button")) button.disabled = false;
  });
})();

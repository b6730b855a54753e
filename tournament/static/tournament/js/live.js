// What refreshes itself disturbs nobody: a click that was meant for what stood there before goes
// nowhere, and what was open, scrolled or had the focus still is. The line below the page says when
// nothing new comes any more.
"use strict";
(() => {
  const WHILE = 500; // milliseconds: what hands need to follow what eyes see
  const ACTS = "a[href], button, summary, label, select, input:not([type=hidden])";
  const SCROLLS = ".table-responsive";
  let before = null;
  let isPressed = false;

  const refreshes = (part) => (part.getAttribute("hx-trigger") || "").startsWith("every");
  const nameOf = (one) =>
    one.matches("a") ? one.href : `${one.id} ${one.value || ""} ${one.textContent.trim()}`;
  const inside = (part, which) => [...part.querySelectorAll(which)];

  function look(part) {
    const { activeElement } = document;
    return {
      id: part.id,
      places: inside(document, ACTS).map((one) => [nameOf(one), one.getBoundingClientRect()]),
      open: inside(part, "details").map((one) => one.open),
      scrolled: inside(part, SCROLLS).map((one) => one.scrollLeft),
      focus: part.contains(activeElement) && !activeElement.id ? nameOf(activeElement) : "",
    };
  }

  function restore(part) {
    const same = (kept, which) => {
      const now = inside(part, which);
      return now.length === kept.length ? now.entries() : [];
    };
    for (const [place, one] of same(before.open, "details")) one.open = before.open[place];
    for (const [place, one] of same(before.scrolled, SCROLLS)) one.scrollLeft = before.scrolled[place];
    if (before.focus) inside(part, ACTS).find((one) => nameOf(one) === before.focus)?.focus();
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig, shouldSwap } = event.detail;
    if (!shouldSwap || !refreshes(target)) return;
    // A button that is being pressed stays, and so does a field: the next refresh comes in a moment.
    const isChoosing = target.querySelector("select:focus, input:focus") !== null;
    if (requestConfig.verb === "get" && (isPressed || isChoosing)) event.detail.shouldSwap = false;
    else before = look(target);
  });

  document.addEventListener("htmx:afterSwap", () => {
    const part = before && !before.time && document.getElementById(before.id);
    if (!part) return;
    restore(part);
    before.time = performance.now();
  });

  // A key's click has no place, and can't miss.
  document.addEventListener("click", (event) => {
    const act = event.detail > 0 && event.target.closest(ACTS);
    if (!act || !before?.time || event.timeStamp - before.time > WHILE) return;
    const { clientX: x, clientY: y } = event;
    const stood = before.places.filter(
      ([, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
    );
    if (!stood.length || stood.some(([name]) => name === nameOf(act))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Also while it moves: a button can be let go outside the window.
  for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
    document.addEventListener(kind, (event) => { isPressed = event.buttons !== 0; }, true);
  }

  let said = "";

  function say(fault) {
    const line = document.querySelector("[data-live-line]");
    if (!line || fault === said) return;
    said = fault;
    const told = document.querySelector(`template[data-live-fault="${fault}"]`);
    line.replaceChildren(...(told ? [told.content.cloneNode(true)] : []));
    const here = window.location.pathname + window.location.search;
    for (const link of line.querySelectorAll("a")) link.search = new URLSearchParams({ next: here });
  }

  document.addEventListener("htmx:sendError", () => say("silent"));
  // A form that is sent to a silent site is replaced by the browser's own page, and lost.
  document.addEventListener("submit", (event) => {
    if (said === "silent") event.preventDefault();
  }, true);
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr, target, requestConfig } }) => {
    // A link that has ended, with the championship or by a newer one: the page itself says which.
    if (xhr.status === 403 && requestConfig.verb === "get" && refreshes(target)) {
      window.location.reload();
    }
    if (xhr.status) say(xhr.status === 401 ? "out" : "");
  });
})();

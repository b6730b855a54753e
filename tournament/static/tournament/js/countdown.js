// Counts down to a moment, and says so when it has come.
//
// An element with data-until counts (data-now: what the server's clock said when the page was made;
// a page that is kept for everybody does not know when it is read, so that it asks): in it, what has
// data-left gets the minutes and seconds that are left. At zero the element gets the class is-over,
// which shows its .countdown-over instead of its .countdown-running (countdown.css; both always take
// their room, so nothing jumps), and an event "countdown:over" bubbles from it. Elements may come and
// go, and data-until may change: each tick looks again.
"use strict";
(() => {
  const SECOND = 1000;
  const PATIENCE = 5 * SECOND; // for the server's clock
  // Those who wish for less motion see it move every ten seconds, until the last ten.
  const CALM = 10;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let ahead = null; // milliseconds by which the server's clock is ahead of this one

  function text(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  }

  function show(element, now) {
    const left = Math.max(0, Math.ceil((Date.parse(element.dataset.until) - now) / SECOND));
    if (Number.isNaN(left)) return;
    const over = left === 0;
    for (const place of element.querySelectorAll("[data-left]")) {
      const shown =
        calm.matches && left > CALM ? Math.ceil(left / CALM) * CALM : left;
      if (place.textContent !== text(shown)) place.textContent = text(shown);
    }
    if (over === element.classList.contains("is-over")) return;
    element.classList.toggle("is-over", over);
    if (over) element.dispatchEvent(new CustomEvent("countdown:over", { bubbles: true }));
  }

  // A part that says when it was made was made for this page, just now.
  function read() {
    const made = document.querySelector("[data-now]");
    if (ahead === null && made) ahead = Date.parse(made.dataset.now) - Date.now();
  }

  function tick() {
    read();
    const now = Date.now() + (ahead || 0);
    for (const element of document.querySelectorAll("[data-until]")) show(element, now);
    window.setTimeout(tick, SECOND - (now % SECOND));
  }

  // A part that came later may have been made for somebody else some time ago; the answer that
  // brought it says when it was sent, to the second.
  function learn(date) {
    const sent = Date.parse(date);
    if (ahead === null && !Number.isNaN(sent)) ahead = sent + SECOND / 2 - Date.now();
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    learn(event.detail.xhr.getResponseHeader("Date"));
  });

  async function ask() {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal });
      learn(answer.headers.get("Date"));
    } catch {
      // no network: by this device's own clock
    }
  }

  document.addEventListener("DOMContentLoaded", async () => {
    read();
    if (ahead === null && document.querySelector("[data-until]")) await ask();
    tick();
  });
})();

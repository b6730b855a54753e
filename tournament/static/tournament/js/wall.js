// Shows a page that is longer than the screen in turns: its screens one after the other, each by
// whole rows below the sticky head where it is longer. The space bar pauses and goes on; arrows,
// Page Up and Page Down (a remote's keys) go back and on. A page that is steered from the desk says
// in data-steps how often it was, and does what was chosen there last (data-held: the key of the
// screen that stays; data-stopped: the one that it shows) until somebody presses a key.
"use strict";
(() => {
  const SECONDS = 10;
  let current = 0;
  let paused = false;
  let held = false; // by the desk
  let timer = 0;
  let key = ""; // of the screen that is shown
  let steps;

  const screens = () => [...document.querySelectorAll(".wall-screen")];
  const root = document.documentElement;

  function show(top) {
    const all = screens();
    current = Math.min(current, Math.max(0, all.length - 1));
    all.forEach((screen, index) => screen.toggleAttribute("hidden", index !== current));
    key = all[current]?.dataset.key || "";
    if (top) window.scrollTo(0, 0);
  }

  // Scrolls to the first row that is not wholly visible; false where the page is at its end.
  function scrollOn() {
    if (window.scrollY + window.innerHeight >= root.scrollHeight - 4) return false;
    const head = (screens()[current] || document).querySelector(".wall-head");
    const covered = head ? head.getBoundingClientRect().bottom : 0;
    const rows = [...document.querySelectorAll("tbody > tr")];
    const next = rows.find((row) => row.getBoundingClientRect().bottom > window.innerHeight);
    if (next) window.scrollBy(0, next.getBoundingClientRect().top - covered - 8);
    else window.scrollTo(0, root.scrollHeight);
    return true;
  }

  function goOn() {
    if (scrollOn()) return;
    current = (current + 1) % Math.max(1, screens().length);
    show(true);
  }

  function goBack() {
    if (window.scrollY > 0) {
      window.scrollTo(0, 0);
      return;
    }
    const count = Math.max(1, screens().length);
    current = (current + count - 1) % count;
    show(true);
  }

  function wait() {
    window.clearTimeout(timer);
    const own = screens()[current]?.dataset.seconds;
    if (!paused) timer = window.setTimeout(turn, Number(own || SECONDS) * 1000);
  }

  function turn() {
    if (!held) goOn();
    else if (!scrollOn()) window.scrollTo(0, 0);
    wait();
  }

  function setPaused(now) {
    paused = now;
    const sign = document.querySelector(".wall-paused");
    const text = paused ? sign.dataset.paused : "";
    if (sign.textContent !== text) sign.textContent = text;
  }

  function pause() {
    setPaused(!paused && !held);
    held = false;
    wait();
  }

  // The screens may be others after a refresh: the one that was shown stays, wherever it is now.
  function keep() {
    const index = screens().findIndex((screen) => screen.dataset.key === key);
    if (key && index >= 0) current = index;
  }

  function follow() {
    const part = document.querySelector("[data-steps]");
    if (!part || part.dataset.steps === steps) return false;
    const wasSteered = steps !== undefined || part.dataset.steps !== "0";
    steps = part.dataset.steps;
    if (!wasSteered) return false;
    const index = screens().findIndex((screen) => screen.dataset.key === part.dataset.held);
    held = Boolean(part.dataset.held) && index >= 0;
    if (held) current = index;
    setPaused(part.hasAttribute("data-stopped"));
    return true;
  }

  const KEYS = {
    " ": pause,
    MediaPlayPause: pause,
    ArrowRight: goOn,
    ArrowDown: goOn,
    PageDown: goOn,
    ArrowLeft: goBack,
    ArrowUp: goBack,
    PageUp: goBack,
  };

  document.addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
    wait();
  });
  document.addEventListener("htmx:afterSettle", () => {
    keep();
    const followed = follow();
    show(followed && held);
    if (followed) wait();
  });

  follow();
  show(false);
  wait();
})();

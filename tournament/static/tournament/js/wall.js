// Shows a page that is longer than the screen in turns: its screens one after the other, each by
// whole rows below the sticky head where it is longer. The space bar pauses and goes on; arrows,
// Page Up and Page Down (a remote's keys) go back and on.
"use strict";
(() => {
  const SECONDS = 10;
  let current = 0;
  let paused = false;
  let timer = 0;

  const screens = () => [...document.querySelectorAll(".wall-screen")];
  const root = document.documentElement;

  function show(top) {
    const all = screens();
    current = Math.min(current, Math.max(0, all.length - 1));
    all.forEach((screen, index) => screen.toggleAttribute("hidden", index !== current));
    if (top) window.scrollTo(0, 0);
  }

  // Scrolls to the first row that is not wholly visible; false where the page is at its end.
  function scrollOn() {
    if (window.scrollY + window.innerHeight >= root.scrollHeight - 4) return false;
    const head = document.querySelector(".wall-head");
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
    goOn();
    wait();
  }

  function pause() {
    paused = !paused;
    const sign = document.querySelector(".wall-paused");
    sign.textContent = paused ? sign.dataset.paused : "";
    wait();
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
  document.addEventListener("htmx:afterSettle", () => show(false));

  show(false);
  wait();
})();

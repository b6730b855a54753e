// Shows a page that is longer than the screen in turns: a screenful every ten seconds, then the
// top again. The rows stay whole below the sticky head.
"use strict";
(() => {
  const SECONDS = 10;

  function turn() {
    const root = document.documentElement;
    if (root.scrollHeight <= window.innerHeight + 4) return;
    if (window.scrollY + window.innerHeight >= root.scrollHeight - 4) {
      window.scrollTo(0, 0);
      return;
    }
    const head = document.querySelector(".wall-head");
    const covered = head ? head.getBoundingClientRect().bottom : 0;
    let next = null; // the first item that is not wholly visible
    for (const item of document.querySelectorAll("tbody > tr")) {
      if (item.getBoundingClientRect().bottom > window.innerHeight) {
        next = item;
        break;
      }
    }
    if (next) window.scrollBy(0, next.getBoundingClientRect().top - covered - 8);
    else window.scrollTo(0, root.scrollHeight);
  }

  window.setInterval(turn, SECONDS * 1000);
})();

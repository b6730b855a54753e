// Copies the link of a page, or hands it to what the device sends things with.
"use strict";
(() => {
  const link = document.querySelector("[data-share-link]");
  const copy = document.querySelector("[data-copy]");
  const send = document.querySelector("[data-send]");
  const told = document.querySelector("[data-told]");

  // Without HTTPS, as in a hall, browsers have no clipboard but the old one.
  async function copied() {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  }

  copy.hidden = false;
  copy.addEventListener("click", async () => {
    told.textContent = "";
    told.textContent = (await copied()) ? copy.dataset.done : copy.dataset.failed;
  });

  if (navigator.share) {
    send.hidden = false;
    send.addEventListener("click", async () => {
      try {
        await navigator.share({ title: send.dataset.title, url: link.value });
      } catch {
        // the visitor thought better of it
      }
    });
  }
})();

// A pile of slips is typed faster than a server answers. The result is sent without leaving the page:
// what is typed until the next hand is there is kept, and typed into that, in the same order. Where
// something else comes than the hand that the page named as the next one (data-next), such as a
// question about this one, nothing is typed into it, and the page says so (data-typed-lost). Without
// this script the form works the same.
"use strict";
(() => {
  const FORM = "[data-entry]";
  const EDITING = new Set(["Enter", "Backspace", "Tab"]);
  const TEXT = "input:not([type=radio], [type=checkbox]), textarea";
  const FIELDS = "input:not([type=hidden]), select, textarea, button, summary, a[href]";
  let waiting = null; // the keys pressed since a result was sent

  document.addEventListener("keydown", (event) => {
    if (!waiting || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length !== 1 && !EDITING.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(event.key === "Enter" && event.repeat)) waiting.push(event.key); // it is held down
  }, true);

  // After all that listens to it in the page: one that is sent twice is sent once.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches(FORM) || !form.dataset.next) return;
    event.preventDefault();
    send(form);
  });

  async function send(form) {
    waiting = [];
    document.querySelector("[data-undo]")?.remove(); // it is about an earlier hand
    const body = new URLSearchParams(new FormData(form));
    let page = null;
    let address = "";
    try {
      const answer = await fetch(location.href, { method: "POST", body });
      address = answer.url;
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      // no answer: the browser says so below
    }
    const keys = waiting;
    if (!page?.querySelector(FORM)) {
      waiting = null;
      form.submit(); // what stands already is not stored again
      return;
    }
    const next = new URL(form.dataset.next, location.href).pathname;
    show(page, address);
    waiting = null;
    if (location.pathname === next) type(keys);
    else tell(keys);
  }

  function show(page, address) {
    if (address !== location.href) history.pushState(null, "", address);
    document.title = page.title;
    const main = document.adoptNode(page.querySelector("main"));
    document.querySelector("main").replaceWith(main);
    window.scrollTo(0, 0);
    window.htmx?.process(main);
    document.dispatchEvent(new Event("main:replaced"));
  }

  window.addEventListener("popstate", () => location.reload());

  function tell(keys) {
    const line = document.querySelector("[data-typed-lost]");
    if (line && keys.some((key) => key !== "Enter")) line.hidden = false;
  }

  function type(keys) {
    let isUntouched = true; // a Return that was pressed twice stores nothing
    for (const [at, key] of keys.entries()) {
      const field = document.activeElement;
      const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      const isFree = field.dispatchEvent(pressed);
      if (key !== "Enter" || field.matches("summary, a, button")) {
        if (isFree) press(field, key);
        isUntouched = false;
      } else if (!isUntouched) {
        const rest = keys.slice(at + 1);
        document.querySelector(FORM).requestSubmit();
        if (waiting) waiting.push(...rest);
        else tell(rest);
        return;
      }
    }
  }

  // What a browser does with a key.
  function press(field, key) {
    if (key === "Tab") {
      const fields = [...field.closest("form").querySelectorAll(FIELDS)].filter(isReached);
      fields[fields.indexOf(field) + 1]?.focus();
    } else if (field.matches(TEXT)) {
      const { selectionStart: start, selectionEnd: end, value } = field;
      const from = key === "Backspace" && start === end ? Math.max(0, start - 1) : start;
      field.setRangeText(key === "Backspace" ? "" : key, from, end, "end");
      if (field.maxLength >= 0 && field.value.length > field.maxLength) field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (key === " " || key === "Enter") field.click();
  }

  function isReached(field) {
    const isOther = field.type === "radio" && !field.checked;
    return !isOther && !field.disabled && field.tabIndex >= 0 && field.checkVisibility();
  }
})();

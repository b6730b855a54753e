// A tap does what its button said when the thumb set out. Phones' pages change by themselves: others
// act, a referee decides, the network comes back; and what is added above moves all that is below. So
// a tap where something else could be tapped a moment ago was meant for that, and does nothing. It is
// stopped here, before any other script or the browser itself does what it says; no page needs to
// keep all of its buttons in their places.
//
// What somebody's own tap has changed may be tapped at once, but not on the same spot: a thumb that
// trembles taps twice, and the second tap was meant for what the first one hit.
"use strict";
(() => {
  const WHILE = 350; // milliseconds: what a thumb needs to arrive, or for two taps
  const NEAR = 32; // pixels
  const MOST = 20; // changes that are kept, however long a thumb stays down
  const CONTROLS = "a[href], button, summary, label, input, select, textarea";
  const HIDDEN = "[type=hidden]:not([name=csrfmiddlewaretoken])";
  const OWN = ["click", "keydown", "input", "change", "submit", "popstate"];

  let shown = []; // what can be tapped, and where
  let past = []; // what could be before each change of late; `at` is the tap that made it, or null
  let own = null; // what somebody is just doing
  let began = null; // when the thumb came down

  // What it does, not which element it is: an answer may bring the same button anew.
  function meaningOf(control) {
    const data = { ...control.dataset };
    const form = control.form?.getAttribute("action");
    const hidden = [...(control.form?.querySelectorAll(HIDDEN) ?? [])].map(({ value }) => value);
    const names = [control.href, form, ...hidden, control.name, control.getAttribute("value")];
    const isNamed = "act" in data || names.some(Boolean);
    return JSON.stringify([control.tagName, data, names, isNamed ? "" : control.textContent]);
  }

  const controlOf = (element) => (element.tagName === "LABEL" && element.control) || element;

  function look() {
    shown = [...document.querySelectorAll(CONTROLS)].flatMap((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      if (left === right || top === bottom || element.disabled) return [];
      return [{ left, top, right, bottom, meaning: meaningOf(controlOf(element)) }];
    });
  }

  const isOn = ({ left, top, right, bottom }, { clientX, clientY }) =>
    left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;

  const isNear = (one, other) =>
    Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) < NEAR;

  // The page has changed, in this very task. Whoever did that sets out anew.
  function changed() {
    const now = performance.now();
    const isByTap = own !== null && own.type === "click" && own.detail !== 0;
    const isSame = own !== null && past.some(({ at }) => at === own);
    if (own && !isSame) past = [];
    const before = shown;
    look();
    if (!isSame && (!own || isByTap)) past.push({ time: now, before, at: own, top: window.scrollY });
    const since = (began ?? now) - WHILE;
    past = past.filter(({ time }) => time >= since).slice(-MOST);
  }

  // A key's click has no place, and never goes astray.
  function isAstray(event) {
    const element = event.target.closest(CONTROLS);
    if (!element || event.detail === 0) return false;
    const since = (began ?? event.timeStamp) - WHILE;
    const meaning = meaningOf(controlOf(element));
    const { clientX, clientY } = event;
    return past.some(({ time, before, at, top }) => {
      if (time < since || (at && !isNear(at, event))) return false;
      // What was scrolled since, by somebody or by the browser to keep what is read in its place,
      // took no button's place.
      return [0, window.scrollY - top].every((by) => {
        const stood = before.filter((one) => isOn(one, { clientX, clientY: clientY + by }));
        return stood.length > 0 && stood.every((one) => one.meaning !== meaning);
      });
    });
  }

  function heard(event) {
    own = event;
    window.setTimeout(() => {
      if (own !== event) return;
      own = null;
      look(); // a menu or a dialog opens without a change
    });
  }

  window.addEventListener("pointerdown", (event) => (began = event.timeStamp), true);
  window.addEventListener("pointercancel", () => (began = null), true);
  const changes = new MutationObserver(changed);
  window.addEventListener("click", (event) => {
    if (changes.takeRecords().length) changed();
    const isStopped = isAstray(event);
    began = null;
    // Whoever has tapped something sets out anew; and there is no third tap.
    past = isStopped ? past.filter(({ at }) => at === null) : [];
    if (!isStopped) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  for (const name of OWN) window.addEventListener(name, heard, true);

  document.addEventListener("DOMContentLoaded", () => {
    look();
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    changes.observe(document.body, all);
    new ResizeObserver(look).observe(document.body); // larger letters, a phone that is turned
  });
  window.addEventListener("scroll", () => window.requestAnimationFrame(look), true);
})();

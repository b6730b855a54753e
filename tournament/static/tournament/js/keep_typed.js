// What was typed is kept where a page is loaded anew before it was stored: another language is chosen,
// whoever sends it has been logged out meanwhile, or the site doesn't answer. This fills its forms in
// again. What was typed lies in the tab's own storage until the next page has been loaded, whichever
// it is; only pages that ask to log in, or to go back to the form (data-typed-kept), hand it on.
// Passwords and files are never kept.
"use strict";
(() => {
  const KEY = "botifarra-typed";
  const SWITCH = ".languages";
  const HANDS_ON = "[data-typed-kept]";
  const SECONDS = 3600;
  const NEVER = new Set(["password", "file", "submit", "button", "image", "reset"]);
  const TOKEN = "csrfmiddlewaretoken";

  const here = () => window.location.pathname + window.location.search;
  const isChecked = (field) => field.type === "checkbox" || field.type === "radio";
  const forms = () => [...document.querySelectorAll("main form")];
  const fields = (form) =>
    [...form.elements].filter((one) => one.name && one.name !== TOKEN && !NEVER.has(one.type));

  // What a field says now; a list with several values says all of them.
  function said(field) {
    if (isChecked(field)) return field.checked;
    if (field.type === "select-multiple") return [...field.selectedOptions].map((one) => one.value);
    return field.value;
  }

  // Whether somebody made it say something else than the page did.
  function isTyped(field) {
    if (isChecked(field)) return field.checked !== field.defaultChecked;
    if (!field.options) return field.type !== "hidden" && field.value !== field.defaultValue;
    const options = [...field.options];
    const isBare = field.type === "select-one" && !options.some((one) => one.defaultSelected);
    return options.some((one, at) => one.selected !== (isBare ? at === 0 : one.defaultSelected));
  }

  function fill(field, value) {
    if (isChecked(field)) field.checked = value === true;
    else if (field.type === "select-multiple") {
      for (const option of field.options) option.selected = value.includes(option.value);
    } else field.value = value;
  }

  // A form by its address and its place among those of the same one; a field by its name, its place
  // among those of that name, and for a choice by what it stands for.
  function named(list, name) {
    const times = new Map();
    return list.map((one) => {
      const own = name(one);
      times.set(own, (times.get(own) || 0) + 1);
      return [`${own}#${times.get(own)}`, one];
    });
  }
  const namedForms = () => named(forms(), (form) => form.getAttribute("action") || "");
  const nameOf = (field) => (isChecked(field) ? `${field.name}=${field.value}` : field.name);
  const namedFields = (form) => named(fields(form), nameOf);

  function write(kept) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // storage can be forbidden: all goes on without it
    }
  }

  // `returns`: whether this page is loaded anew next, whatever the site answers.
  function keep(returns) {
    const typed = namedForms().map(([form, one]) => [
      form,
      namedFields(one).map(([field, control]) => [field, said(control), isTyped(control)]),
    ]);
    const open = [...document.querySelectorAll("main details")].map((one) => one.open);
    write({ at: here(), time: Date.now(), returns, typed, open });
  }

  function taken() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY));
      sessionStorage.removeItem(KEY);
      return kept && Date.now() - kept.time < SECONDS * 1000 ? kept : null;
    } catch {
      return null; // not one of ours
    }
  }

  // Nothing of the site came in between: it didn't answer, and somebody went back.
  const wentBack = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  function handOn(kept, places) {
    write({ ...kept, returns: true, told: places[0].dataset.typedKept });
    for (const place of places) {
      place.hidden = false;
      if (place.matches("a")) place.href = kept.at;
    }
  }

  function tell(text) {
    const line = document.createElement("div");
    line.className = "alert alert-warning";
    line.setAttribute("role", "alert");
    line.textContent = text;
    document.querySelector("main").prepend(line);
  }

  // Whether anything is as it was typed, and not as it is stored. All of it, also what the form was
  // made from; or `onlyTyped`.
  function restore({ typed, open }, onlyTyped = false) {
    const now = new Map(namedForms());
    let isOther = false;
    for (const [form, values] of typed) {
      if (!now.has(form)) continue;
      const controls = new Map(namedFields(now.get(form)));
      const changed = [];
      for (const [field, value, wasTyped] of values) {
        const control = controls.get(field);
        if (!control || (onlyTyped && !wasTyped)) continue;
        if (JSON.stringify(said(control)) === JSON.stringify(value)) continue;
        fill(control, value);
        changed.push(control);
      }
      isOther ||= changed.length > 0;
      // What depends on a field, such as a preview, is drawn again once all of them are filled in.
      for (const control of changed) {
        control.dispatchEvent(new Event(isChecked(control) ? "change" : "input", { bubbles: true }));
      }
    }
    const folded = [...document.querySelectorAll("main details")];
    if (folded.length === open.length) folded.forEach((one, place) => { one.open = open[place]; });
    return isOther;
  }

  // Somebody else stored something meanwhile, and the page shows that: one's own is a click away.
  function offer(kept, button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      restore(kept, true);
      button.remove();
    });
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(SWITCH)) {
      const isSent = form.getAttribute("method") === "post" && !event.defaultPrevented;
      if (isSent && form.closest("main") && !document.querySelector(HANDS_ON)) keep(false);
      return;
    }
    // A page that is the answer to a form can't be asked for again: it is sent again, in the other
    // language, by the button that only looks.
    const look = document.querySelector("main [data-sent-again]");
    if (!look) {
      keep(true);
      return;
    }
    event.preventDefault();
    const sent = new FormData(form, event.submitter);
    const again = () => look.form.requestSubmit(look);
    fetch(form.action, { method: "POST", body: sent, redirect: "manual" }).then(again, again);
  });

  // A link to the login page that a page shows while something is typed on it (live.js).
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keeps-typed]")) keep(false);
  });

  document.addEventListener("DOMContentLoaded", () => {
    const kept = taken();
    if (!kept) return;
    const places = [...document.querySelectorAll(HANDS_ON)];
    const button = document.querySelector("[data-typed-offer]");
    if (places.length) handOn(kept, places);
    else if (button && kept.at === here()) offer(kept, button);
    else if (kept.at === here() && (kept.returns || wentBack())) {
      window.setTimeout(() => { // once the page's own scripts listen
        if (restore(kept) && kept.told) tell(kept.told);
      });
    }
  });
})();

// Changing the language keeps what was typed: the page is loaded anew, and this fills its forms in
// again. What was typed lies in the tab's own storage until the next page has been loaded, whichever
// it is. Passwords and files are never kept.
"use strict";
(() => {
  const KEY = "botifarra-typed";
  const SWITCH = ".languages";
  const SECONDS = 60;
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

  function keep() {
    const typed = namedForms().map(([form, one]) => [
      form,
      namedFields(one).map(([field, control]) => [field, said(control)]),
    ]);
    const open = [...document.querySelectorAll("main details")].map((one) => one.open);
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ at: here(), time: Date.now(), typed, open }));
    } catch {
      // storage can be forbidden: the language changes all the same
    }
  }

  function taken() {
    try {
      const text = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
      const kept = JSON.parse(text);
      const isFresh = kept && kept.at === here() && Date.now() - kept.time < SECONDS * 1000;
      return isFresh ? kept : null;
    } catch {
      return null; // not one of ours
    }
  }

  function restore({ typed, open }) {
    const now = new Map(namedForms());
    for (const [form, values] of typed) {
      if (!now.has(form)) continue;
      const controls = new Map(namedFields(now.get(form)));
      const changed = [];
      for (const [field, value] of values) {
        const control = controls.get(field);
        if (!control || JSON.stringify(said(control)) === JSON.stringify(value)) continue;
        fill(control, value);
        changed.push(control);
      }
      // What depends on a field, such as a preview, is drawn again once all of them are filled in.
      for (const control of changed) {
        control.dispatchEvent(new Event(isChecked(control) ? "change" : "input", { bubbles: true }));
      }
    }
    const folded = [...document.querySelectorAll("main details")];
    if (folded.length === open.length) folded.forEach((one, place) => { one.open = open[place]; });
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches(SWITCH)) return;
    // A page that is the answer to a form can't be asked for again: it is sent again, in the other
    // language, by the button that only looks.
    const look = document.querySelector("main [data-sent-again]");
    if (!look) {
      keep();
      return;
    }
    event.preventDefault();
    const sent = new FormData(event.target, event.submitter);
    const again = () => look.form.requestSubmit(look);
    fetch(event.target.action, { method: "POST", body: sent, redirect: "manual" }).then(again, again);
  });

  document.addEventListener("DOMContentLoaded", () => {
    const kept = taken();
    if (kept) window.setTimeout(() => restore(kept)); // once the page's own scripts listen
  });
})();

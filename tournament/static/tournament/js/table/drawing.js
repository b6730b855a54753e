// What every page of a phone draws with: slots for text, lists of rows, the suits. All words come
// from the server.

import { fill } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const SUITS = ["O", "C", "E", "B"];

export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export class Drawing {
  // `suits` is the address of their drawings.
  constructor({ texts, suits }) {
    Object.assign(this, { texts, suits });
  }

  text(name, values = {}) {
    return fill(this.texts[name], values);
  }

  // Puts text into every slot of that name; one without text hides if it may.
  slot(name, text, { hides = false } = {}) {
    for (const element of document.querySelectorAll(`[data-slot="${name}"]`)) {
      if (element.textContent !== text) element.textContent = text;
      if (hides) element.hidden = text === "";
    }
  }

  part(name, visible) {
    for (const element of document.querySelectorAll(`[data-part="${name}"]`)) {
      element.hidden = !visible;
    }
  }

  // Fills every list of that name, unless it holds the same already: a finger may be on it.
  list(name, rows, { hides = false } = {}) {
    for (const element of document.querySelectorAll(`[data-list="${name}"]`)) {
      if (hides) element.hidden = rows.length === 0;
      const fresh = make("div", {}, ...rows.map((row) => row.cloneNode(true)));
      if (fresh.innerHTML === element.innerHTML) continue;
      const focused = element.contains(document.activeElement) ? document.activeElement : null;
      const { act, value } = focused ? focused.dataset : {};
      element.replaceChildren(...fresh.childNodes);
      if (!focused) continue;
      const again = element.querySelector(`[data-act="${act}"][data-value="${value}"]`);
      if (again) again.focus({ preventScroll: true });
    }
  }

  suit(trump) {
    const label = this.text(`trump ${trump}`);
    if (!SUITS.includes(trump)) return make("span", { class: "phone-word" }, label);
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", `suit suit-${trump}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${this.suits}#suit-${trump}`);
    svg.append(use);
    return svg;
  }
}

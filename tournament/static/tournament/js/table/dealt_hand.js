// A hand dealt beforehand, on a phone: all that a table's page knows of points, trumps and contro.
// What a kind of results has to offer is `dealtHand`, at the end.

import { make } from "./drawing.js";
import { fill, opponents, signed } from "./words.js";

const ALL = 72; // the points in a hand

const pointsOf = (side, { points }) => (side === "NS" ? points : ALL - points);

// A double counts only for the side that announced it: botifarra for the makers of trumps,
// contro for the others.
export function scoreOf(side, content, makers) {
  const announced = side === makers ? content.trump === "botifarra" : content.double !== "";
  return (pointsOf(side, content) - ALL / 2) * (announced ? 2 : 1);
}

// Who announced what, in words, or "".
function announced(texts, content, makers, pairs) {
  const parts = [];
  const of = (name, side) => parts.push(fill(texts[name], { pair: pairs[side].number }));
  if (content.trump === "botifarra") of("botifarra", makers);
  if (content.double !== "") of("contro", opponents(makers));
  if (content.double === "recontro") of("recontro", makers);
  return parts.reduce((one, other) => fill(texts["and"], { one, other }), parts.shift() || "");
}

// "Pair 4 wins by 8; botifarra by pair 4: +16 / −8": the winners' score first.
export function summary(texts, content, makers, pairs) {
  const even = ALL / 2;
  const first = content.points >= even ? "NS" : "EW";
  const won = pointsOf(first, content) - even;
  const values = {
    result: won
      ? fill(texts.wins, { pair: pairs[first].number, points: won })
      : texts.level,
    announced: announced(texts, content, makers, pairs),
    one: signed(scoreOf(first, content, makers)),
    other: signed(scoreOf(opponents(first), content, makers)),
  };
  return fill(texts[values.announced ? "summary" : "plain summary"], values);
}

// What is asked about on the phone itself, also without a network: few points, or those of the
// hand before (null for none). The server asks about more.
export function isDoubtful({ points }, before, { few }) {
  return Math.min(points, ALL - points) <= few || (before !== null && points === before.points);
}

// What stands after another digit was typed: at most all points, so some digits do nothing.
export function typed(text, digit) {
  const next = text === "0" ? digit : text + digit;
  return Number(next) <= ALL ? next : text;
}

// No other digit can follow: "44", and "8" too, as there are no 80 points.
const isFull = (text) => text !== "" && [..."0123456789"].every((digit) => typed(text, digit) === text);

// What the keys do to a draft. `of` is the side whose points are typed.
const keys = {
  trump(draft, value) {
    draft.trump = value;
  },
  double(draft, value) {
    if (value === "contro") draft.double = draft.double === "" ? "contro" : "";
    else draft.double = draft.double === "recontro" ? "contro" : "recontro";
  },
  side(draft, value) {
    if (value !== draft.of) Object.assign(draft, { of: value, typed: "", fresh: false });
  },
  digit(draft, value) {
    draft.typed = typed(draft.fresh ? "" : draft.typed, value);
    draft.fresh = false;
  },
  erase(draft) {
    draft.typed = draft.typed.slice(0, -1);
    draft.fresh = false;
  },
};

// Both sides of the pad, with their points so far: a click chooses whose are typed.
const sideButton = (screens, match, draft) => (side) => {
  const own = side === draft.of;
  const points = draft.typed === "" ? "–" : own ? draft.typed : ALL - draft.typed;
  const attributes = { type: "button", "data-act": "side", "data-value": side };
  return make(
    "button",
    { ...attributes, "aria-pressed": String(own) },
    make("span", {}, `${screens.pairName(match, side)} · ${screens.text(`side ${side}`)}`),
    make("strong", {}, String(points)),
  );
};

// What stands on the pad, for those who don't see it.
function spoken(screens, match, draft) {
  if (draft.typed === "") return "";
  return screens.text("typed", {
    pair: match.pairs[draft.of].number,
    points: draft.typed,
    other: match.pairs[opponents(draft.of)].number,
    others: ALL - draft.typed,
  });
}

export const dealtHand = {
  key: "dealt-hand",
  keys,
  fields: ["trump", "double", "of", "typed"], // what a draft of it has of its own

  // The sentences that speak of something else than a hand, by those that speak of one.
  names: {},

  // The key of the pad that a key of the keyboard stands for, null for none.
  keyOf(name) {
    if (/^[0-9]$/.test(name)) return ["digit", name];
    return name === "Backspace" ? ["erase"] : null;
  },

  // The result in what is sent.
  contentOf: ({ points, trump, double }) => ({ points, trump, double }),

  // A draft's own fields when typing begins. What stands is typed already, but for somebody who
  // says that its points are wrong.
  begun(content, { pair, purpose }) {
    return {
      trump: content ? content.trump : null,
      double: content ? content.double : "",
      of: pair,
      typed: content && purpose === "entry" ? String(pointsOf(pair, content)) : "",
    };
  },

  // The result that is typed so far.
  typedIn(draft) {
    const points = Number(draft.typed);
    return {
      points: draft.of === "NS" ? points : ALL - points,
      trump: draft.trump,
      double: draft.double,
    };
  },

  // The name of the sentence that says what a draft lacks, "" for nothing.
  lacks(draft) {
    if (draft.trump === null) return "choose trumps";
    return draft.typed === "" ? "choose points" : "";
  },

  // Nothing is missing, and no digit could be added: the summary opens by itself.
  isFull: (draft) => draft.trump !== null && isFull(draft.typed),

  isDoubtful,

  // The one question about what is unlikely, with the figures and without a reason.
  question(drawing, { pairs: { NS, EW } }, content) {
    return drawing.text("check", {
      pair: NS.number,
      points: pointsOf("NS", content),
      other: EW.number,
      others: pointsOf("EW", content),
    });
  },

  summary(drawing, match, { content, makers }) {
    return summary(drawing.texts, content, makers, match.pairs);
  },

  // A result in a row: its points and trumps.
  figures(drawing, { points, trump, double }) {
    const parts = [
      `${drawing.text("side NS")} `,
      make("span", { class: "phone-figure" }, `${points}–${ALL - points}`),
      ` ${drawing.text("side EW")}`,
    ];
    if (trump) parts.push(" ", drawing.suit(trump));
    if (double) parts.push(" ", drawing.text(`double ${double}`));
    return parts;
  },

  // The heads of the columns of a result in a table.
  heads: ["pair head", "points head", "hand score head"],

  // A result in a table: a row for each pair.
  rows(screens, match, { content, makers }) {
    return ["NS", "EW"].map((side) => {
      const named = make("th", { scope: "row" }, screens.pairName(match, side), " ");
      if (side === makers && content.trump) named.append(screens.suit(content.trump));
      if (side !== makers && content.double) named.append(screens.text(`double ${content.double}`));
      return make(
        "tr",
        {},
        named,
        make("td", { class: "num" }, String(pointsOf(side, content))),
        make("td", { class: "num" }, signed(scoreOf(side, content, makers))),
      );
    });
  },

  // The pad, with what is typed so far.
  draw(screens, match, draft) {
    screens.slot("others", screens.pairName(match, opponents(draft.makers)));
    screens.slot("makers", screens.pairName(match, draft.makers));
    screens.press("trump", (value) => value === draft.trump);
    screens.press("double", (value) => draft.double === value || draft.double === "recontro");
    document.querySelector('[data-act="double"][data-value="recontro"]').disabled =
      draft.double === "";
    screens.list("sides", ["NS", "EW"].map(sideButton(screens, match, draft)));
    screens.slot("typed", spoken(screens, match, draft));
    const stands = draft.fresh ? "" : draft.typed;
    screens.digits((digit) => typed(stands, digit) !== stands);
  },
};

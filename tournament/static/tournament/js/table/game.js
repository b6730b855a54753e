// A game of the ordinary kind, on a phone.

import { make } from "./drawing.js";
import { kindOfPoints } from "./points.js";
import { isLevel, play, readSheet, SIDES } from "./score_sheet.js";

// The points of one pair and of the other, to fill a sentence.
const ofBoth = (one, points, other, others) => ({ pair: one.number, points, other: other.number, others });

export const game = kindOfPoints({
  key: "game",
  all: SIDES,
  longest: 3,
  it: "game",
  missing: "enter both",
  names: { hand: "game" },

  // Where extra hands are played after a draw it doesn't stand.
  lacks: ({ ns, ew }, limits) => (limits.extra && isLevel([ns, ew], limits) ? "extra hands" : ""),

  // What is asked about on the phone itself, also without a network.
  isDoubtful({ ns, ew, sheet }, _before, limits) {
    const { few, most } = limits;
    if (sheet && !play(readSheet(sheet), limits).over) return true;
    return ns === ew || ns + ew < few || (most !== undefined && Math.max(ns, ew) > most);
  },

  // The one question about what is unlikely, with the figures and without a reason.
  question: (drawing, { pairs: { NS, EW } }, { ns, ew }) => drawing.text("check", ofBoth(NS, ns, EW, ew)),

  // "Pair 4 wins: 104–87", the winners' points first.
  summary(drawing, { pairs: { NS, EW } }, { content: { ns, ew } }) {
    if (ns === ew) return drawing.text("game drawn", { points: ns });
    return drawing.text("game won", ns > ew ? ofBoth(NS, ns, EW, ew) : ofBoth(EW, ew, NS, ns));
  },

  // A result in a row: the points of both sides.
  figures(drawing, { ns, ew }) {
    return [
      `${drawing.text("side NS")} `,
      make("span", { class: "phone-figure" }, `${ns}–${ew}`),
      ` ${drawing.text("side EW")}`,
    ];
  },

  // The heads of the columns of a result in a table.
  heads: ["pair head", "points head"],

  spoken(screens, { pairs }, { points: { NS, EW } }) {
    return NS || EW ? screens.text("typed", ofBoth(pairs.NS, NS || "–", pairs.EW, EW || "–")) : "";
  },
});

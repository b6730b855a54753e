// A table of abarrotada, on a phone: everybody plays alone.

import { make } from "./drawing.js";
import { HANDS, kindOfPoints, pointsOf } from "./points.js";
import { figures } from "./score_hand.js";
import { SEATS } from "./score_sheet.js";
import { figure } from "./words.js";

// Everybody's points and the number of hands, to fill a sentence.
function told({ pairs }, content) {
  const points = pointsOf(content, SEATS).map((made, at) => `${pairs[SEATS[at]]?.number ?? ""} ${figure(made)}`);
  return { points: points.join(", "), hands: content.hands };
}

export const abarrotada = kindOfPoints({
  key: "abarrotada",
  all: SEATS,
  longest: 4,
  it: "table",
  missing: "enter everybody",
  names: { hand: "solo table" },

  lacks: ({ hands }, limits) => (hands < 1 || hands > (limits.hands ?? hands) ? "how many hands" : ""),

  // What is asked about on the phone itself, also without a network.
  isDoubtful(content, _before, { hands, much }) {
    const made = pointsOf(content, SEATS);
    const far = made.some((points) => Math.abs(points) > much * content.hands);
    return content.hands < hands || far || made.every((points) => points === 0);
  },

  // The one question about what is unlikely, with the figures and without a reason.
  question: (drawing, match, content) => drawing.text("check table", told(match, content)),
  summary: (drawing, match, { content }) => drawing.text("table summary", told(match, content)),

  // A result in a row: everybody's points.
  figures: (_drawing, content) => [make("span", { class: "phone-figure" }, figures(pointsOf(content, SEATS)))],

  // The heads of the columns of a result in a table.
  heads: ["player head", "points head"],

  spoken(screens, match, { of, fresh, points }) {
    const name = of === HANDS ? screens.text("hands head") : screens.pairName(match, of);
    return fresh || !points[of] ? "" : `${name}: ${points[of]}`;
  },
});

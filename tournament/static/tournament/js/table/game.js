// A game of the ordinary kind, on a phone: the points with which it ended are typed, or score is kept
// here, hand by hand. What a kind of results has to offer is `game`, at the end.

import { make } from "./drawing.js";
import { drawHand, handKeys, sheetRows, takeUp, totalsOf, unwritten } from "./game_hand.js";
import { isLevel, play, readSheet } from "./score_sheet.js";
import { fill, opponents } from "./words.js";

const LONGEST = 3; // digits of a pair's points
const FIELDS = { NS: "ns", EW: "ew" };

const pointsOf = (side, content) => content[FIELDS[side]];

// "Pair 4 wins: 104–87", the winners' points first.
export function summary(texts, content, pairs) {
  if (content.ns === content.ew) return fill(texts["game drawn"], { points: content.ns });
  const first = content.ns > content.ew ? "NS" : "EW";
  return fill(texts["game won"], {
    pair: pairs[first].number,
    points: pointsOf(first, content),
    others: pointsOf(opponents(first), content),
  });
}

// What is asked about on the phone itself, also without a network.
export function isDoubtful({ ns, ew, sheet }, _before, limits) {
  const { few, most } = limits;
  if (sheet && !play(readSheet(sheet), limits).over) return true;
  return ns === ew || ns + ew < few || (most !== undefined && Math.max(ns, ew) > most);
}

// What stands after another digit was typed; a leading zero is replaced.
export function typed(text, digit) {
  const next = text === "0" ? digit : text + digit;
  return next.length <= LONGEST ? next : text;
}

const isFull = (text) => text.length === LONGEST;

// Goes to the side whose points nobody has typed, once those of this side stand; whether it did.
function goesOn(draft) {
  const other = opponents(draft.of);
  if (draft.keeps || draft[FIELDS[draft.of]] === "" || draft[FIELDS[other]] !== "") return false;
  Object.assign(draft, { of: other, fresh: true });
  return true;
}

// What the keys do to a draft. `of` is the side whose points are typed, and `keeps` says that score
// is kept here: then the keys are those of the hand that is written next.
const pointsKeys = {
  side(draft, value) {
    if (value !== draft.of) Object.assign(draft, { of: value, fresh: true });
  },
  digit(draft, value) {
    if (!draft.fresh && isFull(pointsOf(draft.of, draft))) goesOn(draft);
    const field = FIELDS[draft.of];
    draft[field] = typed(draft.fresh ? "" : draft[field], value);
    draft.fresh = false;
  },
  erase(draft) {
    const field = FIELDS[draft.of];
    draft[field] = draft[field].slice(0, -1);
    draft.fresh = false;
  },
};
const keys = {
  keep(draft, value, limits) {
    draft.keeps = value === "hands";
    if (draft.keeps) takeUp(draft, limits);
  },
  ...Object.fromEntries(
    Object.keys(handKeys).map((name) => [
      name,
      (draft, value, limits) => {
        if (draft.keeps) handKeys[name](draft, value, limits);
        else pointsKeys[name]?.(draft, value);
      },
    ]),
  ),
};

// Both sides of the pad, with their points so far: a click chooses whose are typed.
const sideButton = (screens, match, draft) => (side) =>
  make(
    "button",
    {
      type: "button",
      "data-act": "side",
      "data-value": side,
      "aria-pressed": String(side === draft.of),
    },
    make("span", {}, `${screens.pairName(match, side)} · ${screens.text(`side ${side}`)}`),
    make("strong", {}, pointsOf(side, draft) || "–"),
  );

export const game = {
  key: "game",
  keys,
  fields: ["ns", "ew", "of", "keeps", "sheet", "hand"], // what a draft of it has of its own

  // The sentences that speak of a game in the place of those that speak of a hand.
  names: {
    hand: "game",
    "round and hand": "round and game",
    "all hands": "to the match",
    stored: "game stored",
    "confirmed now": "game confirmed now",
    "with the referee": "game with the referee",
    refused: "game refused",
    undone: "game undone",
  },

  // The key of the pad that a key of the keyboard stands for, null for none.
  keyOf(name) {
    if (/^[0-9]$/.test(name)) return ["digit", name];
    return name === "Backspace" ? ["erase"] : null;
  },

  // The result in what is sent.
  contentOf: ({ ns, ew, sheet }) => ({ ns, ew, sheet }),

  // A draft's own fields when typing begins.
  begun(content, { pair, purpose }) {
    const { ns, ew, sheet } = content && purpose === "entry" ? content : { ns: "", ew: "", sheet: "" };
    return {
      ns: String(ns),
      ew: String(ew),
      of: pair,
      keeps: sheet !== "",
      sheet,
      hand: unwritten(pair, sheet),
    };
  },

  // The result that is typed so far.
  typedIn(draft) {
    const { ns, ew } = draft.keeps ? totalsOf(draft) : draft;
    return { ns: Number(ns), ew: Number(ew), sheet: draft.keeps ? draft.sheet : "" };
  },

  // The name of the sentence that says what a draft lacks, "" for nothing. Where extra hands are
  // played after a draw it doesn't stand.
  lacks(draft, limits = {}) {
    if (draft.keeps && !draft.sheet) return "no hands";
    if (draft.keeps && (draft.hand.typed || draft.hand.revoke)) return "hand not written";
    const { ns, ew } = draft.keeps ? totalsOf(draft) : draft;
    if (ns === "" || ew === "") return "enter both";
    const totals = { NS: Number(ns), EW: Number(ew) };
    return limits.extra && isLevel(totals, limits) ? "extra hands" : "";
  },

  isDoubtful,
  goesOn,

  // The one question about what is unlikely, with the figures and without a reason.
  question(drawing, { pairs: { NS, EW } }, { ns, ew }) {
    return drawing.text("check", { pair: NS.number, points: ns, other: EW.number, others: ew });
  },

  summary(drawing, match, { content }) {
    return summary(drawing.texts, content, match.pairs);
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

  // A result in a table: a row for each pair.
  rows(screens, match, { content }) {
    const totals = ["NS", "EW"].map((side) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, screens.pairName(match, side)),
        make("td", { class: "num" }, String(pointsOf(side, content))),
      ),
    );
    return [...totals, ...sheetRows(screens, content.sheet, match.limits)];
  },

  // The pad, with what is typed so far.
  draw(screens, match, draft) {
    screens.press("keep", (value) => value === (draft.keeps ? "hands" : "points"));
    for (const name of ["points only", "sheet", "write"]) {
      screens.part(name, (name === "points only") !== draft.keeps);
    }
    if (draft.keeps) {
      drawHand(screens, match, draft);
      return;
    }
    screens.part("one hand", true);
    screens.list("sides", ["NS", "EW"].map(sideButton(screens, match, draft)));
    const named = (side) => match.pairs[side].number;
    const spoken = { pair: named("NS"), points: draft.ns || "–", other: named("EW"), others: draft.ew || "–" };
    screens.slot("typed", draft.ns || draft.ew ? screens.text("typed", spoken) : "");
    const goes = isFull(pointsOf(draft.of, draft)) && pointsOf(opponents(draft.of), draft) === "";
    const stands = draft.fresh || goes ? "" : pointsOf(draft.of, draft);
    for (const button of document.querySelectorAll('[data-act="digit"]')) {
      button.disabled = typed(stands, button.dataset.value) === stands;
    }
  },
};

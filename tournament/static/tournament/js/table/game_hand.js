// Keeping score of a game on a phone: the hand that is written down next, and those that are.

import { make } from "./drawing.js";
import { after, COUNTED, doubles, play, readSheet, sheetText, sideOf } from "./score_sheet.js";
import { opponents, signed } from "./words.js";

// A hand of which nothing is written yet. Who deals follows from the hand before; somebody has to
// say it of the first one. `of` is the side whose points are typed.
export function unwritten(of, sheet) {
  const before = readSheet(sheet).at(-1);
  const dealer = before ? after(before.dealer) : "";
  return { dealer, of, typed: "", botifarra: false, double: "", revoke: "", fresh: false };
}

const written = (hand) => ({
  ...hand,
  points: hand.revoke ? null : hand.of === "NS" ? Number(hand.typed) : COUNTED - Number(hand.typed),
});

// What a draft's hands come to. They are worked out where its rules are known: when one is written.
export const totalsOf = ({ sheet, ns, ew }) => (sheet ? { ns, ew } : { ns: "", ew: "" });

function settle(draft, hands, limits) {
  const { totals } = play(hands, limits);
  draft.sheet = sheetText(hands);
  draft.ns = hands.length ? String(totals.NS) : "";
  draft.ew = hands.length ? String(totals.EW) : "";
}

// Score is kept again after points were typed: what the hands come to is what counts.
export function takeUp(draft, limits) {
  if (draft.sheet) settle(draft, readSheet(draft.sheet), limits);
}

// What stands after another digit was typed: at most all points of a hand.
function typed(text, digit) {
  const next = text === "0" ? digit : text + digit;
  return Number(next) <= COUNTED ? next : text;
}

export const isWhole = ({ dealer, typed: points, revoke }) =>
  dealer !== "" && (points !== "" || revoke !== "");

// What the keys do to a draft of which score is kept.
export const handKeys = {
  dealer({ hand }, value) {
    hand.dealer = value;
  },
  botifarra({ hand }, _value, limits) {
    hand.botifarra = !hand.botifarra;
    if (!doubles(hand, limits).includes(hand.double) && hand.double) hand.double = "recontro";
  },
  // A double implies those before it; the one that stands is taken back.
  double({ hand }, value) {
    const order = ["", "contro", "recontro", "sant-vicenc"];
    hand.double = hand.double === value ? order[order.indexOf(value) - 1] : value;
  },
  revoke({ hand }, value) {
    hand.revoke = hand.revoke === value ? "" : value;
    if (hand.revoke) hand.typed = "";
  },
  side({ hand }, value) {
    if (value !== hand.of) Object.assign(hand, { of: value, typed: "" });
  },
  digit({ hand }, value) {
    if (!hand.revoke) hand.typed = typed(hand.typed, value);
  },
  erase({ hand }) {
    hand.typed = hand.typed.slice(0, -1);
  },
  // Writes the hand down.
  write(draft, _value, limits) {
    if (!isWhole(draft.hand)) return;
    settle(draft, [...readSheet(draft.sheet), written(draft.hand)], limits);
    draft.hand = unwritten(draft.hand.of, draft.sheet);
  },
  // Takes the last hand back, to write it anew.
  unwrite(draft, _value, limits) {
    const hands = readSheet(draft.sheet);
    const last = hands.pop();
    if (!last) return;
    settle(draft, hands, limits);
    const { of } = draft.hand;
    const points = of === "NS" ? last.points : COUNTED - last.points;
    draft.hand = { ...last, of, typed: last.revoke ? "" : String(points), fresh: false };
  },
};

// A hand in words: "40–32 botifarra contro".
function words(drawing, hand) {
  const points = hand.revoke
    ? drawing.text("revoke by", { side: drawing.text(`side ${hand.revoke}`) })
    : `${hand.points}–${COUNTED - hand.points}`;
  const said = [hand.botifarra && drawing.text("trump botifarra"), hand.double && drawing.text(`double ${hand.double}`)];
  return [points, ...said].filter(Boolean).join(" ");
}

// The hands of a sheet as rows of a table of two columns.
export function sheetRows(drawing, sheet, limits) {
  return play(readSheet(sheet), limits).lines.map((line, at) => {
    const named = drawing.text("sheet hand", { hand: at + 1, seat: drawing.text(`seat ${line.dealer}`) });
    return make(
      "tr",
      { class: "phone-sheet-hand" },
      make("th", { scope: "row" }, `${named}: ${words(drawing, line)}`),
      make("td", { class: "num" }, `${line.totals.NS}–${line.totals.EW}`),
    );
  });
}

// Both sides of the pad, with their points of this hand so far.
const sideButton = (screens, match, { hand }) => (side) => {
  const own = side === hand.of;
  const points = hand.typed === "" ? "–" : own ? hand.typed : COUNTED - hand.typed;
  return make(
    "button",
    { type: "button", "data-act": "side", "data-value": side, "aria-pressed": String(own) },
    make("span", {}, `${screens.pairName(match, side)} · ${screens.text(`side ${side}`)}`),
    make("strong", {}, String(points)),
  );
};

// The sheet so far and the hand that is written next.
export function drawHand(screens, match, draft) {
  const { hand } = draft;
  const { lines, totals, over } = play(readSheet(draft.sheet), match.limits);
  screens.list(
    "lines",
    lines.map((line, at) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, String(at + 1)),
        make("td", {}, screens.text(`seat ${line.dealer}`)),
        make("td", {}, words(screens, line)),
        ...["NS", "EW"].map((side) => make("td", { class: "num" }, line.scores[side] ? signed(line.scores[side]) : "")),
        ...["NS", "EW"].map((side) => make("td", { class: "num fw-semibold" }, String(line.totals[side]))),
      ),
    ),
  );
  for (const side of ["NS", "EW"]) screens.slot(`head ${side}`, String(match.pairs[side].number));
  screens.part("lines", lines.length > 0);
  screens.part("one hand", !over);
  screens.part("write", !over);
  screens.part("over", over);
  screens.part("stop", !over && lines.length > 0);
  screens.slot("told", told(screens, match, { hand, lines, totals, over }));
  screens.press("dealer", (value) => value === hand.dealer);
  screens.press("botifarra", () => hand.botifarra);
  screens.press("revoke", (value) => value === hand.revoke);
  const order = doubles(hand, match.limits);
  screens.press("double", (value) => order.indexOf(value) <= order.indexOf(hand.double) && hand.double !== "");
  for (const button of document.querySelectorAll('[data-act="double"]')) {
    const at = order.indexOf(button.dataset.value);
    button.hidden = at < 0;
    button.disabled = at > order.indexOf(hand.double) + 1;
  }
  screens.list("sides", ["NS", "EW"].map(sideButton(screens, match, draft)));
  const spoken = { pair: match.pairs[hand.of].number, points: hand.typed, other: match.pairs[opponents(hand.of)].number };
  screens.slot("typed", hand.typed === "" ? "" : screens.text("typed", { ...spoken, others: COUNTED - hand.typed }));
  for (const button of document.querySelectorAll('[data-act="digit"]')) {
    button.disabled = Boolean(hand.revoke) || typed(hand.typed, button.dataset.value) === hand.typed;
  }
  document.querySelector('[data-act="write"]').disabled = !isWhole(hand);
}

// Where the game stands, in a sentence.
function told(screens, match, { hand, lines, totals, over }) {
  if (over) return screens.text("game over", { ns: totals.NS, ew: totals.EW });
  if (!hand.dealer) return screens.text("who deals");
  return screens.text("next hand", {
    hand: lines.length + 1,
    seat: screens.text(`seat ${hand.dealer}`),
    pair: match.pairs[sideOf(hand.dealer)].number,
  });
}

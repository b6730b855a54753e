// Keeping score on a phone: the hand that is written down next, and those that are.

import { make } from "./drawing.js";
import {
  after,
  ALL,
  areAlone,
  doubles,
  partiesOf,
  play,
  pointsTyped,
  readSheet,
  SEATS,
  sheetText,
  sideOf,
  SIDES,
} from "./score_sheet.js";
import { figure, opponents, signed } from "./words.js";

// A hand of which nothing is written yet. Who deals follows from the hand before; of the first one
// somebody says it, or where everybody plays alone North begins. `of` is whose points are typed.
export function unwritten(sheet, parties, of) {
  const before = readSheet(sheet).at(-1);
  const alone = areAlone(parties);
  const dealer = before ? after(before.dealer, parties) : alone ? SEATS[0] : "";
  return {
    dealer,
    maker: dealer,
    of: alone ? SEATS[0] : of,
    typed: {},
    botifarra: false,
    double: "",
    revoke: "",
    fresh: false,
  };
}

// What a draft's hands come to. They are worked out where its rules are known: when one is written.
// In a game that stands in the place of points that were typed.
function settle(draft, hands, limits) {
  draft.sheet = sheetText(hands);
  draft.kept = hands.length ? play(hands, limits).totals : [];
  if (areAlone(draft.parties)) return;
  for (const [at, side] of SIDES.entries()) draft.points[side] = String(draft.kept[at] ?? "");
}

// Score is kept again after points were typed: what the hands come to is what counts.
export function takeUp(draft, limits) {
  if (draft.sheet) settle(draft, readSheet(draft.sheet), limits);
}

// The points that the next digit is added to.
const standing = ({ typed, of, fresh }) => (!fresh && typed[of]) || "";

// What stands after another digit was typed: at most all points of a hand.
function typed(hand, digit) {
  const text = standing(hand);
  const next = text === "0" ? digit : text + digit;
  return Number(next) <= ALL ? next : text;
}

const isWhole = ({ dealer, typed: points, revoke }, parties) =>
  dealer !== "" && (revoke !== "" || pointsTyped(points, parties) !== null);
export const isBegun = ({ typed: points, revoke }) => revoke !== "" || Object.values(points).some(Boolean);

// What the keys do to a draft of which score is kept. Those that need a player or a side, and have
// none, are about the one whose points are typed.
export const handKeys = {
  side({ hand, parties }, value) {
    if (areAlone(parties)) Object.assign(hand, { of: value, fresh: true });
    else if (value !== hand.of) Object.assign(hand, { of: value, typed: {} });
  },
  dealer({ hand }, value = hand.of) {
    hand.dealer = hand.maker = value;
  },
  maker({ hand }) {
    hand.maker = hand.of;
  },
  revoke({ hand }, value = hand.of) {
    hand.revoke = hand.revoke === value ? "" : value;
    if (hand.revoke) hand.typed = {};
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
  digit({ hand }, value) {
    if (hand.revoke) return;
    hand.typed[hand.of] = typed(hand, value);
    hand.fresh = false;
  },
  erase({ hand }) {
    hand.typed[hand.of] = (hand.typed[hand.of] ?? "").slice(0, -1);
    hand.fresh = false;
  },
  // Writes the hand down.
  write(draft, _value, limits) {
    const { hand, parties } = draft;
    if (!isWhole(hand, parties)) return;
    const points = hand.revoke ? null : pointsTyped(hand.typed, parties);
    settle(draft, [...readSheet(draft.sheet), { ...hand, points }], limits);
    draft.hand = unwritten(draft.sheet, parties, hand.of);
  },
  // Takes the last hand back, to write it anew.
  unwrite(draft, _value, limits) {
    const hands = readSheet(draft.sheet);
    const last = hands.pop();
    if (!last) return;
    settle(draft, hands, limits);
    const { parties } = draft;
    const { of } = unwritten("", parties, draft.hand.of);
    const known = parties.filter((party) => last.points && (areAlone(parties) || party === of));
    const points = known.map((party) => [party, String(last.points[parties.indexOf(party)])]);
    draft.hand = { ...last, of, typed: Object.fromEntries(points), fresh: areAlone(parties) };
  },
};

// A hand in words: "40–32 botifarra contro", "26-14-8-24 trumps by 4".
function words(drawing, match, hand) {
  const alone = areAlone(partiesOf(match.limits));
  const named = (seat) => match.pairs[seat].number;
  const revoked = () => (alone ? named(hand.revoke) : drawing.text(`side ${hand.revoke}`));
  const said = [
    hand.revoke ? drawing.text("revoke by", { side: revoked() }) : hand.points.join(alone ? "-" : "–"),
    hand.maker !== hand.dealer && drawing.text("trumps by", { pair: named(hand.maker) }),
    hand.botifarra && drawing.text("trump botifarra"),
    hand.double && drawing.text(`double ${hand.double}`),
  ];
  return said.filter(Boolean).join(" ");
}

// Points of all parties in a row.
export const figures = (points) => points.map(figure).join(points.length === SIDES.length ? "–" : " / ");

const number = (text, ...classes) => make("td", { class: ["num", ...classes].join(" ") }, text);

// The hands of a sheet as rows of a table of two columns.
export function sheetRows(drawing, match, sheet) {
  return play(readSheet(sheet), match.limits).lines.map((line, at) => {
    const named = drawing.text("sheet hand", { hand: at + 1, seat: drawing.text(`seat ${line.dealer}`) });
    const head = make("th", { scope: "row" }, `${named}: ${words(drawing, match, line)}`);
    return make("tr", { class: "phone-sheet-hand" }, head, number(figures(line.totals)));
  });
}

// A button that chooses whose points are typed, with those that are.
export const partyButton = (party, name, points, of) =>
  make(
    "button",
    { type: "button", "data-act": "side", "data-value": party, "aria-pressed": String(party === of) },
    make("span", {}, name),
    make("strong", {}, points),
  );

// What is said of a party beside its name.
function marks(screens, { dealer, maker, revoke }, party) {
  if (!SEATS.includes(party)) return [screens.text(`side ${party}`)];
  const said = { deals: dealer, "makes trumps": maker, revokes: revoke };
  return Object.keys(said).filter((name) => said[name] === party).map((name) => screens.text(name));
}

// A hand that is written as a row. What it adds is shown of both sides of a game.
function lineRow(screens, match, line, at) {
  const added = areAlone(partiesOf(match.limits)) ? [] : line.scores;
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, String(at + 1)),
    make("td", {}, screens.text(`seat ${line.dealer}`)),
    make("td", {}, words(screens, match, line)),
    ...added.map((score) => number(score ? signed(score) : "")),
    ...line.totals.map((total) => number(figure(total), "fw-semibold")),
  );
}

// The sheet so far and the hand that is written next.
export function drawHand(screens, match, draft) {
  const { hand, parties } = draft;
  const { lines, totals, over } = play(readSheet(draft.sheet), match.limits);
  screens.list("lines", lines.map((line, at) => lineRow(screens, match, line, at)));
  for (const party of areAlone(parties) ? SEATS : SIDES) {
    const name = parties.includes(party) ? String(match.pairs[party].number) : "";
    screens.slot(`head ${party}`, name, { hides: true });
  }
  screens.part("lines", lines.length > 0);
  screens.part("one hand", !over);
  screens.part("write", !over);
  screens.part("over", over);
  screens.part("stop", !over && lines.length > 0);
  screens.slot("told", told(screens, match, { hand, parties, lines, totals, over }));
  for (const name of ["dealer", "maker", "revoke"]) screens.press(name, (value = hand.of) => value === hand[name]);
  drawDoubles(screens, hand, match.limits);
  const points = hand.revoke ? null : pointsTyped(hand.typed, parties);
  const button = (party, at) => {
    const name = [screens.pairName(match, party), ...marks(screens, hand, party)].join(" · ");
    return partyButton(party, name, points ? String(points[at]) : hand.typed[party] || "–", hand.of);
  };
  screens.list("sides", parties.map(button));
  screens.slot("typed", hand.typed[hand.of] ? spoken(screens, match, hand, parties) : "");
  screens.digits((digit) => !hand.revoke && typed(hand, digit) !== standing(hand));
  document.querySelector('[data-act="write"]').disabled = !isWhole(hand, parties);
}

function drawDoubles(screens, hand, limits) {
  const order = doubles(hand, limits);
  screens.press("botifarra", () => hand.botifarra);
  screens.press("double", (value) => order.indexOf(value) <= order.indexOf(hand.double) && hand.double !== "");
  for (const button of document.querySelectorAll('[data-act="double"]')) {
    const at = order.indexOf(button.dataset.value);
    button.hidden = at < 0;
    button.disabled = at > order.indexOf(hand.double) + 1;
  }
}

// Where the table stands, in a sentence.
function told(screens, match, { hand, parties, lines, totals, over }) {
  const alone = areAlone(parties);
  const [ns, ew] = totals;
  if (over && alone) return screens.text("table over", { points: figures(totals) });
  if (over) return screens.text("game over", { ns, ew });
  if (!hand.dealer) return screens.text("who deals");
  return screens.text(alone ? "next solo hand" : "next hand", {
    hand: lines.length + 1,
    seat: screens.text(`seat ${hand.dealer}`),
    pair: match.pairs[alone ? hand.dealer : sideOf(hand.dealer)].number,
  });
}

// The points that are typed, for whoever hears the page.
function spoken(screens, match, { of, typed: points }, parties) {
  const pair = match.pairs[of].number;
  if (areAlone(parties)) return `${pair}: ${points[of]}`;
  const other = match.pairs[opponents(of)].number;
  return screens.text("typed", { pair, points: points[of], other, others: ALL - points[of] });
}

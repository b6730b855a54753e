// Keeping score of abarrotada on a phone: the hand that is written down next, and those that are.

import { make } from "./drawing.js";
import { doubles } from "./score_sheet.js";
import { after, MOST, play, pointsTyped, readSheet, SEATS, sheetText } from "./solo_sheet.js";
import { figure, seatName } from "./solo_words.js";

const NOTHING_TYPED = { N: "", W: "", S: "", E: "" };

// A hand of which nothing is written yet: who deals follows from the hand before, North begins.
export function unwritten(sheet, players) {
  const before = readSheet(sheet).at(-1);
  const dealer = before ? after(before.dealer, players) : "N";
  return {
    dealer,
    maker: dealer,
    of: "N",
    typed: { ...NOTHING_TYPED },
    botifarra: false,
    double: "",
    revoke: "",
  };
}

// What a draft's hands come to. They are worked out where its rules are known: when one is written.
function settle(draft, hands, limits) {
  draft.sheet = sheetText(hands);
  draft.kept = hands.length ? play(hands, limits).totals : [];
}

// Score is kept again after points were typed: what the hands come to is what counts.
export const takeUp = (draft, limits) => settle(draft, readSheet(draft.sheet), limits);

const wholePoints = ({ typed, revoke }, players) => (revoke ? null : pointsTyped(typed, players));
const isWhole = (hand, players) => hand.revoke !== "" || wholePoints(hand, players) !== null;
export const isBegun = ({ typed, revoke }) => revoke !== "" || SEATS.some((seat) => typed[seat] !== "");

// What the keys do to a draft of which score is kept. Those that need a player are about the one
// whose points are typed.
export const handKeys = {
  side({ hand }, value) {
    hand.of = value;
    hand.fresh = true;
  },
  dealer({ hand }) {
    hand.dealer = hand.maker = hand.of;
  },
  maker({ hand }) {
    hand.maker = hand.of;
  },
  revoke({ hand }) {
    hand.revoke = hand.revoke === hand.of ? "" : hand.of;
    if (hand.revoke) hand.typed = { ...NOTHING_TYPED };
  },
  botifarra({ hand }, _value, limits) {
    hand.botifarra = !hand.botifarra;
    if (!doubles(hand, limits).includes(hand.double) && hand.double) hand.double = "recontro";
  },
  double({ hand }, value) {
    const order = ["", "contro", "recontro", "sant-vicenc"];
    hand.double = hand.double === value ? order[order.indexOf(value) - 1] : value;
  },
  digit({ hand }, value) {
    if (hand.revoke) return;
    const before = hand.fresh ? "" : hand.typed[hand.of];
    const next = before === "0" ? value : before + value;
    if (Number(next) <= MOST) hand.typed[hand.of] = next;
    hand.fresh = false;
  },
  erase({ hand }) {
    hand.typed[hand.of] = hand.typed[hand.of].slice(0, -1);
    hand.fresh = false;
  },
  // Writes the hand down.
  write(draft, _value, limits) {
    if (!isWhole(draft.hand, limits.players)) return;
    const points = wholePoints(draft.hand, limits.players);
    settle(draft, [...readSheet(draft.sheet), { ...draft.hand, points }], limits);
    draft.hand = unwritten(draft.sheet, limits.players);
  },
  // Takes the last hand back, to write it anew.
  unwrite(draft, _value, limits) {
    const hands = readSheet(draft.sheet);
    const last = hands.pop();
    if (!last) return;
    settle(draft, hands, limits);
    const typed = { ...NOTHING_TYPED };
    for (const [at, points] of (last.points ?? []).entries()) typed[SEATS[at]] = String(points);
    draft.hand = { ...last, of: "N", typed, fresh: true };
  },
};

// A hand in words: "26-14-8-24 botifarra contro".
function words(drawing, match, hand) {
  const said = [
    hand.revoke ? drawing.text("revoke by", { side: seatName(match, hand.revoke) }) : hand.points.join("-"),
    hand.maker !== hand.dealer && drawing.text("trumps by", { pair: seatName(match, hand.maker) }),
    hand.botifarra && drawing.text("trump botifarra"),
    hand.double && drawing.text(`double ${hand.double}`),
  ];
  return said.filter(Boolean).join(" ");
}

const totalsText = (totals) => totals.map(figure).join(" / ");

// The hands of a sheet as rows of a table of two columns.
export function sheetRows(drawing, match, sheet) {
  return play(readSheet(sheet), match.limits).lines.map((line, at) => {
    const named = drawing.text("sheet hand", { hand: at + 1, seat: drawing.text(`seat ${line.dealer}`) });
    return make(
      "tr",
      { class: "phone-sheet-hand" },
      make("th", { scope: "row" }, `${named}: ${words(drawing, match, line)}`),
      make("td", { class: "num" }, totalsText(line.totals)),
    );
  });
}

// A player of the pad, with the points of this hand so far, and what else is said of them.
const seatButton = (screens, match, { hand }) => (seat) => {
  const points = wholePoints(hand, match.limits.players);
  const shown = points ? String(points[SEATS.indexOf(seat)]) : hand.typed[seat] || "–";
  const marks = [
    seat === hand.dealer && screens.text("deals"),
    seat === hand.maker && screens.text("makes trumps"),
    seat === hand.revoke && screens.text("revokes"),
  ];
  return make(
    "button",
    { type: "button", "data-act": "side", "data-value": seat, "aria-pressed": String(seat === hand.of) },
    make("span", {}, [seatName(match, seat), ...marks].filter(Boolean).join(" · ")),
    make("strong", {}, shown),
  );
};

// The sheet so far and the hand that is written next.
export function drawHand(screens, match, draft) {
  const { hand } = draft;
  const { players } = match.limits;
  const { lines, totals, over } = play(readSheet(draft.sheet), match.limits);
  screens.list(
    "lines",
    lines.map((line, at) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, String(at + 1)),
        make("td", {}, screens.text(`seat ${line.dealer}`)),
        make("td", {}, words(screens, match, line)),
        ...line.totals.map((total) => make("td", { class: "num fw-semibold" }, figure(total))),
      ),
    ),
  );
  for (const [at, seat] of SEATS.entries()) {
    screens.slot(`head ${seat}`, at < players ? seatName(match, seat) : "", { hides: true });
  }
  screens.part("lines", lines.length > 0);
  screens.part("one hand", !over);
  screens.part("write", !over);
  screens.part("over", over);
  screens.part("stop", !over && lines.length > 0);
  const next = { hand: lines.length + 1, pair: seatName(match, hand.dealer) };
  screens.slot(
    "told",
    over ? screens.text("table over", { points: totalsText(totals) }) : screens.text("next solo hand", next),
  );
  screens.press("botifarra", () => hand.botifarra);
  const order = doubles(hand, match.limits);
  screens.press("double", (value) => order.indexOf(value) <= order.indexOf(hand.double) && hand.double !== "");
  for (const button of document.querySelectorAll('[data-act="double"]')) {
    const at = order.indexOf(button.dataset.value);
    button.hidden = at < 0;
    button.disabled = at > order.indexOf(hand.double) + 1;
  }
  for (const name of ["dealer", "maker", "revoke"]) screens.press(name, () => hand[name] === hand.of);
  screens.list("sides", SEATS.slice(0, players).map(seatButton(screens, match, draft)));
  screens.slot("typed", hand.typed[hand.of] ? `${seatName(match, hand.of)}: ${hand.typed[hand.of]}` : "");
  for (const button of document.querySelectorAll('[data-act="digit"]')) {
    const before = hand.fresh ? "" : hand.typed[hand.of];
    button.disabled = Boolean(hand.revoke) || Number(before + button.dataset.value) > MOST;
  }
  document.querySelector('[data-act="write"]').disabled = !isWhole(hand, players);
}

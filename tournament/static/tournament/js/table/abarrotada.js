// A table of abarrotada, on a phone: what each player has is typed at the end, or score is kept here,
// hand by hand. What a kind of results has to offer is `abarrotada`, at the end.

import { make } from "./drawing.js";
import { drawHand, handKeys, isBegun, sheetRows, takeUp, unwritten } from "./solo_hand.js";
import { readSheet, SEATS } from "./solo_sheet.js";
import { figure, seatName } from "./solo_words.js";

const LONGEST = 4; // digits of a player's points
const HANDS = "hands"; // the number of hands, which is typed as the points are
const FIELDS = { N: "n", W: "w", S: "s", E: "e", [HANDS]: HANDS };

const seatsOf = (players) => SEATS.slice(0, players);
const pointsOf = (content) => SEATS.map((seat) => content[FIELDS[seat]]).filter((points) => points !== null);

// What stands after another digit was typed; a leading zero is replaced.
function typed(text, digit) {
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length);
  const next = digits === "0" ? digit : digits + digit;
  return next.length <= LONGEST ? sign + next : text;
}

// Goes to the next player whose points nobody has typed, once those of this one stand; whether it
// did.
function goesOn(draft, { players }) {
  const seats = seatsOf(players);
  const at = seats.indexOf(draft.of);
  if (draft.keeps || at < 0 || !isNumber(draft[FIELDS[draft.of]])) return false;
  const next = [...seats.slice(at + 1), ...seats.slice(0, at)].find((seat) => draft[FIELDS[seat]] === "");
  if (next) Object.assign(draft, { of: next, fresh: true });
  return Boolean(next);
}

const change = (name) => (draft, value) => {
  const field = FIELDS[draft.of];
  draft[field] = name(draft.fresh ? "" : draft[field], value);
  draft.fresh = false;
};
const pointsKeys = {
  side(draft, value) {
    if (value !== draft.of) Object.assign(draft, { of: value, fresh: true });
  },
  digit: change(typed),
  erase: change((text) => text.slice(0, -1)),
  sign(draft) {
    if (draft.of === HANDS) return;
    const field = FIELDS[draft.of];
    draft[field] = draft[field].startsWith("-") ? draft[field].slice(1) : `-${draft[field]}`;
    draft.fresh = false;
  },
};
const names = [...new Set([...Object.keys(handKeys), ...Object.keys(pointsKeys)])];
const keys = {
  keep(draft, value, limits) {
    draft.players = limits.players;
    draft.keeps = value === "hands";
    if (draft.keeps) takeUp(draft, limits);
  },
  ...Object.fromEntries(
    names.map((name) => [
      name,
      (draft, value, limits) => {
        draft.players = limits.players;
        if (draft.hands === "") draft.hands = String(limits.hands);
        (draft.keeps ? handKeys : pointsKeys)[name]?.(draft, value, limits);
      },
    ]),
  ),
};

const isNumber = (text) => /^-?[0-9]+$/.test(text);

// The points that are typed so far, by seat; null in a seat that is free.
function typedPoints(draft) {
  const made = draft.keeps ? draft.kept : seatsOf(draft.players).map((seat) => Number(draft[FIELDS[seat]]));
  return Object.fromEntries(SEATS.map((seat, at) => [FIELDS[seat], at < draft.players ? (made[at] ?? 0) : null]));
}

const inWords = (match, content) =>
  pointsOf(content)
    .map((points, at) => `${seatName(match, SEATS[at])} ${figure(points)}`)
    .join(", ");

export const abarrotada = {
  key: "abarrotada",
  keys,
  fields: ["n", "w", "s", "e", "hands", "of", "keeps", "kept", "sheet", "hand", "players"],

  // The sentences that speak of a table in the place of those that speak of a hand.
  names: {
    hand: "solo table",
    "round and hand": "round and game",
    "all hands": "to the match",
    stored: "table stored",
    "confirmed now": "table confirmed now",
    "with the referee": "table with the referee",
    refused: "table refused",
    undone: "table undone",
  },

  // The key of the pad that a key of the keyboard stands for, null for none.
  keyOf(name) {
    if (/^[0-9]$/.test(name)) return ["digit", name];
    if (name === "-") return ["sign"];
    return name === "Backspace" ? ["erase"] : null;
  },

  // The result in what is sent.
  contentOf: ({ n, w, s, e, hands, sheet }) => ({ n, w, s, e, hands, sheet }),

  // A draft's own fields when typing begins.
  begun(content, { purpose }) {
    const stands = content && purpose === "entry" ? content : null;
    const text = (points) => (points === null || points === undefined ? "" : String(points));
    const players = stands ? pointsOf(stands).length : 4;
    const sheet = stands?.sheet ?? "";
    return {
      ...Object.fromEntries(SEATS.map((seat) => [FIELDS[seat], text(stands?.[FIELDS[seat]])])),
      hands: text(stands?.hands),
      of: "N",
      keeps: sheet !== "",
      kept: stands ? pointsOf(stands) : [],
      sheet,
      hand: unwritten(sheet, players),
      players,
    };
  },

  // The result that is typed so far.
  typedIn(draft) {
    const hands = draft.keeps ? readSheet(draft.sheet).length : Number(draft.hands);
    return { ...typedPoints(draft), hands, sheet: draft.keeps ? draft.sheet : "" };
  },

  // The name of the sentence that says what a draft lacks, "" for nothing.
  lacks(draft, limits = {}) {
    if (draft.keeps && !draft.sheet) return "no hands";
    if (draft.keeps) return isBegun(draft.hand) ? "hand not written" : "";
    const seats = seatsOf(limits.players ?? draft.players);
    if (!seats.every((seat) => isNumber(draft[FIELDS[seat]]))) return "enter everybody";
    const hands = Number(draft.hands);
    return hands < 1 || hands > (limits.hands ?? hands) ? "how many hands" : "";
  },

  goesOn,

  // What is asked about on the phone itself, also without a network.
  isDoubtful(content, _before, { hands, much }) {
    const made = pointsOf(content);
    const far = made.some((points) => Math.abs(points) > much * content.hands);
    return content.hands < hands || far || made.every((points) => points === 0);
  },

  // The one question about what is unlikely, with the figures and without a reason.
  question(drawing, match, content) {
    return drawing.text("check table", { points: inWords(match, content), hands: content.hands });
  },

  summary(drawing, match, { content }) {
    return drawing.text("table summary", { points: inWords(match, content), hands: content.hands });
  },

  // A result in a row: everybody's points.
  figures(_drawing, content) {
    return [make("span", { class: "phone-figure" }, pointsOf(content).map(figure).join(" / "))];
  },

  // The heads of the columns of a result in a table.
  heads: ["player head", "points head"],

  // A result in a table: a row for each player.
  rows(screens, match, { content }) {
    const totals = pointsOf(content).map((points, at) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, seatName(match, SEATS[at])),
        make("td", { class: "num" }, figure(points)),
      ),
    );
    return [...totals, ...sheetRows(screens, match, content.sheet)];
  },

  // The pad, with what is typed so far.
  draw(screens, match, draft) {
    draft.players = match.limits.players;
    if (draft.hands === "") draft.hands = String(match.limits.hands);
    screens.press("keep", (value) => value === (draft.keeps ? "hands" : "points"));
    for (const name of ["points only", "sheet", "write"]) {
      screens.part(name, (name === "points only") !== draft.keeps);
    }
    if (draft.keeps) {
      drawHand(screens, match, draft);
      return;
    }
    screens.part("one hand", true);
    const button = (of, name) =>
      make(
        "button",
        { type: "button", "data-act": "side", "data-value": of, "aria-pressed": String(of === draft.of) },
        make("span", {}, name),
        make("strong", {}, draft[FIELDS[of]].replace("-", "\u2212") || "–"),
      );
    screens.list("sides", [
      ...seatsOf(draft.players).map((seat) => button(seat, seatName(match, seat))),
      button(HANDS, screens.text("hands head")),
    ]);
    const stands = draft.fresh ? "" : draft[FIELDS[draft.of]];
    const name = draft.of === HANDS ? screens.text("hands head") : seatName(match, draft.of);
    screens.slot("typed", stands ? `${name}: ${stands}` : "");
    for (const digit of document.querySelectorAll('[data-act="digit"]')) {
      digit.disabled = typed(stands, digit.dataset.value) === stands;
    }
    document.querySelector('[data-act="sign"]').disabled = draft.of === HANDS;
  },
};

// The points of each party of a table, on a phone: what each has is typed at the end, or score is
// kept here, hand by hand. What a kind of such results has to offer is made by `kindOfPoints`.

import { make } from "./drawing.js";
import { drawHand, handKeys, isBegun, partyButton, sheetRows, takeUp, unwritten } from "./score_hand.js";
import { areAlone, partiesOf, readSheet } from "./score_sheet.js";
import { figure } from "./words.js";

export const HANDS = "hands"; // the number of hands, which is typed as the points of players are

const fieldOf = (name) => name.toLowerCase();
const isNumber = (text) => /^-?[0-9]+$/.test(text);

// The points of those of `all` parties that sit at the table.
export const pointsOf = (content, all) => all.map((party) => content[fieldOf(party)]).filter((made) => made !== null);

// What is typed is about the table as it is now, and a table plays all its hands if nobody says else.
function prepare(draft, limits) {
  draft.parties = partiesOf(limits);
  draft.points[HANDS] ||= String(limits.hands ?? "");
}

// Goes to the next party whose points nobody has typed, once those of this one stand; whether it did.
function goesOn(draft, limits) {
  const parties = partiesOf(limits);
  const at = parties.indexOf(draft.of);
  if (draft.keeps || at < 0 || !isNumber(draft.points[draft.of])) return false;
  const next = [...parties.slice(at + 1), ...parties.slice(0, at)].find((party) => draft.points[party] === "");
  if (next) Object.assign(draft, { of: next, fresh: true });
  return Boolean(next);
}

// The sentences that speak of a game or a table in the place of those that speak of a hand.
const namesOf = (it) => ({
  "round and hand": "round and game",
  "all hands": "to the match",
  ...Object.fromEntries(
    ["stored", "confirmed now", "with the referee", "refused", "undone"].map((name) => [name, `${it} ${name}`]),
  ),
});

// `all` are the parties that there can be, `longest` is how many digits their points have at the most,
// `it` what sentences about a table begin with, `missing` names the one that asks for points. `lacks`
// says what a result lacks whose points are there, `spoken` what is heard of what is typed; the rest is
// as the page asks for it.
export function kindOfPoints({ all, longest, it, missing, lacks, spoken, names, ...own }) {
  const alone = areAlone(all);
  const counted = alone ? [HANDS] : [];
  const fields = [...all, ...counted].map(fieldOf);

  const isFull = (text) => !alone && text.length === longest;

  // What stands after another digit was typed; a leading zero is replaced.
  function typed(text, digit) {
    const sign = text.startsWith("-") ? "-" : "";
    const digits = text.slice(sign.length);
    const next = digits === "0" ? digit : digits + digit;
    return next.length <= longest ? sign + next : text;
  }

  // What the keys do to a draft. `of` is whose points are typed, and `keeps` says that score is kept
  // here: then the keys are those of the hand that is written next.
  const pointsKeys = {
    side(draft, value) {
      if (value !== draft.of) Object.assign(draft, { of: value, fresh: true });
    },
    digit(draft, value, limits) {
      if (!draft.fresh && isFull(draft.points[draft.of])) goesOn(draft, limits);
      draft.points[draft.of] = typed(draft.fresh ? "" : draft.points[draft.of], value);
      draft.fresh = false;
    },
    erase(draft) {
      draft.points[draft.of] = draft.points[draft.of].slice(0, -1);
      draft.fresh = false;
    },
    sign(draft) {
      if (draft.of === HANDS) return;
      const text = draft.points[draft.of];
      draft.points[draft.of] = text.startsWith("-") ? text.slice(1) : `-${text}`;
      draft.fresh = false;
    },
  };
  const keys = Object.keys({ ...handKeys, ...pointsKeys }).map((name) => [
    name,
    (draft, value, limits) => {
      prepare(draft, limits);
      (draft.keeps ? handKeys : pointsKeys)[name]?.(draft, value, limits);
    },
  ]);

  // The result that is typed so far.
  function typedIn({ parties, points, keeps, kept, sheet }) {
    const made = keeps ? kept : parties.map((party) => Number(points[party]));
    const hands = keeps ? readSheet(sheet).length : Number(points[HANDS]);
    return {
      ...Object.fromEntries(all.map((party, at) => [fieldOf(party), at < parties.length ? (made[at] ?? 0) : null])),
      ...(alone && { hands }),
      sheet: keeps ? sheet : "",
    };
  }

  return {
    ...own,
    names: { ...namesOf(it), ...names },
    fields: ["points", "of", "keeps", "kept", "sheet", "hand", "parties"], // of a draft
    typedIn,
    goesOn,
    keys: {
      keep(draft, value, limits) {
        prepare(draft, limits);
        draft.keeps = value === "hands";
        if (draft.keeps) takeUp(draft, limits);
      },
      ...Object.fromEntries(keys),
    },

    // The key of the pad that a key of the keyboard stands for, null for none.
    keyOf(name) {
      if (/^[0-9]$/.test(name)) return ["digit", name];
      if (alone && name === "-") return ["sign"];
      return name === "Backspace" ? ["erase"] : null;
    },

    // The result in what is sent.
    contentOf: (body) => Object.fromEntries([...fields, "sheet"].map((name) => [name, body[name]])),

    // A draft's own fields when typing begins.
    begun(content, { pair, purpose }) {
      const stands = content && purpose === "entry" ? content : null;
      const made = stands ? pointsOf(stands, all) : [];
      const parties = stands ? all.slice(0, made.length) : all;
      const sheet = stands?.sheet ?? "";
      const text = (name) => String(stands?.[fieldOf(name)] ?? "");
      return {
        points: Object.fromEntries([...all, HANDS].map((name) => [name, text(name)])),
        of: alone ? all[0] : pair,
        keeps: sheet !== "",
        kept: sheet ? made : [],
        sheet,
        hand: unwritten(sheet, parties, pair),
        parties,
      };
    },

    // The name of the sentence that says what a draft lacks, "" for nothing.
    lacks(draft, limits = {}) {
      const parties = limits.players ? partiesOf(limits) : draft.parties;
      if (draft.keeps && !draft.sheet) return "no hands";
      if (draft.keeps && isBegun(draft.hand)) return "hand not written";
      if (!draft.keeps && !parties.every((party) => isNumber(draft.points[party]))) return missing;
      return lacks(typedIn(draft), limits);
    },

    // A result in a table: a row for each party.
    rows(screens, match, { content }) {
      const row = (party) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, screens.pairName(match, party)),
          make("td", { class: "num" }, figure(content[fieldOf(party)])),
        );
      const sitting = all.filter((party) => content[fieldOf(party)] !== null);
      return [...sitting.map(row), ...sheetRows(screens, match, content.sheet)];
    },

    // The pad, with what is typed so far.
    draw(screens, match, draft) {
      prepare(draft, match.limits);
      screens.press("keep", (value) => value === (draft.keeps ? "hands" : "points"));
      for (const name of ["points only", "sheet", "write"]) {
        screens.part(name, (name === "points only") !== draft.keeps);
      }
      if (draft.keeps) {
        drawHand(screens, match, draft);
        return;
      }
      const { points, of, parties } = draft;
      screens.part("one hand", true);
      const named = (party) => [screens.pairName(match, party), ...(alone ? [] : [screens.text(`side ${party}`)])];
      const button = (name, label) => partyButton(name, label, points[name].replace("-", "\u2212") || "–", of);
      screens.list("sides", [
        ...parties.map((party) => button(party, named(party).join(" · "))),
        ...counted.map((name) => button(name, screens.text("hands head"))),
      ]);
      screens.slot("typed", spoken(screens, match, draft));
      const goes = isFull(points[of]) && parties.some((party) => points[party] === "");
      const stands = draft.fresh || goes ? "" : points[of];
      screens.digits((digit) => typed(stands, digit) !== stands);
      for (const sign of document.querySelectorAll('[data-act="sign"]')) sign.disabled = of === HANDS;
    },
  };
}

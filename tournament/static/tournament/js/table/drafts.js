// What is being typed of a hand, and what a phone keeps of it until it is sent or discarded: a page
// that is loaded again, or a tab that is closed, loses nothing that a thumb has done.

import { pointsOf, typed } from "./words.js";

const FIELDS = ["makers", "pair", "purpose", "version", "after", "trump", "double", "of", "typed"];

// `pair` is the one that speaks, `of` the side whose points are typed. What stands is typed
// already, and the first digit replaces it.
export function newDraft(view, pair, all, about) {
  const { content } = view;
  return {
    makers: view.makers,
    pair,
    purpose: "entry",
    version: view.version,
    after: null,
    trump: content ? content.trump : null,
    double: content ? content.double : "",
    of: pair,
    typed: content ? String(pointsOf(pair, content, all)) : "",
    fresh: true,
    ...about,
  };
}

export function contentOfDraft(draft, all) {
  const points = Number(draft.typed);
  return {
    points: draft.of === "NS" ? points : all - points,
    trump: draft.trump,
    double: draft.double,
  };
}

// What is sent of it: an entry, or an objection with this pair's own version.
export function saidBy(draft, all, asked) {
  const { pair, version, after, purpose } = draft;
  const content = contentOfDraft(draft, all);
  if (purpose === "objection") {
    return { what: "objections", body: { side: pair, version, entry: content }, after };
  }
  return { what: "entries", body: { side: pair, based_on: version, ...content, asked } };
}

// What the keys do to it.
export const keys = {
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
  digit(draft, value, all) {
    draft.typed = typed(draft.fresh ? "" : draft.typed, value, all);
    draft.fresh = false;
  },
  erase(draft) {
    draft.typed = draft.typed.slice(0, -1);
    draft.fresh = false;
  },
};

// What is typed began while an entry of the same pair waited: it is about the version that has
// come of that entry by now.
export function follow(draft, { what, body }, answer) {
  const isAbout = what === "entries" && answer.state === "stored";
  if (isAbout && draft.version === body.based_on) draft.version = answer.version;
}

export class Drafts {
  constructor(storage, championship) {
    this.storage = storage;
    this.prefix = `botifarra-draft:${championship}:`;
  }

  // Of each hand one for each pair that holds the phone: what one has typed is not the other's.
  name(match, deal, side) {
    return `${this.prefix}${match}:${deal}:${side}`;
  }

  get(match, deal, side) {
    try {
      const draft = JSON.parse(this.storage.get(this.name(match, deal, side)));
      return draft && FIELDS.every((field) => field in draft) ? draft : null;
    } catch {
      return null; // Not one of ours.
    }
  }

  // All of them, with the hand that each is about.
  all() {
    const names = this.storage.names(this.prefix).sort();
    return names.flatMap((name) => {
      const [match, deal, side] = name.slice(this.prefix.length).split(":");
      const draft = this.get(match, deal, side);
      return draft ? [{ name, match: Number(match), deal: Number(deal), side, draft }] : [];
    });
  }

  keep(match, deal, side, draft) {
    this.storage.set(this.name(match, deal, side), JSON.stringify(draft));
  }

  discard(match, deal, side) {
    this.storage.remove(this.name(match, deal, side));
  }

  keepUp(item, answer) {
    const { match, hand } = item.body;
    for (const side of ["NS", "EW"]) {
      const draft = this.get(match, hand, side);
      if (!draft) continue;
      follow(draft, item, answer);
      this.keep(match, hand, side, draft);
    }
  }
}

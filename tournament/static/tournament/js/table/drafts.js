// What is being typed of a hand, and what a phone keeps of it until it is sent or discarded: a page
// that is loaded again, or a tab that is closed, loses nothing that a thumb has done.

import { kindNamed } from "./kinds.js";

const FIELDS = ["kind", "makers", "pair", "purpose", "version", "after"];

// `pair` is the one that speaks. What stands is typed already, and the first digit replaces it:
// the draft is `fresh`.
export function newDraft(view, pair, kind, about) {
  const draft = {
    kind: kind.key,
    makers: view.makers,
    pair,
    purpose: "entry",
    version: view.version,
    after: null,
    fresh: true,
    ...about,
  };
  return { ...draft, ...kind.begun(view.content, draft) };
}

// What is sent of it: an entry, or an objection with this pair's own version.
export function saidBy(draft, asked) {
  const { kind, pair, version, after, purpose } = draft;
  const content = kindNamed(kind).typedIn(draft);
  if (purpose === "objection") {
    return { what: "objections", kind, body: { side: pair, version, entry: content }, after };
  }
  return { what: "entries", kind, body: { side: pair, based_on: version, ...content, asked } };
}

// Whether a draft was kept by this page, whole.
function isOurs(draft) {
  const isThere = (field) => field in draft;
  return FIELDS.every(isThere) && Boolean(kindNamed(draft.kind)?.fields.every(isThere));
}

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
      return draft && isOurs(draft) ? draft : null;
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
    for (const one of this.all()) {
      if (one.match !== match || one.deal !== hand) continue;
      follow(one.draft, item, answer);
      this.keep(match, hand, one.side, one.draft);
    }
  }
}

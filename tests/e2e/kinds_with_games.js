// kinds.js of a site that has one kind of results more: the points with which a game ended. It is
// served in the place of the site's own.
import { dealtHand } from "./dealt_hand.js";
import { make } from "./drawing.js";

const words = ({ ns, ew }) => `${ns} to ${ew}`;

const games = {
  key: "test-game",
  fields: ["ns", "ew"],
  names: {},
  heads: ["pair head"],
  keys: {
    more(draft, value) {
      draft[value.toLowerCase()] += 50;
    },
  },
  keyOf: () => null,
  contentOf: ({ ns, ew }) => ({ ns, ew }),
  begun: (content) => ({ ns: content ? content.ns : 0, ew: content ? content.ew : 0 }),
  typedIn: ({ ns, ew }) => ({ ns, ew }),
  lacks: ({ ns, ew }) => (ns + ew ? "" : "choose points"),
  isDoubtful: () => false,
  question: () => "",
  summary: (drawing, match, { content }) => words(content),
  figures: (drawing, content) => [words(content)],
  rows: (screens, match, { content }) => [make("tr", {}, make("td", {}, words(content)))],
  draw: (screens, match, draft) => screens.slot("typed", words(draft)),
};

const KINDS = new Map([dealtHand, games].map((kind) => [kind.key, kind]));
export const kindNamed = (key) => KINDS.get(key);
export const nameOf = (key, name) => kindNamed(key)?.names[name] ?? name;
export const contentOf = ({ kind, body }) => kindNamed(kind)?.contentOf(body) ?? null;

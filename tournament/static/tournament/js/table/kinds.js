// The kinds of results that are entered on phones, by the names that the server calls them by: a new
// one is a module such as dealt_hand.js, an entry here, and a pad in the page. Everything that is
// kept on a phone tells of which kind it is.

import { abarrotada } from "./abarrotada.js";
import { dealtHand } from "./dealt_hand.js";
import { game } from "./game.js";

const KINDS = new Map([dealtHand, game, abarrotada].map((kind) => [kind.key, kind]));

export const kindNamed = (key) => KINDS.get(key);

// The name of a sentence about a result of that kind: "stored" speaks of a hand.
export const nameOf = (key, name) => kindNamed(key)?.names[name] ?? name;

// The result in an entry that lies in the outbox; null where another version of this page put it
// there, of a kind that is not known here.
export const contentOf = ({ kind, body }) => kindNamed(kind)?.contentOf(body) ?? null;

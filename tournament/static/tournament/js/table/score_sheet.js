// The score sheet of a game, as text and as a table sees it: hand after hand, until it is over. The
// server works it out again from the same text (scoring/ordinary/sheets.py says what stands in it).

import { opponents } from "./words.js";

const ALL = 72; // the points in a hand
const EVEN = ALL / 2;
const SEATS = ["N", "W", "S", "E"]; // anticlockwise, as everything goes

export const sideOf = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");

// Who deals the next hand, if no hand has to be dealt again.
export const after = (dealer) => SEATS[(SEATS.indexOf(dealer) + 1) % SEATS.length];

// "N 40 botifarra contro": a hand as text. `points` are those of N–S, null after a revoke.
export function handText({ dealer, points, botifarra, double, revoke }) {
  const words = [dealer, points ?? "-", botifarra && "botifarra", double, revoke && `revoke-${revoke}`];
  return words.filter((word) => word !== false && word !== "").join(" ");
}

function readHand(text) {
  const [dealer, points, ...words] = text.split(" ");
  const revoke = words.find((word) => word.startsWith("revoke-"));
  return {
    dealer,
    points: points === "-" ? null : Number(points),
    botifarra: words.includes("botifarra"),
    double: words.find((word) => ["contro", "recontro", "sant-vicenc"].includes(word)) ?? "",
    revoke: revoke ? revoke.slice("revoke-".length) : "",
  };
}

export const readSheet = (text) => (text ? text.split("; ").map(readHand) : []);
export const sheetText = (hands) => hands.map(handText).join("; ");

// What a hand adds to both totals.
function scoreOf(hand, totals, limits) {
  const factor = (hand.botifarra ? 2 : 1) * (hand.double ? limits[hand.double] : 1);
  if (hand.revoke) {
    const others = opponents(hand.revoke);
    const lost = limits.stake ? 0 : -totals[hand.revoke];
    const won = EVEN * (limits.stake ? factor : hand.botifarra ? 2 : 1);
    return { [hand.revoke]: lost, [others]: won };
  }
  const excess = (hand.points - EVEN) * factor;
  return { NS: Math.max(0, excess), EW: Math.max(0, -excess) };
}

// Whether neither side is ahead: with the same totals, or in the second of two games that are decided
// together with the same points in both, those up to the cap and all of them.
export function isLevel({ NS, EW }, { "ns-before": ns = 0, "ew-before": ew = 0, cap = Infinity }) {
  const counted = (...points) => points.reduce((sum, one) => sum + Math.min(one, cap), 0);
  return ns + NS === ew + EW && counted(ns, NS) === counted(ew, EW);
}

// Whether nobody plays on: the target is reached, or all hands are played, with extra ones while
// neither side is ahead.
function isOver(lines, limits) {
  const { target, hands, extra } = limits;
  const totals = lines.length ? lines.at(-1).totals : { NS: 0, EW: 0 };
  const reached = lines.findIndex(({ totals: { NS, EW } }) => target && Math.max(NS, EW) >= target) + 1;
  const end = reached || (hands && lines.length >= hands ? hands : 0);
  if (!end) return false;
  return !extra || (!isLevel(totals, limits) && (lines.length - end) % extra === 0);
}

// The totals, whether the game is over, and of each hand what it added and the totals after it.
export function play(hands, limits) {
  let totals = { NS: 0, EW: 0 };
  const lines = hands.map((hand) => {
    const scores = scoreOf(hand, totals, limits);
    totals = { NS: totals.NS + scores.NS, EW: totals.EW + scores.EW };
    return { ...hand, scores, totals };
  });
  return { lines, totals, over: isOver(lines, limits) };
}

// The doubles that can be said after `hand`'s trumps, in their order.
export function doubles({ botifarra }, limits) {
  const none = limits["no-sant-vicenc"] || (botifarra && limits["no-sant-vicenc-after-botifarra"]);
  return none ? ["contro", "recontro"] : ["contro", "recontro", "sant-vicenc"];
}

export const COUNTED = ALL;

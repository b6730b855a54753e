// The score sheet of a table, as text and as a table sees it: hand after hand, until it is over. The
// server works it out again from the same text (scoring/ordinary/sheets.py says what stands in it).
// A party is who counts points together: a side of a game, or a player of abarrotada.

export const ALL = 72; // the points in a hand
export const SEATS = ["N", "W", "S", "E"]; // anticlockwise, as everything goes; of three no East
export const SIDES = ["NS", "EW"];

// The parties of a table, by its limits: those of a game don't say how many players there are.
export const partiesOf = ({ players }) => (players ? SEATS.slice(0, players) : SIDES);
export const areAlone = (parties) => parties[0] === SEATS[0];

export const sideOf = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");

// Who deals the next hand, if no hand has to be dealt again.
export function after(dealer, parties) {
  const seats = areAlone(parties) ? parties : SEATS;
  return seats[(seats.indexOf(dealer) + 1) % seats.length];
}

// "N 40 botifarra contro", "N 26-14-8-24 trumps-S": a hand as text. `points` are those of all parties,
// null after a revoke.
function handText({ dealer, maker, points, botifarra, double, revoke }) {
  const told = points?.length === SIDES.length ? points.slice(0, 1) : points;
  const words = [
    dealer,
    told ? told.join("-") : "-",
    maker !== dealer && `trumps-${maker}`,
    botifarra && "botifarra",
    double,
    revoke && `revoke-${revoke}`,
  ];
  return words.filter(Boolean).join(" ");
}

function readHand(text) {
  const [dealer, points, ...words] = text.split(" ");
  const after = (prefix) => words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  const told = points === "-" ? null : points.split("-").map(Number);
  return {
    dealer,
    maker: after("trumps-") ?? dealer,
    points: told?.length === 1 ? [told[0], ALL - told[0]] : told,
    botifarra: words.includes("botifarra"),
    double: words.find((word) => ["contro", "recontro", "sant-vicenc"].includes(word)) ?? "",
    revoke: after("revoke-") ?? "",
  };
}

export const readSheet = (text) => (text ? text.split("; ").map(readHand) : []);
export const sheetText = (hands) => hands.map(handText).join("; ");

// What a hand adds to the total of each party.
function scoresOf({ points, botifarra, double, revoke }, totals, limits) {
  const parties = partiesOf(limits);
  const { threshold = ALL / SIDES.length, stake } = limits;
  const factor = (botifarra ? 2 : 1) * (double ? limits[double] : 1);
  if (!revoke) return points.map((made) => Math.max(0, made - threshold) * factor);
  if (areAlone(parties)) {
    const lost = (ALL - threshold) * factor;
    return parties.map((party) => (party === revoke ? -lost : lost / (parties.length - 1)));
  }
  const won = threshold * (stake ? factor : botifarra ? 2 : 1);
  return parties.map((party, at) => (party !== revoke ? won : stake ? 0 : -totals[at]));
}

// Whether neither side is ahead: with the same totals, or in the second of two games that are decided
// together with the same points in both, those up to the cap and all of them.
export function isLevel(totals, { "ns-before": ns = 0, "ew-before": ew = 0, cap = Infinity }) {
  const counted = (...points) => points.reduce((sum, one) => sum + Math.min(one, cap), 0);
  return ns + totals[0] === ew + totals[1] && counted(ns, totals[0]) === counted(ew, totals[1]);
}

// Whether nobody plays on: the target is reached, or all hands are played, with extra ones while
// neither side is ahead.
function isOver(lines, totals, { target, hands, extra, ...limits }) {
  const reached = lines.findIndex((line) => target && Math.max(...line.totals) >= target) + 1;
  const end = reached || (hands && lines.length >= hands ? hands : 0);
  if (!end) return false;
  return !extra || (!isLevel(totals, limits) && (lines.length - end) % extra === 0);
}

// The totals, whether the table is done, and of each hand what it added and the totals after it.
export function play(hands, limits) {
  let totals = partiesOf(limits).map(() => 0);
  const lines = hands.map((hand) => {
    const scores = scoresOf(hand, totals, limits);
    totals = totals.map((total, at) => total + scores[at]);
    return { ...hand, scores, totals };
  });
  return { lines, totals, over: isOver(lines, totals, limits) };
}

// The points of a hand as they are typed so far, by party: the one that is missing has the rest. Null
// where they can't be all there are.
export function pointsTyped(typed, parties) {
  const missing = parties.filter((party) => !typed[party]);
  const sum = parties.reduce((all, party) => all + Number(typed[party] || 0), 0);
  const isWhole = missing.length === 0 ? sum === ALL : missing.length === 1 && sum <= ALL;
  return isWhole ? parties.map((party) => Number(typed[party] || ALL - sum)) : null;
}

// The doubles that can be said after `hand`'s trumps, in their order.
export function doubles({ botifarra }, limits) {
  const none = limits["no-sant-vicenc"] || (botifarra && limits["no-sant-vicenc-after-botifarra"]);
  return none ? ["contro", "recontro"] : ["contro", "recontro", "sant-vicenc"];
}

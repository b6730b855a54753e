// The score sheet of abarrotada, as text and as a table sees it. The server works it out again from
// the same text (scoring/ordinary/solo_sheets.py says what stands in it).

const ALL = 72; // the points in a hand
export const SEATS = ["N", "W", "S", "E"]; // anticlockwise, as everything goes; of three no East

// "N 26-14-8-24 trumps-S botifarra contro": a hand as text. `points` is null after a revoke.
function handText({ dealer, maker, points, botifarra, double, revoke }) {
  const words = [
    dealer,
    points ? points.join("-") : "-",
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
  return {
    dealer,
    maker: after("trumps-") ?? dealer,
    points: points === "-" ? null : points.split("-").map(Number),
    botifarra: words.includes("botifarra"),
    double: words.find((word) => ["contro", "recontro", "sant-vicenc"].includes(word)) ?? "",
    revoke: after("revoke-") ?? "",
  };
}

export const readSheet = (text) => (text ? text.split("; ").map(readHand) : []);
export const sheetText = (hands) => hands.map(handText).join("; ");

// Who deals after that player, if no hand has to be dealt again.
export const after = (dealer, players) => SEATS[(SEATS.indexOf(dealer) + 1) % players];

// What each player gets of a hand, from North on.
function scoresOf({ points, botifarra, double, revoke }, limits) {
  const factor = (botifarra ? 2 : 1) * (double ? limits[double] : 1);
  const { players, threshold } = limits;
  if (revoke) {
    const stake = (ALL - threshold) * factor;
    return SEATS.slice(0, players).map((seat) => (seat === revoke ? -stake : stake / (players - 1)));
  }
  return points.map((made) => Math.max(0, made - threshold) * factor);
}

// The totals, whether all hands are played, and of each hand the totals after it.
export function play(hands, limits) {
  let totals = Array(limits.players).fill(0);
  const lines = hands.map((hand) => {
    const scores = scoresOf(hand, limits);
    totals = totals.map((total, at) => total + scores[at]);
    return { ...hand, scores, totals };
  });
  return { lines, totals, over: hands.length >= limits.hands };
}

// The points of a hand as they are typed so far, by seat: the last player has the rest. Null where
// they can't be all there are.
export function pointsTyped(typed, players) {
  const seats = SEATS.slice(0, players);
  const missing = seats.filter((seat) => typed[seat] === "");
  const sum = seats.reduce((all, seat) => all + Number(typed[seat]), 0);
  const isWhole = missing.length === 0 ? sum === ALL : missing.length === 1 && sum <= ALL;
  if (!isWhole) return null;
  return seats.map((seat) => (typed[seat] === "" ? ALL - sum : Number(typed[seat])));
}

export const MOST = ALL;

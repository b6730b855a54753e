// What a table's page says of a hand, worked out from its figures: hand scores, the summary in
// words, and whether to ask once more. Nothing here knows of the page or of the network.

export const opponents = (side) => (side === "NS" ? "EW" : "NS");

// Fills %(name)s in a sentence of the server's.
export const fill = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (all, name) => (name in values ? String(values[name]) : all));

export const contentOf = ({ points, trump, double }) => ({ points, trump, double });
export const pointsOf = (side, content, all) => (side === "NS" ? content.points : all - content.points);

// A double counts only for the side that announced it: botifarra for the makers of trumps,
// contro for the others.
export function scoreOf(side, content, makers, all) {
  const announced = side === makers ? content.trump === "botifarra" : content.double !== "";
  return (pointsOf(side, content, all) - all / 2) * (announced ? 2 : 1);
}

const MINUS = "\u2212";
export function signed(score) {
  if (score === 0) return "0";
  return score > 0 ? `+${score}` : `${MINUS}${-score}`;
}

// Who announced what, in words, or "".
function announced(texts, content, makers, pairs) {
  const parts = [];
  const of = (name, side) => parts.push(fill(texts[name], { pair: pairs[side].number }));
  if (content.trump === "botifarra") of("botifarra", makers);
  if (content.double !== "") of("contro", opponents(makers));
  if (content.double === "recontro") of("recontro", makers);
  return parts.reduce((one, other) => fill(texts["and"], { one, other }), parts.shift() || "");
}

// "Pair 4 wins by 8; botifarra by pair 4: +16 / −8": the winners' score first.
export function summary(texts, content, makers, pairs, all) {
  const even = all / 2;
  const first = content.points >= even ? "NS" : "EW";
  const won = pointsOf(first, content, all) - even;
  const values = {
    result: won
      ? fill(texts.wins, { pair: pairs[first].number, points: won })
      : texts.level,
    announced: announced(texts, content, makers, pairs),
    one: signed(scoreOf(first, content, makers, all)),
    other: signed(scoreOf(opponents(first), content, makers, all)),
  };
  return fill(texts[values.announced ? "summary" : "plain summary"], values);
}

// What is asked about on the phone itself, also without a network: few points, or those of the
// hand before (null for none). The server asks about more.
export function isDoubtful(points, before, few, all) {
  return Math.min(points, all - points) <= few || points === before;
}

// What stands after another digit was typed: at most `all`, so some digits do nothing.
export function typed(text, digit, all) {
  const next = text === "0" ? digit : text + digit;
  return Number(next) <= all ? next : text;
}

export function clock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${hours ? two(minutes) : minutes}:${two(whole % 60)}`;
}

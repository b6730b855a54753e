// How a table's page fills sentences and writes figures. Nothing here knows of the page, of the
// network, or of what a result says.

// The other of the two sides.
export const opponents = (side) => (side === "NS" ? "EW" : "NS");

// Fills %(name)s in a sentence of the server's.
export const fill = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (all, name) => (name in values ? String(values[name]) : all));

// Points that can be below 0, with a true minus sign; and with a sign if they are above.
export const figure = (points) => String(points).replace("-", "\u2212");
export const signed = (score) => (score > 0 ? `+${score}` : figure(score));

export function clock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${hours ? two(minutes) : minutes}:${two(whole % 60)}`;
}

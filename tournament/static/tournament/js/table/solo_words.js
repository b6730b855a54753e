// How abarrotada is written on a phone: who sits where, and points that can be below 0.

export const figure = (points) => (points < 0 ? `\u2212${-points}` : String(points));

// The player in a seat: North and South sit on one side, West and East on the other.
export function seatName(match, seat) {
  const { seated } = match.pairs[seat === "N" || seat === "S" ? "NS" : "EW"];
  return seated[seat === "N" || seat === "W" ? 0 : 1]?.name ?? "";
}

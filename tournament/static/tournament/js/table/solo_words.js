// How abarrotada is written on a phone: who sits where, and points that can be below 0.

export const figure = (points) => (points < 0 ? `\u2212${-points}` : String(points));

// The player in a seat.
export const seatName = (match, seat) => match.pairs[seat]?.number ?? "";

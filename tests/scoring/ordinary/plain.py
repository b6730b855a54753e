"""The ordinary game and abarrotada a second time, in one plain loop each, to compare with.

Nothing of `scoring.ordinary` is used. A hand is a dict of what a score sheet's row says.
"""

from typing import Any

Row = dict[str, Any]


def factor_of(row: Row, multipliers: list[int]) -> int:
    factor = 2 if row["trump"] == "botifarra" else 1
    if row["double"] == "contro":
        factor *= multipliers[0]
    if row["double"] == "recontro":
        factor *= multipliers[1]
    if row["double"] == "sant-vicenc":
        factor *= multipliers[2]
    return factor


def play_game(
    rows: list[Row],
    *,
    target: int | None,
    hands: int | None,
    cap: int | None,
    multipliers: list[int],
    revoke: str,
    start: tuple[int, int],
) -> dict[str, Any] | int:
    """What `game --format json` prints, or the number of the first row after the end."""
    ns_total, ew_total = start
    told = []
    ended = None
    for number, row in enumerate(rows, start=1):
        if ended:
            return number
        ns, ew = 0, 0
        if row["revoke"] == "" and row["ns"] > 36:
            ns = (row["ns"] - 36) * factor_of(row, multipliers)
        if row["revoke"] == "" and row["ns"] < 36:
            ew = (36 - row["ns"]) * factor_of(row, multipliers)
        if row["revoke"] != "":
            lost = ns_total if row["revoke"] == "NS" else ew_total
            won = 72 if row["trump"] == "botifarra" else 36
            if revoke == "stake":
                won, lost = 36 * factor_of(row, multipliers), 0
            ns, ew = (0 - lost, won) if row["revoke"] == "NS" else (won, 0 - lost)
        ns_total, ew_total = ns_total + ns, ew_total + ew
        told.append(
            {"hand": number, "ns": ns, "ew": ew, "ns_total": ns_total, "ew_total": ew_total}
        )
        if target is not None and (ns_total >= target or ew_total >= target):
            ended = "target"
        elif hands is not None and number == hands:
            ended = "hands"
    winner = None
    if ended:
        winner = "NS" if ns_total > ew_total else "EW" if ew_total > ns_total else "draw"
    return {
        "hands": told,
        "ended": ended,
        "winner": winner,
        "ns": ns_total if cap is None or ns_total < cap else cap,
        "ew": ew_total if cap is None or ew_total < cap else cap,
        "carried": {
            "ns": ns_total - target if winner == "NS" and target and ns_total > target else 0,
            "ew": ew_total - target if winner == "EW" and target and ew_total > target else 0,
        },
    }


def play_abarrotada(rows: list[Row], *, players: int, multipliers: list[int]) -> dict[str, Any]:
    """What `abarrotada --format json` prints."""
    letters = "abcd"[:players]
    totals = dict.fromkeys(letters, 0)
    told = []
    for number, row in enumerate(rows, start=1):
        scores = {}
        for letter in letters:
            factor = factor_of(row, multipliers)
            if row["revoke"] == letter:
                scores[letter] = (-54 if players == 4 else -48) * factor
            elif row["revoke"]:
                scores[letter] = (18 if players == 4 else 24) * factor
            else:
                above = row[letter] - (18 if players == 4 else 24)
                scores[letter] = above * factor if above > 0 else 0
            totals[letter] += scores[letter]
        told.append({"hand": number, "scores": scores})
    return {"hands": told, "totals": totals}

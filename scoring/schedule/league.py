"""The rounds of a league: everybody meets everybody once or twice, at home and away in turn.

The circle method: one contestant stays, the others go round. In a single round everybody has as
many home matches as away ones, or one more or less; the second one turns all matches of the first
round.
"""

from scoring.schedule.plan import Pairing, RoundPlan, check_size, full_length


def double_length(contestants: int) -> int:
    """Return the number of rounds in which all contestants meet each other at home and away."""
    return 2 * full_length(contestants)


def league_rounds(contestants: int, rounds: int) -> tuple[RoundPlan, ...]:
    """Return the first `rounds` of a double round of contestants 1, 2, …; the first of each match
    is at home.

    Raises ScheduleError for fewer or more contestants than a schedule has.
    """
    once = full_length(contestants)
    check_size(contestants, min(rounds, once))
    first = [_round(contestants, index) for index in range(once)]
    back = [tuple(Pairing(one.ew, one.ns) for one in pairings) for pairings in first]
    return tuple(
        RoundPlan(number, pairings, _rest(contestants, pairings))
        for number, pairings in enumerate([*first, *back][:rounds], start=1)
    )


def _round(contestants: int, index: int) -> tuple[Pairing, ...]:
    """Return a round of the first half; of an odd number the fixed contestant's opponent rests."""
    circle = full_length(contestants)
    stays = circle + 1
    matches = [(stays, index + 1) if index % 2 else (index + 1, stays)]
    for step in range(1, (circle + 1) // 2):
        two = (index + step) % circle + 1, (index - step) % circle + 1
        matches.append(two if step % 2 else two[::-1])
    return tuple(Pairing(*two) for two in matches if max(two) <= contestants)


def _rest(contestants: int, pairings: tuple[Pairing, ...]) -> int | None:
    playing = {one for pairing in pairings for one in pairing}
    return next((one for one in range(1, contestants + 1) if one not in playing), None)

"""Who stands before whom, who goes on and who is honoured, worked out once more from the figures
of plain arithmetic.

Who withdrew before its last round stands behind everybody who finished; while means rank and all
rounds are over, who has played less than the least share of the hands of whoever has most stands
between the two. Hands that were nobody's choice to miss are no missing ones: rests of the plan (of
those given by hand one more than whoever rested least), and hands that others' absence took.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

from scoring.carry import Carry
from scoring.duplicate.settings import Settings
from scoring.ordinary.solo_standings import SoloSettings
from scoring.ordinary.standings import GameScore
from tests.random_days.plain import LATER, AtTable, Line, Played, annulled, lines_of, played
from tournament.championships.stage_queries import GoingOn, Place, going_on
from tournament.models import AuditEvent, Championship, Contestant, Stage
from tournament.models.settings import bracket_of
from tournament.stages.formats import format_of
from tournament.standings.podium import first_places
from tournament.standings.queries.end import final_result
from tournament.standings.queries.table import standings_view

ENOUGH, TOO_FEW, LEFT = range(3)
NOT_PLAYED = ("has played", "has too few hands", "has withdrawn")


def differences(stage: Stage, view: Any) -> Iterator[str]:
    """Where the site's standings of a stage say otherwise."""
    found = played(stage)
    if not found.closed:
        return
    if sorted(view.rounds) != found.closed:
        yield f"stage {stage.number}: counts rounds {view.rounds}, closed are {found.closed}"
    lines = lines_of(found)
    shown = {line.contestant.id for line in view.lines}
    counting = [one for one in found.tables if one.was_played and not annulled(found, one)]
    for pk in {one for table in counting for one in table.held.values()} - shown:
        yield f"stage {stage.number}: {found.contestants[pk].number} has played, is not ranked"
    for line in view.lines:
        for name, value in lines[line.contestant.id].figures.items():
            said = getattr(line.figures, name)
            if said != value:
                yield (
                    f"stage {stage.number}: {name} of {line.contestant.number} is {said},"
                    f" by plain arithmetic {value}"
                )
    for _name, part in view.parts:
        yield from wrong_order(found, part.lines, view.ranked_by, lines)
    yield from wrong_goers(found, view, lines)


def wrong_order(
    found: Played, shown: Sequence[Any], ranked_by: str, lines: Mapping[int, Line]
) -> Iterator[str]:
    """Who stands before somebody with more of what ranks, or who has played more of it, or shares a
    rank with them."""
    if found.stage.kind == "knockout-101":
        return
    own = [found.contestants[line.contestant.id] for line in shown]
    behind = behind_others(found, own, lines, by_mean=ranked_by == "mean")
    for (before, one), (after, other) in pairwise(zip(shown, own, strict=True)):
        values = [_what_ranks(lines[each.pk], ranked_by) for each in (one, other)]
        places = behind[one.pk], behind[other.pk]
        where = f"stage {found.stage.number}: {one.number} stands before {other.number}"
        if before.rank > after.rank:
            yield f"{where}, with rank {before.rank} and {after.rank}"
        if places[0] > places[1]:
            yield f"{where}, and {NOT_PLAYED[places[0]]}"
        if places[0] != places[1] or values[1] is None:
            continue
        if values[0] is None:
            yield f"{where}, and has played nothing"
        elif values[0] < values[1] or (values[0] > values[1] and before.rank == after.rank):
            yield f"{where} by {ranked_by}, with {values[0]} and {values[1]}"


def _what_ranks(line: Line, ranked_by: str) -> Any:
    """The figure that ranks; None for who has no hand of which it could be a mean."""
    return None if line.figures.get("mean", 0) is None else line.figures[ranked_by]


def behind_others(
    found: Played, own: Sequence[Contestant], lines: Mapping[int, Line], *, by_mean: bool
) -> dict[int, int]:
    """Whether each of a ranking has played enough, too little, or has withdrawn."""
    places = {one.pk: LEFT * found.has_left(one) for one in own}
    settings = found.stage.settings
    share = settings.least_share if isinstance(settings, Settings | SoloSettings) else None
    if share is None or not (by_mean and found.is_over):
        return places
    hands = {one.pk: lines[one.pk].figures.get("hands", 0) for one in own}
    most = max(hands.values(), default=0)
    excused = _excused(found)
    for pk, place in places.items():
        if place == ENOUGH and hands[pk] + excused[pk] < share * most:
            places[pk] = TOO_FEW
    return places


def _excused(found: Played) -> Counter[int]:
    """How many hands each missed that were not its own choice to miss."""
    excused: Counter[int] = Counter()
    most = _most_hands(found)
    for pk, numbers in _rests_of_the_plan(found).items():
        excused[pk] += sum(most[number] for number in numbers)
    for table in found.tables:
        for deal, result in table.results.items():
            if deal in found.cancelled_deals:
                continue
            size = 1 if table.of_deals else most[table.round]
            if result.outcome == "played":
                lost = [*table.held.values()] if annulled(found, table) else []
            else:
                lost = _left_alone(found, table) if result.not_played_reason == "withdrawn" else []
            excused.update(dict.fromkeys(lost, size))
    return excused


def _most_hands(found: Played) -> Counter[int]:
    """How many hands that count had who had most, by round."""
    made: Counter[tuple[int, int]] = Counter()
    for table in found.tables:
        for deal, result in table.results.items():
            if result.outcome == "played" and deal not in found.cancelled_deals:
                counts = not annulled(found, table)
                for one in table.held.values():
                    made[one, table.round] += counts * (result.hands_played or 1)
    most: Counter[int] = Counter()
    for (_one, number), hands in made.items():
        most[number] = max(hands, most[number])
    return most


def _left_alone(found: Played, table: AtTable) -> list[int]:
    """Who sat at a table that somebody else left, by the round after it at the latest."""
    there = [found.contestants[one] for one in table.held.values()]
    gone = {one.pk for one in there if (one.withdrawn_from or LATER) <= table.round + 1}
    return [one.pk for one in there if gone - {one.pk}]


def _rests_of_the_plan(found: Played) -> dict[int, list[int]]:
    """The rounds in which each rested without having asked for it, nor stayed away."""
    away = _absences(found)
    rests = {
        pk: [
            number
            for number in found.rests(one)
            if number not in one.asked_rests and (one.number, number) not in away
        ]
        for pk, one in found.contestants.items()
    }
    if not format_of(found.stage).by_hand:
        return rests
    regulars = [
        pk
        for pk, one in found.contestants.items()
        if all(found.plays_in(one, number) for number in found.closed)
    ]
    fewest = min((len(rests[pk]) for pk in regulars), default=0)
    return {pk: numbers[: fewest + 1] for pk, numbers in rests.items()}


def _absences(found: Played) -> set[tuple[int, int]]:
    """Who by number, in which round, did not come to a table that was planned."""
    told = AuditEvent.objects.filter(championship=found.stage.championship)
    told = told.filter(action__in=("player-absent", "player-came")).order_by("sequence")
    away: set[tuple[int, int]] = set()
    acts: Iterable[tuple[int, Any]] = told.values_list("round", "after")  # type: ignore[assignment]
    for number, after in acts:
        if "absent" in after:
            away.add((after["absent"], number))
        else:
            away.discard((after["came"], number))
    return away


# Who goes on.


def wrong_goers(found: Played, view: Any, lines: Mapping[int, Line]) -> Iterator[str]:
    """Where the page of another stage would let others go on from a stage that is over."""
    if not (found.is_over and found.closed):
        return
    groups = len(found.stage.group_names)
    several: list[tuple[int, int | None]] = [(best, None) for best in range(2, len(view.lines))]
    if groups:
        several = [(each * groups + others, each) for each in (1, 2) for others in range(groups)]
    for best, each in several:
        said = going_on(found.stage, best, Carry.NOTHING, each)
        through, level = _goers(found, view, lines, best, each)
        for what, told, own in (("goes on", Place.IN, through), ("ties", Place.AT_THE_LINE, level)):
            if set(said.numbers(told)) != own:
                yield (
                    f"stage {found.stage.number}: of the best {best} ({each or 'any'} of each"
                    f" group) {what} {_numbers(said, told)}, by plain arithmetic {sorted(own)}"
                )


def _numbers(said: GoingOn, *places: Place) -> list[int]:
    return sorted(said.numbers(*places))


def _goers(
    found: Played, view: Any, lines: Mapping[int, Line], best: int, each: int | None
) -> tuple[set[int], set[int]]:
    """The numbers of those who go on, and of those who tie for the last place."""
    there = [one for one in view.lines if one.contestant.withdrawn_from is None]
    by_rank = [((line.rank,), line.contestant) for line in there]
    if each is None:
        return _first(by_rank, best)
    through: set[int] = set()
    level: set[int] = set()
    for _name, part in view.parts:
        own = {line.contestant.id for line in part.lines}
        for known, more in zip(
            (through, level), _first([one for one in by_rank if one[1].id in own], each)
        ):
            known |= more
    others = [
        ((line.rank, *(-one for one in _merit(found, view, line, lines))), line.contestant)
        for line in there
        if line.contestant.number not in through | level
    ]
    groups = len(found.stage.group_names)
    for known, more in zip((through, level), _first(others, best - each * groups)):
        known |= more
    return through, level


def _first(several: Sequence[tuple[Any, Any]], count: int) -> tuple[set[int], set[int]]:
    taken: set[int] = set()
    in_order = sorted(several, key=lambda one: one[0])
    for _key, sharing in groupby(in_order, lambda one: one[0]):
        numbers = {one.number for _own, one in sharing}
        if len(taken) == count:
            break
        if len(taken) + len(numbers) > count:
            return taken, numbers
        taken |= numbers
    return taken, set()


def _merit(
    found: Played, view: Any, line: Any, lines: Mapping[int, Line]
) -> tuple[int | Fraction, ...]:
    """What compares those of the same rank in groups that have played more or less."""
    part = next(part for _name, part in view.parts if part.line_of(line.contestant) is not None)
    own = [found.contestants[one.contestant.id] for one in part.lines]
    behind = behind_others(found, own, lines, by_mean=view.ranked_by == "mean")
    figures, pk = lines[line.contestant.id].figures, line.contestant.id
    if "mean" in figures:
        hands = figures["hands"]
        sum_of_scores = Fraction(line.figures.hand_score_sum, hands) if hands else Fraction(0)
        mean = figures["mean"]
        return (-behind[pk], mean is not None, mean or 0, sum_of_scores)
    games = figures["wins"] + figures["draws"] + figures["losses"]
    won = found.carried.get(pk, (Fraction(0),))[0] + figures["wins"] + Fraction(figures["draws"], 2)
    difference = figures["points_for"] - figures["points_against"]
    last = figures["points_for"]
    if getattr(found.stage.settings, "game_score", None) is GameScore.POINTS:
        won, last = figures["score"], figures["wins"]
    each = [Fraction(one) / games if games else Fraction(0) for one in (won, difference, last)]
    return (-behind[pk], each[0], games > 0, *each[1:])


# Who is honoured.


def wrong_podium(championship: Championship, stages: Sequence[Stage]) -> Iterator[str]:
    """Who stands among the first of a championship that has ended, and has withdrawn before its
    last round of the stage that places it; and who should stand there."""
    if any(bracket_of(stage.settings).second_chance for stage in stages):
        return  # who is out then, is told by nothing here
    last = [stage for stage in stages if stage.rounds.filter(status="closed").exists()][-1]
    earlier = [stage for stage in stages if stage.number <= last.number]
    result = final_result(earlier, last, f"after {championship.events.count()} acts")
    honoured = {line.contestant.id for line in first_places(result.view, result.others)}
    known: set[int] = set()
    places: dict[int, list[int]] = defaultdict(list)
    for stage in reversed(earlier):
        found, view = played(stage), standings_view(stage)
        new = [line for line in view.lines if line.contestant.id not in known]
        before = len(known)
        for line in new:
            if not found.has_left(found.contestants[line.contestant.id]):
                rank = 1 + before + sum(one.rank < line.rank for one in new)
                places[rank if stage != last else line.rank].append(line.contestant.id)
        known |= {line.contestant.id for line in new}
    own = {pk for rank, pks in places.items() if rank <= 3 for pk in pks}
    if own != honoured:
        numbers = {one.pk: one.number for one in championship.contestants.all()}
        said = [sorted(numbers[pk] for pk in several) for several in (honoured, own)]
        yield f"the first are {said[0]}, by plain arithmetic {said[1]}"

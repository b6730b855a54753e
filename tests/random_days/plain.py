"""The standings worked out once more, by plain arithmetic from what is stored at the tables.

From the rules of the game alone: nothing here knows how the site scores. What the site says is
compared figure by figure, and its order with the figures that rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from scoring.duplicate.settings import Settings
from scoring.ordinary.solo_standings import SoloSettings
from tournament.models import Contestant, Entrant, Match, Result, Round, Ruling, Stage

HALF = Fraction(1, 2)
POINTS = 72
OTHER = {"NS": "EW", "EW": "NS"}
LATER = 10**6


@dataclass(frozen=True)
class AtTable:
    """A match of a closed round: who held what (by contestant id), and what stands by hand."""

    round: int
    held: Mapping[str, int]
    results: Mapping[int, Result]

    def side(self, side: str) -> tuple[int, ...]:
        """Who sits on a side: a pair, or two players."""
        order = ("NS", "N", "S") if side == "NS" else ("EW", "W", "E")
        return tuple(self.held[one] for one in order if one in self.held)


@dataclass
class Played:
    """What the closed rounds of a stage hold."""

    stage: Stage
    contestants: dict[int, Contestant] = field(default_factory=dict)
    closed: list[int] = field(default_factory=list)
    tables: list[AtTable] = field(default_factory=list)
    group: dict[int, int] = field(default_factory=dict)
    last_of_group: dict[int, int] = field(default_factory=dict)
    carried: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def plays_in(self, one: Contestant, number: int) -> bool:
        """Whether somebody takes part in a round, be it with a rest."""
        last = self.last_of_group.get(self.group.get(one.pk, 0), LATER)
        gone = one.withdrawn_from or LATER
        return one.joined_round <= number < gone and number <= last

    def rests(self, one: Contestant) -> list[int]:
        """The closed rounds in which somebody took part and sat at no table."""
        sat = {table.round for table in self.tables if one.pk in table.held.values()}
        return [
            number for number in self.closed if self.plays_in(one, number) and number not in sat
        ]


def played(stage: Stage) -> Played:
    found = Played(stage)
    entrants = list(Entrant.objects.filter(stage=stage))
    everybody = Contestant.objects.filter(championship=stage.championship)
    if stage.best is not None:
        everybody = everybody.filter(pk__in=[one.contestant_id for one in entrants])
    found.contestants = {one.pk: one for one in everybody}
    found.carried = {
        one.contestant_id: (Fraction(one.carried), Fraction(one.carried_hands)) for one in entrants
    }
    found.group = {one.contestant_id: one.group for one in stage.group_members.all()}
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    found.closed = [one.number for one in rounds if one.status == "closed"]
    matches = Match.objects.filter(round__stage=stage).select_related("round")
    for match in matches.prefetch_related("seats", "results"):
        held = {seat.held: seat.contestant_id for seat in match.seats.all()}
        for one in held.values():
            if (group := found.group.get(one)) is not None:
                last = found.last_of_group.get(group, 0)
                found.last_of_group[group] = max(last, match.round.number)
        if match.cancelled or match.round.number not in found.closed:
            continue
        standing = {one.deal: one for one in match.results.all() if one.is_current}
        found.tables.append(AtTable(match.round.number, held, standing))
    return found


@dataclass(frozen=True)
class Line:
    """What somebody has made: the figures by their names."""

    figures: Mapping[str, Any]


# Hands that were dealt beforehand.


def hand_score(result: Result, side: str) -> int | None:
    """(points − 36), twice for the side that announced a double: botifarra by the makers, contro by
    the others. Who deals makes trumps: North, West, South, East in turn."""
    if result.ns_points is None:
        return None
    makers = "NS" if result.deal % 2 else "EW"
    own = result.ns_points if side == "NS" else POINTS - result.ns_points
    doubled = result.trump == "botifarra" if side == makers else result.double != ""
    return (own - 36) * (2 if doubled else 1)


def placed(stage: Stage, score: int, field: Sequence[int]) -> Fraction:
    """The final score of a hand score among those that held the same cards."""
    if stage.scoring_settings().method == "mean":
        cut = len(field) // 5
        counted = sorted(field)[cut : len(field) - cut]
        return score - Fraction(sum(counted), len(counted))
    if stage.scoring_settings().method == "matchpoints":
        others = len(field) - 1
        worse, same = sum(one < score for one in field), field.count(score) - 1
        share = Fraction(2 * worse + same, 2 * others) if others else None
    else:
        low, high = min(field), max(field)
        share = Fraction(score - low, high - low) if high > low else None
    return on_scale(stage, share)


def on_scale(stage: Stage, share: Fraction | None) -> Fraction:
    """A share from 0 to 1 on the stage's scale; None for a flat hand."""
    if stage.scoring_settings().method == "mean":
        return Fraction(0)
    share = stage.scoring_settings().flat_score - 1 if share is None else share
    return 100 * share if stage.scoring_settings().scale == "0-100" else 1 + share


def annulled(found: Played, table: AtTable) -> bool:
    """Whether a table doesn't count, as somebody who sat there has withdrawn."""
    gone = (found.contestants[one].withdrawn_from for one in table.held.values())
    return found.stage.settings.withdrawn == "annul" and any(one is not None for one in gone)


def finals_of(found: Played, deal: int) -> Iterator[tuple[int, Fraction]]:
    """Of everybody who has a final score in a hand, by contestant id."""
    apart = bool(found.stage.group_names) and found.stage.compared_with == "own-group"
    for side in OTHER:
        fields: dict[int, list[tuple[int, Result]]] = defaultdict(list)
        for table in found.tables:
            result = table.results.get(deal)
            if result is None or result.outcome != "played" or annulled(found, table):
                continue
            (pair,) = table.side(side)
            fields[found.group.get(pair, 0) if apart else 0].append((pair, result))
        for entries in fields.values():
            yield from finals_in_field(found.stage, side, entries)


def finals_in_field(
    stage: Stage, side: str, entries: Sequence[tuple[int, Result]]
) -> Iterator[tuple[int, Fraction]]:
    scores: dict[int, int] = {}
    for pair, result in entries:
        score = hand_score(result, side)
        if score is not None and not result.infraction and side not in result.award:
            scores[pair] = score
    field = list(scores.values())
    finals = {pair: placed(stage, score, field) for pair, score in scores.items()}
    offence = Fraction(0)
    if stage.scoring_settings().method == "mean":
        offence = min(finals.values(), default=Fraction(0)) - 10
    offenders = [pair for pair, result in entries if side in result.infraction]
    counted = list(finals.values())
    if stage.scoring_settings().average_of == "all-others":
        counted += [offence] * len(offenders)
    average = sum(counted, Fraction(0)) / len(counted) if counted else on_scale(stage, None)
    for pair, _result in entries:
        if pair in finals:
            yield pair, finals[pair]
        else:
            yield pair, offence if pair in offenders else average


def lines_of_hands(found: Played) -> dict[int, Line]:
    stage = found.stage
    cancelled = set(
        Ruling.objects.filter(
            championship=stage.championship, kind="hand-cancelled", withdrawn_at=None
        ).values_list("deal", flat=True)
    )
    deals = {deal for table in found.tables for deal in table.results} - cancelled
    totals: dict[int, Fraction] = defaultdict(Fraction)
    hands: dict[int, int] = defaultdict(int)
    for deal in deals:
        for pair, final in finals_of(found, deal):
            totals[pair] += final
            hands[pair] += 1
    for ruling in Ruling.objects.filter(stage=stage, kind="deduction", withdrawn_at=None):
        totals[ruling.contestant_id or 0] -= Fraction(ruling.hundredths or 0, 100)
    lines = {}
    for pair in found.contestants:
        points, with_hands = found.carried.get(pair, (Fraction(0), Fraction(0)))
        total, counted = totals[pair] + points, hands[pair] + with_hands
        figures: dict[str, Any] = {"total": total, "hands": hands[pair]}
        figures["mean"] = total / counted if counted else None
        lines[pair] = Line(figures)
    return lines


# Games.

REST = {"win": Fraction(1), "draw": HALF, "nothing": Fraction(0)}


def games_of(found: Played) -> Iterator[tuple[AtTable, dict[str, int], str]]:
    """Each game that was played: its points by side, and who won; "" for a draw."""
    for table in found.tables:
        for result in table.results.values():
            if result.outcome != "played" or annulled(found, table):
                continue
            points = {"NS": result.game_ns or 0, "EW": result.game_ew or 0}
            ahead = (points["NS"] > points["EW"]) - (points["NS"] < points["EW"])
            yield table, points, result.given_to or ("EW", "", "NS")[ahead + 1]


def lines_of_games(found: Played) -> dict[int, Line]:
    stage = found.stage
    most = stage.game_settings().cap or LATER
    won: dict[int, list[Fraction]] = defaultdict(list)
    own: dict[int, int] = defaultdict(int)
    against: dict[int, int] = defaultdict(int)
    for table, points, winner in games_of(found):
        for side, other in OTHER.items():
            for pair in table.side(side):
                won[pair].append(Fraction(winner == side) if winner else HALF)
                own[pair] += min(points[side], most)
                against[pair] += min(points[other], most)
    lines = {}
    for pk, one in found.contestants.items():
        rests = found.rests(one)
        asked = [number for number in rests if number in one.asked_rests]
        carried = found.carried.get(pk, (Fraction(0),))[0]
        score = carried + sum(won[pk], Fraction(0))
        score += REST[stage.game_settings().rest] * (len(rests) - len(asked)) + REST[
            stage.game_settings().asked_rest
        ] * len(asked)
        if stage.game_settings().game_score == "points":
            score = carried + own[pk]
        figures = {
            "score": score,
            "wins": sum(made == 1 for made in won[pk]),
            "draws": sum(made == HALF for made in won[pk]),
            "losses": sum(made == 0 for made in won[pk]),
            "points_for": own[pk],
            "points_against": against[pk],
        }
        if stage.kind == "knockout-101":
            del figures["score"]  # how far somebody has come
        lines[pk] = Line(figures)
    return lines


# Abarrotada.


def lines_of_solo(found: Played) -> dict[int, Line]:
    points: dict[int, int] = defaultdict(int)
    hands: dict[int, int] = defaultdict(int)
    wins: dict[int, int] = defaultdict(int)
    for table in found.tables:
        for result in table.results.values():
            if result.outcome != "played":
                continue
            made = {seat: getattr(result, f"game_{seat.lower()}") for seat in table.held}
            for seat, one in table.held.items():
                points[one] += made[seat]
                hands[one] += result.hands_played or 0
                wins[one] += made[seat] == max(made.values())
    return {
        one: Line({"points": points.get(one), "hands": hands[one], "wins": wins[one]})
        for one in found.contestants
    }


# What the site says.


def differences(stage: Stage, view: Any) -> Iterator[str]:
    """Where the site's standings of a stage say otherwise."""
    found = played(stage)
    if not found.closed:
        return
    if sorted(view.rounds) != found.closed:
        yield f"stage {stage.number}: counts rounds {view.rounds}, closed are {found.closed}"
    lines = _LINES.get(stage.kind, lines_of_games)(found)
    shown = {line.contestant.id for line in view.lines}
    having = {one for table in found.tables if table.results for one in table.held.values()}
    for one in having - shown:
        if any(_made_something(table) for table in found.tables if one in table.held.values()):
            yield f"stage {stage.number}: {found.contestants[one].number} has played, is not ranked"
    for line in view.lines:
        for name, value in lines[line.contestant.id].figures.items():
            said = getattr(line.figures, name)
            if said != value:
                yield (
                    f"stage {stage.number}: {name} of {line.contestant.number} is {said},"
                    f" by plain arithmetic {value}"
                )
    for _name, part in view.parts:
        yield from _wrong_order(found, part.lines, view.ranked_by, lines)


def _made_something(table: AtTable) -> bool:
    return any(one.outcome == "played" for one in table.results.values())


def _wrong_order(
    found: Played, shown: Sequence[Any], ranked_by: str, lines: Mapping[int, Line]
) -> Iterator[str]:
    """Who stands before somebody with more of what ranks, or who has played more of it, or shares a
    rank with them."""
    if found.stage.kind == "knockout-101":
        return
    own = [found.contestants[line.contestant.id] for line in shown]
    behind = _behind(found, own, lines, by_mean=ranked_by == "mean")
    for (before, one), (after, other) in pairwise(zip(shown, own, strict=True)):
        values: list[Any] = [lines[each.pk].figures.get(ranked_by) for each in (one, other)]
        places = behind[one.pk], behind[other.pk]
        where = f"stage {found.stage.number}: {one.number} stands before {other.number}"
        if before.rank > after.rank:
            yield f"{where}, with rank {before.rank} and {after.rank}"
        if None in places:
            continue
        if places[0] > places[1]:
            yield f"{where}, and {NOT_PLAYED[places[0]]}"
        if places[0] != places[1] or None in values:
            continue
        if values[0] < values[1] or (values[0] > values[1] and before.rank == after.rank):
            yield f"{where} by {ranked_by}, with {values[0]} and {values[1]}"


NOT_PLAYED = ("has played", "has too few hands", "has withdrawn")


def _behind(
    found: Played, own: Sequence[Contestant], lines: Mapping[int, Line], *, by_mean: bool
) -> dict[int, Any]:
    """Whether each of a ranking has played enough (0), too little (1), or has withdrawn (2); None
    where that hangs on whose fault it was that hands were not played."""
    stage, settings = found.stage, found.stage.settings
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    # Whoever is to leave later still plays the next round, and whoever left after the last one
    # that the own group plays has finished.
    places: dict[int, Any] = {}
    for one in own:
        last = found.last_of_group.get(found.group.get(one.pk, 0), rounds[-1].number)
        left = one.withdrawn_from or LATER
        places[one.pk] = 2 * (left <= min(last, max(found.closed) + 1))
    is_over = all(one.status == "closed" for one in rounds)
    if not isinstance(settings, Settings | SoloSettings) or not (by_mean and is_over):
        return places
    if (share := settings.least_share) is None:
        return places
    hands = {one.pk: lines[one.pk].figures.get("hands", 0) for one in own}
    enough = share * max(hands.values(), default=0)
    of_the_rest = share * max((hands[pk] for pk, place in places.items() if not place), default=0)
    for one in own:
        if places[one.pk]:
            continue
        rests = len(found.rests(one))
        sat = sum(one.pk in table.held.values() for table in found.tables)
        at_least = hands[one.pk] + stage.hands_per_match * rests
        if at_least < enough:
            missed = max(0, stage.hands_per_match * sat - hands[one.pk])
            is_short = at_least + missed < of_the_rest and not found.carried
            places[one.pk] = 1 if is_short else None
    return places


_HANDS = ("round-robin", "drawn", "duplicate-swiss", "by-hand", "duplicate-league")
_LINES = {
    **dict.fromkeys(_HANDS, lines_of_hands),
    **dict.fromkeys(("abarrotada", "abarrotada-rank"), lines_of_solo),
}

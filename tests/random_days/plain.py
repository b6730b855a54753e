"""The standings worked out once more, by plain arithmetic from what is stored at the tables.

From the rules of the game alone: nothing here knows how the site scores. What the site says is
compared figure by figure (`order`), and its order with the figures that rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

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
    of_deals: bool = False

    @property
    def was_played(self) -> bool:
        return any(one.outcome == "played" for one in self.results.values())

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
    cancelled_deals: set[int] = field(default_factory=set)
    last: int = 0
    """The number of its last round."""
    is_over: bool = False
    """Whether nothing more is played in it."""

    def has_left(self, one: Contestant) -> bool:
        """Whether somebody withdrew before its last round, and plays none after those closed.
        Whoever is to leave later still plays the next round."""
        ends = [self.last_of_group.get(self.group.get(one.pk, 0), self.last)]
        if self.stage.kind == "knockout-101" and (out := self._out_in(one)):
            ends.append(out)
        return (one.withdrawn_from or LATER) <= min(*ends, max(self.closed) + 1)

    def _out_in(self, one: Contestant) -> int:
        """The round in which somebody lost its last match; 0 where it won that."""
        own = [table for table in self.tables if one.pk in table.held.values()]
        numbers = [table.round for table in own]
        if not own:
            return 0
        last = max(own, key=lambda table: table.round)
        others = {*last.held.values()}
        tie = [table for table in own if {*table.held.values()} == others]
        (other,) = others - {one.pk}
        return max(numbers) if winner_of_tie(self.stage, tie) == other else 0

    def plays_in(self, one: Contestant, number: int) -> bool:
        """Whether somebody takes part in a round, be it with a rest."""
        last = self.last_of_group.get(self.group.get(one.pk, 0), LATER)
        gone = one.withdrawn_from or LATER
        return one.joined_round <= number < gone and number <= last

    def rests(self, one: Contestant) -> list[int]:
        """The closed rounds in which somebody took part and sat at no table; where games of whoever
        withdrew are annulled, their opponents sat at none."""
        sat = {
            table.round
            for table in self.tables
            if one.pk in table.held.values()
            and (table.of_deals or not annulled(self, table) or self.has_left(one))
        }
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
    found.last = max((one.number for one in rounds), default=0)
    has_ended = stage.championship.ended_at is not None
    found.is_over = has_ended or len(found.closed) == len(rounds)
    cancelled = Ruling.objects.filter(championship=stage.championship, kind="hand-cancelled")
    found.cancelled_deals = {one.deal or 0 for one in cancelled.filter(withdrawn_at=None)}
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
        found.tables.append(AtTable(match.round.number, held, standing, stage.kind in _HANDS))
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
    """Whether a table doesn't count, as somebody who sat there has withdrawn: of hands before the
    stage that follows, of games before the last round."""
    if found.stage.settings.withdrawn != "annul" or found.stage.kind == "knockout-101":
        return False
    there = [found.contestants[one] for one in table.held.values()]
    if not table.of_deals:
        return any(map(found.has_left, there))
    later = Round.objects.filter(
        championship=found.stage.championship, stage__number__gt=found.stage.number
    )
    begins = min((one.number for one in later), default=LATER)
    return any((one.withdrawn_from or LATER) < begins for one in there)


def finals_of(found: Played, deal: int) -> Iterator[tuple[int, Fraction]]:
    """Yield the contestant's id and the final score of everybody who has one in a hand."""
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
    deals = {deal for table in found.tables for deal in table.results} - found.cancelled_deals
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


def winner_of_tie(stage: Stage, games: Sequence[AtTable]) -> int | None:
    """Who got through by the games of a tie: given by a referee, the newest one first, or by
    points, those above the cap where the others are the same; None for nobody."""
    made: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for table in sorted(games, key=lambda one: -one.round):
        for result in table.results.values():
            if result.outcome == "played" and result.given_to:
                return table.held[result.given_to]
            for side, points in (("NS", result.game_ns or 0), ("EW", result.game_ew or 0)):
                made[table.held[side]][0] += min(points, stage.game_settings().cap or LATER)
                made[table.held[side]][1] += points
    best = max(made.values(), default=[])
    ahead = [one for one, points in made.items() if points == best]
    return ahead[0] if len(ahead) == 1 else None


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
        one: Line(
            {
                "points": points.get(one),
                "hands": hands[one],
                "wins": wins[one],
                "mean": Fraction(points[one], hands[one]) if hands[one] else None,
            }
        )
        for one in found.contestants
    }


_HANDS = ("round-robin", "drawn", "duplicate-swiss", "by-hand", "duplicate-league")
_LINES = {
    **dict.fromkeys(_HANDS, lines_of_hands),
    **dict.fromkeys(("abarrotada", "abarrotada-rank"), lines_of_solo),
}


def lines_of(found: Played) -> dict[int, Line]:
    """Everybody's figures in a stage, by contestant id."""
    return _LINES.get(found.stage.kind, lines_of_games)(found)

"""Reading the register of pairs, and what a late pair or a withdrawal would do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Max, Min

from scoring.errors import ScheduleError
from scoring.game.seats import Side
from scoring.schedule.round_robin import Schedule, seat_late_contestant
from tournament.core.names import name_key, plain
from tournament.core.stages import stages_of
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    Contestant,
    Match,
    Outcome,
    Player,
    Result,
    Round,
    RoundStatus,
)
from tournament.schedule.plan import StagePlan, read_plan
from tournament.standings.queries import ContestantRef, contestant_refs


def namesakes(
    championship: Championship, names: Sequence[str], *, besides: Contestant | None = None
) -> dict[str, list[int]]:
    """Which of these persons' names are registered already, whatever their case or accents.

    By the name as given, the numbers of the pairs in which it occurs; 1 query.
    """
    registered: dict[str, dict[int, None]] = defaultdict(dict)  # each pair once, in order
    players = Player.objects.filter(contestant__championship=championship)
    if besides is not None:
        players = players.exclude(contestant=besides)
    for name, number in players.order_by("contestant__number").values_list(
        "name", "contestant__number"
    ):
        registered[name_key(name)][number] = None
    return {
        name: list(registered[name_key(name)]) for name in names if name_key(name) in registered
    }


@dataclass(frozen=True, slots=True)
class RegisterEntry:
    """A registered pair: the two players, then substitutes; its club, or ""."""

    number: int
    players: tuple[str, ...]
    club: str


def register_entries(championship: Championship) -> list[RegisterEntry]:
    """All registered pairs, by number; 1 query."""
    players = Player.objects.filter(contestant__championship=championship)
    ordered = players.order_by("contestant__number", "position")
    rows = ordered.values_list("contestant__number", "contestant__club", "name")
    return [
        RegisterEntry(number, tuple(name for _number, _club, name in people), club)
        for (number, club), people in groupby(rows, key=lambda row: (row[0], row[1]))
    ]


def registered_pairs(championship: Championship) -> dict[int, list[str]]:
    """By number, the names of each pair's people: the two players, then substitutes; 1 query."""
    return {entry.number: list(entry.players) for entry in register_entries(championship)}


@dataclass(frozen=True, slots=True)
class RegisterLine:
    """A pair in the register; `table` is the name of the one at which it always sits, or ""."""

    contestant: ContestantRef
    table: str

    @property
    def sort_name(self) -> str:
        return plain(self.contestant.name)

    @property
    def sort_club(self) -> str:
        return plain(self.contestant.club)


def register(championship: Championship) -> tuple[RegisterLine, ...]:
    """All pairs by number; 3 queries."""
    staying = championship.contestants.filter(fixed_table__isnull=False).select_related(
        "fixed_table"
    )
    fixed = {
        contestant.pk: contestant.fixed_table.shown_name
        for contestant in staying
        if contestant.fixed_table
    }
    contestants = contestant_refs(championship).values()
    return tuple(
        RegisterLine(contestant, fixed.get(contestant.id, "")) for contestant in contestants
    )


def last_draw(championship: Championship) -> AuditEvent | None:
    """The last draw of numbers by lot, as recorded; 1 query."""
    draws = AuditEvent.objects.filter(championship=championship, action=Action.NUMBERS_DRAWN)
    return draws.order_by("-sequence").first()


def is_imported(championship: Championship, token: str) -> bool:
    """Whether an import of this name has been done already; 1 query."""
    imports = AuditEvent.objects.filter(
        championship=championship, action=Action.CONTESTANTS_IMPORTED
    )
    return bool(token) and imports.filter(after__token=token).exists()


def first_round_not_begun(championship: Championship) -> int:
    """The round after the last one that is or was open: 1 while nothing has begun; 1 query."""
    begun = championship.rounds.exclude(status=RoundStatus.PLANNED).order_by("-number").first()
    return begun.number + 1 if begun else 1


@dataclass(frozen=True, slots=True)
class LatePlace:
    """A round in which a late pair would take a rest: against whom, and which way it sits."""

    round: int
    opponent_id: int
    opponent: int
    opponent_name: str
    side: Side


@dataclass(frozen=True, slots=True)
class LatePlan:
    """What a late pair would play: in paired rounds it takes rests, in later ones it is paired."""

    number: int
    from_round: int
    places: tuple[LatePlace, ...]
    paired_from: int | None
    """The first round that is still to be paired; None where all are."""

    @property
    def is_possible(self) -> bool:
        """Whether there is any round for it to play in."""
        return bool(self.places) or self.paired_from is not None


def _with_one_rest(plan: StagePlan, from_round: int) -> Schedule:
    """The schedule with one rest for the late pair to take in each round from that one on.

    After a withdrawal several pairs can rest in a round. A late pair meets nobody twice, so
    whoever rests least often comes first.
    """
    left = [one for one in plan.schedule.rounds if one.number >= from_round]
    often = Counter(contestant for one in left for contestant in plan.resting[one.number])
    chosen: dict[int, int] = {}
    for one in left:
        options = set(plan.resting[one.number]).difference(chosen.values())
        if options:
            chosen[one.number] = min(
                options, key=lambda contestant: (often[contestant], contestant)
            )
    rounds = [replace(one, rest=chosen.get(one.number)) for one in plan.schedule.rounds]
    return replace(plan.schedule, rounds=tuple(rounds))


def late_plan(championship: Championship) -> LatePlan:
    """Where a late pair would come in; 8 queries with one stage."""
    from_round = first_round_not_begun(championship)
    unpaired = championship.rounds.filter(paired=False, number__gte=from_round)
    paired_from = unpaired.aggregate(first=Min("number"))["first"]
    contestants = {
        contestant.pk: contestant
        for contestant in championship.contestants.prefetch_related("players")
    }
    number = max((contestant.number for contestant in contestants.values()), default=0) + 1
    places = [
        place
        for stage in stages_of(championship)
        for place in _late_places(read_plan(stage), contestants, from_round)
    ]
    if not places and paired_from is not None:
        from_round = paired_from
    return LatePlan(number, from_round, tuple(places), paired_from)


def _late_places(
    plan: StagePlan, contestants: Mapping[int, Contestant], from_round: int
) -> Iterator[LatePlace]:
    """The rests of a stage that a late pair takes; none where nobody rests."""
    late = len(plan.contestant_ids) + 1
    try:
        seated = seat_late_contestant(
            _with_one_rest(plan, from_round), contestant=late, from_round=from_round
        )
    except ScheduleError:
        return
    for one in seated.rounds:
        for pairing in one.pairings:
            if late in pairing:
                side = pairing.side_of(late)
                contestant = contestants[plan.contestant_ids[pairing[side.opponents] - 1]]
                yield LatePlace(
                    one.number, contestant.pk, contestant.number, contestant.shown_name, side
                )


@dataclass(frozen=True, slots=True)
class LostMatch:
    """A match that a withdrawal cancels: the opponent rests instead."""

    match_id: int
    round: int
    table: str
    table_number: int
    opponent: int
    opponent_name: str


@dataclass(frozen=True, slots=True)
class WithdrawalEffects:
    """What it means that a pair withdraws from `from_round` on."""

    from_round: int
    last_round: int
    blocked_by: tuple[int, ...]
    """Rounds from `from_round` on in which the pair has a match that is over or has a result."""
    first_possible: int | None
    """The first round it can withdraw from; None if none is left."""
    matches: tuple[LostMatch, ...]

    @property
    def possible(self) -> bool:
        return 1 <= self.from_round <= self.last_round and not self.blocked_by


def withdrawal_effects(contestant: Contestant, from_round: int) -> WithdrawalEffects:
    """Who would be affected if the pair withdrew; 5 queries."""
    rounds = Round.objects.filter(championship_id=contestant.championship_id)
    matches = (
        Match.objects.filter(seats__contestant=contestant, cancelled=False)
        .select_related("round", "table")
        .with_pairs()
        .prefetch_related("seats__contestant__players")
        .order_by("round__number")
    )
    with_results = set(
        Result.objects.filter(
            match__seats__contestant=contestant, match__cancelled=False, is_current=True
        )
        .exclude(outcome=Outcome.BLANK)
        .values_list("match__round__number", flat=True)
    )
    over = {one.round.number for one in matches if one.round.status == RoundStatus.CLOSED}
    blocked = sorted(over | with_results)  # a closed round in which it rested is in nobody's way
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    first_possible = max([contestant.joined_round - 1, *blocked]) + 1
    lost = []
    for match in matches:
        if match.round.number >= from_round:
            other = next(pair for pair in match.pairs if pair != contestant)
            lost.append(
                LostMatch(
                    match_id=match.pk,
                    round=match.round.number,
                    table=match.table.shown_name,
                    table_number=match.table.number,
                    opponent=other.number,
                    opponent_name=other.shown_name,
                )
            )
    return WithdrawalEffects(
        from_round=from_round,
        last_round=last,
        blocked_by=tuple(number for number in blocked if number >= from_round),
        first_possible=first_possible if first_possible <= last else None,
        matches=tuple(lost),
    )

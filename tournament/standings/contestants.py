"""The pairs of a championship as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F, FilteredRelation, Q, QuerySet

from scoring.carry import NOTHING_CARRIED, Carried
from scoring.game.seats import Party, Side, Sides
from scoring.ordinary.standings import PlayedGame
from scoring.pairing.knockout import out_after
from tournament.models import (
    PAIR_IDS,
    Championship,
    Contestant,
    Entrant,
    Match,
    Outcome,
    Player,
    RoundStatus,
    Simultaneous,
    Stage,
)
from tournament.models.schedule import by_seat
from tournament.stages.formats import FORMATS, format_of
from tournament.stages.groups import last_rounds


@dataclass(frozen=True, slots=True)
class ContestantRef:
    """A pair or a player, as every list names it. `name` is its own name, or its players' names.

    `seed` and `carried` are those with which it came into a stage that some were chosen for;
    these, and its `group`, are there where it was read for that stage (`stage_contestants`).
    """

    id: int
    number: int
    name: str
    players: tuple[str, ...]
    substitutes: tuple[str, ...]
    club: str
    joined_round: int
    withdrawn_from: int | None
    asked_rests: frozenset[int] = frozenset()
    """The rounds in which it asked not to play, by number."""
    out_in: int | None = None
    """The last round that it plays before it is out of a knock-out; None where it isn't, or nobody
    asked."""
    again_from: int | None = None
    """The first round after that in which it lost and got a second chance; None without one."""
    group: int | None = None
    """The contestant's group in that stage, from 1; None where it has no groups, or for who is in
    none yet."""
    group_name: str = ""
    last_round: int | None = None
    """The last round that this group plays; None where that is the last of the stage."""
    seed: int | None = None
    carried: Carried = NOTHING_CARRIED
    partners: tuple[ContestantRef, ...] = ()
    """The two players whom it stands for, on one side of a game: see `together`."""
    alone: bool = False
    """The contestant plays against everybody at its table: two of a side are no partners there."""

    @property
    def everybody(self) -> tuple[ContestantRef, ...]:
        """The partners; of anything else itself."""
        return self.partners or (self,)

    @property
    def is_player(self) -> bool:
        """Return whether the contestant is a single player, and not a pair."""
        return len(self.players) == 1

    def includes(self, contestant: int) -> bool:
        """Return whether the contestant has that id, or one of the partners has."""
        return any(one.id == contestant for one in self.everybody)

    @property
    def numbers(self) -> str:
        """Return the contestant's number, or those of the partners: "7", "3 + 12"; of players alone
        "3 / 12"."""
        return (" / " if self.alone else " + ").join(str(one.number) for one in self.everybody)

    @property
    def order(self) -> int:
        """Return where the contestant stands among those that a stage is planned from: the
        strongest first, as far as anybody knows."""
        return self.number if self.seed is None else self.seed

    @property
    def has_own_name(self) -> bool:
        """Whether the players' names say something that `name` doesn't."""
        return self.name != " – ".join(self.players)

    @property
    def players_with_initials(self) -> tuple[str, ...]:
        """Return the names of the players with initials for first names: ("M. Font", "J. Roca")."""
        return tuple(map(_with_initial, self.players))

    def name_within(self, most: int) -> str:
        """Return the name; where that has more than `most` letters, the players' names with
        initials, which may still be longer."""
        if self.has_own_name or len(self.name) <= most:
            return self.name
        return " – ".join(self.players_with_initials)

    @property
    def found_by(self) -> str:
        """What a search looks through: its number, its name, and its people."""
        own = (str(self.number), self.name) if not self.partners else ()
        of_partners = (one.found_by for one in self.partners)
        return " ".join([*own, *of_partners, *self.players, *self.substitutes])

    def plays_in(self, round_number: int) -> bool:
        """Whether the pair takes part in that round at all, be it with a rest."""
        return self.is_there_in(round_number) and not self.is_out_in(round_number)

    def has_asked_to_rest(self, round_number: int) -> bool:
        """Return whether the contestant takes part in that round and asked not to play in it."""
        return round_number in self.asked_rests and self.plays_in(round_number)

    def is_there_in(self, round_number: int) -> bool:
        """Whether the pair has come by then and has not withdrawn."""
        return self.joined_round <= round_number and (
            self.withdrawn_from is None or round_number < self.withdrawn_from
        )

    def has_left_by(self, round_number: int, last: int) -> bool:
        """Return whether the contestant withdrew before the last round that it had to play in a
        stage that ends with round `last`, and plays none after `round_number`."""
        ends = (one for one in (last, self.last_round, self.out_in) if one is not None)
        left = self.withdrawn_from
        return left is not None and left <= min(round_number + 1, *ends)

    def is_out_in(self, round_number: int) -> bool:
        """Return whether the contestant was knocked out before that round, or its group is through
        by then."""
        return any(
            last is not None and last < round_number for last in (self.out_in, self.last_round)
        )


def together(side: Iterable[ContestantRef]) -> ContestantRef:
    """What stands for a side of a game: its one pair, or its two players as `partners`.

    Partners have no number of their own, and their names as players. Where everybody plays alone
    they only sit opposite each other.
    """
    partners = tuple(side)
    if len(partners) == 1:
        return partners[0]
    names = tuple(one.name for one in partners)
    return ContestantRef(
        id=0,
        number=0,
        name=names_text(names, alone=partners[0].alone),
        players=names,
        substitutes=(),
        club="",
        joined_round=1,
        withdrawn_from=None,
        partners=partners,
        alone=partners[0].alone,
    )


def names_text(names: Iterable[str], *, alone: bool) -> str:
    """The players of a side: "Anna – Blai", or where everybody plays alone "Anna / Blai"."""
    return (" / " if alone else " – ").join(names)


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody's place at a table, and who else sits there."""

    held: Party
    """The side; where everybody plays alone the seat."""
    opponent: ContestantRef
    """The other side; where everybody plays alone all others."""
    partner: ContestantRef | None = None
    """Who plays with a player; None for a pair, and for who plays alone."""


def company_of(contestant: int, pairs: Sides[ContestantRef]) -> Company:
    """Return where, against whom and with whom the contestant of an id plays at this table."""
    side = next(side for side, own in pairs.items() if own.includes(contestant))
    if pairs[side].alone:
        round_the_table = by_seat(pairs.map(lambda own: own.everybody))
        seat = next(seat for seat, one in round_the_table if one.id == contestant)
        return Company(seat, at_table(seat, pairs)[1])
    partner = next((one for one in pairs[side].partners if one.id != contestant), None)
    return Company(side, pairs[side.opponents], partner)


def at_table(party: Party, pairs: Sides[ContestantRef]) -> tuple[ContestantRef, ContestantRef]:
    """Who plays there, and all others at the table `together`."""
    if isinstance(party, Side):
        return pairs[party], pairs[party.opponents]
    held = dict(by_seat(pairs.map(lambda own: own.everybody)))
    return held[party], together(one for seat, one in held.items() if seat is not party)


def refs_of_sides(
    ids: Sides[tuple[int, ...]], contestants: Mapping[int, ContestantRef]
) -> Sides[ContestantRef]:
    """Return the contestants of these ids, each side as one (`together`)."""
    return ids.map(lambda side: together(contestants[one] for one in side))


def contestant_refs(
    championship: Championship, stages: Iterable[Stage] = ()
) -> dict[int, ContestantRef]:
    """All pairs by their id, in the order of their numbers; 2 queries.

    They know who was knocked out in `stages`, some of the championship's: 1 query more where a
    format does that. Read them after the matches or results that name them: a late pair may join
    between two queries, and one that has matches is never removed.
    """
    return _refs(
        Player.objects.filter(contestant__championship=championship),
        Contestant.objects.filter(championship=championship),
        _fates(stages),
    )


def contestants_of_venues(event: Simultaneous) -> dict[int, ContestantRef]:
    """The pairs of all venues of an event by their id, as `contestant_refs`; 2 queries."""
    return _refs(
        Player.objects.filter(contestant__championship__venue__simultaneous=event),
        Contestant.objects.filter(championship__venue__simultaneous=event),
        {},
    )


def _refs(
    people: QuerySet[Player], contestants: QuerySet[Contestant], fates: Mapping[int, Fate]
) -> dict[int, ContestantRef]:
    players: dict[int, list[str]] = {}
    substitutes: dict[int, list[str]] = {}
    people = people.order_by("position")
    for contestant_id, position, name in people.values_list("contestant_id", "position", "name"):
        group = players if position <= 2 else substitutes
        group.setdefault(contestant_id, []).append(name)
    contestants = contestants.order_by("number")
    contestants = contestants.annotate(
        first_stage=FilteredRelation(
            "championship__stages", condition=Q(championship__stages__number=1)
        )
    )
    fields = ("id", "number", "name", "club", "joined_round", "withdrawn_from", "asked_rests")
    rows = contestants.values_list(*fields, "first_stage__kind")
    refs = {}
    for contestant_id, number, name, club, joined_round, withdrawn_from, asked, kind in rows:
        pair = tuple(players.get(contestant_id, ()))
        refs[contestant_id] = ContestantRef(
            id=contestant_id,
            number=number,
            name=name or " – ".join(pair),
            players=pair,
            substitutes=tuple(substitutes.get(contestant_id, ())),
            club=club,
            joined_round=joined_round,
            withdrawn_from=withdrawn_from,
            asked_rests=frozenset(asked),
            out_in=fates.get(contestant_id, IN_PLAY).out_in,
            again_from=fates.get(contestant_id, IN_PLAY).again_from,
            alone=kind in FORMATS and FORMATS[kind].alone,
        )
    return refs


def knocked_out(stages: Iterable[Stage]) -> dict[int, int]:
    """By the ids of pairs that are out of a knock-out, the last round in which they had to play.

    Only closed rounds count; 1 query for each knock-out, and 2 more where it has two legs or a
    second chance.
    """
    fates = _fates(stages)
    return {one: fate.out_in for one, fate in fates.items() if fate.out_in is not None}


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a pair that has lost in a knock-out: as in `ContestantRef`."""

    out_in: int | None = None
    again_from: int | None = None


IN_PLAY = Fate()


def _fates(stages: Iterable[Stage]) -> dict[int, Fate]:
    """By the ids of pairs that have lost; queries as for `knocked_out`."""
    fates: dict[int, Fate] = {}
    for stage in stages:
        if format_of(stage).knocks_out:
            fates = {**_fates_in(stage), **fates}
    return fates


def _fates_in(stage: Stage) -> dict[int, Fate]:
    numbers, ties = [1], 0
    rules = stage.knockout_settings().bracket
    if rules.legs > 1 or rules.second_chance:
        numbers = list(stage.rounds.order_by("number").values_list("number", flat=True)) or [1]
        ties = Match.objects.filter(round__stage=stage, round__number=numbers[0]).count()
    games = (
        Match.objects.filter(
            round__stage=stage,
            round__status=RoundStatus.CLOSED,
            cancelled=False,
            results__is_current=True,
            results__outcome=Outcome.PLAYED,
        )
        .with_pair_columns()
        .annotate(
            made=F("results__game_ns"), lost=F("results__game_ew"), given=F("results__given_to")
        )
        .order_by("round__number")
    )
    columns = ("round__number", *PAIR_IDS, "made", "lost", "given")
    return fates_after(games.values_list(*columns), stage, numbers, ties)


def fates_after(
    games: Iterable[tuple[int, int, int, int, int, str]],
    stage: Stage,
    numbers: Sequence[int],
    ties: int,
) -> dict[int, Fate]:
    """Return what became of the pairs that have lost in a knock-out, by their ids.

    `games` are those that were played in closed rounds: the round, the pairs N–S and E–W, the
    points of both, and the side that a referee gave the game. The `numbers` are those of all its
    rounds, and the first of them has so many `ties`; where neither two legs nor a second chance are
    played, its first round alone will do.
    """
    settings = stage.knockout_settings()
    rules, first = settings.bracket, numbers[0]
    second_rounds = rules.second_rounds_of(ties, len(numbers) // rules.legs) if ties else 0
    played: dict[int, list[PlayedGame[int]]] = {}
    for number, ns, ew, made, lost, given in games:
        points, awarded = Sides(made, lost), Side(given) if given else None
        game = PlayedGame(Sides(ns, ew), points, awarded)
        played.setdefault(number - first + 1, []).append(game)
    out, again = out_after(played, rules, settings.counted, second_rounds)
    again_from = first + rules.legs
    return {
        pair: Fate(last + first - 1, again_from if pair in again else None)
        for pair, last in out.items()
    }


def stage_contestants(stage: Stage) -> dict[int, ContestantRef]:
    """Return the contestants that play in a stage by their id, in the order of their numbers; 2
    queries, and 1 more where some were chosen for it, and 2 where it has groups."""
    contestants = contestant_refs(stage.championship, (stage,))
    if stage.best is not None:
        entrants = {one.contestant_id: one for one in Entrant.objects.filter(stage=stage)}
        contestants = chosen_of(contestants, entrants)
    if stage.has_groups:
        members = dict(stage.group_members.values_list("contestant_id", "group"))
        numbers = list(stage.rounds.order_by("number").values_list("number", flat=True))
        contestants = with_groups(contestants, stage, members, numbers)
    return contestants


def chosen_of(
    everybody: Mapping[int, ContestantRef], entrants: Mapping[int, Entrant]
) -> dict[int, ContestantRef]:
    """Return those who were chosen for a stage, each with what it brings along."""
    return {
        pk: replace(one, seed=entrants[pk].seed, carried=entrants[pk].brought)
        for pk, one in everybody.items()
        if pk in entrants
    }


def with_groups(
    contestants: Mapping[int, ContestantRef],
    stage: Stage,
    members: Mapping[int, int],
    numbers: Sequence[int],
) -> dict[int, ContestantRef]:
    """Return the contestants of a stage, each with its group, which `members` says by their ids;
    the `numbers` are those of the stage's rounds, in order."""
    group_of = {pk: group for pk, group in members.items() if pk in contestants}
    last: Mapping[int, int] = {}
    if numbers:
        rounds = range(numbers[0], numbers[-1] + 1)
        began = {pk for pk in group_of if contestants[pk].joined_round <= rounds.start}
        last = last_rounds(format_of(stage), group_of, began, rounds)
    return {
        pk: replace(
            one,
            group=group_of[pk],
            group_name=stage.group_names[group_of[pk] - 1],
            last_round=last.get(group_of[pk]),
        )
        if pk in group_of
        else one
        for pk, one in contestants.items()
    }


def who_play(stages: Iterable[Stage]) -> Callable[[int, int], bool]:
    """Whether the pair of an id plays in the stage of an id, of these stages; 1 query at most, none
    where everybody plays in all of them."""
    chosen = [stage.pk for stage in stages if stage.best is not None]
    entrants = Entrant.objects.filter(stage__in=chosen)
    found = set(entrants.values_list("contestant_id", "stage_id")) if chosen else set()
    return lambda pair, stage: stage not in chosen or (pair, stage) in found


def _with_initial(person: str) -> str:
    first, space, others = person.partition(" ")
    return f"{first[:1]}. {others}" if space and others else person

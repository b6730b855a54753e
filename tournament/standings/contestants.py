"""Contestants of a championship as plain values."""

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
    """Pair or player as it appears in lists. `name` is its own name, or its players' names.

    `seed` and `carried` are those with which it entered a stage that contestants were chosen for;
    they and `group` are set only if it was read for that stage (`stage_contestants`).
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
    """Numbers of the rounds in which it asked not to play."""
    out_in: int | None = None
    """Last round before it is out of a knock-out; None if it isn't out, or this was not read."""
    again_from: int | None = None
    """First round that it plays in the second chance after a defeat; None without one."""
    group: int | None = None
    """Number of its group in that stage, from 1; None if there is none, or not yet."""
    group_name: str = ""
    last_round: int | None = None
    """Last round that its group plays; None if that is the last of the stage."""
    seed: int | None = None
    carried: Carried = NOTHING_CARRIED
    partners: tuple[ContestantRef, ...] = ()
    """Two players whom it represents as one side of a game: see `together`."""
    alone: bool = False
    """True if it plays against everybody at its table: two on a side are not partners there."""

    @property
    def everybody(self) -> tuple[ContestantRef, ...]:
        """Return the partners; for anything else, the contestant itself."""
        return self.partners or (self,)

    @property
    def is_player(self) -> bool:
        """Return whether the contestant is a single player rather than a pair."""
        return len(self.players) == 1

    def includes(self, contestant: int) -> bool:
        """Return whether the contestant, or one of the partners, has that id."""
        return any(one.id == contestant for one in self.everybody)

    @property
    def numbers(self) -> str:
        """Return the contestant's number, or the partners' numbers: "7", "3 + 12"; "3 / 12" if
        everybody plays alone."""
        return (" / " if self.alone else " + ").join(str(one.number) for one in self.everybody)

    @property
    def order(self) -> int:
        """Return the contestant's position in the order from which a stage is planned, the
        strongest first as far as known: its seed, or else its number."""
        return self.number if self.seed is None else self.seed

    @property
    def has_own_name(self) -> bool:
        """Return whether `name` is anything other than the players' names."""
        return self.name != " – ".join(self.players)

    @property
    def players_with_initials(self) -> tuple[str, ...]:
        """Return the names of the players with initials for first names: ("M. Font", "J. Roca")."""
        return tuple(map(_with_initial, self.players))

    def name_within(self, most: int) -> str:
        """Return the name; if it has more than `most` letters, the players' names with initials,
        which may still be longer."""
        if self.has_own_name or len(self.name) <= most:
            return self.name
        return " – ".join(self.players_with_initials)

    @property
    def found_by(self) -> str:
        """Return the text that a search looks through: its number, its name, and its people."""
        own = (str(self.number), self.name) if not self.partners else ()
        of_partners = (one.found_by for one in self.partners)
        return " ".join([*own, *of_partners, *self.players, *self.substitutes])

    def plays_in(self, round_number: int) -> bool:
        """Return whether the contestant takes part in that round, even if it rests."""
        return self.is_there_in(round_number) and not self.is_out_in(round_number)

    def has_asked_to_rest(self, round_number: int) -> bool:
        """Return whether the contestant takes part in that round and asked not to play in it."""
        return round_number in self.asked_rests and self.plays_in(round_number)

    def is_there_in(self, round_number: int) -> bool:
        """Return whether the contestant has joined by that round and has not withdrawn."""
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
        """Return whether the contestant was knocked out before that round, or its group has
        finished by then."""
        return any(
            last is not None and last < round_number for last in (self.out_in, self.last_round)
        )


def together(side: Iterable[ContestantRef]) -> ContestantRef:
    """Return one contestant for a side of a game: its pair, or its two players as `partners`.

    Partners have no number of their own; their `players` are the names of the two. If everybody
    plays alone, they only sit opposite each other.
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
    """Return the names of a side's players: "Anna – Blai", or "Anna / Blai" for `alone`."""
    return (" / " if alone else " – ").join(names)


@dataclass(frozen=True, slots=True)
class Company:
    """Contestant's place at a table, and the others who sit there."""

    held: Party
    """Its side; its seat if everybody plays alone."""
    opponent: ContestantRef
    """Other side; all others at the table if everybody plays alone."""
    partner: ContestantRef | None = None
    """Partner of a single player; None for a pair, or if everybody plays alone."""


def company_of(contestant: int, pairs: Sides[ContestantRef]) -> Company:
    """Return the place, opponents and partner at this table of the contestant with that id."""
    side = next(side for side, own in pairs.items() if own.includes(contestant))
    if pairs[side].alone:
        round_the_table = by_seat(pairs.map(lambda own: own.everybody))
        seat = next(seat for seat, one in round_the_table if one.id == contestant)
        return Company(seat, at_table(seat, pairs)[1])
    partner = next((one for one in pairs[side].partners if one.id != contestant), None)
    return Company(side, pairs[side.opponents], partner)


def at_table(party: Party, pairs: Sides[ContestantRef]) -> tuple[ContestantRef, ContestantRef]:
    """Return the contestant on that side or seat, and all others at the table `together`."""
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
    """Return all contestants by id, in the order of their numbers; 2 queries.

    Those knocked out in `stages`, some of the championship's, are marked as such: 1 more query if a
    format knocks out. Read them after the matches or results that name them: a late pair may join
    between two queries, and one that has matches is never removed.
    """
    return _refs(
        Player.objects.filter(contestant__championship=championship),
        Contestant.objects.filter(championship=championship),
        _fates(stages),
    )


def contestants_of_venues(event: Simultaneous) -> dict[int, ContestantRef]:
    """Return the contestants of all venues of an event by id, like `contestant_refs`; 2 queries."""
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
    """Return the last round that each knocked-out contestant had to play, by contestant id.

    Only closed rounds count; 1 query for each knock-out, and 2 more if it has two legs or a second
    chance.
    """
    fates = _fates(stages)
    return {one: fate.out_in for one, fate in fates.items() if fate.out_in is not None}


@dataclass(frozen=True, slots=True)
class Fate:
    """Fate of a contestant that has lost in a knock-out; fields as in `ContestantRef`."""

    out_in: int | None = None
    again_from: int | None = None


IN_PLAY = Fate()


def _fates(stages: Iterable[Stage]) -> dict[int, Fate]:
    """Return the fates of contestants that have lost, by id; queries as for `knocked_out`."""
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
    """Return the fates of the contestants that have lost in a knock-out, by id.

    Each of `games`, played in closed rounds, is the round, the contestants N–S and E–W, the points
    of both, and the side to which a referee gave the game. `numbers` are those of all its rounds,
    and `ties` is the number of ties in the first; without two legs or a second chance, the first
    number alone will do.
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
    """Return the contestants that play in a stage by id, in the order of their numbers; 2 queries,
    1 more if they were chosen for it, and 2 more if it has groups."""
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
    """Return the contestants chosen for a stage, each with its seed and what it brought along."""
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
    """Return the contestants of a stage, each with its group. `members` has group numbers by
    contestant id; `numbers` are those of the stage's rounds, in order."""
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
    """Return a function that tells whether a pair plays in one of these stages, by their ids; 1
    query, none if everybody plays in all of them."""
    chosen = [stage.pk for stage in stages if stage.best is not None]
    entrants = Entrant.objects.filter(stage__in=chosen)
    found = set(entrants.values_list("contestant_id", "stage_id")) if chosen else set()
    return lambda pair, stage: stage not in chosen or (pair, stage) in found


def _with_initial(person: str) -> str:
    first, space, others = person.partition(" ")
    return f"{first[:1]}. {others}" if space and others else person

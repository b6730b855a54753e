"""The rounds of a rehearsal: opened, played at all tables, put in order, closed.

Tables don't wait for each other: chance decides which one does something next. A round may be left
half-way, and whatever people do meanwhile, at the desk or on phones, is kept: bots work around it,
as other people would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.players import join_late_player, withdraw_player
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.models import Championship, Match, Result, Round, RoundStatus
from tournament.models.schedule import by_seat
from tournament.rehearsal.actions import HandAtTable
from tournament.rehearsal.championship import (
    add_what_follows,
    follows,
    made_up_pairs,
    made_up_players,
)
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.players import Sitting
from tournament.rehearsal.scenarios import Mistake, Notice, Scenario, scenario_of
from tournament.rehearsal.script_runner import (
    Act,
    acts_after_closing,
    acts_in_the_round,
    acts_of_order,
)
from tournament.rehearsal.table_plays import TABLE_PLAYS, TablePlay
from tournament.results.kinds.kinds import kind_of, numbers_of
from tournament.results.queries import matches_of
from tournament.rounds.queries import closing_obstacles
from tournament.rounds.services.lifecycle import open_round
from tournament.schedule.by_hand import proposal
from tournament.schedule.services.rounds import enter_pairings, pair_round
from tournament.simultaneous.services.rounds import hand_in
from tournament.stages.formats import format_of

At = tuple[int, int]
"""A deal and a table, by their numbers."""


@dataclass(frozen=True, slots=True)
class Script:
    """Scenarios by deal and table, and attempts by deal, that a rehearsal must show.

    With a script, tables enter in turn, hand by hand and table by table, and none runs out of time.
    """

    scenarios: Mapping[At, Scenario] = field(default_factory=dict)
    attempts: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened at a table; `refused` says why an act could not be done. `deal` is
    None where a match is one game."""

    round: int
    table: str
    deal: int | None
    act: Act | None
    refused: str = ""


Watch = Callable[[Step], None]
"""Called with every step, right after it; it may take its time."""


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round that was played: hands entered, mistakes by kind, how many were noticed.

    One that was handed in counts as closed. Where a match is one of the `games`, these are what was
    entered. `obstacles` are the sentences
    that say why it could not be closed.
    """

    number: int
    hands: int
    closed: bool
    mistakes: Mapping[Mistake, int]
    noticed: int
    obstacles: tuple[str, ...] = ()
    games: bool = False


@dataclass(frozen=True, slots=True)
class _Unplayed:
    """A hand that a table is to play, and the scenario of its entry."""

    match: Match
    dealt: DealtHand | None
    """The hand, or None where the table deals its own cards."""
    sitting: Sitting
    scenario: Scenario


def _table_play(match: Match) -> TablePlay:
    return TABLE_PLAYS[kind_of(match.round.stage).key]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A rehearsal that bots are playing; `referee` decides and enters slips."""

    championship: Championship
    plan: Plan
    referee: Actor
    watch: Watch = lambda _step: None
    script: Script | None = None

    def next_round(self) -> Round | None:
        """Return the first round that is open, or else planned; None where nothing is left, or all
        that is left was handed in.

        When all are closed, the stage that is meant to follow is added now, with its rounds.
        """
        found = self._first_round()
        if found is None and add_what_follows(
            actor=self.referee, championship=self.championship, plan=self.plan
        ):
            return self._first_round()
        return found

    def goes_on(self) -> bool:
        """Return whether there is another round, or another stage is meant to follow."""
        return self._first_round() is not None or follows(self.championship) is not None

    def _first_round(self) -> Round | None:
        rounds = self.championship.rounds.all()
        for status in (RoundStatus.OPEN, RoundStatus.PLANNED):
            found = rounds.filter(status=status, handed_in_at=None)
            found = found.select_related("stage__championship")
            if (first := found.order_by("number").first()) is not None:
                return first
        return None

    def _open(self, round: Round) -> None:
        if round.paired:
            pass
        elif format_of(round.stage).by_hand:
            enter_pairings(actor=self.referee, round=round, matches=proposal(round))
        else:
            pair_round(actor=self.referee, round=round)
        open_round(actor=self.referee, round=round)

    def play_round(self, round: Round) -> RoundPlayed:
        """Play all that is left of a round, and close it unless somebody's doing forbids that.

        A venue of an event hands it in.
        """
        self._open(round)
        hands = self._hands(round)
        self._play(round, self._not_begun(round, hands), most=None)
        self._put_in_order(round, hands)
        try:
            ended = hand_in(actor=self.referee, round=round)
        except UserError as error:
            return self._played(round, hands, tuple(map(str, error.messages)))
        for one in hands.values() if ended.status == RoundStatus.CLOSED else ():
            if one.scenario.notice is Notice.AFTER_CLOSING:
                self._follow(round, one, acts_after_closing(self._played_out(one)))
        return self._played(round, hands)

    def play_part(self, round: Round, most: int | None = None) -> RoundPlayed:
        """Play a round until `most` of its hands (by default half of them) have been entered.

        At some tables things are left half-way then.
        """
        self._open(round)
        hands = self._hands(round)
        self._play(round, self._not_begun(round, hands), most=most or -(-len(hands) // 2))
        return self._played(round, hands)

    def let_pairs_come_and_go(self) -> tuple[str, ...]:
        """Let contestants go home and come late before a round; return what can't be done."""
        contestants = list(
            self.championship.contestants.filter(withdrawn_from=None).order_by("number")
        )
        leaving = contestants[self.plan.chance("leaving").below(len(contestants))]
        following = self.next_round()
        assert following is not None, "nobody leaves after the last round"
        late, club = self._late_one(len(contestants) + 1)
        reason = _("A player does not feel well")

        def leaves() -> None:
            if self.championship.of_players:
                withdraw_player(actor=self.referee, contestant=leaving, reason=reason)
                return
            withdraw_contestant(
                actor=self.referee,
                contestant=leaving,
                from_round=following.number,
                reason=reason,
            )

        def comes() -> None:
            actor, here = self.referee, self.championship
            if here.of_players:
                join_late_player(actor=actor, championship=here, player=late[0], club=club)
            else:
                join_late(actor=actor, championship=here, players=late, club=club)

        refused: list[str] = []
        for act in (leaves, comes):
            try:
                act()
            except UserError as error:
                refused += map(str, error.messages)
        return tuple(refused)

    def _late_one(self, number: int) -> tuple[tuple[str, ...], str]:
        """Return the names and the club of a pair or a player that nobody has registered."""
        made_up = made_up_players if self.championship.of_players else made_up_pairs
        row = made_up(self.plan, number)[-1]
        return row.players, row.club

    def _hands(self, round: Round) -> dict[At, _Unplayed]:
        """Return every hand of the round at every table, by deal and table, hand by hand."""
        matches = matches_of(self.championship).filter(round=round)
        seated = list(
            matches.select_related("round__stage__championship", "table")
            .prefetch_related("seats__contestant")
            .order_by("table__number")
        )
        dealt = {one.number: one for one in dealt_hands(self.championship, round.deals)}
        numbers = numbers_of(round)
        return {
            (number, match.table.number): self._unplayed(
                match, number, dealt.get(number), number == numbers[-1]
            )
            for number in numbers
            for match in seated
        }

    def _unplayed(
        self, match: Match, number: int, dealt: DealtHand | None, is_last: bool
    ) -> _Unplayed:
        script = self.script or Script()
        attempt = script.attempts.get(number, 0)
        sides = match.sides.map(lambda side: tuple(one.number for one in side))
        everybody = tuple(player for _seat, player in by_seat(sides))
        sitting = Sitting(number, sides.map(lambda side: side[0]), attempt, everybody)
        scenario = script.scenarios.get((number, match.table.number))
        if scenario is None:
            decides = format_of(match.round.stage).knocks_out  # then it is played to its end
            hurried = is_last and self.script is None and not decides
            scenario = scenario_of(self.plan, sitting, is_last=hurried)
        if scenario.mistake not in _table_play(match).mistakes:
            scenario = replace(scenario, mistake=Mistake.NONE, notice=Notice.NOBODY)
        return _Unplayed(match, dealt, sitting, scenario)

    def _played_out(self, one: _Unplayed) -> HandAtTable:
        played = _table_play(one.match).play(
            self.plan, one.match, one.dealt, one.sitting, one.scenario.mistake
        )
        return HandAtTable(self.plan, one.match, one.sitting, played, one.scenario, self.referee)

    def _not_begun(self, round: Round, hands: Mapping[At, _Unplayed]) -> dict[At, _Unplayed]:
        """Return the hands of which nothing has been said yet."""
        entered = Result.objects.filter(match__round=round).values_list(
            "deal", "match__table__number"
        )
        begun = set(entered)
        return {at: one for at, one in hands.items() if at not in begun}

    def _play(self, round: Round, hands: Mapping[At, _Unplayed], *, most: int | None) -> None:
        """Let the tables play these hands, each its own in their order, until `most` are begun."""
        if self.script is not None:
            for one in list(hands.values())[:most]:
                self._follow(round, one, acts_in_the_round(self._played_out(one)))
            return
        waiting: dict[int, list[_Unplayed]] = {}
        for (_deal, table), one in hands.items():
            waiting.setdefault(table, []).append(one)
        chance, begun = self.plan.chance("turns", round.number), 0
        doing: dict[int, Iterator[Step]] = {}
        while waiting or doing:
            tables = sorted(waiting.keys() | doing.keys())
            table = tables[chance.below(len(tables))]
            if table not in doing:
                if begun == most:
                    return
                begun += 1
                one = waiting[table].pop(0)
                if not waiting[table]:
                    del waiting[table]
                acts = acts_in_the_round(self._played_out(one))
                doing[table] = self._steps(round, one, acts)
            if next(doing[table], None) is None:
                del doing[table]

    def _put_in_order(self, round: Round, hands: Mapping[At, _Unplayed]) -> None:
        """Confirm, decide and enter what would keep the round from being closed."""
        # Read anew: somebody may have changed meanwhile whose confirmation is asked for.
        fresh = Round.objects.select_related("stage__championship").get(pk=round.pk)
        for table in closing_obstacles(fresh):
            disputed = {deal for deal, _number in table.correction_requests}
            for deal in sorted({*table.missing, *table.unsettled, *disputed}):
                one = hands[deal, table.table_number]
                self._follow(round, one, acts_of_order(self._played_out(one)))

    def _follow(self, round: Round, one: _Unplayed, acts: Iterator[Act]) -> None:
        for _step in self._steps(round, one, acts):
            pass

    def _steps(self, round: Round, one: _Unplayed, acts: Iterator[Act]) -> Iterator[Step]:
        """Do the acts, one whenever the next step is asked for, until one is refused."""
        deal = one.sitting.deal if kind_of(round.stage).numbered else None
        where = round.number, one.match.table.shown_name, deal
        try:
            for act in acts:
                step = Step(*where, act)
                self.watch(step)
                yield step
        except UserError as error:
            step = Step(*where, None, str(error))
            self.watch(step)
            yield step

    def _played(
        self, round: Round, hands: Mapping[At, _Unplayed], obstacles: tuple[str, ...] = ()
    ) -> RoundPlayed:
        entered = set(
            Result.objects.filter(match__round=round, is_current=True).values_list(
                "deal", "match__table__number"
            )
        )
        now = Round.objects.get(pk=round.pk)
        wrong = [hands[at].scenario for at in entered & hands.keys() if hands[at].scenario.mistake]
        return RoundPlayed(
            number=round.number,
            hands=len(entered),
            closed=now.status == RoundStatus.CLOSED or now.handed_in_at is not None,
            mistakes=Counter(scenario.mistake for scenario in wrong),
            noticed=sum(scenario.notice is not Notice.NOBODY for scenario in wrong),
            obstacles=obstacles,
            games=not kind_of(round.stage).numbered,
        )

"""A small championship in the database, for tests that need one half-way through its day.

Rows are made directly, not by the services of other features, so that a fault there does not show
up here. Rounds and pairings follow the circle method; the hands come from a known key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from scoring.dealing.deal_set import commitment, deal_hashes
from scoring.game.seats import Side, Sides
from tournament.core.actor import Actor
from tournament.correction_requests.services import make_correction_request
from tournament.models import (
    Championship,
    Contestant,
    CorrectionRequest,
    DealSet,
    LinkSecret,
    Match,
    Membership,
    Outcome,
    Player,
    Result,
    Role,
    Round,
    RoundDeal,
    Stage,
    Table,
    User,
)
from tournament.play.services.aside import set_play_aside
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.played_hands import why_bound
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import open_round

KEY = bytes(range(32))
DEALS = 44
"""How many deals the set of a day has, of which three rounds of four pairs play 12."""
"""Deals of this key with the salt "Grossa 12345" are known from the published test vector."""

BAR, BAR_BEFORE_PLAY = 6, 2
"""Queries of the bar on every page of referees and organisers: the record's last event, and how far
the day is, with results in an open round or before the first one."""


def after_two_minutes() -> None:
    """Let all results be older than a slip that can be undone or mended unasked."""
    Result.objects.update(entered_at=timezone.now() - timedelta(minutes=2, seconds=1))


@dataclass
class Day:
    """A championship and the people who run it."""

    championship: Championship
    stage: Stage
    organiser: User
    referee: User
    stranger: User
    """Logged in, but with no role here."""
    contestants: list[Contestant] = field(default_factory=list)

    @property
    def slug(self) -> str:
        return self.championship.slug

    @property
    def acting(self) -> Actor:
        """The referee as an actor."""
        return Actor.of_user(self.referee)

    @property
    def acting_organiser(self) -> Actor:
        return Actor.of_user(self.organiser)

    def round(self, number: int) -> Round:
        """The round as it stands in the database now."""
        return Round.objects.select_related("stage__championship").get(
            stage=self.stage, number=number
        )

    def match(self, round_number: int, table: int) -> Match:
        return Match.objects.select_related("round__stage__championship", "table").get(
            round__stage=self.stage, round__number=round_number, table__number=table
        )

    def open(self, number: int) -> Round:
        return open_round(actor=self.acting, round=self.round(number))

    def enter(self, round_number: int, table: int, deal: int, ns_points: int) -> None:
        """The first result of a hand, without announcements."""
        self.enter_for(self.match(round_number, table), deal, ns_points)

    def enter_for(self, match: Match, deal: int, ns_points: int) -> None:
        """Enter the first result of a hand of `match`, without announcements; the play of the hand
        on phones is set aside by it."""
        said: dict[str, Any] = {
            "actor": self.acting,
            "match": match,
            "deal": deal,
            "entry": ResultInput(outcome=Outcome.PLAYED, ns_points=ns_points),
            "based_on": 0,
        }
        if why_bound(match, deal):
            set_play_aside(**said, reason="played with packs")
        else:
            enter_result(**said)

    def enter_at_table(
        self, round_number: int, table: int, deal: int, ns_points: int, side: Side = Side.NS
    ) -> Result:
        """The first result of a hand, entered by a pair at its table."""
        match = self.match(round_number, table)
        pair = match.pairs[side]
        return enter_result(
            actor=Actor.of_table(table, side, pair.number),
            match=match,
            deal=deal,
            entry=ResultInput(outcome=Outcome.PLAYED, ns_points=ns_points),
            based_on=0,
            side=side,
        )

    def correction_request(
        self,
        round_number: int,
        table: int,
        deal: int,
        ns_points: int | None,
        *,
        kind: CorrectionRequest.Kind = CorrectionRequest.Kind.DISAGREEMENT,
        side: Side = Side.EW,
    ) -> CorrectionRequest:
        """A pair says that the first version should be these points; None: only that it's wrong."""
        match = self.match(round_number, table)
        pair = match.pairs[side]
        said = ResultInput(outcome=Outcome.PLAYED, ns_points=ns_points)
        return make_correction_request(
            actor=Actor.of_table(table, side, pair.number),
            match=match,
            deal=deal,
            kind=kind,
            side=side,
            based_on=1,
            entry=None if ns_points is None else said,
        )

    def enter_whole_round(self, number: int) -> None:
        """A result for every hand of an open round, no two tables alike."""
        matches = Match.objects.filter(round=self.round(number), cancelled=False)
        for match in matches.select_related("round__stage__championship", "table"):
            for deal in match.round.deals:
                self.enter_for(match, deal, 30 + 3 * match.table.number + deal % 4)


@cache
def _commitment(deals: int) -> str:
    return commitment(deal_hashes(KEY, deals))


def make_day(
    *, contestants: int = 4, slug: str = "day", published: bool = True, deals: bool = True
) -> Day:
    """A championship of `contestants` pairs (an even number), ready for its first round to open."""
    championship = Championship.objects.create(name="Trofeu", slug=slug, date=date(2026, 11, 21))
    LinkSecret.objects.create(championship=championship)
    if deals:
        count = max(DEALS, 4 * (contestants - 1))
        DealSet.objects.create(
            championship=championship,
            key=KEY,
            deals=count,
            commitment=_commitment(count),
        )
    stage = Stage.objects.create(
        championship=championship, published_at=timezone.now() if published else None
    )
    organiser, referee, stranger = (
        User.objects.create(username=f"{slug}-{name}", password="!")  # log in with force_login
        for name in ("organiser", "referee", "stranger")
    )
    for user, role in ((organiser, Role.ORGANISER), (referee, Role.REFEREE)):
        Membership.objects.create(championship=championship, user=user, role=role)
    day = Day(championship, stage, organiser, referee, stranger)
    day.contestants = _contestants(championship, contestants)
    _pair(stage, day.contestants)
    return day


def _contestants(championship: Championship, count: int) -> list[Contestant]:
    """Pairs of three players each."""
    contestants = Contestant.objects.bulk_create(
        Contestant(championship=championship, number=number) for number in range(1, count + 1)
    )
    Player.objects.bulk_create(
        Player(contestant=one, position=position, name=f"{name} {one.number}")
        for one in contestants
        for position, name in enumerate(("Àngels", "Marçal", "Núria"), start=1)
    )
    return contestants


def plan_rounds(stage: Stage, numbers: Iterable[int]) -> list[Round]:
    """Rounds with four deals each, which come from the championship's deal set if it has one."""
    championship = stage.championship
    planned = Round.objects.bulk_create(
        Round(championship=championship, stage=stage, number=number, paired=True)
        for number in numbers
    )
    deal_set = championship.deal_set()
    RoundDeal.objects.bulk_create(
        RoundDeal(
            championship=championship,
            round=one,
            number=deal,
            deal_set=deal_set,
            number_in_set=deal if deal_set else None,
        )
        for one in planned
        for deal in range(4 * one.number - 3, 4 * one.number + 1)
    )
    return planned


def _pair(stage: Stage, contestants: list[Contestant]) -> None:
    """All play all: one pair stays, the others go round."""
    half = len(contestants) // 2
    tables = Table.objects.bulk_create(
        Table(championship=stage.championship, number=number) for number in range(1, half + 1)
    )
    seated = []
    ring = contestants[1:]
    for this_round in plan_rounds(stage, range(1, len(contestants))):
        order = [contestants[0], *ring]
        seated += [
            (
                Match(round=this_round, table=table),
                Sides(order[index].pk, order[-1 - index].pk).items(),
            )
            for index, table in enumerate(tables)
        ]
        ring = [ring[-1], *ring[:-1]]
    Match.objects.create_seated(seated)

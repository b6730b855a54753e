"""Progress of each round, and obstacles to closing one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.stages import rounds_with_deals
from tournament.core.ties import handed_in_text, released_rounds
from tournament.deals.queries import NEEDS_NO_CARDS, NO_CARDS, RoundCards, round_cards
from tournament.models import CorrectionRequest, HandAccess, Round, RoundStatus, Stage
from tournament.results.confirmations import unsettled
from tournament.results.kinds.kinds import kind_of
from tournament.results.postponed import was_put_off
from tournament.results.queries import cancelled_hands, matches_of, owed_numbers, standing_results
from tournament.schedule.queries import why_not_paired
from tournament.stages.formats import format_of
from tournament.standings.columns import StandingsColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.queries.rank_changes import rank_changes_between
from tournament.standings.queries.table import standings_view

BLOCKING_KINDS = (CorrectionRequest.Kind.DISAGREEMENT, CorrectionRequest.Kind.MEANWHILE)
"""Kinds of correction requests that have to be decided before their round is closed. A correction
is asked for after the first closing, and blocks nothing."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list, with the number of hands that have a result or a reason for having none.

    Hands that were cancelled for all tables are not counted: they need no result.
    """

    number: int
    status: RoundStatus
    first_deal: int
    """Number of the first hand dealt beforehand; 0 where there is none."""
    last_deal: int
    hands: int
    entered: int
    unsettled: int
    """Number of results without the confirmation that the championship asks for."""
    opened_at: datetime | None
    handed_in_at: datetime | None
    """Time at which its venue handed it in, while it waits for the others."""
    closed_at: datetime | None
    was_closed: bool
    """True where the round has been closed before; such an open round is reopened."""
    ends_at: datetime | None
    """End of the countdown; None without one or in a pause."""
    seconds_left: int | None
    """Seconds left when the countdown was paused."""
    corrections_until: datetime | None
    first_day: date | None
    """First day of the round, up to `last_day`; None where rounds have no days."""
    last_day: date | None
    paired: bool
    """True where its pairings are known."""
    can_be_paired: bool
    """True where its opponents can be drawn now, or drawn again."""
    by_hand: bool
    """True where organisers enter its pairings."""
    by_score: bool
    """True where the results of the round before it decide its pairings."""
    has_reasons: bool
    """True where a page tells why its pairs meet."""
    rests_on_request: bool
    """True where pairs can ask to rest in it."""
    waits_for: tuple[int, ...]
    """Numbers of planned rounds that come before it."""
    freezes_settings: bool
    """True where no round of its stage has been opened: this opening freezes the settings."""
    together: bool
    """True where the venues of an event close the round together: it is handed in."""
    late: bool
    """True where the round is public in the other venues already."""
    cards: RoundCards
    """Hands of the round, and the salts that its opening fixes."""

    @property
    def is_planned(self) -> bool:
        return self.status is RoundStatus.PLANNED

    @property
    def is_next(self) -> bool:
        """Return whether the round is planned, and so is no round before it."""
        return self.is_planned and not self.waits_for

    @property
    def may_be_taken_back(self) -> bool:
        """Return whether the round, opened once, has no result (see `why_opening_stays`)."""
        begun = self.was_closed or self.entered or self.handed_in_at
        return self.status is RoundStatus.OPEN and not begun

    @property
    def missing(self) -> int:
        return self.hands - self.entered


def round_lines(stages: Sequence[Stage]) -> tuple[RoundLine, ...]:
    """Return all rounds of these stages, which are of one championship; 7 queries."""
    championship = stages[0].championship
    cards = round_cards(championship)
    cancelled = cancelled_hands(championship)
    results = standing_results(championship)
    released = released_rounds(championship)
    matches = Counter(matches_of(championship).values_list("round_id", flat=True))
    rounds = rounds_with_deals(stages)
    owed = {round.pk: owed_numbers(round, cancelled) for round in rounds}
    entered = Counter(
        round_id
        for round_id, number in results.values_list("match__round_id", "deal")
        if number in owed.get(round_id, ())
    )
    open_ones = [round for round in rounds if round.status == RoundStatus.OPEN]
    of_open_rounds = results.filter(match__round__in=open_ones)
    waiting = Counter(
        result.match.round_id
        for result in unsettled(of_open_rounds, championship, open_ones)
        if result.deal in owed.get(result.match.round_id, ())
    )
    planned = [round.number for round in rounds if round.status == RoundStatus.PLANNED]
    begun = {round.stage_id for round in rounds if round.status != RoundStatus.PLANNED}
    return tuple(
        RoundLine(
            number=round.number,
            status=RoundStatus(round.status),
            first_deal=round.deals[0] if round.deals else 0,
            last_deal=round.deals[-1] if round.deals else 0,
            hands=matches[round.pk] * len(owed[round.pk]),
            entered=entered[round.pk],
            unsettled=waiting[round.pk],
            opened_at=round.opened_at,
            handed_in_at=round.handed_in_at,
            closed_at=round.closed_at,
            was_closed=round.first_closed_at is not None,
            ends_at=round.ends_at,
            seconds_left=round.seconds_left,
            corrections_until=round.corrections_until,
            first_day=round.first_day,
            last_day=round.last_day,
            paired=round.paired,
            can_be_paired=not why_not_paired(round, before=before),
            by_hand=format_of(round.stage).by_hand,
            by_score=format_of(round.stage).by_score,
            has_reasons=format_of(round.stage).swiss_field is not None,
            rests_on_request=format_of(round.stage).rests_on_request,
            waits_for=tuple(number for number in planned if number < round.number),
            freezes_settings=round.stage_id not in begun,
            together=championship.tie is not None and round.first_closed_at is None,
            late=round.number in released and round.first_closed_at is None,
            cards=cards.get(round.number, NO_CARDS)
            if format_of(round.stage).deals
            else NEEDS_NO_CARDS,
        )
        for before, round in zip((None, *rounds), rounds)
    )


def play_has_begun_besides(round: Round) -> bool:
    """Return whether another round of its stage is or was open; 1 query."""
    others = round.stage.rounds.exclude(pk=round.pk)
    return others.exclude(status=RoundStatus.PLANNED).exists()


def why_opening_stays(round: Round) -> str:
    """Return why the opening of a round can't be taken back; "" if it can. 6 queries at most."""
    said = {"round": round.number}
    if round.status == RoundStatus.PLANNED:
        return _("Round %(round)d is not open.") % said
    if round.handed_in_at is not None:
        return handed_in_text(round)
    if round.first_closed_at is not None:
        return _("Round %(round)d has been closed: its hands and results are public.") % said
    championship = round.stage.championship
    if standing_results(championship).filter(match__round=round).exists():
        return _("Round %(round)d already has results. Take them back first.") % said
    if CorrectionRequest.objects.filter(match__round=round, decision="").exists():
        return (
            _("Corrections have been asked for in round %(round)d: decide about them first.") % said
        )
    if round.hand_accesses.filter(kind=HandAccess.Kind.DEALT, exchanged=False).exists():
        return _("Players have seen cards of round %(round)d on their phones.") % said
    if cancelled_hands(championship) & set(round.deals):
        return _("A hand of round %(round)d is cancelled: withdraw that ruling first.") % said
    drawn_from_it = round.stage.rounds.filter(number=round.number + 1, paired=True)
    format = format_of(round.stage)
    if format.round_by_round and not format.by_hand and drawn_from_it.exists():
        return _(
            "The opponents of round %(next)d have already been drawn, and that counts on round "
            "%(round)d."
        ) % {**said, "next": round.number + 1}
    return ""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Table that keeps its round from being closed, with hands by their numbers."""

    table_number: int
    table_name: str
    missing: tuple[int, ...]
    """Hands without a result or a reason."""
    unsettled: tuple[int, ...]
    """Hands without the required confirmation that are not disputed: a decision confirms too."""
    correction_requests: tuple[tuple[int, int], ...]
    """Hand and number of each undecided correction request."""
    numbered: bool = True
    """True where the round's results are of several hands (`ResultKind.numbered`)."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Sentences that say what has to be done at this table."""
        table = self.table_name
        disputed = sorted({deal for deal, _number in self.correction_requests})
        said: tuple[tuple[str, Sequence[int]], ...] = (
            (_("Table %(table)s has no result for: %(hands)s."), self.missing),
            (_("Table %(table)s has unconfirmed results: %(hands)s."), self.unsettled),
            (_("Table %(table)s is waiting for a decision about: %(hands)s."), disputed),
        )
        if not self.numbered:
            of_a_game = (
                _("Table %(table)s has no result."),
                _("Table %(table)s has an unconfirmed result."),
                _("Table %(table)s is waiting for a decision."),
            )
            said = tuple((words, hands) for words, (_of, hands) in zip(of_a_game, said))
        return tuple(
            sentence % {"table": table, "hands": ", ".join(map(str, hands))}
            for sentence, hands in said
            if hands
        )


def closing_obstacles(round: Round) -> tuple[Obstacle, ...]:
    """Return the tables that keep a round from being closed, in their order; 7 queries at most.

    A postponed match doesn't.
    """
    championship = round.stage.championship
    owed = owed_numbers(round, cancelled_hands(championship))
    results = standing_results(championship).filter(match__round=round, deal__in=owed)
    entered = set(results.values_list("match_id", "deal"))
    unconfirmed: dict[int, list[int]] = defaultdict(list)
    for result in unsettled(results.order_by("deal"), championship, (round,)):
        unconfirmed[result.match_id].append(result.deal)
    correction_requests: dict[int, list[tuple[int, int]]] = defaultdict(list)
    undecided = CorrectionRequest.objects.filter(
        match__round=round, decision="", kind__in=BLOCKING_KINDS
    )
    for match_id, deal, number in undecided.values_list("match_id", "deal", "number"):
        correction_requests[match_id].append((deal, number))
    matches = matches_of(championship).filter(round=round).select_related("table")
    numbered = kind_of(round.stage).numbered
    tables = (
        Obstacle(
            table_number=match.table.number,
            table_name=match.table.shown_name,
            missing=tuple(
                deal
                for deal in owed
                if (match.pk, deal) not in entered
                and not was_put_off(match.postponed_to, round.stage)
            ),
            unsettled=tuple(
                deal
                for deal in unconfirmed[match.pk]
                if all(deal != disputed for disputed, _number in correction_requests[match.pk])
            ),
            correction_requests=tuple(sorted(correction_requests[match.pk])),
            numbered=numbered,
        )
        for match in matches.order_by("table__number")
    )
    return tuple(one for one in tables if one.missing or one.unsettled or one.correction_requests)


TOP = 5
"""Number of places that the page after a closing shows."""


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """One of the first places after a round, and how the round changed it.

    `value` is what pairs are ranked by and `made` what the round gave, as the standings show them
    in the language in force. `rise` is the number of places that it went up, negative where it went
    down, None where there was no place before.
    """

    rank: int
    contestant: ContestantRef
    value: str
    made: str
    rise: int | None
    group: str = ""
    """Name of its group; "" without groups."""

    @property
    def fall(self) -> int:
        """Number of places that it went down; 0 where it didn't."""
        return max(0, -(self.rise or 0))


@dataclass(frozen=True, slots=True)
class Leaders:
    """First places after a round, with all pairs that share the last of them."""

    lines: tuple[LeaderLine, ...]
    main: StandingsColumn[Any]
    """Column that pairs are ranked by."""
    settled: bool
    """True where no round is still to come."""


def leaders_after(round: Round) -> Leaders:
    """Return how a closed round changed the top of its stage's standings; 12 queries."""
    now = standings_view(round.stage, after_round=round.number)
    before = standings_view(round.stage, after_round=round.number - 1)
    made = now.ranking.round_column(round.number)
    changes = rank_changes_between(before, now)
    groups = {line.contestant.id: name for name, part in now.parts for line in part.lines}
    return Leaders(
        lines=tuple(
            LeaderLine(
                rank=line.rank,
                contestant=line.contestant,
                value=now.main.text(line),
                made=made.text(line),
                rise=change.before.rank - line.rank if change.before and before.rounds else None,
                group=groups[line.contestant.id],
            )
            for change in changes
            if (line := change.after) is not None and line.rank <= TOP
        ),
        main=now.main,
        settled=now.settled,
    )

"""Rounds, their deals, matches, and who sat where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import prefetch_related_objects
from django.utils.functional import cached_property
from django.utils.translation import pgettext, pgettext_lazy

from scoring.game.seats import SEATS_OF, Party, Seat, Side, Sides
from tournament.models.championships import Championship
from tournament.models.contestants import Contestant, Player, Table
from tournament.models.deals import DealSet
from tournament.models.recorder import Recorded, RecordedModel, RecordedQuerySet
from tournament.models.stages import Stage

T = TypeVar("T")
HELD: tuple[Party, ...] = (*Side, *Seat)
"""All that can be held, in order."""
HELD_CHOICES = [(one.value, one.value) for one in HELD]
HELD_TOGETHER: tuple[tuple[str, ...], ...] = (tuple(Side), *SEATS_OF.values())
"""Places held together in a match: by two pairs, or by four or three players."""


def in_order(held: Mapping[str, T]) -> tuple[T, ...]:
    """Return a table's contestants by place: N–S and E–W, or North and then round the table."""
    return tuple(held[one] for one in HELD if one in held)


def sides_of(held: Mapping[str, T]) -> Sides[tuple[T, ...]]:
    """Return the contestants of a table by sides: the one pair of each, or its two players."""
    return Sides.of(
        lambda side: tuple(
            held[one]
            for one in HELD
            if one in held and (one is side or (isinstance(one, Seat) and one.side is side))
        )
    )


def by_seat(sides: Sides[tuple[T, ...]]) -> tuple[tuple[Seat, T], ...]:
    """Return the players of both sides round the table, from North on; of three none is East."""
    held = {
        seat: player
        for side, own in sides.items()
        for seat, player in zip((one for one in Seat if one.side is side), own)
    }
    return tuple((seat, held[seat]) for seat in Seat if seat in held)


class RoundStatus(models.TextChoices):
    PLANNED = "planned", pgettext_lazy("round", "planned")
    OPEN = "open", pgettext_lazy("round", "open")
    CLOSED = "closed", pgettext_lazy("round", "closed")

    def name_after(self, end: datetime | None) -> str:
        """Return the word for the status; what was still planned at the `end` was not played."""
        if end is not None and self is RoundStatus.PLANNED:
            return pgettext("round", "not played")
        return str(self.label)


class Round(RecordedModel):
    """A round: planned → open → closed, and open again with a reason. Several may be open.

    Rounds are numbered in their championship, across its stages: the second stage goes on counting.
    """

    record = Recorded(key=("championship", "number"))

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="rounds")
    """The championship of the round's stage; the planner sets both."""
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(
        max_length=8, choices=RoundStatus.choices, default=RoundStatus.PLANNED
    )
    paired = models.BooleanField(default=False)
    """The opponents are known; a format may decide them round by round."""
    first_day = models.DateField(null=True, blank=True)
    """In a stage with a calendar: first day of play; None while that isn't known."""
    last_day = models.DateField(null=True, blank=True)
    """The last day on which it is played; the first one where it is played on one day."""
    opened_at = models.DateTimeField(null=True, blank=True)
    handed_in_at = models.DateTimeField(null=True, blank=True)
    """Time at which the venue of an event handed the open round in; None once it is closed."""
    closed_at = models.DateTimeField(null=True, blank=True)
    first_closed_at = models.DateTimeField(null=True, blank=True)
    """Time at which its hands became public; they stay so when the round is reopened."""
    released_at = models.DateTimeField(null=True, blank=True)
    """Since when its hands and results are public in the other venues of a simultaneous event, as
    they were released while this one played, or before it did; None otherwise."""
    ends_at = models.DateTimeField(null=True, blank=True)
    """Time at which the countdown of an open round is over; None without one or in a pause."""
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    """Seconds left when the countdown was paused; None while it runs."""
    corrections_until = models.DateTimeField(null=True, blank=True)
    """Until when the results of a closed round are provisional and pairs may ask for a
    correction; None while it is not closed, or where there is no such time."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="round_number_is_unique"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(status__in=RoundStatus.values), name="round_status_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(handed_in_at__isnull=True) | models.Q(status=RoundStatus.OPEN),
                name="what_is_handed_in_is_open",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at__isnull=True) | models.Q(seconds_left__isnull=True),
                name="a_countdown_runs_or_is_paused",
            ),
            models.CheckConstraint(
                condition=models.Q(first_day__isnull=True, last_day__isnull=True)
                | models.Q(
                    first_day__isnull=False,
                    last_day__isnull=False,
                    last_day__gte=models.F("first_day"),
                ),
                name="a_round_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.championship_id = self.championship_id or self.stage.championship_id
        super().save(*args, **kwargs)

    @property
    def public_since(self) -> datetime | None:
        """Since when those who play it can know its hands, and what others made of them."""
        return self.released_at or self.first_closed_at

    @cached_property
    def deals(self) -> tuple[int, ...]:
        """Its deals' numbers in the championship, in order; 1 query unless `round_deals` is
        there."""
        return tuple(sorted(deal.number for deal in self.round_deals.all()))


class RoundDeal(RecordedModel):
    """A deal of a round: all its tables play it.

    Deals are numbered in their championship, across its rounds and stages. Where its cards come
    from is unknown until hands are made.
    """

    record = Recorded(key=("championship", "number"))

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, related_name="round_deals"
    )
    """The championship of the deal's round; the planner sets both."""
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="round_deals")
    number = models.PositiveSmallIntegerField()
    """Number from 1 in the championship: what stands on the pack and on every sheet."""
    deal_set = models.ForeignKey(
        DealSet, on_delete=models.PROTECT, null=True, blank=True, related_name="round_deals"
    )
    number_in_set = models.PositiveSmallIntegerField(null=True, blank=True)
    """Number from 1 in its deal set, from which its cards are computed."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="deal_number_is_unique"
            ),
            models.UniqueConstraint(
                fields=["deal_set", "number_in_set"], name="a_deal_of_a_set_is_played_once"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="deal_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(deal_set__isnull=True, number_in_set__isnull=True)
                | models.Q(deal_set__isnull=False, number_in_set__gte=1),
                name="a_deal_has_a_number_in_its_set",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)


PAIR_IDS = ("ns__contestant_id", "ew__contestant_id")
PAIR_NUMBERS = ("ns__contestant__number", "ew__contestant__number")
"""Columns for `values_list` with the ids, or the numbers, of the pairs of a match."""


class MatchQuerySet(RecordedQuerySet["Match"]):
    def with_pairs(self) -> MatchQuerySet:
        """Read who sits where with the matches: one more query, whatever their number."""
        return self.prefetch_related(_SEATS_WITH_PAIRS)

    def with_pair_columns(self) -> MatchQuerySet:
        """Add the columns `PAIR_IDS` and `PAIR_NUMBERS` for `values_list`; no more queries."""
        return self.annotate(
            **{
                side.lower(): models.FilteredRelation(
                    "seats", condition=models.Q(seats__held=side.value)
                )
                for side in Side
            }
        )

    def seated(self, *columns: str, by: str = "contestant_id") -> list[tuple[Any, ...]]:
        """Return rows of these columns with, last, who sits there: by what each holds, the id of a
        pair or a player; or, by "contestant__number", its number. In the order of the matches; 1
        query."""
        rows: dict[int, tuple[Any, ...]] = {}
        asked = self.values_list("pk", "seats__held", f"seats__{by}", *columns)
        for match, held, contestant, *values in asked:
            rows.setdefault(match, (*values, {}))[-1][held] = contestant
        return list(rows.values())

    def create_seated(
        self, seated: Iterable[tuple[Match, Iterable[tuple[Party, int]]]]
    ) -> list[Match]:
        """Store new matches, numbered in their rounds, each with what is held by which pair id;
        3 queries.

        A match of two pairs: ``[(Side.NS, 3), (Side.EW, 8)]``; of players: ``[(Seat.N, 3), …]``.
        """
        seated = list(seated)
        rounds = {match.round_id for match, _holders in seated}
        there = self.model.objects.filter(round__in=rounds).order_by().values_list("round")
        numbers = Counter(dict(there.annotate(models.Max("number"))))
        for match, _holders in seated:
            numbers[match.round_id] += 1
            match.number = numbers[match.round_id]
        matches = self.bulk_create([match for match, _holders in seated])
        MatchSeat.objects.bulk_create(
            MatchSeat(
                match=match,
                held=held.value,
                contestant_id=contestant_id,
                round_id=None if match.cancelled else match.round_id,
            )
            for match, holders in seated
            for held, contestant_id in holders
        )
        return matches

    def cancel(self) -> None:
        """Cancel these matches: their contestants rest, and may play elsewhere in the round."""
        ids = list(self.values_list("pk", flat=True))
        self.model.objects.filter(pk__in=ids).update(cancelled=True)
        MatchSeat.objects.filter(match__in=ids).update(round=None)

    def reinstate(self) -> None:
        """Undo `cancel`."""
        ids = list(self.values_list("pk", flat=True))
        self.model.objects.filter(pk__in=ids).update(cancelled=False)
        own_round = self.model.objects.filter(pk=models.OuterRef("match_id")).values("round_id")
        MatchSeat.objects.filter(match__in=ids).update(round=models.Subquery(own_round))


class Match(RecordedModel):
    """Contestants at a table in a round. A cancelled match (a withdrawal) leaves all resting."""

    record = Recorded(key=("round", "number"))

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    """Number from 1 in its round, as the record names it; it says nothing of the table."""
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="matches")
    cancelled = models.BooleanField(default=False)
    """Set by `MatchQuerySet.cancel`, which sets its contestants free, and `reinstate`."""
    packs_since = models.DateTimeField(null=True, blank=True)
    """On phones: time since which this table goes on with packs."""
    paused_since = models.DateTimeField(null=True, blank=True)
    """Since when a referee has paused the table, where the match is played on phones."""
    waits_from = models.DateTimeField(null=True, blank=True)
    """Time from which waiting counts after a pause."""

    postponed_to = models.DateField(null=True, blank=True)
    """Day to which it was put off, with a calendar: its round can be closed without it."""

    objects = MatchQuerySet.as_manager()  # type: ignore[misc]  # the base has one

    class Meta:
        ordering = ["round__number", "table__number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_is_unique"),
            models.UniqueConstraint(
                fields=["round", "table"],
                condition=models.Q(cancelled=False),
                name="one_match_per_table_and_round",
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    @property
    def pairs(self) -> Sides[Contestant]:
        """The two pairs; 1 query unless they were read `with_pairs`."""
        prefetch_related_objects([self], _SEATS_WITH_PAIRS)
        held = {seat.held: seat.contestant for seat in self.seats.all()}
        return Sides(held[Side.NS], held[Side.EW])

    @property
    def sides(self) -> Sides[tuple[Contestant, ...]]:
        """Contestants of each side, one pair or two players; queries as for `pairs`."""
        prefetch_related_objects([self], _SEATS_WITH_PAIRS)
        return sides_of({seat.held: seat.contestant for seat in self.seats.all()})

    @property
    def side_ids(self) -> Sides[tuple[int, ...]]:
        """Return the ids of those who play on each side; 1 query unless `seats` were prefetched."""
        return sides_of({seat.held: seat.contestant_id for seat in self.seats.all()})

    @property
    def pair_ids(self) -> Sides[int]:
        """The ids of the two pairs; 1 query unless `seats` were prefetched."""
        held = {seat.held: seat.contestant_id for seat in self.seats.all()}
        return Sides(held[Side.NS], held[Side.EW])


class MatchSeat(RecordedModel):
    """A contestant's place in a match: a pair holds one side, a player alone one seat.

    No seat is held twice, and nobody plays twice in a round.
    """

    record = Recorded(key=("match", "held"))

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    held = models.CharField(max_length=2, choices=HELD_CHOICES)
    """A value of `Side` or of `Seat`."""
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="match_seats")
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    """The match's round, repeated for the constraint; None where the match is cancelled."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(held__in=[one.value for one in HELD]),
                name="a_side_or_a_seat_is_held",
            ),
            models.UniqueConstraint(fields=["match", "contestant"], name="nobody_meets_themselves"),
            models.UniqueConstraint(
                fields=["round", "contestant"], name="nobody_plays_twice_in_a_round"
            ),
            *(
                models.UniqueConstraint(
                    fields=["match"],
                    condition=models.Q(held__in=[seat.value, seat.side.value]),
                    name=f"seat_{seat.value.lower()}_is_held_once",
                )
                for seat in Seat
            ),
        ]

    def __str__(self) -> str:
        return f"{self.held}: {self.contestant_id}"


_SEATS_WITH_PAIRS = models.Prefetch("seats", MatchSeat.objects.select_related("contestant"))


class Sitting(RecordedModel):
    """A person of a pair in a seat of a match, where somebody noted it."""

    record = Recorded(key=("match", "seat"))

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sittings")
    seat = models.CharField(max_length=1, choices=[(seat.value, seat.value) for seat in Seat])
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sittings")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"

"""Hands dealt beforehand that a table plays on phones: the acts, and which phone holds which seat.

Acts are numbered and never changed: a card that a referee gives back is followed by that act. What
a seat may know follows from them and from the cards (`scoring.play`); no hand is stored here.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Exists, OuterRef, Q

from scoring.game.announcements import DUPLICATE_DOUBLES, Denomination
from scoring.game.seats import Seat
from scoring.game.variants import PARTNERSHIP_VARIANTS
from scoring.play.acts import KINDS, LONGEST_REASON, POINTS_OF_A_HAND
from scoring.play.public import Ended
from tournament.models.clock import now
from tournament.models.play_records import is_card
from tournament.models.recorder import Recorded, RecordedModel, RecordedQuerySet, Unrecorded
from tournament.models.results import Result
from tournament.models.schedule import Match, Round

_SEATS = [(seat.value, seat.value) for seat in Seat]


class HandInPlayQuerySet(RecordedQuerySet["HandInPlay"]):
    def begun(self) -> HandInPlayQuerySet:
        """Return the hands in which somebody has acted, without those only set aside."""
        return self.filter(Exists(PlayAct.objects.filter(hand=OuterRef("pk"))))

    def otherwise(self) -> HandInPlayQuerySet:
        """Return hands that count otherwise than played, and those set aside after an act."""
        same = Result.objects.filter(
            match=OuterRef("match"),
            deal=OuterRef("deal"),
            is_current=True,
            **{name: OuterRef(name) for name in ("ns_points", "trump", "double")},
        )
        differs = Q(ns_points__isnull=False) & ~Exists(same)
        return self.begun().filter(differs | Q(set_aside_at__isnull=False))


class HandInPlay(RecordedModel):
    """A hand that the players of a match have begun to play on their phones, or whose play a
    referee has set aside before it began.

    What its acts made is kept beside them, so that a result can be compared without the cards;
    `manage.py verify` works it out from the acts again.
    """

    record = Recorded(
        key=("match", "deal"),
        apart={"nonce": "part of what the digest of the acts is made from"},
        only=~Q(ended="") | Q(set_aside_at__isnull=False),
        personal=("set_aside_by", "set_aside_reason"),
    )

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="hands_in_play")
    deal = models.PositiveSmallIntegerField()
    variant = models.CharField(
        max_length=24, choices=[(item.value, item.value) for item in PARTNERSHIP_VARIANTS]
    )
    """The rules of play when it was begun: it is played to its end by them."""
    nonce = models.CharField(max_length=32)
    """32 random hex digits. They are part of the digest of the acts in the record: without them
    somebody could try out which few cards were played while the hand is still sealed."""
    ended = models.CharField(
        max_length=8, blank=True, choices=[(item.value, item.value) for item in Ended]
    )
    """The way in which its acts ended it; "" while they haven't."""
    ns_points = models.PositiveSmallIntegerField(null=True, blank=True)
    """The points of N–S that the acts made; None before the end, and where a referee ended the hand
    without points."""
    trump = models.CharField(
        max_length=10, blank=True, choices=[(item.value, item.value) for item in Denomination]
    )
    """Trumps, once the hand has ended."""
    double = models.CharField(
        max_length=8,
        blank=True,
        choices=[(item.value, item.value) for item in DUPLICATE_DOUBLES if item],
    )
    set_aside_at = models.DateTimeField(null=True, blank=True)
    """Time at which a referee set its play aside, or said that it was played with packs; None where
    the play is the result."""
    set_aside_by = models.CharField(max_length=160, blank=True)
    set_aside_reason = models.CharField(max_length=500, blank=True)

    objects = HandInPlayQuerySet.as_manager()  # type: ignore[misc]  # the base has one

    class Meta:
        ordering = ["match", "deal"]
        verbose_name_plural = "hands in play"
        constraints = [
            models.UniqueConstraint(fields=["match", "deal"], name="a_hand_is_played_once"),
            models.CheckConstraint(condition=Q(deal__gte=1), name="hand_in_play_from_1"),
            models.CheckConstraint(
                condition=Q(nonce__regex=r"^[0-9a-f]{32}$"), name="nonce_is_32_hex_digits"
            ),
            models.CheckConstraint(
                condition=Q(ns_points__isnull=True)
                | ~Q(ended="") & Q(ns_points__range=(0, POINTS_OF_A_HAND)),
                name="only_a_hand_that_ended_has_points",
            ),
            models.CheckConstraint(
                condition=Q(set_aside_at__isnull=True, set_aside_by="", set_aside_reason="")
                | Q(set_aside_at__isnull=False) & ~Q(set_aside_by="") & ~Q(set_aside_reason=""),
                name="play_is_set_aside_by_somebody_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.deal} on phones"


class ActRow(models.Model):
    """An act at a table as a row: its kind, and what belongs to that, each in its column."""

    number = models.PositiveSmallIntegerField()
    """Number from 1 in the hand."""
    kind = models.CharField(max_length=16, choices=[(kind, kind) for kind in KINDS])
    seat = models.CharField(max_length=1, blank=True, choices=_SEATS)
    """Seat of the act; "" for a referee's."""
    own_number = models.PositiveSmallIntegerField(null=True, blank=True)
    """Number from 1 among the acts of that seat in the hand, as its phone counts them: an act sent
    again has the same number."""
    trump = models.CharField(
        max_length=10, blank=True, choices=[(item.value, item.value) for item in Denomination]
    )
    card = models.CharField(max_length=2, blank=True, validators=[is_card])

    class Meta:
        abstract = True


class PlayAct(ActRow):
    """One act at a table of a championship, with what a referee's acts say besides."""

    record = Unrecorded(
        "sealed until the hand ends; then its event has their digest", key=("hand", "number")
    )

    hand = models.ForeignKey(HandInPlay, on_delete=models.CASCADE, related_name="acts")
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    ns_points = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=160)
    at = models.DateTimeField()

    class Meta:
        ordering = ["hand", "number"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="acts_are_numbered"),
            models.UniqueConstraint(
                fields=["hand", "seat", "own_number"], name="an_act_is_taken_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="act_from_1"),
            models.CheckConstraint(
                condition=Q(seat="", own_number__isnull=True)
                | ~Q(seat="") & Q(own_number__isnull=False, own_number__gte=1),
                name="a_seat_counts_its_acts",
            ),
            models.CheckConstraint(
                condition=Q(ns_points__isnull=True) | Q(ns_points__range=(0, POINTS_OF_A_HAND)),
                name="points_of_an_act_from_0_to_72",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}: {self.number}"  # never the card, wherever it is printed


class SeatTaken(models.Model):
    """A phone holds a seat of a match, or held it until it was freed.

    As long as it holds it, no other phone gets that seat, and it gets no other seat in the round.
    While a hand is played, a seat that its phone left waits for that phone: another one takes it
    only when a referee has allowed it.
    """

    record = Unrecorded("a phone's number; events know it by its mark, and verify compares them")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats_taken")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+", db_index=False)
    """The match's round, repeated for the constraint."""
    seat = models.CharField(max_length=1, choices=_SEATS)
    phone = models.CharField(max_length=32)
    """Secret id of the phone's session: 32 random hex digits, told to nobody."""
    saw_cards = models.BooleanField(default=False)
    """The four seats of the match have all been taken by then, so cards were shown."""
    taken_at = models.DateTimeField(default=now, editable=False)
    freed_at = models.DateTimeField(null=True, blank=True)
    freed_by = models.CharField(max_length=160, blank=True)
    """The referee who freed it; "" where its own phone left it."""
    another_allowed = models.BooleanField(default=False)
    """A referee has freed it, or allowed it since: any phone of the pair may take the seat."""

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "seats taken"
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"],
                condition=Q(freed_at__isnull=True),
                name="one_phone_holds_a_seat",
            ),
            models.UniqueConstraint(
                fields=["round", "phone"],
                condition=Q(freed_at__isnull=True),
                name="no_phone_holds_two_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.seat}"

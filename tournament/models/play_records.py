"""Records of play: the cards of a hand at a table in the order in which they were played.

A referee rebuilds them at the rules desk. Nothing written there is overwritten: every change is a
version, and undoing one is a version too. What a ruling rests on is kept beside the result's
version that carries the ruling, as a copy that never changes.

The hands themselves are nowhere here, as they are computed from the key.
"""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q

from scoring.game.announcements import DUPLICATE_DOUBLES, Denomination
from scoring.game.cards import PACK
from scoring.game.seats import Seat
from scoring.game.variants import PARTNERSHIP_VARIANTS
from tournament.models.clock import now
from tournament.models.recorder import Recorded, RecordedModel, Unrecorded
from tournament.models.results import Result
from tournament.models.schedule import Match

LONGEST_PLAY = 3 * len(PACK) - 1
"""Letters of all cards, as `9O AC …`."""
_CARD = "[9ARCS8765432][OCEB]"
is_card = RegexValidator(rf"\A{_CARD}\Z")
are_cards = RegexValidator(rf"\A{_CARD}( {_CARD})*\Z")
is_nonce = RegexValidator(r"\A[0-9a-f]{32}\Z")


class PlayedCards(models.Model):
    """The announcements, and the cards as text with spaces between them.

    `gone` are the cards of the tricks before the record begins, the same number of each hand, in
    canonical order; `leader` leads the first trick after them. `plays` are in the order of play.
    """

    trump = models.CharField(
        max_length=10, blank=True, choices=[(item.value, item.value) for item in Denomination]
    )
    double = models.CharField(
        max_length=8,
        blank=True,
        choices=[(item.value, item.value) for item in DUPLICATE_DOUBLES if item],
    )
    leader = models.CharField(max_length=1, choices=[(seat.value, seat.value) for seat in Seat])
    gone = models.CharField(max_length=LONGEST_PLAY, blank=True, validators=[are_cards])
    plays = models.CharField(max_length=LONGEST_PLAY, blank=True, validators=[are_cards])

    class Meta:
        abstract = True


class PlayRecord(PlayedCards):
    """One version of what referees have rebuilt of a hand at a table; the newest one stands.

    Two referees who write the same version collide on a constraint.
    """

    record = Unrecorded(
        "a referee's working paper, compared with the cards of its hand",
        key=("match", "deal", "version"),
        withheld={"goes_back_to": "the versions before the newest one stay behind"},
    )

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="play_records")
    deal = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    goes_back_to = models.PositiveIntegerField(null=True, blank=True)
    """The version that undoing leads to, 0 for the empty record; None if nothing can be undone."""
    left_over = models.CharField(max_length=LONGEST_PLAY, blank=True, validators=[are_cards])
    """Cards that no longer fit, because something before them in the record was changed."""
    at = models.DateTimeField(default=now, editable=False)
    by = models.CharField(max_length=160)

    class Meta:
        ordering = ["match", "deal", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "deal", "version"], name="play_versions_are_distinct"
            ),
            models.CheckConstraint(
                condition=Q(deal__gte=1) & Q(version__gte=1), name="play_counts_from_1"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.deal} play v{self.version}"


class AttachedPlay(PlayedCards, RecordedModel):
    """The record of play that a ruling rests on, as it was when the ruling was made.

    The record of the championship holds a digest of it, with `nonce` in it so that nobody finds
    out by trying which cards it names while they are sealed.
    """

    record = Recorded(
        key=("result", "number"),
        apart=dict.fromkeys(
            ("trump", "double", "leader", "gone", "plays", "variant", "nonce"),
            "the cards of a hand that may be sealed; their digest stands in the event",
        ),
        personal=("by",),
    )

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="plays_attached")
    number = models.PositiveSmallIntegerField()
    """Number from 1, with each version of a result."""
    variant = models.CharField(
        max_length=24, choices=[(item.value, item.value) for item in PARTNERSHIP_VARIANTS]
    )
    nonce = models.CharField(max_length=32, validators=[is_nonce])
    """32 hex digits by chance."""
    at = models.DateTimeField(default=now, editable=False)
    by = models.CharField(max_length=160)

    class Meta:
        ordering = ["result", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["result", "number"], name="attached_plays_are_distinct"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="attached_play_from_1"),
            models.CheckConstraint(condition=~Q(plays=""), name="an_attached_play_has_cards"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id} play {self.number}"

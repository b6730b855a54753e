"""Friendly tables: games that belong to no championship, played on phones with bots on free places.

A table is known by its code, which is its link too. It has four places, or three; a phone holds a
place, and a bot plays wherever no phone does. Which seat a place has depends on the game: where
partners change, three of the four move. A game has a key, from which its deals follow, and hands; a
hand has acts, which are numbered and never changed. What came out of a hand is kept when it ends,
so that the score can be told without playing all hands again.

A table that nobody has used for a day is deleted with all that belongs to it.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.game.announcements import Denomination, SantVicencRule
from scoring.game.seats import Seat
from scoring.game.variants import PARTNERSHIP_VARIANTS
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, KNOWN_MULTIPLIERS
from tournament.models.play import ActRow
from tournament.models.recorder import Unrecorded

PLACES = tuple(range(len(Seat)))
LARGEST_SET_NUMBER = 999_999


class FriendlyTable(models.Model):
    """A table: what is played at it, and by which rules."""

    record = Unrecorded("friendly games are no part of a championship")

    class Played(models.TextChoices):
        GAME = "game"
        PARTNERS = "partners"
        """Three games, each player the partner of each once."""
        ABARROTADA = "abarrotada"
        """Everybody alone, four players."""
        THREE = "abarrotada-3"
        """Everybody alone, three players."""
        HANDS = "hands"
        """Hands that follow from a number, scored as in a championship."""

    code = models.CharField(max_length=8, unique=True)
    """Eight letters and digits that can't be mistaken for each other. Whoever has it may sit."""
    played = models.CharField(max_length=16, choices=Played.choices)
    target = models.PositiveSmallIntegerField(default=101)
    """Points that a game is played to."""
    hands = models.PositiveSmallIntegerField(default=4)
    """Number of hands, where no target ends the game."""
    variant = models.CharField(
        max_length=24, choices=[(item.value, item.value) for item in PARTNERSHIP_VARIANTS]
    )
    sant_vicenc = models.CharField(
        max_length=24, choices=[(item.value, item.value) for item in SantVicencRule]
    )
    multipliers = models.CharField(
        max_length=8,
        choices=[(str(one), str(one)) for one in KNOWN_MULTIPLIERS],
        default=str(DEFAULT_MULTIPLIERS),
    )
    """Factors of contro, recontro and Sant Vicenç."""
    made_from = models.CharField(max_length=64)
    """A keyed hash of the address that made it, so that nobody makes any number of them."""
    version = models.PositiveIntegerField(default=0)
    """Counts whatever anybody at the table is told of."""
    used_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["used_at"], name="friendly_tables_by_use")]
        constraints = [
            models.CheckConstraint(condition=Q(target__gte=1), name="friendly_target_from_1"),
            models.CheckConstraint(condition=Q(hands__gte=1), name="friendly_hands_from_1"),
        ]

    def __str__(self) -> str:
        return f"friendly table {self.pk}"  # never the code, which is all that it takes to sit


class FriendlyPlace(models.Model):
    """A phone holds a place at a table, or held it until it was freed."""

    record = Unrecorded("friendly games are no part of a championship")

    table = models.ForeignKey(FriendlyTable, on_delete=models.CASCADE, related_name="places")
    place = models.PositiveSmallIntegerField()
    """Number from 0."""
    phone = models.CharField(max_length=32)
    """Secret id of the phone's session: 32 random hex digits, told to nobody."""
    freed_at = models.DateTimeField(null=True, blank=True)
    saw_hand = models.PositiveIntegerField(default=0)
    """The last hand that it has seen there; 0 for none."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "place"],
                condition=Q(freed_at__isnull=True),
                name="one_phone_holds_a_friendly_place",
            ),
            models.UniqueConstraint(
                fields=["table", "phone"],
                condition=Q(freed_at__isnull=True),
                name="no_phone_holds_two_friendly_places",
            ),
            models.CheckConstraint(
                condition=Q(place__in=PLACES), name="friendly_place_is_one_of_four"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.place}"


class FriendlyGame(models.Model):
    """A game of a table (or three, or a set of hands): its deals, and who deals first."""

    record = Unrecorded("friendly games are no part of a championship")

    table = models.ForeignKey(FriendlyTable, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    """Number from 1 at the table."""
    key = models.CharField(max_length=64)
    """64 hex digits from which all its deals follow: secret until the game is over, as is
    `set_number`, from which the key follows where there is one."""
    set_number = models.PositiveIntegerField(null=True, blank=True)
    hands_before = models.PositiveSmallIntegerField(default=0)
    """Number of hands in earlier games at the table."""
    first_dealer = models.CharField(max_length=1, choices=[(one.value, one.value) for one in Seat])

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="friendly_games_are_numbered"),
            models.CheckConstraint(
                condition=Q(set_number__isnull=True) | Q(set_number__range=(1, LARGEST_SET_NUMBER)),
                name="friendly_set_number_is_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}, game {self.number}"  # never the key


class FriendlyHand(models.Model):
    """A hand of a game; what came out of it, once it has ended."""

    record = Unrecorded("friendly games are no part of a championship")

    game = models.ForeignKey(FriendlyGame, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    """Number from 1 at the table, through all its games."""
    maker = models.CharField(
        max_length=1, blank=True, choices=[(one.value, one.value) for one in Seat]
    )
    trump = models.CharField(
        max_length=10, blank=True, choices=[(item.value, item.value) for item in Denomination]
    )
    doubles = models.PositiveSmallIntegerField(default=0)
    """Number of doubles: contro, recontro, Sant Vicenç."""
    points = models.JSONField(default=dict, blank=True)
    """The trick points, 72 together: ``{"NS": 40, "EW": 32}``, or of each seat where everybody
    plays alone. Empty until the hand has ended."""

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="friendly_hands_are_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: hand {self.number}"


class FriendlyAct(ActRow):
    """One act in a hand, of a person or a bot."""

    record = Unrecorded("friendly games are no part of a championship")

    hand = models.ForeignKey(FriendlyHand, on_delete=models.CASCADE, related_name="acts")

    class Meta:
        ordering = ["hand", "number"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="friendly_acts_are_numbered"),
            models.UniqueConstraint(
                fields=["hand", "seat", "own_number"], name="a_friendly_act_is_taken_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}: {self.number}"  # never the card, wherever it is printed

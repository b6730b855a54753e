"""Results, in versions: what was entered is never changed, only followed by another version.

Two referees who write the same version number collide on a unique constraint, so the second
never overwrites the first unseen.
"""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import DUPLICATE_DOUBLES, Denomination
from scoring.game.seats import Side, party_named
from scoring.ordinary.games import MOST_GAME_POINTS
from tournament.models.clock import now
from tournament.models.places import ActedBy
from tournament.models.recorder import Recorded, RecordedModel, RecordedQuerySet
from tournament.models.schedule import HELD, HELD_CHOICES, Match


class Outcome(models.TextChoices):
    """Outcomes of a hand at a table."""

    PLAYED = "played", pgettext_lazy("hand", "played")
    """Has points, or a rule-break, or both."""
    NOT_PLAYED = "not-played", pgettext_lazy("hand", "not played")
    """Has no final score, and says why."""
    BLANK = "blank", pgettext_lazy("hand", "taken back")
    """A result entered by mistake was taken back: the hand has none for now."""


class NotPlayedReason(models.TextChoices):
    TIME = "time", _("time ran out")
    FOULED = "fouled", _("fouled hand")
    WITHDRAWN = "withdrawn", _("withdrawn opponent")
    OTHER = "other", _("another reason")
    """Must be told in the note."""


_OF_A_DEALT_HAND = Q(kind="dealt-hand")
_OF_A_GAME = Q(kind="game")
_OF_ABARROTADA = Q(kind="abarrotada")
_SAYS_NOTHING_OF_A_HAND = Q(ns_points__isnull=True, trump="", double="", infraction="", award="")
MOST_SOLO_POINTS = 9999
"""More than anybody wins or loses at a table of abarrotada."""
_SOLO_POINTS = (-MOST_SOLO_POINTS, MOST_SOLO_POINTS)
MOST_SHEET = 2000
"""Characters of a score sheet: a line of some twenty for each hand."""


class ResultQuerySet(RecordedQuerySet["Result"]):
    def current(self, match: Match, deal: int) -> Result | None:
        """Return the newest version of a hand's result, None where it has none; 1 query."""
        try:
            return self.get(match=match, deal=deal, is_current=True)
        except Result.DoesNotExist:
            return None

    def numbered(self, match_id: int, deal: int, version: int) -> Result | None:
        """Return that version of a hand's result, or None; 1 query."""
        return self.filter(match=match_id, deal=deal, version=version).order_by().first()


class Result(RecordedModel):
    """One version of one result of a match. The newest version is the current one.

    What it says stands in the outcome, the reason, the note, and the columns of its kind: a
    kind uses its own columns only.
    """

    record = Recorded(
        key=("match", "deal", "version"),
        personal=("note", "entered_by", "change_reason"),
    )

    class Kind(models.TextChoices):
        """Kinds of results; `results.kinds` knows what each says, and how it is entered."""

        DEALT_HAND = "dealt-hand"
        GAME = "game"
        ABARROTADA = "abarrotada"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="results")
    deal = models.PositiveSmallIntegerField()
    """Number of its subject, from 1: a championship's deal, or the count of its kind's matches."""
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.DEALT_HAND)
    version = models.PositiveSmallIntegerField()
    is_current = models.BooleanField(default=True)

    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    not_played_reason = models.CharField(max_length=10, blank=True, choices=NotPlayedReason.choices)
    note = models.CharField(_("note"), max_length=500, blank=True)
    """Account in words of what happened: beside a ruling, or why a hand was not played."""

    # Only for a dealt hand:
    ns_points = models.PositiveSmallIntegerField(null=True, blank=True)
    """Trick points of N–S, 0–72; E–W have the rest of 72."""
    trump = models.CharField(
        max_length=10, blank=True, choices=[(item.value, item.value) for item in Denomination]
    )
    """Empty: a suit that nobody wrote down."""
    double = models.CharField(
        max_length=8,
        blank=True,
        choices=[(item.value, item.value) for item in DUPLICATE_DOUBLES if item],
    )
    infraction = models.CharField(
        max_length=5, blank=True, choices=[(item.value, item.value) for item in Infraction if item]
    )
    award = models.CharField(
        max_length=5, blank=True, choices=[(item.value, item.value) for item in Award if item]
    )
    """Side to which a referee awarded the average."""

    # Only for a game of the ordinary kind:
    game_ns = models.PositiveSmallIntegerField(null=True, blank=True)
    """The points with which N–S ended it, whatever the cap."""
    game_ew = models.PositiveSmallIntegerField(null=True, blank=True)
    given_to = models.CharField(
        max_length=2, blank=True, choices=[(side.value, side.value) for side in Side]
    )
    """Side to which a referee gave the game, whatever the points."""
    sheet = models.CharField(max_length=MOST_SHEET, blank=True)
    """The hands of a game, or of a table of abarrotada, as text, where the table kept score here
    (`scoring.ordinary.sheets`)."""

    # Only for a table of abarrotada, whose players hold a seat each:
    game_n = models.SmallIntegerField(null=True, blank=True)
    """Points of the player in seat North, below 0 after revokes."""
    game_w = models.SmallIntegerField(null=True, blank=True)
    game_s = models.SmallIntegerField(null=True, blank=True)
    game_e = models.SmallIntegerField(null=True, blank=True)
    """Points of East; None at a table of three."""
    hands_played = models.PositiveSmallIntegerField(null=True, blank=True)
    """Number of hands in which they were made."""

    entered_at = models.DateTimeField(default=now, editable=False)
    entered_by = models.CharField(max_length=160)
    """Name of the actor, as text: it stays readable when the account is gone."""
    entered_side = models.CharField(max_length=2, blank=True, choices=HELD_CHOICES)
    """Side that entered it at its table, alone the seat; "" for a referee."""
    entered_contestant = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of that pair, where a link was used: its table's or its own."""
    entered_table = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the table whose link was used; None for a pair's own."""
    change_reason = models.CharField(max_length=500, blank=True)
    corrections_until = models.DateTimeField(null=True, blank=True)
    """End of corrections of a postponed match entered after its round had closed. None for every
    other result, where the round's time holds, and without such a time."""

    objects = ResultQuerySet.as_manager()  # type: ignore[misc]  # the base has one

    class Meta:
        ordering = ["match", "deal", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "deal", "version"], name="result_versions_are_distinct"
            ),
            models.UniqueConstraint(
                fields=["match", "deal"],
                condition=Q(is_current=True),
                name="one_current_result_per_hand",
            ),
            models.CheckConstraint(condition=Q(deal__gte=1), name="deal_from_1"),
            models.CheckConstraint(condition=Q(version__gte=1), name="version_from_1"),
            models.CheckConstraint(
                condition=Q(outcome__in=[Outcome.PLAYED, Outcome.BLANK], not_played_reason="")
                | Q(outcome=Outcome.NOT_PLAYED) & ~Q(not_played_reason=""),
                name="what_was_not_played_has_a_reason",
            ),
            models.CheckConstraint(
                condition=~_OF_A_DEALT_HAND
                | Q(ns_points__isnull=True)
                | Q(ns_points__range=(0, 72)),
                name="points_from_0_to_72",
            ),
            models.CheckConstraint(
                condition=~_OF_A_DEALT_HAND
                | Q(outcome=Outcome.PLAYED)
                & (Q(ns_points__isnull=False) | ~Q(infraction="") | Q(award=Award.BOTH.value))
                | ~Q(outcome=Outcome.PLAYED) & Q(ns_points__isnull=True, infraction="", award=""),
                name="dealt_hand_fits_its_outcome",
            ),
            models.CheckConstraint(
                condition=~(_OF_A_GAME | _OF_ABARROTADA) | _SAYS_NOTHING_OF_A_HAND,
                name="games_say_nothing_of_a_hand",
            ),
            models.CheckConstraint(
                condition=Q(infraction="") | Q(award=""), name="a_rule_break_or_an_award"
            ),
            models.CheckConstraint(
                condition=_OF_A_GAME
                & Q(outcome=Outcome.PLAYED, game_ns__isnull=False, game_ew__isnull=False)
                & Q(game_ns__range=(0, MOST_GAME_POINTS), game_ew__range=(0, MOST_GAME_POINTS))
                | (~_OF_A_GAME | ~Q(outcome=Outcome.PLAYED))
                & Q(game_ns__isnull=True, game_ew__isnull=True, given_to="")
                & (Q(sheet="") | _OF_ABARROTADA),
                name="game_fits_its_outcome",
            ),
            models.CheckConstraint(
                condition=_OF_ABARROTADA
                & Q(outcome=Outcome.PLAYED, hands_played__gte=1)
                & Q(**{f"game_{seat}__range": _SOLO_POINTS for seat in "nws"})
                & (Q(game_e__isnull=True) | Q(game_e__range=_SOLO_POINTS))
                | (~_OF_ABARROTADA | ~Q(outcome=Outcome.PLAYED))
                & Q(**{f"game_{seat}__isnull": True for seat in "nwse"})
                & Q(hands_played__isnull=True)
                & (Q(sheet="") | ~_OF_ABARROTADA),
                name="abarrotada_fits_its_outcome",
            ),
            models.CheckConstraint(
                condition=~Q(not_played_reason=NotPlayedReason.OTHER) | ~Q(note=""),
                name="another_reason_is_told",
            ),
            models.CheckConstraint(
                condition=Q(version=1) | ~Q(change_reason=""), name="a_change_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(entered_contestant__isnull=True, entered_table__isnull=True)
                | Q(entered_contestant__isnull=False) & ~Q(entered_side=""),
                name="a_link_enters_for_a_pair",
            ),
        ]
        indexes = [
            models.Index(
                fields=["deal", "match"], condition=Q(is_current=True), name="current_results"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.deal} v{self.version}"

    @property
    def entered(self) -> ActedBy:
        """The person or pair that entered it."""
        side = party_named(self.entered_side) if self.entered_table is not None else None
        return ActedBy(self.entered_by, self.entered_contestant, self.entered_table, side)


class ResultConfirmation(RecordedModel):
    """Somebody says that a version of a result is right.

    A pair confirms through the link of its table or its own: that names a place, not a person.
    Where everybody plays alone it is the player in a seat, and any other than who entered. A
    referee's confirmation also means that anything unlikely about the result was checked.
    """

    record = Recorded(key=("result", "by"), personal=("actor",))

    class By(models.TextChoices):
        NS = "NS", _("NS")
        EW = "EW", _("EW")
        N = "N", pgettext_lazy("seat", "North")
        W = "W", pgettext_lazy("seat", "West")
        S = "S", pgettext_lazy("seat", "South")
        E = "E", pgettext_lazy("seat", "East")
        REFEREE = "referee", _("referee")
        TABLE = "table", _("agreed at the table on one phone")
        """Entered by the table's link while one phone enters for the whole table."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="confirmations")
    by = models.CharField(max_length=8, choices=By.choices)
    at = models.DateTimeField(default=now, editable=False)
    actor = models.CharField(max_length=160)
    actor_contestant = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the pair, where a link was used: its table's or its own."""
    actor_table = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the table whose link was used; None for a pair's own."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "by"], name="one_confirmation_of_each"),
            models.CheckConstraint(
                condition=Q(actor_contestant__isnull=True, actor_table__isnull=True)
                | Q(actor_contestant__isnull=False) & ~Q(by="referee"),
                name="a_link_confirms_for_a_pair",
            ),
            models.CheckConstraint(
                condition=Q(by__in=[*(one.value for one in HELD), "referee", "table"]),
                name="confirmation_is_somebodys",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.result_id}: {self.by}"

    @property
    def acted_by(self) -> ActedBy:
        """The person or pair that confirmed."""
        if self.by == self.By.TABLE:
            side = self.result.entered.side
        else:
            side = party_named(self.by) if self.actor_table is not None else None
        return ActedBy(self.actor, self.actor_contestant, self.actor_table, side)

"""Tables, pairs and the people in them."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.championships import Championship
from tournament.models.recorder import Recorded, RecordedModel


def shown_table(number: int, name: str) -> str:
    """Return a table as people read it: "3", and with a name "3 · window"."""
    return f"{number} · {name}" if name else str(number)


MOST_LINKS = 10_000
"""The largest number that a link has in a file: there is room to renew it."""


class Table(RecordedModel):
    """A table of the hall. `number` orders them; the organiser may name one ("window 3")."""

    record = Recorded(key=("championship", "number"))

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    name = models.CharField(_("name"), max_length=40, blank=True)
    link_number = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_LINKS)]
    )
    """Number of its valid link: raising it ends all earlier ones."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="table_number_is_unique"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_number_from_1"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The table's number, and the name the organiser gave it."""
        return shown_table(self.number, self.name)


class Contestant(RecordedModel):
    """A pair: its number in the schedule, two players, a club, perhaps substitutes."""

    record = Recorded(
        key=("championship", "number"),
        personal=("name", "club"),
    )

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, related_name="contestants"
    )
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    name = models.CharField(_("name"), max_length=60, blank=True)
    club = models.CharField(_("club"), max_length=60, blank=True)
    fixed_table = models.ForeignKey(
        Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="fixed_contestants"
    )
    """The table at which this pair always sits, because it must not move."""
    joined_round = models.PositiveSmallIntegerField(default=1)
    """The first round it can play in: 1, or more for a pair that came late."""
    withdrawn_from = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The first round in which it does not play any more."""
    asked_rests = models.JSONField(default=list, blank=True)
    """Numbers, in order, of the rounds that it asked not to play before they were paired."""
    here = models.BooleanField(default=False)
    """The contestant has come to the hall and said so."""
    paid = models.BooleanField(default=False)
    link_number = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_LINKS)]
    )
    """Number of its valid link: raising it ends all earlier ones."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="contestant_number_is_unique"
            ),
            models.UniqueConstraint(fields=["fixed_table"], name="one_contestant_per_fixed_table"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="contestant_number_from_1"
            ),
            models.CheckConstraint(
                condition=models.Q(joined_round__gte=1), name="joined_round_from_1"
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def main_players(self) -> list[Player]:
        """The two players of the pair, without substitutes (reads `players`, prefetch it)."""
        return [player for player in self.players.all() if not player.is_substitute]

    @property
    def shown_name(self) -> str:
        """The pair's own name, or its two players' names."""
        return self.name or " – ".join(player.name for player in self.main_players)


class PlayingAccount(RecordedModel):
    """An account whose holder plays in a championship, as this pair.

    What is hidden from it while a round is open is told in `core.permissions`.
    """

    record = Recorded(key=("championship", "user", "contestant"), personal=("user",))

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, related_name="playing_accounts"
    )
    user = models.ForeignKey("User", on_delete=models.CASCADE, related_name="plays")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="accounts")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "user", "contestant"],
                name="an_account_plays_once_as_a_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.contestant}"


class Player(RecordedModel):
    """One person of a pair: positions 1 and 2 are the pair, those after them substitutes."""

    record = Recorded(key=("contestant", "position"), personal=("name",))

    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="players")
    position = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["contestant", "position"], name="player_position_is_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(position__gte=1), name="player_position_from_1"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_substitute(self) -> bool:
        return self.position > 2

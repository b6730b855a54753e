"""The hands of a championship: the secret keys they come from, and who looked at them early.

No hand is stored. A deal set holds the key and the salt, and every hand is recomputed from them
when somebody may see it. A venue of an event that has its hands from envelopes never gets the key:
its set holds the list of hashes, and the secrets of the deals whose envelopes were opened.
"""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.clock import now
from tournament.models.recorder import Recorded, RecordedModel

MOST_DEALS_IN_A_SET = 10_000


class DealSet(RecordedModel):
    """A key and its salt, from which the cards of a championship's deals come.

    Its deals are counted when it is made: those that are planned, and some to spare. When it runs
    out another one follows it, with its own key, commitment and salt.
    """

    record = Recorded(
        key=("championship", "number"),
        apart=dict.fromkeys(("key", "hashes", "secrets"), "secret; the commitment stands for them"),
    )

    championship = models.ForeignKey(
        "Championship", on_delete=models.CASCADE, related_name="deal_sets"
    )
    number = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    """Number from 1 in the championship."""
    deals_before = models.PositiveSmallIntegerField(default=0)
    """Number of the championship's deals before its first one: a deal's number less this is its
    number in the set."""
    deals = models.PositiveSmallIntegerField()
    """Number of deals in it."""
    spares_used = models.PositiveSmallIntegerField(default=0)
    """Number of its deals, from the last on, that were given for hands somebody had seen."""
    key = models.BinaryField(max_length=32, null=True)
    """32 secret bytes from the operating system; public only after the championship's end. None
    where only some of the secrets are known, as with an envelope."""
    hashes = models.BinaryField(max_length=32 * MOST_DEALS_IN_A_SET, null=True, blank=True)
    """Without a key: the hash of each deal, 32 bytes each, in order."""
    secrets = models.BinaryField(max_length=32 * MOST_DEALS_IN_A_SET, null=True, blank=True)
    """Without a key: the secrets of its deals, 32 bytes each, in order; zeros for unknown ones."""
    commitment = models.CharField(max_length=64)
    """Commitment to the list of hashes, published before round 1: lower-case hex, 64 digits."""
    salt = models.CharField(max_length=200, blank=True)
    """Public text, normalised (NFC, trimmed)."""
    salt_fixed_at = models.DateTimeField(null=True, blank=True)
    """Time at which the first hand was opened or printed: the salt never changes after that."""
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="deal_set_number_is_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(commitment__regex=r"^[0-9a-f]{64}$"),
                name="commitment_is_64_hex_digits",
            ),
            models.CheckConstraint(
                condition=models.Q(key__isnull=False, hashes__isnull=True, secrets__isnull=True)
                | models.Q(key__isnull=True, hashes__isnull=False, secrets__isnull=False),
                name="a_deal_set_has_a_key_or_a_list",
            ),
            models.CheckConstraint(
                condition=models.Q(deals__range=(1, MOST_DEALS_IN_A_SET)),
                name="a_deal_set_has_1_to_10000_deals",
            ),
            models.CheckConstraint(
                condition=models.Q(spares_used__lte=models.F("deals")),
                name="no_more_spare_deals_than_there_are",
            ),
        ]

    def __str__(self) -> str:
        return self.commitment[:8]

    def __repr__(self) -> str:
        return f"<DealSet {self.commitment[:8]}>"  # never the key, wherever it is printed


class HandAccess(RecordedModel):
    """A look at the hands of a round before they were public: at the screen before the round was
    open or while it was, printed to be made up, or given to the phones of those who play them.
    Somebody's look at an open round, and its first hand on phones, are kept once, and need no
    reason."""

    record = Recorded(
        key=("round", "kind", "at", "actor"),
        personal=("actor", "account", "reason"),
    )

    class Kind(models.TextChoices):
        OPENED = "opened", _("opened early")
        PRINTED = "printed", _("printed")
        SEEN = "seen", _("seen while the round was open")
        DEALT = "dealt", _("given to the players' phones")

    deal_set = models.ForeignKey(DealSet, on_delete=models.PROTECT, related_name="accesses")
    """The deal set of the round's first hand as it was then."""
    round = models.ForeignKey("Round", on_delete=models.PROTECT, related_name="hand_accesses")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    at = models.DateTimeField()
    actor = models.CharField(max_length=160)
    account = models.CharField(max_length=150, blank=True)
    """The user name of who asked; "" at the terminal, and for a look in another installation, where
    somebody else may have that name: it opens nothing here."""
    reason = models.CharField(max_length=500, blank=True)
    exchanged = models.BooleanField(default=False)
    """The hands that were seen have been exchanged for spare ones since."""

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "kind", "at", "actor"], name="a_look_is_stored_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(reason="") | models.Q(kind__in=["seen", "dealt"]),
                name="early_access_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d %H:%M}"

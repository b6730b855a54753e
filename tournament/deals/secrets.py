"""Secrets of a deal set: all of them where its key is here, or those that envelopes brought.

Nothing else reads `DealSet.key`, `hashes` and `secrets` to find out about a deal.
"""

from __future__ import annotations

from collections.abc import Collection

from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES, commitment, deal_hash, deal_hashes, deal_secret
from tournament.models import DealSet

UNKNOWN = bytes(KEY_BYTES)
"""Placeholder of a secret that is not known."""


@sensitive_variables()
def secret_of(deal_set: DealSet, number: int) -> bytes | None:
    """Return the secret of a deal, by its number in the set; None where it is not known here."""
    if deal_set.key is not None:
        return deal_secret(bytes(deal_set.key), number)
    found = _part(bytes(deal_set.secrets or b""), number)
    return None if found in (b"", UNKNOWN) else found


@sensitive_variables()
def hashes_of(deal_set: DealSet) -> tuple[bytes, ...]:
    """Return the list of the hashes of a set's deals, in order."""
    if deal_set.key is not None:
        return deal_hashes(bytes(deal_set.key), deal_set.deals)
    stored = bytes(deal_set.hashes or b"")
    return tuple(_part(stored, number) for number in range(1, len(stored) // KEY_BYTES + 1))


@sensitive_variables()
def list_of_hashes(deal_set: DealSet) -> tuple[bytes, ...] | None:
    """Return the public list of the hashes of a set's deals, in order, without a query.

    None where it doesn't give the commitment, or a secret is not that of its hash: the deals are
    others than were promised.
    """
    if deal_set.key is not None and len(bytes(deal_set.key)) != KEY_BYTES:
        return None
    hashes = hashes_of(deal_set)
    if len(hashes) != deal_set.deals or commitment(hashes) != deal_set.commitment:
        return None
    if deal_set.key is None:
        stored = bytes(deal_set.secrets or b"")
        if len(stored) != KEY_BYTES * deal_set.deals:
            return None
        for number, one in enumerate(hashes, start=1):
            secret = secret_of(deal_set, number)
            if secret is not None and deal_hash(secret) != one:
                return None
    return hashes


@sensitive_variables()
def secrets_for(deal_set: DealSet, numbers: Collection[int]) -> bytes:
    """Return the column `secrets` of a set without key that knows only these deals."""
    return b"".join(
        (secret_of(deal_set, number) if number in numbers else None) or UNKNOWN
        for number in range(1, deal_set.deals + 1)
    )


def _part(stored: bytes, number: int) -> bytes:
    return stored[KEY_BYTES * (number - 1) : KEY_BYTES * number]

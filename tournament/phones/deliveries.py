"""Requests of phones, each accepted exactly once, whatever is lost on the way.

The phone gives each request a random key, and sends it again until it gets an answer. The key, the
request and the answer are stored in the transaction of the act itself, so there is never one
without the other. A repeated request gets the first answer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.core.locks import lock_championship
from tournament.models import Championship, Delivery

Answer = dict[str, Any]
CHECK = "check"
"""State of an answer that asks back: nothing was done yet, and nothing is kept."""


@transaction.atomic
def take_once(
    *,
    championship: Championship,
    key: str,
    sent: Mapping[str, Any],
    act: Callable[[Championship], Answer],
) -> Answer:
    """Do the act of this key (32 hex digits) unless it has been done, and return its answer.

    `sent` decides what is done, `act` does it with the locked championship and returns the answer,
    both JSON. Where it asks back (`CHECK`) or raises, a repeated request is tried again. Raises
    `UserError` for another content under a known key.
    """
    locked = lock_championship(championship)
    text = json.dumps(sent, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    known = Delivery.objects.filter(championship=championship, key=key).first()
    if known is not None:
        if known.fingerprint != fingerprint:
            raise UserError(_("This was sent before with other content. Enter it again."))
        answer: Answer = known.answer
        return answer
    answer = act(locked)
    if answer["state"] != CHECK:
        Delivery.objects.create(
            championship=locked, key=key, fingerprint=fingerprint, answer=answer
        )
    return answer

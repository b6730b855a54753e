"""Acts of the desk on several hands at once."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from tournament.core.actor import Actor
from tournament.core.locks import lock_championship
from tournament.models import Match, ResultConfirmation
from tournament.results.services.entry import confirm_result


@transaction.atomic
def confirm_hands(*, actor: Actor, match: Match, versions: Mapping[int, int]) -> None:
    """Note that a referee looked at hands of a table and finds them right: all of them or none.

    `versions` says which version of which deal was looked at. Doing it twice changes nothing more.
    Raises `Conflict` where another version stands by now, `NotNow` where there is nothing to look
    at or this referee has no say any more, `UserError` for a deal that the match does not play.
    """
    lock_championship(match.round.stage.championship)
    for deal, version in sorted(versions.items()):
        confirm_result(
            actor=actor, match=match, deal=deal, version=version, by=ResultConfirmation.By.REFEREE
        )

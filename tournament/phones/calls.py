"""A table or a pair calls the referee by its link, and takes the call back."""

from __future__ import annotations

from scoring.game.seats import Party
from tournament.phones.reach import Sender
from tournament.phones.senders import match_spoken_of, speaker
from tournament.referee_calls.queries import waiting_call
from tournament.referee_calls.services import call_referee, withdraw_call


def receive_call(*, sender: Sender, match_id: int, side: Party) -> None:
    """Call a referee to the sender's table. Sent twice is once.

    Raises `UserError` for a match or a pair that this sender has no say in, and what `call_referee`
    does.
    """
    match = match_spoken_of(sender, match_id)
    call_referee(actor=speaker(sender, match, side), match=match, side=side)


def receive_withdrawal(*, sender: Sender, match_id: int, side: Party) -> None:
    """Take the call of the sender's table back. Raises as `receive_call`, and `NotNow` where
    nothing waits any more."""
    match = match_spoken_of(sender, match_id)
    withdraw_call(actor=speaker(sender, match, side), call=waiting_call(match))

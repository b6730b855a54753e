"""Refusals of what a venue of a simultaneous event may not do by itself.

What is the same in all venues (the deals, the number of rounds, how hands are scored) is set by the
event's centre, and a round is public in all of them at once.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.core.errors import NotNow
from tournament.models import Championship, Release, Round, Venue


def refuse_in_a_venue(championship: Championship) -> None:
    """Raise `NotNow` where a simultaneous event ties the championship; 1 query."""
    if championship.tie is not None:
        raise NotNow(
            _("All venues of “%(event)s” have this in common: only its centre changes it.")
            % {"event": championship.tie.simultaneous.name}
        )


def waits_for_release(round: Round) -> bool:
    """Return whether closing the round is a matter of all venues of an event: it is tied, and the
    round was not released yet; 2 queries, 1 where nothing ties it."""
    tie = round.stage.championship.tie
    return tie is not None and not is_released(tie, round.number)


def refuse_while_handed_in(round: Round) -> None:
    """Raise `NotNow` if the round waits for the other venues of its event: it stays as it is."""
    if round.handed_in_at is not None:
        raise NotNow(handed_in_text(round))


def handed_in_text(round: Round) -> str:
    """Return the sentence that refuses a change of a round that was handed in."""
    return _("Round %(round)d has been handed in. To change something, take that back first.") % {
        "round": round.number
    }


def is_released(tie: Venue, number: int) -> bool:
    """Return whether a round was made public in all venues; 1 query."""
    return Release.objects.filter(simultaneous=tie.simultaneous_id, round=number).exists()


def released_rounds(championship: Championship) -> frozenset[int]:
    """Return the numbers of the rounds made public in the venues of its event; 1 query."""
    tie = championship.tie
    if tie is None:
        return frozenset()
    released = Release.objects.filter(simultaneous=tie.simultaneous_id)
    return frozenset(released.values_list("round", flat=True))


def sealed_rounds(tie: Venue) -> int:
    """Return the number of the event's rounds that are still to be released; 1 query."""
    return tie.simultaneous.rounds - tie.simultaneous.releases.count()

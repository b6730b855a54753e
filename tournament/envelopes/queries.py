"""Envelopes of a venue, and changes since each was made."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Action, Envelope, Venue


@dataclass(frozen=True, slots=True)
class EnvelopeLine:
    """Envelope of a venue as the centre sees it."""

    envelope: Envelope
    exchanged: tuple[int, ...]
    """Rounds whose hands were exchanged since: what is played from this envelope doesn't count."""
    stale: tuple[str, ...]
    """Sentences about changes since; empty for an envelope that is up to date."""


def envelope_lines(venue: Venue) -> tuple[EnvelopeLine, ...]:
    """Return the envelopes of a venue in the order of their making; 3 queries."""
    watched = {Action.HANDS_EXCHANGED, Action.SETTINGS_CHANGED, *_OF_THE_REGISTER}
    events = venue.championship.events.filter(action__in=watched).order_by("sequence")
    later = list(events.values_list("sequence", "action", "round"))
    came_back = venue.results_files.filter(taken_in_at__isnull=False).exists()
    return tuple(
        _line(
            one,
            [(action, round) for sequence, action, round in later if sequence > one.events],
            came_back=came_back,
        )
        for one in venue.envelopes.defer("content", "passphrase")
    )


def exchanged_since(envelope: Envelope) -> tuple[int, ...]:
    """Return the rounds of an envelope whose hands were exchanged since it was made; 1 query."""
    events = envelope.venue.championship.events.filter(
        action=Action.HANDS_EXCHANGED, sequence__gt=envelope.events, round__in=envelope.rounds
    )
    rounds = events.values_list("round", flat=True)
    return tuple(sorted({one for one in rounds if one is not None}))


def other_hands_text(rounds: tuple[int, ...]) -> str:
    """Return the sentence that these rounds have other hands now."""
    return ngettext(
        "Round %(rounds)s has other hands since: make a new envelope.",
        "Rounds %(rounds)s have other hands since: make a new envelope.",
        len(rounds),
    ) % {"rounds": ", ".join(map(str, rounds))}


def _line(
    envelope: Envelope, later: list[tuple[str, int | None]], *, came_back: bool
) -> EnvelopeLine:
    """Return the line of an envelope; `later` are the acts since it was made.

    Changes of pairs or schedule are no fault once results of the venue were taken in: these bring
    pairs and schedule along.
    """
    done = {action for action, _round in later}
    rounds = {round for action, round in later if action == Action.HANDS_EXCHANGED}
    exchanged = tuple(one for one in envelope.rounds if one in rounds)
    stale = []
    if exchanged:
        stale.append(other_hands_text(exchanged))
    if Action.SETTINGS_CHANGED in done:
        stale.append(_("The settings have changed since. The centre scores by the new ones."))
    if done & _OF_THE_REGISTER and not came_back:
        stale.append(_("Pairs or schedule have changed here since."))
    return EnvelopeLine(envelope, exchanged, tuple(stale))


_OF_THE_REGISTER = {
    Action.CONTESTANT_ADDED,
    Action.CONTESTANT_CHANGED,
    Action.CONTESTANT_REMOVED,
    Action.CONTESTANTS_IMPORTED,
    Action.CONTESTANT_JOINED_LATE,
    Action.CONTESTANT_WITHDRAWN,
    Action.NUMBERS_DRAWN,
    Action.SCHEDULE_MADE,
    Action.SCHEDULE_REMOVED,
    Action.ROUND_PAIRED,
    Action.ROUND_ENTERED,
    Action.PAIRS_EXCHANGED,
    Action.RESTING_PAIRED,
}

"""Obstacles to ending a championship, and what its end would leave undone."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.locks import play_has_begun
from tournament.core.ties import sealed_rounds
from tournament.correction_requests.queries import open_correction_requests
from tournament.models import Championship, RoundStatus
from tournament.referee_calls.queries import waiting_calls
from tournament.results.postponed import why_not_complete


def why_not_ended(championship: Championship) -> tuple[str, ...]:
    """Return everything that has to be done before the championship can end, in sentences; 8
    queries at most."""
    if not play_has_begun(championship):
        return (_("Nothing has been played yet: publish the schedule and play first."),)
    return tuple(_obstacles(championship))


def left_undone(championship: Championship) -> tuple[str, ...]:
    """Return what waits for a referee without being in the way of the end; 7 queries at most.

    Nobody sees to it once the championship has ended.
    """
    found = [
        _("Table %(table)s is calling a referee.") % {"table": call.table_name}
        for call in waiting_calls(championship)
    ]
    notes = [str(one.number) for one in open_correction_requests(championship) if one.is_note]
    if notes:
        found.append(
            ngettext(
                "Note %(numbers)s of a pair, which came too late, has not been read.",
                "Notes %(numbers)s of pairs, which came too late, have not been read.",
                len(notes),
            )
            % {"numbers": ", ".join(notes)}
        )
    return tuple(found)


def _obstacles(championship: Championship) -> Iterator[str]:
    rounds = championship.rounds.filter(status=RoundStatus.OPEN).order_by("number")
    if numbers := list(rounds.values_list("number", flat=True)):
        yield (
            ngettext(
                "Round %(rounds)s is open: close it first.",
                "Rounds %(rounds)s are open: close them first.",
                len(numbers),
            )
            % {"rounds": ", ".join(map(str, numbers))}
        )
    tie = championship.tie
    if tie is not None and sealed_rounds(tie):
        yield (
            _(
                "Rounds of “%(event)s” are still sealed, and the end makes the key of its hands "
                "public."
            )
            % {"event": tie.simultaneous.name}
        )
    # A request is answered before the links end; a note asks for nothing.
    requests = [one for one in open_correction_requests(championship) if not one.is_note]
    if requests:
        yield (
            ngettext(
                "Correction request %(correction_requests)s is still undecided: decide it at "
                "the desk first.",
                "Correction requests %(correction_requests)s are still undecided: decide them "
                "at the desk first.",
                len(requests),
            )
            % {"correction_requests": ", ".join(str(one.number) for one in requests)}
        )
    yield from why_not_complete(championship)

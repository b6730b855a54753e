"""Reasons why a schedule can't be made, and the number of its rounds."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.core.counts import pairs_text, players_text, rounds_text
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import play_has_begun
from tournament.models import Stage
from tournament.schedule.queries import rounds_before, without_group
from tournament.stages.format import Format
from tournament.stages.formats import format_of
from tournament.stages.intent import intent_of
from tournament.standings.contestants import stage_contestants


def refuse_after_opening(stage: Stage) -> None:
    if play_has_begun(stage):
        raise NotNow(
            _(
                "A round has been opened, so the schedule stays as it is. For changes, there "
                "are late pairs and withdrawals."
            )
        )


def refuse_before_others(stage: Stage) -> None:
    """Raise `NotNow` where a later stage has rounds: they are numbered after those of this one."""
    if stage.championship.rounds.filter(stage__number__gt=stage.number).exists():
        raise NotNow(_("A later stage already has rounds: remove its schedule first."))


def refuse_with_withdrawn_pairs(stage: Stage) -> None:
    """Raise `NotNow` if withdrawn pairs would be in a new schedule: they must be removed first.

    Pairs that left before a stage with chosen entrants are not in it anyway.
    """
    if stage.best is not None:
        _refuse_with_withdrawn_entrants(stage)
        return
    withdrawn = stage.championship.contestants.filter(withdrawn_from__isnull=False)
    numbers = list(map(str, withdrawn.order_by("number").values_list("number", flat=True)))
    if numbers:
        raise NotNow(
            _(
                "Pairs that have withdrawn (%(pairs)s) can't be scheduled again. Remove the "
                "schedule, remove these pairs, and make it again."
            )
            % {"pairs": ", ".join(numbers)}
        )


def _refuse_with_withdrawn_entrants(stage: Stage) -> None:
    """Raise `NotNow` where an entrant of a knock-out has left: a bracket needs every one."""
    first, all_of_them = rounds_before(stage) + 1, format_of(stage).knocks_out
    numbers = [
        str(one.number)
        for one in stage_contestants(stage).values()
        if one.withdrawn_from is not None and (all_of_them or one.plays_in(first))
    ]
    if numbers:
        raise NotNow(
            _(
                "Pairs that have withdrawn (%(pairs)s) can't be scheduled again: take the stage "
                "back."
            )
            % {"pairs": ", ".join(numbers)}
        )


def why_not_so_many(format: Format, contestants: int, rounds: int) -> str:
    """Return why a schedule of `contestants` pairs, in the largest group where there are groups,
    can't have `rounds` rounds, in words; "" if it can."""
    least, most = format.least_rounds(contestants), format.most_rounds(contestants)
    if least <= rounds <= most and rounds % format.games_in_a_set == 0:
        return ""
    if format.games_in_a_set > 1:
        return _("A schedule of players has a multiple of %(games)d rounds, %(full)d at most.") % {
            "games": format.games_in_a_set,
            "full": most,
        }
    who = players_text(contestants) if format.of_players else pairs_text(contestants)
    told = {"who": who, "least": least, "rounds": rounds_text(most)}
    if least == most:
        return _("With %(who)s a schedule has %(rounds)s.") % told
    return _("With %(who)s a schedule has %(least)d to %(rounds)s.") % told


def refuse_without_group(stage: Stage) -> None:
    if numbers := without_group(stage):
        raise NotNow(
            _(
                "These pairs are in no group: %(pairs)s. Put them into one, or draw the groups "
                "again."
            )
            % {"pairs": ", ".join(map(str, numbers))}
        )


def wanted_rounds(stage: Stage, sizes: Sequence[int], rounds: int | None) -> int:
    """Return the number of rounds of a schedule, by the sizes of its groups, or of the whole
    without groups. Raises `UserError` for an impossible number."""
    format = format_of(stage)
    contestants = max(sizes)
    tie = stage.championship.tie
    if tie is not None and rounds not in (None, tie.simultaneous.rounds):
        raise UserError(
            _("All venues of “%(event)s” play %(rounds)s.")
            % {"event": tie.simultaneous.name, "rounds": rounds_text(tie.simultaneous.rounds)},
            field="rounds",
        )
    if tie is not None:
        rounds = tie.simultaneous.rounds
    if len(sizes) > 1 and min(sizes) < format.least:
        raise NotNow(
            _("Each group needs at least %(min)d pairs; one has %(count)d.")
            % {"min": format.least, "count": min(sizes)}
        )
    if contestants < format.least and format.of_players:
        raise NotNow(
            _("A schedule needs at least %(min)d players; registered: %(count)d.")
            % {"min": format.least, "count": contestants}
        )
    if contestants < format.least:
        raise NotNow(
            _("A schedule needs at least %(min)d pairs; registered: %(count)d.")
            % {"min": format.least, "count": contestants}
        )
    if contestants > format.most:
        raise NotNow(
            _("This format takes at most %(max)d contestants; %(count)d are registered.")
            % {"max": format.most, "count": contestants}
        )
    if rounds is not None and (refusal := why_not_so_many(format, contestants, rounds)):
        raise UserError(refusal, field="rounds")
    wanted = rounds or intent_of(stage).rounds_for(format, contestants)
    printed = stage.rounds.filter(hand_accesses__isnull=False).order_by("-number").first()
    if printed is not None and printed.number > rounds_before(stage) + wanted:
        raise UserError(
            _(
                "The hands of round %(round)d have been opened or printed already: plan at least "
                "as many rounds."
            )
            % {"round": printed.number},
            field="rounds",
        )
    return wanted

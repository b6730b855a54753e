"""Texts on how the pairs of a stage were chosen and what they brought along."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.carry import Carry
from tournament.models import Stage
from tournament.standings.rankings.rankings import ranking_of

CARRY_NAMES: Mapping[Carry, Promise] = {
    Carry.NOTHING: gettext_lazy("Nothing: everybody begins anew"),
    Carry.HALF: gettext_lazy("Half of what ranked them"),
    Carry.ALL: gettext_lazy("All of what ranked them"),
}


def carry_meaning(stage: Stage) -> str:
    """Return a text for organisers and players on carrying over into a stage of this ranking."""
    if ranking_of(stage).of_deals:
        return _(
            "Points are carried over together with the hands in which they were made: half the "
            "points with half the hands. Where the mean per hand ranks, it is taken over all of "
            "them. Ties are split by what is played in the stage itself."
        )
    return _(
        "Games won are carried over, ½ for each draw, but no points. Ties are split by what is "
        "played in the stage itself."
    )


def how_chosen(stage: Stage) -> str:
    """Return who plays in a stage and what they began with; "" if everybody plays. 1 query if they
    come from groups."""
    if stage.best is None:
        return ""
    told = _of_groups(stage, stage.best) or ngettext(
        "For the best %(best)d of the stage before it.",
        "For the best %(best)d of the stage before it.",
        stage.best,
    ) % {"best": stage.best}
    carried = {
        Carry.NOTHING: _("Nothing is carried over."),
        Carry.HALF: _("Half of what ranked them is carried over."),
        Carry.ALL: _("All that ranked them is carried over."),
    }[Carry(stage.carry)]
    if stage.carry == Carry.NOTHING:
        return f"{told} {carried}"
    return f"{told} {carried} {carry_meaning(stage)}"


def _of_groups(stage: Stage, best: int) -> str:
    """Return how many were chosen from each group and from the others; "" without groups before."""
    if stage.best_of_each is None:
        return ""
    before = stage.championship.stages.get(number=stage.number - 1)
    others = best - stage.best_of_each * len(before.group_names)
    said = {"each": stage.best_of_each, "others": others}
    if not others:
        return _("For the best %(each)d of each group of the stage before it.") % said
    if not stage.best_of_each:
        return _("For the best %(others)d of all groups of the stage before it.") % said
    return (
        _(
            "For the best %(each)d of each group of the stage before it, and the best %(others)d "
            "of the others."
        )
        % said
    )

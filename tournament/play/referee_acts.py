"""Acts of a referee at a table on phones, each with its words, its form, and its service.

An act without a form is done at once; the others ask for a reason first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.game.seats import Side
from tournament.core.actor import Actor
from tournament.core.forms import ReasonForm
from tournament.models import Match
from tournament.play.forms import EndHandForm, HandReasonForm
from tournament.play.match_now import Step
from tournament.play.queries import TableLine
from tournament.play.services.acts import end_hand, take_back_card
from tournament.play.services.tables import (
    change_back_to_phones,
    change_to_packs,
    exchange_seats,
    let_table_go_on,
    pause_table,
)

_PLAYED = (Step.SEATS, Step.PLAY, Step.RESULT, Step.REFEREE)


@dataclass(frozen=True, slots=True)
class RefereeAct:
    """Act of a referee at a table. `do` gets the form's values by their names."""

    name: str
    """Name of the act in its address."""
    title: Promise
    """Question above the page that asks for the reason."""
    button: Promise
    about: Promise
    done: Promise
    do: Callable[..., Any]
    is_offered: Callable[[TableLine], bool]
    form: type[forms.Form] | None = None
    is_grave: bool = False

    def perform(self, actor: Actor, match: Match, values: Mapping[str, Any]) -> None:
        """Do the act. Raises as its service."""
        self.do(actor=actor, match=match, **values)


def _exchange(side: Side, title: Promise, button: Promise) -> RefereeAct:
    def do(**values: Any) -> None:
        exchange_seats(side=side, **values)

    return RefereeAct(
        name=f"exchange-{side.key}",
        title=title,
        button=button,
        about=_(
            "The phones of the two players change places. It is possible between two hands only: "
            "nobody who has seen one seat's cards may sit at another one in the same hand. If they "
            "are playing, do it when the hand is over, before both pairs have said that its result "
            "is right. Hands before it that were not played to their end can't be played here any "
            "more, whatever becomes of their results."
        ),
        done=_("The two players have changed places."),
        do=do,
        is_offered=lambda line: (
            line.step in (*_PLAYED, Step.PAUSED)
            and all(seat in line.taken for seat, _held in line.seats if seat.side is side)
        ),
        form=ReasonForm,
    )


_ACTS = (
    RefereeAct(
        name="pause",
        title=_("Pause the table?"),
        button=_("Pause the table"),
        about=_("Nobody can play or agree on a result until the table goes on."),
        done=_("The table is paused."),
        do=pause_table,
        is_offered=lambda line: line.step in _PLAYED,
    ),
    RefereeAct(
        name="go-on",
        title=_("Let the table go on?"),
        button=_("Let the table go on"),
        about=_("The pause is taken off the waiting time."),
        done=_("The table goes on."),
        do=let_table_go_on,
        is_offered=lambda line: line.step is Step.PAUSED,
    ),
    RefereeAct(
        name="take-back",
        title=_("Give the last card back?"),
        button=_("Give the last card back"),
        about=_("Whoever played it gets it back and plays again; all four have seen it."),
        done=_("The card is given back."),
        do=take_back_card,
        is_offered=lambda line: line.can_take_back,
        form=HandReasonForm,
        is_grave=True,
    ),
    _exchange(Side.NS, _("Exchange North and South?"), _("Exchange North and South")),
    _exchange(Side.EW, _("Exchange East and West?"), _("Exchange East and West")),
    RefereeAct(
        name="end",
        title=_("End the hand?"),
        button=_("End the hand"),
        about=_(
            "Nobody plays on in this hand, and that can't be undone. If you enter points, both "
            "pairs are still asked whether they are right. Without points you enter the result "
            "yourself: not played, an awarded average, or a rule-break."
        ),
        done=_("The hand is ended."),
        do=end_hand,
        is_offered=lambda line: line.can_end,
        form=EndHandForm,
        is_grave=True,
    ),
    RefereeAct(
        name="packs",
        title=_("Go on with packs?"),
        button=_("Go on with packs"),
        about=_(
            "From now on this table plays with packs, and enters its results as tables without "
            "phones do. Hands that were played to their end on phones count as they were played. "
            "It can go back to phones as long as its hands have not been printed and no result "
            "has been entered."
        ),
        done=_("The table goes on with packs."),
        do=change_to_packs,
        is_offered=lambda line: line.step not in (Step.AWAY, Step.PACKS, Step.DONE),
        form=ReasonForm,
        is_grave=True,
    ),
    RefereeAct(
        name="phones",
        title=_("Go back to phones?"),
        button=_("Go back to phones"),
        about=_("The table goes on where it was."),
        done=_("The table goes on with phones."),
        do=change_back_to_phones,
        is_offered=lambda line: line.step is Step.PACKS,
    ),
)
REFEREE_ACTS: Mapping[str, RefereeAct] = {act.name: act for act in _ACTS}
"""Acts by their names, in the order in which a page offers them."""

"""The desk's forms of results, one a kind. They read strictly: invalid input is refused."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.core.forms import ReasonForm
from tournament.models import Stage
from tournament.results.forms.dealt_hand import ResultForm
from tournament.results.forms.entry import EntryForm
from tournament.results.forms.fields import VersionField
from tournament.results.forms.game import AbarrotadaForm, GameForm
from tournament.results.kinds.abarrotada import ABARROTADA
from tournament.results.kinds.dealt_hand import DEALT_HAND
from tournament.results.kinds.game import GAME
from tournament.results.kinds.kinds import kind_of


class TakeBackForm(ReasonForm):
    """Reason for taking the current result back."""

    based_on = VersionField()


FORMS: Mapping[str, type[EntryForm]] = {
    DEALT_HAND.key: ResultForm,
    GAME.key: GameForm,
    ABARROTADA.key: AbarrotadaForm,
}


def form_for(stage: Stage) -> type[EntryForm]:
    """Return the form for the results of a stage's matches."""
    return FORMS[kind_of(stage).key]

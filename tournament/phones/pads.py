"""The pads with which a table's page enters results, one for each kind.

What its keys do is in a module of `js/table/`, which `js/table/kinds.js` knows by the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournament.models import Stage
from tournament.results.kinds.abarrotada import ABARROTADA
from tournament.results.kinds.dealt_hand import DEALT_HAND
from tournament.results.kinds.game import GAME
from tournament.results.kinds.kinds import kind_of

PADS: dict[str, Any] = {
    DEALT_HAND.key: "phones/_dealt_hand_pad.html",
    GAME.key: "phones/_game_pad.html",
    ABARROTADA.key: "phones/_abarrotada_pad.html",
}
"""The template that draws each kind's pad."""


def pads_for(stages: Iterable[Stage]) -> Mapping[str, Any]:
    """The pads of the kinds of results that these stages have, by the kinds' keys."""
    return {key: PADS[key] for key in dict.fromkeys(kind_of(stage).key for stage in stages)}

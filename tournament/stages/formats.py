"""The registry of formats.

A new format is a file beside this one, a line in `FORMATS`, and a member of `Stage.Kind`.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournament.models import Stage
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.drawn import DRAWN
from tournament.stages.format import Format

FORMATS: Mapping[str, Format] = {one.kind: one for one in (ALL_PLAY_ALL, DRAWN)}
"""Every format by the kind that stages of it bear, in the order in which they are offered."""


def format_of(stage: Stage) -> Format:
    """The format that a stage is played in."""
    return FORMATS[stage.kind]

"""The registry of formats.

A new format is a file beside this one, a line in `FORMATS`, and a member of `Stage.Kind`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournament.models import AnySettings, Match, PlayedWith, Stage
from tournament.stages.abarrotada import ABARROTADA, ABARROTADA_BY_RANK
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.by_hand import BY_HAND, GAME_BY_HAND
from tournament.stages.drawn import DRAWN
from tournament.stages.format import Format
from tournament.stages.games import GAME_ALL_PLAY_ALL, GAME_SWISS
from tournament.stages.individuals import INDIVIDUALS
from tournament.stages.knockout import KNOCKOUT
from tournament.stages.league import DUPLICATE_LEAGUE, LEAGUE
from tournament.stages.swiss import DUPLICATE_SWISS

FORMATS: Mapping[str, Format] = {
    one.kind: one
    for one in (
        *(ALL_PLAY_ALL, DRAWN, DUPLICATE_SWISS, BY_HAND),
        *(GAME_SWISS, GAME_ALL_PLAY_ALL, KNOCKOUT, GAME_BY_HAND, INDIVIDUALS),
        *(LEAGUE, DUPLICATE_LEAGUE, ABARROTADA, ABARROTADA_BY_RANK),
    )
}
"""Every format by the kind that stages of it bear, in the order in which they are offered."""


def deals_per_round(stage: Stage) -> int:
    """Return the number of hands dealt beforehand that each round plays."""
    return stage.hands_per_match if format_of(stage).deals else 0


def any_deals(stages: Iterable[Stage]) -> bool:
    """Return whether any of these stages plays hands that were dealt beforehand."""
    return any(format_of(stage).deals for stage in stages)


def format_of(stage: Stage) -> Format:
    """Return the format that a stage is played in."""
    return format_by(FORMATS[stage.kind], stage.settings)


def has_fitting_settings(stage: Stage) -> bool:
    """Return whether the settings of a stage are of the kind that its format has."""
    return stage.settings.fields().keys() == FORMATS[stage.kind].defaults.fields().keys()


def format_by(format: Format, settings: AnySettings) -> Format:
    """Return a format as its settings change it."""
    return format if format.by_settings is None else format.by_settings(settings)


def is_for_phones(stage: Stage, match: Match | None = None) -> bool:
    """Return whether the hands of a stage are played on phones, and no referee has changed the
    table of the `match` to packs."""
    changed = match is not None and match.packs_since is not None
    return stage.played_with == PlayedWith.PHONES and format_of(stage).deals and not changed

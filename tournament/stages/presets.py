"""Registry of presets: championships as clubs hold them, each a format with its settings.

A preset can have groups and a stage that follows. An organiser who makes a championship chooses
one, and can change each of its numbers. A new preset is an entry here and its row in
`docs/formats.md`; a format that no entry has is a preset by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game.announcements import SantVicencRule
from scoring.ordinary.dealers import Misdeal
from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS, GameTieBreak
from tournament.models import AnySettings
from tournament.stages.abarrotada import ABARROTADA, ABARROTADA_BY_RANK
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.drawn import DRAWN
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS
from tournament.stages.games import GAME_ALL_PLAY_ALL, GAME_SWISS
from tournament.stages.individuals import INDIVIDUALS
from tournament.stages.intent import NO_INTENT, Following, Intent
from tournament.stages.knockout import HANDS_IN_A_GAME as HANDS_IN_A_LLIGUETA
from tournament.stages.knockout import KNOCKOUT
from tournament.stages.league import LEAGUE
from tournament.stages.swiss import DUPLICATE_SWISS


@dataclass(frozen=True, slots=True)
class Beginning:
    """Beginning of a championship: the first stage's format, settings and intentions."""

    format: Format
    settings: AnySettings
    hands_per_match: int
    round_minutes: int | None = None
    """Minutes after which a round is over; None without a countdown."""
    intent: Intent = NO_INTENT

    @classmethod
    def of(cls, format: Format, **changed: Any) -> Beginning:
        """Return the format's own beginning with `changed` values."""
        usual = {"settings": format.defaults, "hands_per_match": format.hands_per_match}
        return cls(format, **{**usual, **changed})


@dataclass(frozen=True, slots=True)
class Preset:
    """A championship as clubs hold it."""

    key: str
    """Name in addresses, files and commands."""
    name: str | Promise
    sentence: str | Promise
    """One sentence for people who choose."""
    least: int
    most: int
    """Largest suitable number of pairs or players; a championship can have fewer or more."""
    begins: Beginning


_SHORT_GAMES = replace(DEFAULT_GAME_SETTINGS, sant_vicenc=SantVicencRule.NOT_ALLOWED)
_GAMES_OF_A_LLIGUETA = replace(
    DEFAULT_GAME_SETTINGS,
    target=None,
    cap=None,
    misdeal=Misdeal.SAME_DEALER,
    tie_breaks=(GameTieBreak.DIFFERENCE, GameTieBreak.POINTS_FOR),
)
_HELD = (
    Preset(
        ALL_PLAY_ALL.kind,
        _("Duplicate, all play all"),
        _("Hands dealt beforehand, the same at all tables, and everybody meets everybody once."),
        *(6, 16),
        Beginning.of(ALL_PLAY_ALL),
    ),
    Preset(
        DUPLICATE_SWISS.kind,
        _("Duplicate Swiss"),
        _("The same hands for all, in one evening: pairs meet that stand near each other."),
        *(12, 200),
        Beginning.of(DUPLICATE_SWISS),
    ),
    Preset(
        DRAWN.kind,
        _("Duplicate with drawn opponents"),
        _("The same hands for all; opponents and directions by lot, hand points from 0 to 100."),
        *(8, 200),
        Beginning.of(DRAWN),
    ),
    Preset(
        "groups-and-final",
        _("Duplicate in groups, and a final"),
        _("Groups play the same hands all play all; the best of each meet in a final."),
        *(12, 64),
        Beginning.of(
            ALL_PLAY_ALL,
            intent=Intent(
                group_size=6,
                then=Following(ALL_PLAY_ALL.kind, pgettext_lazy("stage", "Final"), 2),
            ),
        ),
    ),
    Preset(
        "swiss-101-short",
        _("Swiss at 101, an afternoon"),
        _("Games to 101 points or 55 minutes, five rounds: who has won as often meets."),
        *(8, 100),
        Beginning.of(GAME_SWISS, settings=_SHORT_GAMES, round_minutes=55, intent=Intent(rounds=5)),
    ),
    Preset(
        GAME_SWISS.kind,
        _("Swiss at 101, a whole day"),
        _("Games to 101 points or 60 minutes, seven rounds: who has won as often meets."),
        *(12, 200),
        Beginning.of(GAME_SWISS, round_minutes=60),
    ),
    Preset(
        "lligueta",
        _("Lligueta and knock-out"),
        _(
            "Groups play games of eight hands all play all; the best of each go on to a knock-out, "
            "with a second chance."
        ),
        *(8, 64),
        Beginning.of(
            GAME_ALL_PLAY_ALL,
            settings=_GAMES_OF_A_LLIGUETA,
            hands_per_match=HANDS_IN_A_LLIGUETA,
            intent=Intent(
                group_size=4,
                then=Following(
                    KNOCKOUT.kind,
                    pgettext_lazy("stage", "Knock-out"),
                    2,
                    second_chance=True,
                ),
            ),
        ),
    ),
    Preset(
        LEAGUE.kind,
        _("League"),
        _("Games at home and away over weeks or months, each round with days of its own."),
        *(4, 20),
        Beginning.of(LEAGUE),
    ),
    Preset(
        INDIVIDUALS.kind,
        _("Individuals"),
        _("Everybody alone: in each round three games at a table of four, with each partner once."),
        *(8, 64),
        Beginning.of(INDIVIDUALS),
    ),
    Preset(
        ABARROTADA.kind,
        _("Abarrotada, tables by lot"),
        _("Everybody alone at tables of four or three, drawn so that all meet many others."),
        *(6, 64),
        Beginning.of(ABARROTADA),
    ),
    Preset(
        ABARROTADA_BY_RANK.kind,
        _("Abarrotada, tables by rank"),
        _("Everybody alone; from the second round on the leaders sit together at table 1."),
        *(8, 200),
        Beginning.of(ABARROTADA_BY_RANK),
    ),
)


def _presets() -> Iterator[Preset]:
    yield from _HELD
    held = {one.key for one in _HELD}
    for format in FORMATS.values():
        if format.kind not in held:
            name, sentence = format.label, format.description
            begins = Beginning.of(format)
            yield Preset(format.kind, name, sentence, format.least, format.most, begins)


PRESETS: Mapping[str, Preset] = {one.key: one for one in _presets()}
"""Every preset by its key, in the order in which they are offered."""

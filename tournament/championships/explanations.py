"""What each setting asks and what each choice does, a sentence each.

The settings page puts them beside the choices; the rules page tells the players those that are in
force. The choices' short names are in `core.labels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.duplicate.methods import Method
from scoring.duplicate.settings import DEFAULT_SETTINGS, FLAT_SCORES, AverageOf, Scale, Settings
from scoring.game.announcements import SantVicencRule
from scoring.game.variants import PlayVariant
from scoring.ordinary.dealers import Misdeal
from scoring.ordinary.hands import KNOWN_MULTIPLIERS, Multipliers, Revoke
from scoring.ordinary.solo_standings import DEFAULT_SOLO_SETTINGS, SoloSettings
from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS, GameScore, Rest
from scoring.pairing.knockout import DEFAULT_KNOCKOUT_SETTINGS, KnockoutSettings
from scoring.participation import LEAST_SHARES, Withdrawn
from scoring.rank_by import RankBy
from tournament.core.labels import label
from tournament.core.method_words import method_words
from tournament.core.numbers import score_text
from tournament.models import Stage
from tournament.stages.format import Format
from tournament.stages.formats import format_of
from tournament.stages.settings import (
    ABARROTADA_SETTINGS,
    DEALT_HAND_SETTINGS,
    GAME_SETTINGS,
    KNOCKOUT_SETTINGS,
)


@dataclass(frozen=True, slots=True)
class Explained:
    """A setting: its title, what it is about, and its choices, each with a sentence."""

    field: str
    """The name of the field of `Settings`."""
    title: Promise
    question: Promise
    choices: Mapping[Any, Promise]
    in_force: Callable[[Settings], tuple[str, str]] | None = None
    """What players read of it where it depends on the other settings: what it is about, and the
    choice."""
    needed: Callable[[Format], bool] = lambda _format: True
    """Whether a format has any use for it."""


def explained_for(format: Format, explained: Iterable[Explained]) -> tuple[Explained, ...]:
    """Return the settings that a format has a use for."""
    return tuple(one for one in explained if one.needed(format))


def choice_name(value: Any) -> str:
    """A choice's short name, in the language in force."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Enum):
        return label(value)
    if isinstance(value, Multipliers | int):
        return str(value)
    if value is None:
        return pgettext("share of the hands", "none")
    assert isinstance(value, Fraction)
    return str(value) if value in LEAST_SHARES else score_text(value)


def _flat_score_in_force(settings: Settings) -> tuple[str, str]:
    """On the scale of the championship; the form always offers it from 1 to 2."""
    question = (
        method_words(settings).level(settings),
        gettext("It also replaces an average when there is nobody to average."),
    )
    return " ".join(question), score_text(settings.flat)


_LEAST_SHARE = Explained(
    "least_share",
    _("Hands that are enough"),
    _(
        "While the mean per hand ranks: who has fewer than this share of the hands of whoever has "
        "most comes behind all who have enough, once the last round is closed. Rests, and hands "
        "lost because others were absent, are not missing."
    ),
    dict(
        zip(
            LEAST_SHARES,
            (
                _("Half of them."),
                _("Two thirds of them."),
                _("Three quarters of them."),
                _("Any number: who has played a single hand can win."),
            ),
        )
    ),
)
SETTINGS: tuple[Explained, ...] = (
    Explained(
        "method",
        _("How a hand is scored"),
        _("All who held the same cards are compared with each other."),
        {
            Method.MIN_MAX: _(
                "The highest hand score gets the best score, the lowest the worst, and those in "
                "between a proportional one. This is the official way."
            ),
            Method.MATCHPOINTS: _(
                "The share of the others that a pair beats; an equal result counts for half. By "
                "how much doesn't matter."
            ),
            Method.MEAN: _(
                "The hand score less the mean of all, from which the highest fifth and the lowest "
                "fifth are left out. It is in points, without a scale, and can be negative."
            ),
        },
    ),
    Explained(
        "scale",
        _("Scale of the hand points"),
        _("From the worst to the best result of a hand. A difference from the mean has no scale."),
        {
            Scale.ONE_TWO: _("The best result of a hand is worth 2, the worst 1."),
            Scale.HUNDRED: _("The best result of a hand is worth 100, the worst 0."),
        },
    ),
    Explained(
        "flat_score",
        _("A flat hand"),
        _(
            "What everybody gets when all have the same result (by matchpoints: who has nobody to "
            "be compared with), on the scale from 1 to 2. It also replaces an average when there "
            "is nobody to average. By the difference from the mean both are 0."
        ),
        {
            FLAT_SCORES[0]: _("As if all were worst."),
            FLAT_SCORES[1]: _("The middle: nobody gains or loses."),
            FLAT_SCORES[2]: _("As if all were best."),
        },
        in_force=_flat_score_in_force,
    ),
    Explained(
        "average_of",
        _("Average after a rule-break"),
        _("The other side of a table with a rule-break gets an average of hand points."),
        {
            AverageOf.PLAYED: _(
                "Of the pairs that played the hand out with the same cards, at tables without a "
                "rule-break."
            ),
            AverageOf.ALL_OTHERS: _(
                "Of all other pairs with the same cards that have a score of their own: what "
                "offenders get counts, but not the averages that others were given."
            ),
        },
    ),
    Explained(
        "rank_by",
        _("Ranking"),
        _("What the pairs are ranked by, in provisional standings too."),
        {
            RankBy.AUTO: _(
                "By the total if all pairs have the same number of scored hands, otherwise by "
                "the mean per hand."
            ),
            RankBy.TOTAL: _("By the total, however many hands each pair has."),
            RankBy.MEAN: _("By the mean per hand."),
        },
    ),
    _LEAST_SHARE,
    Explained(
        "withdrawn",
        _("When a pair withdraws"),
        _("What happens to the hands it has played."),
        {
            Withdrawn.KEEP: _("They count, and stay in every comparison."),
            Withdrawn.ANNUL: _(
                "They count for neither side and are compared with nothing; all scores of those "
                "hands are worked out again without them."
            ),
        },
    ),
    Explained(
        "play_variant",
        _("How cards must be played"),
        _("Everybody follows suit, and beats the trick unless the partner is winning it."),
        {
            PlayVariant.OBLIGADA: _(
                "Whoever doesn't beat plays a counting card or the lowest when the partner is "
                "winning, and the lowest when the opponents are; only the second player who can't "
                "follow suit may play a counting card all the same."
            ),
            PlayVariant.OBLIGADA_SECOND_HAND: _(
                "As obligatory play, but the second player who follows suit without beating may "
                "play a counting card too."
            ),
            PlayVariant.OBLIGADA_SAFE_THIRD: _(
                "As obligatory play, but the third player whose partner is winning may play a "
                "counting card only if the partner's card is safe: every higher one of its suit "
                "has been played or is in the third player's own hand. Disputed; the sources "
                "advise against it."
            ),
            PlayVariant.LLIURE: _("A player who doesn't have to beat may play any card."),
        },
    ),
)


_PLAY = next(one for one in SETTINGS if one.field == "play_variant")
_SHEET = (
    Explained(
        "multipliers",
        _("Contro, recontro, Sant Vicenç"),
        _("What they multiply the points of a hand by. Botifarra doubles them besides."),
        dict(
            zip(
                KNOWN_MULTIPLIERS,
                (
                    _("By 2, 4 and 8, as nearly everywhere."),
                    _("By 2, 3 and 5."),
                    _("By 2, 4 and 10."),
                ),
            )
        ),
    ),
    Explained(
        "sant_vicenc",
        _("Sant Vicenç"),
        _("Whether a recontro can be doubled once more."),
        {
            SantVicencRule.ALLOWED: _("By those who said contro."),
            SantVicencRule.NOT_AFTER_BOTIFARRA: _("By those who said contro, if a suit is trumps."),
            SantVicencRule.NOT_ALLOWED: _("Doubling ends with recontro."),
        },
    ),
    Explained(
        "revoke",
        _("A revoke"),
        _("What it costs to play a card that isn't allowed."),
        {
            Revoke.ALL_POINTS: _(
                "The offenders lose all points they have in the game; their opponents get 36, 72 "
                "after botifarra."
            ),
            Revoke.STAKE: _(
                "The offenders get nothing for the hand; their opponents get 36, multiplied as the "
                "hand was."
            ),
        },
    ),
    Explained(
        "misdeal",
        _("A misdeal"),
        _("Who deals again, and makes trumps, when the cards were dealt wrongly. No points."),
        {
            Misdeal.SAME_DEALER_ONCE: _(
                "The same player; the second time, the player on the right of whoever erred."
            ),
            Misdeal.SAME_DEALER: _("The same player, however often."),
            Misdeal.RIGHT_OF_ERRING: _("The player on the right of whoever erred."),
        },
    ),
)
"""How hands are scored, where each table plays cards of its own."""
GAME_SETTINGS_EXPLAINED: tuple[Explained, ...] = (
    Explained(
        "game_score",
        _("Ranking"),
        _("What the players are ranked by, in provisional standings too."),
        {
            GameScore.GAMES_WON: _("By how many games each has won; a drawn one counts ½."),
            GameScore.POINTS: _("By the points of all games; a rest counts nothing."),
        },
        needed=lambda format: format.of_players,
    ),
    Explained(
        "rest",
        _("A round without a game"),
        _("What a rest counts for, with a difference of 0."),
        {
            Rest.WIN: _("As much as a game won."),
            Rest.DRAW: _("As much as a game drawn."),
            Rest.NOTHING: _("Nothing: who rests falls behind."),
        },
    ),
    Explained(
        "asked_rest",
        _("A rest that a pair asked for"),
        _("What it counts for, with a difference of 0."),
        {
            Rest.NOTHING: _("Nothing: the pair chose not to play."),
            Rest.DRAW: _("As much as a game drawn."),
        },
        needed=lambda format: format.rests_on_request,
    ),
    Explained(
        "withdrawn",
        _("When a pair withdraws"),
        _("What happens to the games it has played."),
        {
            Withdrawn.KEEP: _("They count."),
            Withdrawn.ANNUL: _("They count for nobody: its opponents have a rest instead."),
        },
        needed=lambda format: not format.of_players,
    ),
    _PLAY,
    *_SHEET,
)


KNOCKOUT_SETTINGS_EXPLAINED: tuple[Explained, ...] = (
    Explained(
        "third_place",
        _("A match for third place"),
        _("Between those who lose the semifinals."),
        {
            True: _("They play it in the round of the final."),
            False: _("Both are out; the tie-breaks say who is third."),
        },
    ),
    Explained(
        "legs",
        _("Games against the same pair"),
        _("How many decide who goes on. It can't be changed once there is a schedule."),
        {
            1: _("One game in each round of the bracket."),
            2: _(
                "Two, in two rounds, the second one the other way round: the points of both decide."
            ),
        },
    ),
    Explained(
        "second_chance",
        _("A second chance"),
        _(
            "For those who lose in the first round with at least one point. It can't be changed "
            "once there is a schedule."
        ),
        {
            True: _("They have a bracket of their own, beside the later rounds."),
            False: _("Whoever loses in the first round is out."),
        },
    ),
    _PLAY,
    *_SHEET,
)


ABARROTADA_SETTINGS_EXPLAINED: tuple[Explained, ...] = (
    Explained(
        "rank_by",
        _("Ranking"),
        _("What the players are ranked by, in provisional standings too."),
        {
            RankBy.AUTO: _(
                "By the sum of their points if all have played the same number of hands, otherwise "
                "by the mean per hand."
            ),
            RankBy.TOTAL: _("By the sum, however many hands each has played."),
            RankBy.MEAN: _("By the mean per hand."),
        },
    ),
    _LEAST_SHARE,
    *(one for one in _SHEET if one.field != "revoke"),
)


@dataclass(frozen=True, slots=True)
class InForce:
    """A setting as a championship has it."""

    title: Promise
    question: Promise | str
    choice: str
    sentence: Promise
    is_default: bool


def settings_in_force(settings: Settings) -> list[InForce]:
    """Every setting but the tie-breaks that has a meaning, with the choice that was made."""
    used = [one for one in SETTINGS if settings.uses(one.field)]
    return _in_force(used, settings, DEFAULT_SETTINGS)


def facts_of(stage: Stage) -> list[tuple[str, str]]:
    """The settings of a stage but the tie-breaks, each with what was chosen, in words."""
    return _FACTS[format_of(stage).settings.key](stage)


def _facts_of_hands(stage: Stage) -> list[tuple[str, str]]:
    return [_fact(one) for one in settings_in_force(stage.scoring_settings())]


def _facts_of_games(stage: Stage) -> list[tuple[str, str]]:
    in_force = game_settings_in_force(stage)
    return [*_numbers_of_games(stage), *map(_fact, in_force)]


def _facts_of_knockouts(stage: Stage) -> list[tuple[str, str]]:
    in_force = knockout_settings_in_force(stage.knockout_settings())
    return [*_numbers_of_games(stage), *map(_fact, in_force)]


def _facts_of_abarrotada(stage: Stage) -> list[tuple[str, str]]:
    hands = (str(_("Hands at a table, at most")), str(stage.hands_per_match))
    return [hands, *map(_fact, abarrotada_settings_in_force(stage.solo_settings()))]


def _numbers_of_games(stage: Stage) -> list[tuple[str, str]]:
    settings = stage.game_settings()
    none = str(pgettext_lazy("a number of points", "none"))
    numbers = [
        (_("Points that end a game"), settings.target),
        (_("Hands in a game, at most"), stage.hands_per_match),
        (_("Most points of a game that count"), settings.cap),
        (_("Extra hands after a draw"), settings.extra_hands or None),
    ]
    return [(str(title), none if number is None else str(number)) for title, number in numbers]


def _fact(one: InForce) -> tuple[str, str]:
    return str(one.title), f"{one.choice}. {one.sentence}"


_FACTS: Mapping[str, Callable[[Stage], list[tuple[str, str]]]] = {
    DEALT_HAND_SETTINGS.key: _facts_of_hands,
    GAME_SETTINGS.key: _facts_of_games,
    KNOCKOUT_SETTINGS.key: _facts_of_knockouts,
    ABARROTADA_SETTINGS.key: _facts_of_abarrotada,
}
"""By the kind of settings that formats have."""


def game_settings_in_force(stage: Stage) -> list[InForce]:
    """Return the settings of a stage of games that are no numbers, each with the choice that was
    made."""
    used = explained_for(format_of(stage), GAME_SETTINGS_EXPLAINED)
    return _in_force(used, stage.game_settings(), DEFAULT_GAME_SETTINGS)


def knockout_settings_in_force(settings: KnockoutSettings) -> list[InForce]:
    """Return the settings of a knock-out that are no numbers, each with the choice that was
    made."""
    return _in_force(KNOCKOUT_SETTINGS_EXPLAINED, settings, DEFAULT_KNOCKOUT_SETTINGS)


def abarrotada_settings_in_force(settings: SoloSettings) -> list[InForce]:
    """Return the settings of abarrotada that are no numbers, each with the choice that was made."""
    return _in_force(ABARROTADA_SETTINGS_EXPLAINED, settings, DEFAULT_SOLO_SETTINGS)


def _in_force(explained: Iterable[Explained], settings: Any, defaults: Any) -> list[InForce]:
    lines = []
    for one in explained:
        value = getattr(settings, one.field)
        question: Promise | str = one.question
        choice = choice_name(value)
        if one.in_force is not None:
            question, choice = one.in_force(settings)
        lines.append(
            InForce(
                title=one.title,
                question=question,
                choice=choice,
                sentence=one.choices[value],
                is_default=value == getattr(defaults, one.field),
            )
        )
    return lines

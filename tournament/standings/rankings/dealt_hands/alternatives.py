"""Alternatives to a stage's settings, with one setting changed each, and the standings under them.

A setting that changes scores or ranks names each of its choices in `what_if`. Nothing is read
again: the results are those of the hand sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _

from scoring.carry import NOTHING_CARRIED, Carried, Carry
from scoring.duplicate.scores import TableResult, score_deal
from scoring.duplicate.settings import Settings
from scoring.duplicate.standings import Standings, contestant_hands, rank_in_groups
from scoring.duplicate.tally import ContestantHand
from scoring.rank_by import RankBy
from scoring.settings import Setting
from tournament.core.messages import figure_text, said
from tournament.models import Outcome
from tournament.stages.formats import format_of
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rankings.dealt_hands.hands import annulled_contestants
from tournament.standings.rankings.dealt_hands.scores import DealtScores, participation_in
from tournament.standings.rankings.ranking import annulled_sides, contestants_to_rank, in_groups
from tournament.standings.rulings import deducted
from tournament.standings.stage_rows import StoredRows


@dataclass(frozen=True, slots=True)
class Alternative:
    """Settings of a stage with one of them changed, and their name in the language in force."""

    settings: Settings
    name: str
    always: bool


def _name(one: Setting, value: Any) -> str:
    """Return the name of the standings under a choice."""
    text = str(said(one.choices[value].what_if or one.title))
    return text % {"value": figure_text(one, value)} if "%(" in text else text


def method_name(settings: Settings) -> str:
    """Return the short name of the method."""
    return _name(settings.fields()["method"], settings.method)


def alternatives_to(scores: DealtScores) -> Iterator[Alternative]:
    """Yield each setting of the stage with each other choice, except those without effect."""
    settings = scores.stage.scoring_settings()
    left = any(one.withdrawn_from is not None for one in scores.contestants.values())
    for name, one in settings.told(format_of(scores.stage)):
        if name == "withdrawn" and not left:
            continue
        if name == "least_share" and not _asks_for_hands(scores):
            continue
        chosen = getattr(settings, name)
        if name == "rank_by":
            chosen = scores.standings.ranked_by
        for value, choice in one.choices.items():
            if value != chosen and choice.what_if is not None:
                changed = replace(settings, **{name: value})
                yield Alternative(changed, _name(one, value), one.always_asked)


def _asks_for_hands(scores: DealtScores) -> bool:
    """Return whether too few hands can put anybody behind."""
    return scores.standings.ranked_by is RankBy.MEAN and scores.states.are_all(scores.rounds)


def standings_by(scores: DealtScores, settings: Settings) -> Standings[int]:
    """Return the standings of these results under other settings; 1 query at most.

    Deductions keep their size in proportion to the scale, and carried points are converted to the
    other scale; between a scale and none they can't be compared, and are left out
    (`deductions_count`).
    """
    annulled = annulled_contestants(StoredRows(scores.stage), scores.contestants.values(), settings)
    hands: dict[int, list[ContestantHand[int]]] = {}
    lost: list[int] = []
    for sheet in (part for whole in scores.sheets.values() for part in whole.parts):
        scored = score_deal(
            sheet.makers,
            table_results(sheet),
            settings,
            annulled=annulled,
            cancelled=sheet.cancelled,
        )
        hands.setdefault(sheet.round, []).extend(contestant_hands(scored))
        lost += annulled_sides(scored)
    all_hands = list(chain.from_iterable(hands.values()))
    with_hands = {hand.contestant for hand in all_hands}
    now = scores.stage.scoring_settings()
    worth = _worth(now, settings)
    to_rank = contestants_to_rank(scores.contestants, with_hands, scores.rounds, alone=False)
    return rank_in_groups(
        in_groups(to_rank, lambda one: scores.contestants[one].group),
        all_hands,
        settings,
        deductions={
            contestant: deducted(found) * worth for contestant, found in scores.deductions.items()
        },
        carried={one.id: _moved(one.carried, now, settings) for one in scores.contestants.values()},
        participation=participation_in(
            *(scores.contestants, scores.sheets.values(), hands, lost),
            *(scores.states, scores.rounds),
            by_hand=format_of(scores.stage).by_hand,
        ),
        draw_seed=scores.stage.draw_seed,
        drawn_as=lambda contestant: str(scores.contestants[contestant].number),
    )


def deductions_count(now: Settings, then: Settings) -> bool:
    """Return whether current deductions can be deducted under other settings."""
    return now.scorer.has_scale == then.scorer.has_scale


def _worth(now: Settings, then: Settings) -> Fraction:
    """Return the worth of a deducted point under other settings."""
    if not deductions_count(now, then):
        return Fraction(0)
    spans = [one.bounds.best - one.bounds.worst for one in (now, then)]
    return spans[1] / spans[0] if spans[0] else Fraction(1)


def _moved(carried: Carried, now: Settings, then: Settings) -> Carried:
    """Return the carried points on the scale of other settings, as if each hand were converted
    alone."""
    if not now.scorer.has_scale or not then.scorer.has_scale:
        return carried if deductions_count(now, then) else NOTHING_CARRIED
    above = carried.points - now.bounds.worst * carried.hands
    return Carried(then.bounds.worst * carried.hands + above * _worth(now, then), carried.hands)


def table_results(sheet: HandSheet) -> Sequence[TableResult[int]]:
    """Return the results on a hand sheet of the tables that played the hand."""
    return [
        TableResult(
            entry.pairs.map(lambda pair: pair.id),
            entry.points.ns,
            entry.announcement,
            entry.infraction,
            entry.award,
        )
        for entry in sheet.entries
        if entry.outcome is Outcome.PLAYED
    ]


def note_on_deductions(scores: DealtScores, shown: Sequence[Alternative]) -> str:
    """Return a note on alternatives that leave out deductions or carried points; "" if none do."""
    now = scores.stage.scoring_settings()
    left_out = [one.name for one in shown if not deductions_count(now, one.settings)]
    names = {"names": ", ".join(left_out)}
    told = []
    if scores.deductions and left_out:
        told.append(_("Deductions are on another scale, and are left out of: %(names)s.") % names)
    if scores.stage.carry != Carry.NOTHING and left_out:
        told.append(
            _("What was carried over is on another scale, and is left out of: %(names)s.") % names
        )
    return " ".join(told)

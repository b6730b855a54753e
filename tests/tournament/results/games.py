"""A kind of results for tests: the points with which both pairs ended a game.

Each match owes one, whatever deals its round has. The kind has no column of its own, so it borrows
one of a dealt hand's for both numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import pytest
from django import forms
from django.template import Template

from tests.tournament.day import Day
from tests.tournament.factories import (
    actor_of,
    make_referee,
    make_scheduled,
    make_user,
    organiser_of,
    stage_of,
)
from tests.tournament.standings.games_ranking import GAMES, ONE
from tournament.core.errors import UserError
from tournament.deals.services.deal_sets import make_deals
from tournament.models import Outcome, Stage
from tournament.phones.documents import PADS
from tournament.phones.pair_forms import CORRECTION_FORMS, CorrectionForm
from tournament.phones.pair_hand import PairHand
from tournament.results.forms import FORMS
from tournament.results.forms.entry import EntryForm
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.kinds import RESULT_KINDS
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.formats import FORMATS
from tournament.standings.rankings.rankings import RANKINGS


@dataclass(frozen=True, slots=True)
class GamePoints(Content):
    """The points with which a game ended."""

    template = Template("{{ content.ns }} to {{ content.ew }}")  # type: ignore[assignment]

    ns: int = 0
    ew: int = 0

    @property
    def words(self) -> str:
        return f"{self.ns} to {self.ew}"

    def as_columns(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome.value,
            "ns_points": self.ns * ONE + self.ew,
            "not_played_reason": self.not_played_reason,
            "note": self.note,
        }


class DoubtKind(StrEnum):
    WHITEWASH = "whitewash"


@dataclass(frozen=True)
class Doubt:
    kind: DoubtKind = DoubtKind.WHITEWASH

    def __str__(self) -> str:
        return "One pair has no points at all."


def _read(said: Mapping[str, Any]) -> GamePoints:
    return GamePoints(
        Outcome(said["outcome"]),
        ns=(said["ns_points"] or 0) // ONE,
        ew=(said["ns_points"] or 0) % ONE,
        not_played_reason=said["not_played_reason"],
        note=said["note"],
    )


def _checked(entry: GamePoints) -> GamePoints:
    if entry.outcome is Outcome.PLAYED and max(entry.ns, entry.ew) < 101:
        raise UserError("Nobody has reached 101.", field="ns")
    return entry


def _from_table(given: Mapping[str, Any]) -> GamePoints:
    if not all(type(given[side]) is int for side in ("ns", "ew")):
        raise ValueError(f"no points: {given}")
    return GamePoints(Outcome.PLAYED, ns=given["ns"], ew=given["ew"])


def _doubts_about(
    made: tuple[int, int], /, *, others: Sequence[tuple[int, int]], before: Any
) -> tuple[Doubt, ...]:
    return () if min(made) else (Doubt(),)


GAME = ResultKind(
    key="test-game",
    columns=("outcome", "ns_points", "not_played_reason", "note"),
    blank=GamePoints(Outcome.BLANK),
    numbers=lambda deals: (1,),
    title=lambda number: "Game",
    dealer=lambda number: None,
    numbered=True,
    read=_read,
    checked=_checked,
    is_for_pairs=lambda entry: entry.outcome is Outcome.PLAYED,
    agree=lambda standing, said: standing == said,
    with_ruling=lambda standing, said: said,
    differences=lambda one, other: ("points",) if (one.ns, one.ew) != (other.ns, other.ew) else (),
    compared=lambda content: (content.ns, content.ew),
    doubts_about=_doubts_about,
    table_fields=("ns", "ew"),
    from_table=_from_table,
    for_table=lambda content: {"ns": content.ns, "ew": content.ew},
    told=lambda content: "",
    limits={},
)


class GameForm(EntryForm):
    ns = forms.IntegerField()
    ew = forms.IntegerField()

    field_order = ("ns", "ew")
    fields_template = Template("{{ form.ns }} {{ form.ew }} {{ form.ns.errors }}")  # type: ignore[assignment]
    decision_template = Template("{{ other.ns }} {{ other.ew }}")  # type: ignore[assignment]

    @classmethod
    def values_of(cls, content: GamePoints) -> dict[str, Any]:
        return {**super().values_of(content), "ns": content.ns, "ew": content.ew}

    @property
    def figures(self) -> str:
        return f"{self.entry.ns}–{self.entry.ew}"

    def read(self, data: dict[str, Any]) -> GamePoints:
        return GamePoints(Outcome.PLAYED, ns=data["ns"], ew=data["ew"])


class GameCorrectionForm(CorrectionForm):
    ns = forms.IntegerField()
    ew = forms.IntegerField()

    field_order = ("ns", "ew", "words")
    fields_template = Template("{{ form.ns }} {{ form.ew }}")

    @staticmethod
    def values_of(hand: PairHand, /) -> dict[str, Any]:
        return {"ns": hand.stands.ns, "ew": hand.stands.ew} if hand.stands else {}

    def read(self, data: Mapping[str, Any], /) -> GamePoints:
        return GamePoints(Outcome.PLAYED, ns=data["ns"], ew=data["ew"])


PAD = Template(
    """<fieldset><legend>Points</legend>
    <p class="alert" data-slot="missing" role="alert" hidden></p>
    <p data-slot="typed"></p><button type="button" data-act="more" data-value="NS">NS</button>
    <button type="button" data-act="more" data-value="EW">EW</button>
    <button type="button" data-act="next">Next</button></fieldset>"""
)


def know_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the kind and its ranking into the registries."""
    monkeypatch.setitem(RESULT_KINDS, "test-game", GAME)
    monkeypatch.setitem(FORMS, "test-game", GameForm)
    monkeypatch.setitem(PADS, "test-game", PAD)
    monkeypatch.setitem(CORRECTION_FORMS, "test-game", GameCorrectionForm)
    monkeypatch.setitem(RANKINGS, GAMES.key, GAMES)


def make_day_of_games(monkeypatch: pytest.MonkeyPatch) -> Day:
    """Four pairs whose second round of games is open; a schedule plans deals 5 to 8 for it."""
    know_games(monkeypatch)
    format = replace(ALL_PLAY_ALL, results="test-game", ranking=GAMES.key)
    monkeypatch.setitem(FORMATS, Stage.Kind.ROUND_ROBIN, format)
    championship = make_scheduled(4)
    organiser, referee = organiser_of(championship), make_referee(championship)
    make_deals(actor=actor_of(championship), championship=championship)
    day = Day(championship, stage_of(championship), organiser, referee, make_user())
    day.open(2)
    return day

"""Read the stages of a championship: who plays in each, and who would go on into the next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.carry import NOTHING_CARRIED, Carried, Carry
from scoring.errors import SettingsError
from scoring.qualification import Placed, qualified
from tournament.core.locks import version_of_values
from tournament.core.stages import stages_of
from tournament.models import (
    Action,
    AnySettings,
    Championship,
    Entrant,
    RoundDeal,
    RoundStatus,
    Ruling,
    Stage,
)
from tournament.results.postponed import why_not_complete
from tournament.stages.format import Format
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.rankings.rankings import ranking_of


class Place(Enum):
    IN = "in"
    AT_THE_LINE = "at-the-line"
    """The contestant shares its rank with others, and there is no room for all of them."""
    OUT = "out"
    LEFT = "left"
    """The contestant has withdrawn: somebody else goes on."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair in the standings, whether it would go on, and what it would bring along."""

    line: StandingsLine[Any]
    place: Place
    value: str
    """The figure that ranks it, as people read it."""
    carried: Carried
    carried_text: str

    @property
    def contestant(self) -> ContestantRef:
        return self.line.contestant

    @property
    def can_go_on(self) -> bool:
        return self.place is not Place.LEFT


@dataclass(frozen=True, slots=True)
class GoingOn:
    """The standings of a stage, and which pairs in them would go on."""

    stage: Stage
    candidates: tuple[Candidate, ...]
    ranked_by: str
    """Title of the column that ranks."""
    corrections_until: datetime | None
    based_on: str
    """A text that changes whenever anything shown here does."""
    group_names: tuple[str, ...] = ()
    """Names of the stage's groups."""

    def numbers(self, *places: Place) -> list[int]:
        """Return the numbers of the pairs in these places, in the order of the standings."""
        return [one.contestant.number for one in self.candidates if one.place in places]

    @property
    def tied(self) -> list[int]:
        """Return the numbers of the pairs that tie for the last place that goes on."""
        return self.numbers(Place.AT_THE_LINE)


def going_on(stage: Stage, best: int, carry: Carry, each: int | None = None) -> GoingOn:
    """Return who would go on from a stage, as it stands; 8 queries by dealt hands.

    From a stage with groups the best `each` of every one go on (None: as many as can be), and as
    many of the others as there is room for.
    """
    view = standings_view(stage)
    candidates = tuple(_candidates(view, best, carry, each))
    rows = [
        [one.contestant.number, one.line.rank, one.place.value, str(one.carried)]
        for one in candidates
    ]
    return GoingOn(
        stage=stage,
        candidates=candidates,
        ranked_by=str(view.main.title),
        corrections_until=view.corrections_until,
        based_on=version_of_values(
            {"stage": stage.number, "best": best, "each": each, "rows": rows}
        ),
        group_names=tuple(stage.group_names),
    )


def _candidates(
    view: StandingsView[Any], best: int, carry: Carry, each: int | None
) -> list[Candidate]:
    there = [line for line in view.lines if line.contestant.withdrawn_from is None]
    found = qualified(
        [
            Placed(
                line.contestant.id,
                line.contestant.group or 0,
                line.rank,
                view.ranking.merits(line) if view.group_names else (),
            )
            for line in there
        ],
        best,
        groups=len(view.group_names),
        each=each,
    )
    lines = view.lines
    if view.group_names:
        place_of = {one: place for place, one in enumerate(found.order)}
        lines = tuple(
            sorted(lines, key=lambda line: place_of.get(line.contestant.id, len(place_of)))
        )
    carries = view.ranking.carries
    shown = next((one for one in view.ranking.carried if one.key == "carried"), None)

    def place(line: StandingsLine[Any]) -> Place:
        if line.contestant.withdrawn_from is not None:
            return Place.LEFT
        if line.contestant.id in found.through:
            return Place.IN
        is_level = line.contestant.id in found.at_the_line
        return Place.AT_THE_LINE if is_level else Place.OUT

    candidates = []
    for line in lines:
        carried = carries(line.figures, carry) if carries is not None else NOTHING_CARRIED
        text = shown.written(carried.points) if shown and carry is not Carry.NOTHING else ""
        candidates.append(Candidate(line, place(line), view.main.text(line), carried, text))
    return candidates


def why_not_added(stage: Stage) -> str:
    """Return why nobody can go on from a stage now, in words; "" if they can. 1 query."""
    by_status: dict[str, list[int]] = {status: [] for status in RoundStatus.values}
    for number, status in stage.rounds.order_by("number").values_list("number", "status"):
        by_status[status].append(number)
    if open_rounds := by_status[RoundStatus.OPEN]:
        return ngettext(
            "Round %(rounds)s is open: close it first.",
            "Rounds %(rounds)s are open: close them first.",
            len(open_rounds),
        ) % {"rounds": ", ".join(map(str, open_rounds))}
    if by_status[RoundStatus.PLANNED] or not by_status[RoundStatus.CLOSED]:
        return _("A stage is added when all rounds of “%(stage)s” have been closed.") % {
            "stage": stage.shown_name
        }
    return " ".join(why_not_complete(stage))


def why_not_carried(stage: Stage, into: Stage) -> str:
    """Return why nothing can be carried from a stage into another, in words; "" if it can."""
    mine, theirs = ranking_of(stage), ranking_of(into)
    if mine.key != theirs.key or mine.carries is None:
        return _("Nothing can be carried over: the two stages are not ranked by the same.")
    if mine.unit(stage) != theirs.unit(into):
        return _("Nothing can be carried over: hands are scored in different ways.")
    return ""


def settings_like(stage: Stage, format: Format) -> AnySettings:
    """Return the settings of a stage that follows another one: the values of that one wherever both
    formats have the setting and the new one allows the value."""
    told = stage.settings.plain()
    common = {name: told[name] for name in format.defaults.fields() if name in told}
    while True:
        try:
            return format.defaults.with_plain(common)
        except SettingsError as error:
            del common[error.field]


def played_like(stage: Stage, format: Format) -> dict[str, Any]:
    """Return the columns of a following stage that say what it is played with."""
    if not (format_of(stage).deals and format.deals):
        return {}
    return {"played_with": stage.played_with, "agree_after": stage.agree_after}


def why_not_removed(stage: Stage) -> str:
    """Return why a stage can't be taken back, in words; "" if it can. 5 queries at most."""
    if stage.best is None:
        return _("Only a stage that was added for chosen pairs can be taken back.")
    if stage.championship.stages.filter(number__gt=stage.number).exists():
        return _("Another stage follows: take that one back first.")
    if stage.rounds.exclude(status=RoundStatus.PLANNED).exists():
        return _("A round of it has been opened.")
    if stage.rounds.filter(hand_accesses__isnull=False).exists():
        return _("Hands of it have been opened or printed.")
    hands = RoundDeal.objects.filter(round__stage=stage).order_by().values("number")
    of_its_hands = Q(championship=stage.championship_id, deal__in=hands, withdrawn_at=None)
    if Ruling.objects.filter(Q(stage=stage) | of_its_hands).exists():
        return _("There are rulings in it.")
    return ""


@dataclass(frozen=True, slots=True)
class Change:
    """A change in what the standings say of a pair since the stage was added."""

    contestant: ContestantRef
    text: str


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage in the list of them.

    `entrants` are those chosen for it, the best of the stage before first; () where everybody
    plays. `changes` are later corrections in the standings they were chosen by.
    """

    stage: Stage
    format: Format
    rounds: tuple[int, ...]
    closed: int
    entrants: tuple[tuple[ContestantRef, str], ...]
    changes: tuple[Change, ...]
    why_not_removed: str


def stage_lines(championship: Championship) -> tuple[StageLine, ...]:
    """Return the stages with their players; 3 queries for each, 18 more with chosen ones."""
    stages = stages_of(championship)
    return tuple(
        _line(stage, stages[place - 1] if place else None) for place, stage in enumerate(stages)
    )


def _line(stage: Stage, before: Stage | None) -> StageLine:
    rounds = dict(stage.rounds.order_by("number").values_list("number", "status"))
    chosen = before is not None and stage.best is not None
    return StageLine(
        stage=stage,
        format=format_of(stage),
        rounds=tuple(rounds),
        closed=sum(status == RoundStatus.CLOSED for status in rounds.values()),
        entrants=_entrants(stage) if chosen else (),
        changes=tuple(_changes(stage, before)) if chosen and before is not None else (),
        why_not_removed=why_not_removed(stage),
    )


def _entrants(stage: Stage) -> tuple[tuple[ContestantRef, str], ...]:
    column = next((one for one in ranking_of(stage).carried if one.key == "carried"), None)
    carries = stage.carry != Carry.NOTHING and column is not None
    found = sorted(stage_contestants(stage).values(), key=lambda one: one.order)
    return tuple(
        (one, column.written(one.carried.points) if carries and column else "") for one in found
    )


def _changes(stage: Stage, before: Stage) -> Sequence[Change]:
    """Return the changes by the rule of the choice; decisions against the standings stay."""
    assert stage.best is not None, "some were chosen"
    now = going_on(before, stage.best, Carry(stage.carry), stage.best_of_each)
    entrants: Mapping[int, Entrant] = {
        one.contestant_id: one for one in stage.entrants.select_related("contestant")
    }
    moved = _moved_by_hand(stage)
    found = []
    for one in now.candidates:
        entrant = entrants.get(one.contestant.id)
        free = one.contestant.number not in moved
        if free and entrant is None and one.place is Place.IN:
            found.append(Change(one.contestant, _("would go on now")))
        elif free and entrant is not None and one.place not in {Place.IN, Place.LEFT}:
            found.append(Change(one.contestant, _("would not go on now")))
        elif entrant is not None and entrant.brought != one.carried:
            found.append(Change(one.contestant, _("would carry something else over")))
    return found


def _moved_by_hand(stage: Stage) -> Collection[int]:
    """Return the numbers of the pairs that went on, or stayed out, against the standings."""
    added = stage.championship.events.filter(action=Action.STAGE_ADDED, after__stage=stage.number)
    told = added.order_by("sequence").last()
    after = (told.after or {}) if told is not None else {}
    return {*after.get("moved_in", ()), *after.get("moved_out", ())}

"""Playing a day, of acts that are drawn by lot or were stored; and what is wrong after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

import pytest
from django.db import transaction

from tests.random_days.acts import KINDS, Act
from tests.random_days.acts.preparing import Begin
from tests.random_days.acts.register import resting_offered
from tests.random_days.crawl import Crawl, Fault, last_lines
from tests.random_days.hall import Hall, NotThere
from tests.random_days.just_done import wrong_after
from tests.random_days.order import differences
from tests.random_days.own_time import OwnTime
from tests.random_days.rests import unfair_rests
from tests.tournament.chained_texts import names_in_chain
from tests.tournament.verified import faults as faults_verified
from tests.tournament.verified import ranked_otherwise
from tests.tournament.visitors import undone
from tournament.analysis import positions
from tournament.analysis.solver_process import Answer, Question
from tournament.models.recorder import forget, notes
from tournament.standings.queries.table import standings_view

TRIES = 12
"""How often something else is proposed before a day counts as over."""
MINUTES_OF_AN_ACT = 1


@dataclass(frozen=True, slots=True)
class Form:
    """How long a day is, and how much is looked at: so many pages after an act, `verify` after
    every so many acts, and at the end so many addresses of one shape for each visitor."""

    acts: int
    pages: int
    verify_every: int
    most: int


SHORT = Form(acts=20, pages=4, verify_every=6, most=0)
LONG = Form(acts=50, pages=10, verify_every=2, most=10)


@dataclass(slots=True)
class DayPlayed:
    """A day: its seed, what was done, what came of it, and what is wrong.

    `unlooked` are texts: what is wrong and has one of them in it is passed over.
    """

    seed: str
    unlooked: Sequence[str] = ()
    acts: list[Act] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """What came of each act: done, refused, nothing there, 500."""
    faults: list[Fault] = field(default_factory=list)
    asked: int = 0

    @property
    def outcomes(self) -> Counter[tuple[str, str]]:
        """How often which kind of act came to what."""
        return Counter((act.kind, told) for act, told in zip(self.acts, self.told, strict=True))

    def is_over(self, form: Form) -> bool:
        """Whether enough has been done, or tried."""
        return self.told.count("done") >= form.acts or len(self.told) >= 2 * form.acts

    def note(self, faults: Sequence[Fault]) -> None:
        self.faults += [
            one for one in faults if not any(text in one.said for text in self.unlooked)
        ]


Watch = Callable[[Act], object]


def _nobody(_act: Act) -> None:
    """Nobody watches."""


def play_day(
    seed: str,
    form: Form,
    *,
    preset: str = "",
    unlooked: Sequence[str] = (),
    watch: Watch = _nobody,
) -> DayPlayed:
    """Play a day of acts that are drawn by lot, in that preset or in one drawn too; it ends with
    the first act that leaves something wrong."""
    lots = Random(f"{seed}/{preset}")
    day = DayPlayed(seed, unlooked)
    with a_hall() as hall:
        steps = _Steps(hall, day, form)
        act: Act | None = Act("begin", Begin().propose(hall, lots, preset=preset))
        while act is not None and not day.faults and not day.is_over(form):
            watch(act)
            steps.do(act)
            steps.look()
            act = next((one for _try in range(TRIES) if (one := _proposed(hall, lots))), None)
        steps.look_at_all()
    return day


def play_again(
    seed: str, acts: Sequence[Act], form: Form, *, wrong: Fault | None = None
) -> DayPlayed:
    """Play these acts. Looked at is after each what is wrong as the day goes, or at the end alone
    where `wrong` was seen once."""
    day = DayPlayed(seed)
    with a_hall() as hall:
        steps = _Steps(hall, day, form)
        for act in acts:
            steps.do(act)
            if wrong is None:
                steps.look()
        if wrong is None:
            steps.look_at_all()
        elif hall.has_begun:
            steps.look_at(wrong)
    return day


@contextmanager
def a_hall() -> Iterator[Hall]:
    """A hall in which nothing has happened yet; what happens there is undone at the end."""
    time = OwnTime()
    with pytest.MonkeyPatch.context() as patch, transaction.atomic(), time.keeps():
        patch.setattr(positions, "positions", positions.Positions(_Unsure()))
        yield Hall(time)
        transaction.set_rollback(True)


class _Unsure:
    """Says of positions what everybody sees, at once: a solver would take its time."""

    def answer(self, question: Question) -> Answer:
        return positions.certain_anyway(question)

    def close(self) -> None:
        """There is nothing to be closed."""


def _proposed(hall: Hall, lots: Random) -> Act | None:
    with undone(), hall.standing_still():
        weights = [kind.weight(hall) for kind in KINDS.values()]
        (name,) = lots.choices(list(KINDS), weights=weights)
        told = KINDS[name].propose(hall, lots)
    return None if told is None else Act(name, told)


@dataclass
class _Steps:
    """One act after the other, and what is looked at after it."""

    hall: Hall
    day: DayPlayed
    form: Form
    changed: bool = False
    times: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.crawl = Crawl(self.hall, Random(f"{self.day.seed}/pages"))

    def do(self, act: Act) -> None:
        """Do it, with time and lots of its own."""
        hall, day = self.hall, self.day
        day.acts.append(act)
        self.times[str(act)] += 1
        hall.time.passes(MINUTES_OF_AN_ACT)
        hall.time.lots = Random(f"{day.seed}/{act}/{self.times[str(act)]}")
        before = hall.events() if hall.has_begun else 0
        try:
            with transaction.atomic():
                KINDS[act.kind].do(hall, **act.told)
            outcome = "done"
        except NotThere:
            outcome = "nothing there"
        except Exception:
            outcome = "500"
            day.note([Fault(f"500 for {act.kind}: {last_lines()}")])
        untold = [one for one in notes() if one.is_due()]
        day.note([Fault(f"no event tells of {one.model.__name__}") for one in untold])
        forget(untold)
        self.changed = hall.has_begun and (act.kind == "wait" or hall.events() != before)
        if outcome == "done" and not self.changed:
            outcome = "refused"
        day.told.append(outcome)

    def look(self) -> None:
        """Look at what is wrong, if something has changed, and at some pages."""
        if not self.changed:
            return
        self.day.note(self._figures())
        if len(self.day.acts) % self.form.verify_every == 0:
            self.day.note(self._verified())
        if self.form.pages:
            self.crawl.lots = Random(f"{self.day.seed}/pages/{len(self.day.acts)}")
            self.crawl.sample(self.form.pages)
            self._note_pages()

    def look_at_all(self) -> None:
        """Look at everything, unless something is wrong already."""
        if self.hall.has_begun and not self.day.faults:
            self.day.note([*self._figures(), *self._verified()])
            if self.form.most and self.form.pages:
                self.crawl.everything(self.form.most)
            else:
                self.crawl.sample(2 * self.form.pages)
            self._note_pages()
        self.day.asked = self.crawl.asked

    def look_at(self, wrong: Fault) -> None:
        """Look whether that is wrong, and at the figures."""
        self.day.note([*self._figures(), *self._verified()])
        if wrong.visitor:
            self.crawl.again(wrong)
            self._note_pages()

    def _note_pages(self) -> None:
        self.day.note(self.crawl.faults)
        self.crawl.faults = []

    def _verified(self) -> list[Fault]:
        championship = self.hall.championship
        try:
            found = [Fault(f"verify: {one}") for one in faults_verified(championship)]
            told = sorted(names_in_chain(championship))
            return [*found, *(Fault(f"the chain tells a name: {one}") for one in told)]
        except Exception:
            return [Fault(f"verify: {last_lines()}")]

    def _offered(self) -> set[tuple[int, int]]:
        """By round and pair, who rests there and can be let play by a button."""
        return {
            (number, pair)
            for one in resting_offered(self.hall)
            for number, *pairs in [map(int, one.split(":"))]
            for pair in pairs
        }

    def _figures(self) -> list[Fault]:
        found: list[Fault] = []
        try:
            for stage in self.hall.stages:
                if self.hall.championship.ended_at is None:
                    found += map(Fault, unfair_rests(stage, self._offered))
                found += map(Fault, differences(stage, standings_view(stage)))
                found += map(Fault, ranked_otherwise(stage))
            if self.day.told[-1] == "done":
                found += map(Fault, wrong_after(self.day.acts[-1].kind, self.hall))
        except Exception:
            found.append(Fault(f"standings: {last_lines()}"))
        return found

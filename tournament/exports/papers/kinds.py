"""What a paper is to those who ask for papers: its name, what it is for, and how it is made.

A paper reads what it needs and lays it out. It is made for one round or several, or once for the
championship; in the language in force; at a moment that is part of the request, so that the same
request on the same data gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto

from django.utils.functional import Promise

from tournament.core.permissions import Level
from tournament.deals.queries import hands_are_public
from tournament.exports.heading import Heading, heading_of
from tournament.exports.pdf.paper import Page
from tournament.models import Championship, Match, RoundStatus, Stage

Progress = Callable[[int, int], None]
"""Called with how many units are done, of how many."""


class Scope(Enum):
    """Of what a paper is made: of each of the rounds asked for, or of the championship, once."""

    ROUND = auto()
    CHAMPIONSHIP = auto()


class Bundle(Enum):
    """Papers that are asked for together."""

    BEFORE_THE_DAY = "before"
    """What is printed before the first round, for all rounds."""
    OF_A_ROUND = "round"
    """What one round needs, before and after it is played: of this what can be made already."""


@dataclass(frozen=True, slots=True)
class KnownRound:
    """A round, as far as it decides which papers there are."""

    number: int
    status: RoundStatus
    hands_public: bool

    @property
    def is_closed(self) -> bool:
        return self.status is RoundStatus.CLOSED


@dataclass(frozen=True, slots=True)
class Known:
    """What decides which papers can be made, and about how long each is."""

    rounds: tuple[KnownRound, ...]
    teams: int
    tables: int
    has_schedule: bool
    published: bool
    has_hands: bool
    ended: bool

    def round(self, number: int) -> KnownRound:
        return next(one for one in self.rounds if one.number == number)

    @property
    def some_round_closed(self) -> bool:
        return any(one.is_closed for one in self.rounds)


def known_of(stage: Stage) -> Known:
    """What is known of a stage whose championship is loaded; 4 queries."""
    championship = stage.championship
    return Known(
        rounds=tuple(
            KnownRound(one.number, RoundStatus(one.status), hands_are_public(one))
            for one in stage.rounds.select_related("stage__championship").order_by("number")
        ),
        teams=championship.teams.count(),
        tables=championship.tables.count(),
        has_schedule=Match.objects.filter(round__stage=stage).exists(),
        published=stage.published_at is not None,
        has_hands=stage.deal_set_id is not None,
        ended=championship.ended_at is not None,
    )


def _nobody_listens(_done: int, _of: int) -> None:
    """The progress of what is made at once."""


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """What is asked for.

    `site` is the address that printed links begin with, without a slash at its end.
    """

    stage: Stage
    rounds: tuple[int, ...]
    made_at: datetime
    site: str
    known: Known
    progress: Progress = _nobody_listens
    for_phones: bool = True
    """Whether phones reach `site`; False where it leads each machine to itself."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The choices made for this paper, a value for each of its options."""

    @property
    def championship(self) -> Championship:
        return self.stage.championship

    def heading(self, title: str, *, subtitle: str = "", status: str = "") -> Heading:
        """The heading of a paper of this request, in the language in force."""
        return heading_of(
            self.championship, title, made_at=self.made_at, subtitle=subtitle, status=status
        )


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose about a paper; the first choice is the default."""

    name: str
    label: Promise
    choices: tuple[tuple[str, Promise], ...]

    @property
    def default(self) -> str:
        return self.choices[0][0]


def few_pages(request: PaperRequest) -> int:
    """About how many pages a list of the tables or pairs has, a round."""
    return max(1, len(request.rounds)) * (1 + request.known.teams // 20)


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of paper.

    `pages` is called for one round at a time (`request.rounds` has one number) where the scope is
    ROUND, in the order of rounds, and once with no round otherwise. It may read anything; how many
    queries it makes doesn't depend on the championship's size.
    """

    name: str
    """Its name in forms and jobs: "hand-sheets"."""
    title: Promise
    purpose: Promise
    """What it is for, in one sentence."""
    scope: Scope
    level: Level
    """Who may print it: those of at least this level."""
    pages: Callable[[PaperRequest], Iterable[Page]]
    missing: Callable[[PaperRequest], str]
    """Why it can't be made now, as a sentence, or "": from `request.known` alone, as it is asked
    for every round. `request.rounds` has one number where the scope is ROUND."""
    private: bool = False
    """Whether it tells of hands: while a round's hands are sealed it is made for organisers only,
    over a private line, at once, after the printing was recorded with a reason."""
    bundles: frozenset[Bundle] = frozenset()
    options: tuple[Option, ...] = ()
    expected: Callable[[PaperRequest], int] = few_pages
    """About how many pages it has, for all rounds of the request: decides whether it is made at
    once."""

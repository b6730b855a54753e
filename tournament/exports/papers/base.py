"""The declaration of a paper: its name, its purpose, and how it is made.

A paper reads its data and lays it out, in the language in force, for one round or several or once
for the championship. The time is part of the request, so that equal requests on equal data give
equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto
from typing import cast

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise, SimpleLazyObject

from tournament.audit.queries.heads import closing_head
from tournament.core.permissions import Access, Level
from tournament.core.stages import rounds_with_deals
from tournament.deals.queries import hands_are_public
from tournament.exports.heading import Heading, heading_of
from tournament.exports.pdf.paper import Page
from tournament.links.addresses import site_address
from tournament.models import Championship, Match, RoundStatus, Stage
from tournament.schedule.queries import has_schedule

Progress = Callable[[int, int], None]
"""Called with how many units are done, of how many."""


class Scope(Enum):
    """Subject of a paper: each round asked for, the championship, or a hand."""

    ROUND = auto()
    CHAMPIONSHIP = auto()
    HAND = auto()
    """For one hand at a table, from the page of that hand; the page of papers doesn't offer it."""


class Bundle(Enum):
    """Papers that are asked for together."""

    BEFORE_THE_DAY = "before"
    """Papers that are printed before the first round, for all rounds."""
    OF_A_ROUND = "round"
    """Papers that one round needs before and after it is played, if they can be made."""


@dataclass(frozen=True, slots=True)
class KnownRound:
    """Facts that decide about the papers of a round."""

    number: int
    stage: Stage
    deals: tuple[int, ...]
    status: RoundStatus
    hands_public: bool
    paired: bool

    @property
    def is_closed(self) -> bool:
        return self.status is RoundStatus.CLOSED


@dataclass(frozen=True, slots=True)
class PaperContext:
    """Facts that decide which papers can be made."""

    rounds: tuple[KnownRound, ...]
    contestants: int
    has_schedule: bool
    published: bool
    has_hands: bool
    ended: bool

    def round(self, number: int) -> KnownRound:
        return next(one for one in self.rounds if one.number == number)

    @property
    def some_round_closed(self) -> bool:
        return any(one.is_closed for one in self.rounds)


def known_of(stages: Sequence[Stage]) -> PaperContext:
    """Return these facts for the stages of a championship, which is loaded; 4 queries."""
    championship = stages[0].championship
    return PaperContext(
        rounds=tuple(
            KnownRound(
                one.number,
                one.stage,
                one.deals,
                RoundStatus(one.status),
                hands_are_public(one),
                one.paired,
            )
            for one in rounds_with_deals(stages)
        ),
        contestants=championship.contestants.count(),
        has_schedule=has_schedule(championship),
        published=any(stage.published_at is not None for stage in stages),
        has_hands=championship.deal_sets.exists(),
        ended=championship.ended_at is not None,
    )


def _nobody_listens(_done: int, _of: int) -> None:
    """Ignore the progress of a paper that is made at once."""


@dataclass(frozen=True, slots=True)
class PrintedHand:
    """A hand of a match, whose round and table are loaded.

    `attached` names one of the records of play that a ruling rests on: by the version of the result
    that carries the ruling, and its number there.
    """

    match: Match
    deal: int
    attached: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class HandsOfTable:
    table_name: str
    deals: frozenset[int]


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """A request for papers.

    `site` is the address that printed links begin with, without a final slash.
    """

    stages: tuple[Stage, ...]
    """All stages of the championship, by number. A paper of a round uses the round's own."""
    rounds: tuple[int, ...]
    made_at: datetime
    site: str
    known: PaperContext
    progress: Progress = _nobody_listens
    for_phones: bool = True
    """Whether phones reach `site`; False where it leads each machine to itself."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The choices made for this paper, a value for each of its options."""
    hand: PrintedHand | None = None
    """Subject of a paper of a hand."""
    for_table: HandsOfTable | None = None
    """The table whose hands alone are printed; None for all hands of the round."""

    @property
    def championship(self) -> Championship:
        return self.stages[0].championship

    @property
    def asked_rounds(self) -> tuple[KnownRound, ...]:
        """Return the rounds asked for, with the facts about them."""
        return tuple(self.known.round(number) for number in self.rounds)

    @property
    def stages_with_results(self) -> tuple[Stage, ...]:
        """Return the stages that have a closed round; the first one while none has."""
        closed = {one.stage.pk for one in self.known.rounds if one.is_closed}
        return tuple(one for one in self.stages if one.pk in closed) or self.stages[:1]

    def heading(
        self, title: str, *, subtitle: str = "", status: str = "", results_of: Collection[int] = ()
    ) -> Heading:
        """Return the heading of a paper of this request, in the language in force.

        `results_of` are the closed rounds whose results it shows; with them it has the head of the
        record, and takes 1 query more.
        """
        return heading_of(
            self.championship,
            title,
            made_at=self.made_at,
            subtitle=subtitle,
            status=status,
            record_head=closing_head(self.championship, results_of),
        )


def request_of(request: HttpRequest, access: Access) -> PaperRequest:
    """Return a visitor's request as of now, of no round yet; its facts are read when needed."""
    site = site_address(request)
    return PaperRequest(
        stages=access.stages,
        rounds=(),
        made_at=timezone.now(),
        site=site.url,
        for_phones=site.is_for_phones,
        known=cast("PaperContext", SimpleLazyObject(lambda: known_of(access.stages))),
    )


@dataclass(frozen=True, slots=True)
class Option:
    """A choice about a paper; the first value is the default."""

    name: str
    label: Promise
    choices: tuple[tuple[str, Promise], ...]

    @property
    def default(self) -> str:
        return self.choices[0][0]


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of paper.

    `pages` is called for one round at a time (`request.rounds` has one number) where the scope is
    ROUND, in the order of rounds, and once with no round otherwise. It may read anything; how many
    queries it makes doesn't depend on the championship's size.
    """

    name: str
    """The paper's name in forms and jobs: "hand-sheets"."""
    title: Promise
    purpose: Promise
    """The paper's purpose, in one sentence."""
    scope: Scope
    pages: Callable[[PaperRequest], Iterable[Page]]
    missing: Callable[[PaperRequest], str]
    """Returns why the paper can't be made now, as a sentence, or "".

    It reads `request.known` alone, as it is asked for every round. `request.rounds` has one number
    where the scope is ROUND. A paper of a hand may read more: it is asked once.
    """
    level: Level = Level.REFEREE
    """Least level of those who may print it; the page of papers checks it."""
    private: bool = False
    """Whether the paper tells of hands.

    While a round's hands are sealed it is made for organisers only, over a private line, at once,
    after the printing was recorded with a reason.
    """
    tells_open_results: bool = False
    """Whether the paper tells of results before their round is closed."""
    for_players: bool = False
    """Whether the paper can tell of single players, where they compete and not pairs."""
    bundles: frozenset[Bundle] = frozenset()
    options: tuple[Option, ...] = ()

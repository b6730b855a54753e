"""All rulings of a championship: those in force, and those that have ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby

from django.db.models import Exists, OuterRef, Q

from scoring.game.seats import Sides
from tournament.models import Championship, Match, NotPlayedReason, Outcome, Result, Ruling, Stage
from tournament.results.kinds.dealt_hand import BLANK, ResultInput, content_of
from tournament.rulings.hand_rulings import HandRuling, ruling_in
from tournament.standings.contestants import ContestantRef, contestant_refs
from tournament.standings.rulings import round_of_its_deal


@dataclass(frozen=True, slots=True)
class Ended:
    """End of a ruling: by whom, when and why; `replaced` where another ruling took its place."""

    at: datetime
    by: str
    reason: str
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class PlayAttached:
    """Record of play that a ruling rests on: the result's version, from 1, and its cards."""

    version: int
    number: int
    cards: int


@dataclass(frozen=True, slots=True)
class HandRulingLine:
    """A ruling on one hand at one table, made with version `version` of its result."""

    round: int
    table_number: int
    table_name: str
    deal: int
    pairs: Sides[ContestantRef]
    ruling: HandRuling
    version: int
    at: datetime
    by: str
    ended: Ended | None
    plays: tuple[PlayAttached, ...]


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A hand cancelled for all tables (`deal`) or a deduction (`contestant`, `stage`, `points`)."""

    number: int
    kind: Ruling.Kind
    deal: int | None
    round: int | None
    contestant: ContestantRef | None
    stage: str
    """Name of the stage in which a deduction counts; "" where there is no other one."""
    points: Fraction | None
    reason: str
    at: datetime
    by: str
    ended: Ended | None


@dataclass(frozen=True, slots=True)
class RulingsList:
    """Rulings in force and ended ones, the newest first."""

    standing: tuple[HandRulingLine | RulingLine, ...]
    ended: tuple[HandRulingLine | RulingLine, ...]


_CARRIES_A_RULING = (
    ~Q(infraction="")
    | ~Q(award="")
    | Q(outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.FOULED)
)


def all_rulings(championship: Championship) -> RulingsList:
    """Return every ruling, from the results' versions and the stored ones; 5 queries."""
    versions = _versions_of_ruled_hands(championship)
    other_stages = Stage.objects.filter(championship=OuterRef("championship")).exclude(
        pk=OuterRef("stage")
    )
    rulings = championship.rulings.annotate(
        round_number=round_of_its_deal(), is_of_several=Exists(other_stages)
    )
    made = list(rulings.select_related("stage").order_by("number"))
    contestants = contestant_refs(championship)
    lines: list[HandRulingLine | RulingLine] = [
        *_hand_lines(versions, contestants),
        *(
            _line(
                ruling,
                ruling.round_number,
                contestants,
                stage=ruling.stage if ruling.is_of_several else None,
            )
            for ruling in made
        ),
    ]
    lines.sort(key=lambda line: line.at, reverse=True)
    return RulingsList(
        standing=tuple(line for line in lines if line.ended is None),
        ended=tuple(line for line in lines if line.ended is not None),
    )


def content_without_ruling(match: Match, deal: int) -> ResultInput:
    """Return the content of a hand's result before it was ruled on; `BLANK` for none. 1 query."""
    versions = Result.objects.filter(match=match, deal=deal).order_by("-version")
    contents = (content_of(version) for version in versions)
    return next((content for content in contents if ruling_in(content) is None), BLANK)


def _versions_of_ruled_hands(championship: Championship) -> Sequence[Result]:
    """Return all versions of the hands that were ever ruled on, each hand's in their order."""
    of_the_hand = Result.objects.filter(match=OuterRef("match"), deal=OuterRef("deal"))
    return list(
        Result.objects.filter(match__round__championship=championship)
        .filter(Exists(of_the_hand.filter(_CARRIES_A_RULING)))
        .select_related("match__round", "match__table")
        .prefetch_related("plays_attached", "match__seats")
        .order_by("match", "deal", "version")
    )


def _hand_lines(
    versions: Sequence[Result], contestants: Mapping[int, ContestantRef]
) -> Iterator[HandRulingLine]:
    """Yield the rulings on each hand; successive versions with equal rulings are one ruling."""
    for _hand, group in groupby(versions, lambda version: (version.match_id, version.deal)):
        runs = [
            (ruling, list(run))
            for ruling, run in groupby(group, lambda version: ruling_in(content_of(version)))
        ]
        followers = [run[0] for _ruling, run in runs[1:]]
        for (ruling, run), follower in zip(runs, [*followers, None]):
            if ruling is not None:
                yield _hand_line(ruling, run, follower, contestants)


def _hand_line(
    ruling: HandRuling,
    versions: Sequence[Result],
    follower: Result | None,
    contestants: Mapping[int, ContestantRef],
) -> HandRulingLine:
    made = versions[0]
    match = made.match
    return HandRulingLine(
        round=match.round.number,
        table_number=match.table.number,
        table_name=match.table.shown_name,
        deal=made.deal,
        pairs=match.pair_ids.map(contestants.__getitem__),
        ruling=ruling,
        version=made.version,
        at=made.entered_at,
        by=made.entered_by,
        ended=_ended_by(follower) if follower else None,
        plays=tuple(
            PlayAttached(version.version, play.number, len(play.plays.split()))
            for version in versions
            for play in version.plays_attached.all()
        ),
    )


def _ended_by(follower: Result) -> Ended:
    return Ended(
        at=follower.entered_at,
        by=follower.entered_by,
        reason=follower.change_reason,
        replaced=ruling_in(content_of(follower)) is not None,
    )


def _line(
    ruling: Ruling,
    round: int | None,
    contestants: Mapping[int, ContestantRef],
    *,
    stage: Stage | None,
) -> RulingLine:
    return RulingLine(
        number=ruling.number,
        kind=Ruling.Kind(ruling.kind),
        deal=ruling.deal,
        round=round,
        contestant=contestants[ruling.contestant_id] if ruling.contestant_id else None,
        stage=stage.shown_name if stage else "",
        points=Fraction(ruling.hundredths, 100) if ruling.hundredths else None,
        reason=ruling.reason,
        at=ruling.at,
        by=ruling.actor,
        ended=Ended(ruling.withdrawn_at, ruling.withdrawn_by, ruling.withdrawal_reason)
        if ruling.withdrawn_at
        else None,
    )

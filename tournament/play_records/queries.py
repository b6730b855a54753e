"""Records of play: those being rebuilt, and those that rulings rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, Subquery

from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, Denomination
from scoring.game.play_check import PlayFault
from scoring.game.variants import PlayVariant
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.models import AttachedPlay, Championship, Match, Outcome, PlayRecord, Result
from tournament.play_records.play import Play, checked, empty_play, play_of
from tournament.results.kinds.dealt_hand import content_of


def still_undone(goes_back_to: Mapping[int, int | None]) -> tuple[int, ...]:
    """Return the versions that can be done again after the last one, the one to begin with at the
    end.

    `goes_back_to` of each version, in their order from 1; version 0 is the empty record. Versions
    are never overwritten, so undo and redo make versions too, told by where undoing them leads:

    - a change leads back to the version before it, and leaves nothing to be done again;
    - an undo leaves one step fewer to undo than there were before it;
    - a redo leaves one step more, and leads back to where the version that it restores led, never
      to the version before it.
    """
    steps = {0: 0}
    undone: list[int] = []
    for version, back in goes_back_to.items():
        steps[version] = 0 if back is None else steps.get(back, 0) + 1
        if back == version - 1:
            undone = []
        elif steps[version] < steps.get(version - 1, 0):
            undone.append(version - 1)
        elif undone:
            undone.pop()
    return tuple(undone)


@dataclass(frozen=True, slots=True)
class Kept:
    """A hand's current record of play: version 0 where nobody has begun one."""

    version: int
    play: Play
    at: datetime | None
    by: str
    """Author, as the record names it; "" where nobody has begun."""
    can_be_undone: bool
    can_be_redone: bool


def newest_record(match: Match, deal: int) -> PlayRecord | None:
    """Return the version that stands; 1 query."""
    return PlayRecord.objects.filter(match=match, deal=deal).order_by("-version").first()


def kept_record(match: Match, dealt: DealtHand) -> Kept:
    """Return the record of a hand at a table, an empty one if there is none; 3 queries at most."""
    stored = newest_record(match, dealt.number)
    if stored is None:
        return Kept(0, new_play(match, dealt), None, "", can_be_undone=False, can_be_redone=False)
    return Kept(
        stored.version,
        play_of(stored),
        stored.at,
        stored.by,
        can_be_undone=stored.goes_back_to is not None,
        can_be_redone=undone_last(match, dealt.number, stored.version) is not None,
    )


def undone_last(match: Match, deal: int, version: int) -> PlayRecord | None:
    """Return the version that redoing would restore then, None for none; 2 queries at most."""
    records = PlayRecord.objects.filter(match=match, deal=deal, version__lte=version)
    steps = list(records.order_by("version").values_list("version", "goes_back_to"))
    undone = still_undone(dict(steps))
    return records.filter(version=undone[-1]).first() if undone else None


def new_play(match: Match, dealt: DealtHand) -> Play:
    """Return a new record, with the announcements of the result. 1 query."""
    result = Result.objects.current(match, dealt.number)
    announced = content_of(result).announcement if result else NOTHING_ANNOUNCED
    return empty_play(dealt, announced)


@dataclass(frozen=True, slots=True)
class Differing:
    """Values of a hand's result that differ from its record; None where they agree."""

    points: int | None = None
    """N–S's points by the result, where the record is whole and comes to others."""
    announced: Announcement | None = None
    """Announcement of the result, where trumps or contro are others in the record."""
    trump: bool = False
    """True where the trumps differ."""
    double: bool = False
    """True where contro or recontro differs."""


def differing(match: Match, deal: int, play: Play, *, ns_points: int | None) -> Differing:
    """Compare a record with the result that stands; 1 query.

    `ns_points` are the record's points, None while it isn't whole. A result without trumps means
    some suit, so that only botifarra differs; trumps that have not been chosen for the record yet
    don't.
    """
    stored = Result.objects.current(match, deal)
    if stored is None or stored.outcome != Outcome.PLAYED:
        return Differing()
    said = content_of(stored)
    trump, double = said.announcement.trump, said.announcement.double
    other_trump = play.trump not in (None, trump) and (
        trump is not None or play.trump is Denomination.BOTIFARRA
    )
    other_double = play.double is not double
    return Differing(
        points=said.ns_points if ns_points not in (None, said.ns_points) else None,
        announced=said.announcement if other_trump or other_double else None,
        trump=other_trump,
        double=other_double,
    )


def the_hand(championship: Championship, deal: int) -> DealtHand | None:
    """Return the cards of a hand, None where the site didn't deal them; 1 query.

    The caller checks permissions, as for `dealt_hands`.
    """
    return next(iter(dealt_hands(championship, [deal])), None)


@dataclass(frozen=True, slots=True)
class RecordToAttach:
    """Newest version of a hand's record, on which a ruling may rest, and its number of cards.

    It names no card, so everybody may see it.
    """

    version: int
    cards: int


def record_to_attach(match: Match, deal: int) -> RecordToAttach | None:
    """Return a hand's record of play as it stands, None where no card has been laid; 1 query."""
    stored = newest_record(match, deal)
    if stored is None or not stored.plays:
        return None
    return RecordToAttach(stored.version, len(play_of(stored).plays))


def fault_in(match: Match, deal: int, *, version: int, number: int) -> PlayFault | None:
    """Return a fault, counted from 1, of a version of a hand's record; None for none. 2 queries.

    The caller checks permissions: a fault names cards.
    """
    stage = match.round.stage
    stored = PlayRecord.objects.filter(match=match, deal=deal, version=version).first()
    dealt = the_hand(stage.championship, deal) if stored else None
    if stored is None or dealt is None:
        return None
    check = checked(dealt, play_of(stored), stage.settings.play_variant)
    faults = check.faults if check else ()
    return faults[number - 1] if 1 <= number <= len(faults) else None


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A hand with a record: its number of cards, and who worked on it last."""

    round: int
    table_number: int
    table_name: str
    deal: int
    cards: int
    at: datetime
    by: str
    attached: bool
    """True where a ruling rests on this record or an earlier state of it."""


def records_of(championship: Championship) -> tuple[RecordLine, ...]:
    """Return the hands with a record, the one worked on last first; 2 queries."""
    same = PlayRecord.objects.filter(match=OuterRef("match"), deal=OuterRef("deal"))
    newest = Subquery(same.order_by("-version").values("version")[:1])
    records = (
        PlayRecord.objects.filter(match__round__championship=championship, version=newest)
        .select_related("match__round", "match__table")
        .order_by("-at", "-pk")
    )
    attached = set(
        AttachedPlay.objects.filter(result__match__round__championship=championship)
        .annotate(match=F("result__match"), deal=F("result__deal"))
        .values_list("match", "deal")
    )
    return tuple(
        RecordLine(
            round=record.match.round.number,
            table_number=record.match.table.number,
            table_name=record.match.table.shown_name,
            deal=record.deal,
            cards=len(play_of(record).plays),
            at=record.at,
            by=record.by,
            attached=(record.match_id, record.deal) in attached,
        )
        for record in records
    )


@dataclass(frozen=True, slots=True)
class Attached:
    """Record that a ruling rests on, as it was when the ruling was made."""

    version: int
    """Version of the hand's result that carries the ruling."""
    number: int
    play: Play
    variant: PlayVariant
    at: datetime
    by: str


def attached_play(match: Match, deal: int, version: int, number: int) -> Attached | None:
    """Return the record with that number of a version of a hand's result; 1 query."""
    stored = AttachedPlay.objects.filter(
        result__match=match, result__deal=deal, result__version=version, number=number
    ).first()
    if stored is None:
        return None
    return Attached(
        version, number, play_of(stored), PlayVariant(stored.variant), stored.at, stored.by
    )

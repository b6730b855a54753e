"""Checks of one championship: each says what it covered, and lists every fault it found.

The record is the reference. Its chain is checked first, then the database's tables are compared
with the events. Faults name the place and both values, but never a key or a sealed hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain

from django.db import connection, transaction
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from tournament.audit.queries.chains import ChainCheck, Log, check_chain
from tournament.core.stages import stages_of
from tournament.integrity.anchors import anchor_faults
from tournament.integrity.fold import ImportedFrom, Table, stored_rows
from tournament.integrity.hands import hand_faults
from tournament.integrity.hands_on_phones import phone_faults
from tournament.integrity.logos import logo_faults
from tournament.integrity.moments import moment_faults
from tournament.integrity.ownership import ownership_faults
from tournament.integrity.people import account_faults, import_of
from tournament.integrity.phones import phones_at_tables
from tournament.integrity.plays import play_faults
from tournament.integrity.recorded_state import Replay
from tournament.integrity.replay import replay
from tournament.integrity.results import result_faults, told_faults
from tournament.integrity.rows import row_faults
from tournament.models import (
    AttachedPlay,
    AuditEvent,
    Championship,
    ChampionshipLogo,
    Contestant,
    CorrectionRequest,
    DealSet,
    Entrant,
    GroupMember,
    HandAccess,
    HandInPlay,
    Match,
    MatchSeat,
    Membership,
    Player,
    PlayingAccount,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundDeal,
    Ruling,
    Sitting,
    Stage,
)
from tournament.models import Table as HallTable
from tournament.models.disclosures import undisclosed
from tournament.models.recorder import RecordedModel


class Subject(TextChoices):
    """Subjects of the checks: a closed list, in the order in which they are checked."""

    DATABASE = "database", pgettext_lazy("check", "database")
    INSTALLATION = "installation", pgettext_lazy("check", "log of the installation")
    RECORD = "record", pgettext_lazy("check", "record")
    PEOPLE = "people", pgettext_lazy("check", "people")
    HANDS = "hands", pgettext_lazy("check", "commitment and early looks")
    RESULTS = "results", pgettext_lazy("check", "results")
    DECISIONS = "decisions", pgettext_lazy("check", "rulings, correction requests and calls")
    ROUNDS = "rounds", pgettext_lazy("check", "settings and rounds")
    PAIRS = "pairs", pgettext_lazy("check", "pairs, tables and matches")
    HEAD = "head", pgettext_lazy("check", "head")
    """Check that is made only on request."""


@dataclass(frozen=True, slots=True)
class Check:
    """Outcome of a check: the championship's slug ("" for the installation), what was covered, in
    words, and a sentence for each fault."""

    championship: str
    subject: Subject
    seen: str
    faults: tuple[str, ...]


def installation_log() -> tuple[str, list[str]]:
    """Check the chain of the installation's own log, and the accounts against it."""
    log = Log.of_installation()
    chain = check_chain(log.events, chained_as=log.chained_as)
    accounts = account_faults() if chain.is_whole else ()
    return _chain_seen(chain), [*_chain_faults(chain), *accounts]


def championship_checks(championship: Championship) -> Iterator[Check]:
    """Yield all checks of a championship, in order; nothing is written."""
    for subject, check in checks_to_make(championship).items():
        yield guarded(championship.slug, subject, check)


MODELS: Mapping[Subject, tuple[type[RecordedModel], ...]] = {
    Subject.PEOPLE: (Membership, PlayingAccount),
    Subject.HANDS: (DealSet, RoundDeal, HandAccess),
    Subject.RESULTS: (Result,),
    Subject.DECISIONS: (
        *(ResultConfirmation, CorrectionRequest, RefereeCall, Ruling, HandInPlay, AttachedPlay),
    ),
    Subject.ROUNDS: (Championship, ChampionshipLogo, Stage, Round),
    Subject.PAIRS: (
        *(HallTable, Contestant, Player, GroupMember, Entrant, Match, MatchSeat, Sitting),
    ),
}
"""Models whose rows are compared with the record, by the check that compares them."""
CheckToMake = Callable[[], tuple[str, list[str]]]
"""Function that makes a check and returns what it covered, and the faults."""


def checks_to_make(championship: Championship) -> Mapping[Subject, CheckToMake]:
    """Return the checks of a championship, to be made by calling them.

    Call the one of the record first: the others, in whatever order, compare with what it has read.
    """
    events: list[AuditEvent] = []
    state = Replay()

    @cache
    def stages() -> tuple[Stage, ...]:
        return stages_of(championship)

    @cache
    def taken_in() -> ImportedFrom | None:
        return import_of(championship)

    @cache
    def stored() -> Mapping[str, Table]:
        return stored_rows(championship)

    def record() -> tuple[str, list[str]]:
        events.extend(AuditEvent.objects.filter(championship=championship))
        found = check_chain(events, chained_as=championship.chained_as)
        replay(state, events, taken_in())
        faults = [] if events else [_("The record is empty.")]
        if championship.record_number is not None and taken_in() is None:
            faults.append(_("The log of the installation doesn't tell that it was imported."))
        came_with_it = taken_in()
        since = came_with_it.events if came_with_it else 0
        faults += [*_chain_faults(found), *anchor_faults(events, since=since)]
        faults += _undisclosed(events)
        return _chain_seen(found), faults

    def rows(subject: Subject) -> tuple[str, list[str]]:
        count = sum(len(stored()[one.__name__]) for one in MODELS[subject])
        seen = ngettext("%(count)d row", "%(count)d rows", count) % {"count": count}
        faults = [*row_faults(stored(), state.rows.tables, MODELS[subject])]
        return seen, [*faults, *more[subject]()]

    more: Mapping[Subject, Callable[[], Iterable[str]]] = {
        Subject.PEOPLE: list,
        Subject.HANDS: lambda: hand_faults(state, championship, stages()),
        Subject.RESULTS: lambda: chain(told_faults(events), result_faults(stored(), stages())),
        Subject.DECISIONS: lambda: chain(
            play_faults(state, championship),
            phone_faults(state, championship),
            phones_at_tables(state, championship),
        ),
        Subject.ROUNDS: lambda: logo_faults(championship),
        Subject.PAIRS: lambda: chain(
            moment_faults(events, taken_in()),
            ownership_faults(championship),
        ),
    }
    return {
        Subject.RECORD: record,
        **{subject: partial(rows, subject) for subject in MODELS},
    }


def guarded(slug: str, subject: Subject, check: CheckToMake) -> Check:
    """Make a check; an error that stops it, whatever the tables hold, becomes a fault."""
    try:
        # After an error PostgreSQL refuses every further question of the same transaction.
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            seen, faults = check()
    except Exception as error:  # what somebody wrote behind the program's back may raise anything
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        return Check(slug, subject, "", (_("This can't be read: %(reason)s") % {"reason": reason},))
    return Check(slug, subject, seen, tuple(faults))


def _chain_seen(chain: ChainCheck) -> str:
    return ngettext(
        "%(count)d event, the last %(hash)s", "%(count)d events, the last %(hash)s", chain.events
    ) % {"count": chain.events, "hash": chain.last_hash[:16]}


def _undisclosed(events: Iterable[AuditEvent]) -> Iterator[str]:
    for one in events:
        if undisclosed({name: getattr(one, name) for name in one.SEALED}):
            yield _(
                "Event %(number)d: something that people wrote is missing, or is another one."
            ) % {"number": one.sequence}


def _chain_faults(chain: ChainCheck) -> Iterator[str]:
    if chain.broken_at is not None:
        yield _(
            "The chain is broken at event %(number)d: it or the one before it was changed, "
            "removed or inserted."
        ) % {"number": chain.broken_at}

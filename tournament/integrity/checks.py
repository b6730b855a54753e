"""The checks of one championship: each says what it covered, and every fault it found.

The record is the reference. Its chain is checked first, then the database's tables are compared
with what the events say. Faults name the place and both values, but never a key or a sealed hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache

from django.db import connection, transaction
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from tournament.audit.queries.chains import ChainCheck, Log, check_chain
from tournament.core.stages import stages_of
from tournament.integrity.anchors import anchor_faults
from tournament.integrity.championship import championship_faults
from tournament.integrity.decisions import (
    call_faults,
    confirmation_faults,
    correction_request_faults,
    ruling_faults,
)
from tournament.integrity.entrants import choice_faults, entrant_faults
from tournament.integrity.groups import draw_faults, group_faults
from tournament.integrity.hands import hands_check
from tournament.integrity.hands_on_phones import phone_faults, table_faults
from tournament.integrity.ownership import ownership_faults
from tournament.integrity.pairings import pair_faults, schedule_faults
from tournament.integrity.people import account_faults, import_of, people_check
from tournament.integrity.phones import phones_at_tables
from tournament.integrity.plays import play_faults
from tournament.integrity.recorded_state import Replay
from tournament.integrity.replay import replay
from tournament.integrity.results import result_check, version_check
from tournament.integrity.seating import seating_faults
from tournament.models import AuditEvent, Championship, Stage


class Subject(TextChoices):
    """What is checked; a closed list, in the order in which it is checked."""

    DATABASE = "database", pgettext_lazy("check", "database")
    INSTALLATION = "installation", pgettext_lazy("check", "log of the installation")
    RECORD = "record", pgettext_lazy("check", "record")
    PEOPLE = "people", pgettext_lazy("check", "people")
    HANDS = "hands", pgettext_lazy("check", "commitment and early looks")
    VERSIONS = "versions", pgettext_lazy("check", "versions")
    RESULTS = "results", pgettext_lazy("check", "results")
    DECISIONS = "decisions", pgettext_lazy("check", "rulings, correction requests and calls")
    ROUNDS = "rounds", pgettext_lazy("check", "settings and rounds")
    PAIRS = "pairs", pgettext_lazy("check", "pairs, tables and matches")
    HEAD = "head", pgettext_lazy("check", "head")
    """Made only where one is asked for."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check that was made: of which championship (its slug; "" for the installation), what it
    covered, in words, and a sentence for each fault."""

    championship: str
    subject: Subject
    seen: str
    faults: tuple[str, ...]


def installation_log() -> tuple[str, list[str]]:
    """The chain of the installation's own log, and what it tells of accounts."""
    log = Log.of_installation()
    chain = check_chain(log.events, chained_as=log.chained_as)
    accounts = account_faults() if chain.is_whole else ()
    return _chain_seen(chain), [*_chain_faults(chain), *accounts]


def championship_checks(championship: Championship) -> Iterator[Check]:
    """All checks of a championship, one after the other; nothing is written."""
    for subject, check in checks_to_make(championship).items():
        yield guarded(championship.slug, subject, check)


CheckToMake = Callable[[], tuple[str, list[str]]]
"""Makes a check: what it covered, and the faults."""


def checks_to_make(championship: Championship) -> Mapping[Subject, CheckToMake]:
    """Return the checks of a championship, to be made by calling them. That of the record has to be
    the first: what it has read is what the others compare with, in whatever order."""
    events: list[AuditEvent] = []
    state = Replay()

    @cache
    def stages() -> tuple[Stage, ...]:
        return stages_of(championship)

    def record() -> tuple[str, list[str]]:
        nonlocal state
        events.extend(AuditEvent.objects.filter(championship=championship))
        chain = check_chain(events, chained_as=championship.chained_as)
        taken_in = import_of(championship)
        state = replay(events, taken_in)
        faults = [] if events else [_("The record is empty.")]
        if championship.record_number is not None and taken_in is None:
            faults.append(_("The log of the installation doesn't tell that it was imported."))
        since = taken_in.events if taken_in else 0
        faults += [*_chain_faults(chain), *anchor_faults(events, since=since)]
        return _chain_seen(chain), faults

    return {
        Subject.RECORD: record,
        Subject.PEOPLE: lambda: people_check(state, championship),
        Subject.HANDS: lambda: hands_check(state, championship, stages()),
        Subject.VERSIONS: lambda: version_check(championship),
        Subject.RESULTS: lambda: result_check(state, championship, stages()),
        Subject.DECISIONS: lambda: _decisions(state, championship),
        Subject.ROUNDS: lambda: _rounds(state, championship, stages()),
        Subject.PAIRS: lambda: (
            ngettext("%(count)d pair", "%(count)d pairs", len(state.pairs))
            % {"count": len(state.pairs)},
            [
                *pair_faults(state, championship),
                *seating_faults(state, championship),
                *entrant_faults(state, championship),
                *choice_faults(events, import_of(championship), championship, stages()),
                *group_faults(state, championship),
                *draw_faults(events, import_of(championship)),
                *schedule_faults(state, championship, stages()),
                *ownership_faults(championship),
            ],
        ),
    }


def guarded(slug: str, subject: Subject, check: CheckToMake) -> Check:
    """Make a check. One that can't go to its end, whatever stands in the tables, is a fault too."""
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


def _chain_faults(chain: ChainCheck) -> Iterator[str]:
    if chain.broken_at is not None:
        yield _(
            "The chain is broken at event %(number)d: it or the one before it was changed, "
            "removed or inserted."
        ) % {"number": chain.broken_at}


def _rounds(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> tuple[str, list[str]]:
    count = championship.rounds.count()
    seen = ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}
    return seen, list(championship_faults(state, championship, stages))


def _decisions(state: Replay, championship: Championship) -> tuple[str, list[str]]:
    """What was confirmed, claimed and ruled, and what became of it."""
    rulings = ngettext("%(count)d ruling", "%(count)d rulings", len(state.rulings))
    correction_requests = ngettext(
        "%(count)d correction request",
        "%(count)d correction requests",
        len(state.correction_requests),
    )
    return ", ".join(
        (
            rulings % {"count": len(state.rulings)},
            correction_requests % {"count": len(state.correction_requests)},
        )
    ), [
        *confirmation_faults(state, championship),
        *correction_request_faults(state, championship),
        *call_faults(state, championship),
        *ruling_faults(state, championship),
        *play_faults(state, championship),
        *phone_faults(state, championship),
        *phones_at_tables(state, championship),
        *table_faults(state, championship),
    ]

"""The text that stands for all matches of a schedule in the record."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest

from tests.tournament.factories import actor_of, make_scheduled
from tournament.contestants.services.tables import set_tables
from tournament.integrity.checks import Subject
from tournament.integrity.verification import verify
from tournament.models import PAIR_NUMBERS, Action, Championship, Match
from tournament.schedule.plan import digest_of_matches

MATCHES = [(1, 3, 2), (1, 1, 4), (2, 12, 1), (10, 2, 3)]


def test_it_is_the_hash_of_a_line_a_match_sorted_as_numbers() -> None:
    lines = "1 1 4\n1 3 2\n2 12 1\n10 2 3"
    assert digest_of_matches(MATCHES) == sha256(lines.encode()).hexdigest()
    assert digest_of_matches(reversed(MATCHES)) == digest_of_matches(MATCHES)


@pytest.mark.parametrize(
    "other",
    [
        [(1, 2, 3), *MATCHES[1:]],  # turned round
        [(2, 3, 2), *MATCHES[1:]],  # in another round
        [(1, 3, 4), (1, 1, 2), *MATCHES[2:]],  # with exchanged opponents
        MATCHES[1:],
        [*MATCHES, (3, 1, 2)],
    ],
)
def test_every_change_changes_it(other: list[tuple[int, int, int]]) -> None:
    assert digest_of_matches(other) != digest_of_matches(MATCHES)


@pytest.mark.django_db
def test_it_is_recorded_and_tables_are_no_part_of_it() -> None:
    championship = make_scheduled(6)
    event = championship.events.get(action=Action.SCHEDULE_MADE)
    assert event.after

    def digest() -> str:
        matches = Match.objects.with_pair_columns()
        return digest_of_matches(matches.values_list("round__number", *PAIR_NUMBERS))

    assert event.after["matches"] == digest()
    before = set(Match.objects.values_list("pk", "table__number"))
    contestant = championship.contestants.get(number=2)
    seated = Match.objects.filter(seats__contestant=contestant)
    moved = seated.exclude(table__number=1).count()
    assert moved
    set_tables(
        actor=actor_of(championship), championship=championship, names={}, fixed={contestant.pk: 1}
    )
    assert set(Match.objects.values_list("pk", "table__number")) != before
    assert event.after["matches"] == digest()
    assert not list(faults_of_matches(championship))


def faults_of_matches(championship: Championship) -> Iterator[str]:
    for check in verify(championship.slug):
        if check.subject is Subject.PAIRS:
            yield from check.faults

"""Read a championship as a whole: how far it is, what needs attention, who runs it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournament.core.finality import can_be_corrected, last_end, late_ends
from tournament.core.names import name_key
from tournament.models import (
    Championship,
    ConfirmationRule,
    HandAccess,
    Job,
    Membership,
    Role,
    Round,
    RoundStatus,
    Stage,
)
from tournament.schedule.queries import FixedConflict, fixed_conflicts
from tournament.stages.formats import any_deals, format_of
from tournament.stages.intent import intent_of, to_follow
from tournament.standings.contestants import ContestantRef, contestant_refs


@dataclass(frozen=True, slots=True)
class Namesakes:
    """A name that occurs more than once, as a pair's own or as one of its people's.

    With a single pair, two of its people have the name.
    """

    name: str
    pairs: tuple[int, ...]
    """Each pair once, in ascending order."""


@dataclass(frozen=True, slots=True)
class Progress:
    contestants: int
    expected: int
    """Number of contestants that have not withdrawn."""
    here: int
    """Number of contestants that have not withdrawn and are noted as here."""
    least_contestants: int
    """Number of contestants that a schedule of every stage needs."""
    tables: int
    matches: int
    unscheduled: tuple[str, ...]
    """Names of the stages without a schedule, where there are several stages."""
    published_at: datetime | None
    of_players: bool
    """Whether the contestants are single players."""
    deals: bool
    """Whether some stage plays hands that were dealt beforehand."""
    hands_made: bool
    rounds_without_hands: tuple[int, ...]
    """Rounds that are planned beyond the deal sets; all where there is none."""
    salt: str
    salt_fixed_at: datetime | None
    group_size: int | None
    """Planned size of the groups, while the pairs are not divided yet."""
    several_groups: bool
    """Whether the pairs are enough for two groups of that size."""
    to_follow: str
    """The stage that was planned to follow the last one and is not there yet."""
    planned_rounds: tuple[int, ...]
    open_rounds: tuple[int, ...]
    handed_in_rounds: tuple[int, ...]
    """Open rounds that a venue has handed in: played, and sealed until they are released."""
    centre_is_elsewhere: bool
    """Whether a venue has handed something in, and sends its results to the centre in a file."""
    closed_rounds: tuple[int, ...]
    unpaired_rounds: tuple[int, ...]
    """Rounds of which it is not known yet who meets whom."""
    pairs_by_score: bool
    """Whether the first of `unpaired_rounds` is paired by results, not by lot."""
    pairs_by_hand: bool
    """Whether organisers enter who meets whom in the first of `unpaired_rounds`."""
    corrections_until: datetime | None
    """End of the time for corrections of a closed round; None once it is over."""
    ended_at: datetime | None
    confirmation: ConfirmationRule
    round_minutes: int | None
    correction_minutes: int
    printed_rounds: tuple[int, ...]
    """Rounds whose hands were printed before they were public, so that packs could be made up."""
    seen_rounds: tuple[int, ...]
    """Rounds whose hands somebody has opened on the screen before the round."""
    public_rounds: tuple[int, ...]
    """Rounds whose hands everybody may see."""
    referees: int
    papers_made: frozenset[str]
    """Names of the papers of which a file was made that still exists."""
    phones_used: bool
    """Whether some result came from a phone."""
    namesakes: tuple[Namesakes, ...]
    """Looked for until the schedule is made: after that whoever looked has decided."""
    conflicts: tuple[FixedConflict, ...]

    @property
    def begun(self) -> bool:
        return bool(self.open_rounds or self.closed_rounds)


def _namesakes(contestants: Iterable[ContestantRef]) -> tuple[Namesakes, ...]:
    """Return names that occur more than once, whatever their case or accents, as first written."""
    written: dict[str, str] = {}
    pairs: dict[str, list[int]] = defaultdict(list)
    for contestant in contestants:
        names = [*contestant.players, *contestant.substitutes]
        if contestant.has_own_name and name_key(contestant.name) not in map(name_key, names):
            names.append(
                contestant.name
            )  # a pair that is called after one of its people is no namesake
        for name in names:
            written.setdefault(name_key(name), name)
            pairs[name_key(name)].append(contestant.number)
    return tuple(
        Namesakes(written[key], tuple(sorted(set(numbers))))
        for key, numbers in pairs.items()
        if len(numbers) > 1
    )


def progress(*stages: Stage) -> Progress:
    """Return the progress of a championship, by all its stages; 13 queries with one stage."""
    championship = stages[0].championship
    contestants = contestant_refs(championship)
    rounds = tuple(championship.rounds.order_by("number"))
    handed_in = _numbers(one for one in rounds if one.handed_in_at is not None)
    unpaired = [one for one in rounds if not one.paired]
    late = late_ends(championship) if any(format_of(one).has_days for one in stages) else {}
    ends = (*(one.corrections_until for one in rounds), *late.values())
    deal_set = championship.deal_set()
    by_stage = Counter(
        championship.rounds.filter(matches__isnull=False).values_list("stage_id", flat=True)
    )
    early = HandAccess.objects.filter(round__championship=championship)
    looks = tuple(early.order_by("round__number").values_list("kind", "round__number"))
    pairs_next = next((one for one in stages if unpaired and one.pk == unpaired[0].stage_id), None)
    scheduled = [stage for stage in stages if by_stage[stage.pk]]
    to_divide = next(
        filter(_is_to_be_divided, (one for one in stages if one not in scheduled)), None
    )
    published = [stage.published_at for stage in scheduled or stages]
    return Progress(
        contestants=len(contestants),
        expected=sum(one.withdrawn_from is None for one in contestants.values()),
        here=championship.contestants.filter(here=True, withdrawn_from=None).count(),
        least_contestants=max(format_of(stage).least for stage in stages),
        tables=championship.tables.count(),
        of_players=championship.of_players,
        deals=any_deals(stages),
        matches=by_stage.total(),
        unscheduled=tuple(
            stage.shown_name for stage in stages if len(stages) > 1 and stage not in scheduled
        ),
        published_at=None if None in published else max(filter(None, published)),
        hands_made=deal_set is not None,
        rounds_without_hands=_without_hands(championship),
        salt=deal_set.salt if deal_set else "",
        salt_fixed_at=deal_set.salt_fixed_at if deal_set else None,
        group_size=None if to_divide is None else intent_of(to_divide).group_size,
        several_groups=to_divide is not None
        and intent_of(to_divide).groups_for(format_of(to_divide), len(contestants)) > 1,
        to_follow=to_follow(stages),
        planned_rounds=_numbers(one for one in rounds if one.status == RoundStatus.PLANNED),
        open_rounds=_numbers(one for one in rounds if one.status == RoundStatus.OPEN),
        handed_in_rounds=handed_in,
        centre_is_elsewhere=bool(handed_in) and _centre_is_elsewhere(championship),
        closed_rounds=_numbers(one for one in rounds if one.status == RoundStatus.CLOSED),
        unpaired_rounds=_numbers(unpaired),
        pairs_by_score=pairs_next is not None and format_of(pairs_next).by_score,
        pairs_by_hand=pairs_next is not None and format_of(pairs_next).by_hand,
        corrections_until=last_end(*filter(can_be_corrected, ends)),
        ended_at=championship.ended_at,
        confirmation=ConfirmationRule(championship.confirmation),
        round_minutes=championship.round_minutes,
        correction_minutes=championship.correction_minutes,
        printed_rounds=_looked_at(looks, HandAccess.Kind.PRINTED),
        seen_rounds=_looked_at(looks, HandAccess.Kind.OPENED),
        public_rounds=_numbers(
            one for one in rounds if deal_set and (one.first_closed_at or championship.ended_at)
        ),
        referees=championship.memberships.filter(role=Role.REFEREE).count(),
        papers_made=_papers_made(championship),
        phones_used=championship.deliveries.exists(),
        namesakes=() if scheduled else _namesakes(contestants.values()),
        conflicts=tuple(one for stage in stages for one in fixed_conflicts(stage)),
    )


def _without_hands(championship: Championship) -> tuple[int, ...]:
    """Return the rounds with deals that come from no deal set."""
    rounds = championship.rounds.filter(round_deals__deal_set=None, round_deals__isnull=False)
    return tuple(rounds.order_by("number").distinct().values_list("number", flat=True))


def _numbers(rounds: Iterable[Round]) -> tuple[int, ...]:
    return tuple(one.number for one in rounds)


def _looked_at(looks: Iterable[tuple[str, int]], kind: HandAccess.Kind) -> tuple[int, ...]:
    """Return the rounds whose hands were looked at in this way, each once."""
    return tuple(dict.fromkeys(number for how, number in looks if how == kind))


def _is_to_be_divided(stage: Stage) -> bool:
    """Return whether groups were planned for the stage and it has none yet."""
    return not stage.has_groups and intent_of(stage).group_size is not None


def _centre_is_elsewhere(championship: Championship) -> bool:
    """Return whether this is a venue whose centre works with another installation; 1 query."""
    tie = championship.tie
    return tie is not None and tie.simultaneous.centre_is_elsewhere


def _papers_made(championship: Championship) -> frozenset[str]:
    """Return the names of the papers of which a file was made; 1 query."""
    jobs = championship.jobs.filter(kind=Job.Kind.PAPERS, state=Job.State.DONE)
    asked = jobs.values_list("arguments", flat=True)
    return frozenset(name for one in asked for name in one.get("papers", ()))


@dataclass(frozen=True, slots=True)
class Person:
    membership_id: int
    username: str
    name: str
    role: Role
    last_login: datetime | None
    active: bool
    """Whether anybody can log in with the account."""


def people_of(championship: Championship) -> tuple[Person, ...]:
    """Return organisers, then referees, by name; 1 query."""
    members = Membership.objects.filter(championship=championship).select_related("user")
    people = [
        Person(
            membership_id=member.pk,
            username=member.user.username,
            name=member.user.shown_name,
            role=Role(member.role),
            last_login=member.user.last_login,
            active=member.user.is_active,
        )
        for member in members
    ]
    return tuple(sorted(people, key=lambda one: (one.role != Role.ORGANISER, name_key(one.name))))

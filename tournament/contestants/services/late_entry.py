"""Register late pairs.

A late pair plays the opponents that would have rested in paired rounds not opened yet, and is
paired like all others in later ones. Where nobody rests, a match of each round can give way, or,
before the first round, the schedule is made again with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game.seats import Side
from tournament.audit.services import record_event
from tournament.contestants.queries.late_entry import (
    LatePlace,
    RoomPlace,
    RoomPlan,
    late_plan,
    new_schedule,
    room_plan,
    why_nobody_joins,
)
from tournament.contestants.rows import ContestantRow, clean_row
from tournament.contestants.services.register import (
    contestant_as_recorded,
    create_contestant,
    refuse_doubtful_names,
    refuse_too_many,
)
from tournament.contestants.services.tables import fit_tables
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow
from tournament.core.locks import lock_running_championship
from tournament.models import (
    Action,
    Championship,
    Contestant,
    GroupMember,
    Match,
    MatchSeat,
    Sitting,
)
from tournament.models.places import ContestantPlace, RoundPlace
from tournament.schedule.queries import has_schedule
from tournament.schedule.resting import RestingMeeting, resting_meetings
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.schedule.table_assignment import place_planned_rounds


def _seat(championship: Championship, contestant: int, places: Sequence[LatePlace]) -> None:
    """Store the matches of a pair, by its id, each at the first table that is free in its round."""
    rounds = {one.number: one for one in championship.rounds.all()}
    tables = list(championship.tables.order_by("number"))
    busy = {
        (number, table)
        for number, table in Match.objects.filter(
            round__championship=championship, cancelled=False
        ).values_list("round__number", "table__number")
    }
    seated = []
    for place in places:
        table = next(one for one in tables if (place.round, one.number) not in busy)
        match = Match(round=rounds[place.round], table=table)
        seated.append(
            (match, [(place.side, contestant), (place.side.opponents, place.opponent_id)])
        )
    Match.objects.create_seated(seated)
    if Contestant.objects.filter(
        pk__in=[contestant, *(place.opponent_id for place in places)], fixed_table__isnull=False
    ).exists():
        place_planned_rounds(championship)


@transaction.atomic
def join_late(
    *,
    actor: Actor,
    championship: Championship,
    players: Sequence[str],
    name: str = "",
    club: str = "",
    names_known: bool = True,
    from_round: int | None = None,
) -> Contestant:
    """Register a pair after the schedule was made.

    It plays those who would have rested, and whomever it is paired with in rounds that are still to
    be paired, and gets the next number. `names_known` as in `add_contestant`. `from_round` is where
    somebody was told that it would begin. Raises `NotNow` if there is no schedule (it is then an
    ordinary pair) or no round in which it could play, `Conflict` if another round has been opened
    since.
    """
    row = clean_row(ContestantRow(players=tuple(players), club=club, name=name))
    locked = lock_running_championship(championship)
    assert not locked.of_players, "players have `join_late_player`"
    if not has_schedule(locked):
        raise NotNow(_("There is no schedule yet: register the pair as an ordinary one."))
    refuse_too_many(locked, locked.contestants.count() + 1)
    if refusal := why_nobody_joins(locked):
        raise NotNow(refusal)
    plan = late_plan(locked)
    if not plan.is_possible:
        raise NotNow(
            _(
                "There is no place for a late pair: nobody rests in the rounds that have not been "
                "opened."
            )
        )
    _refuse_another_round(from_round, plan.from_round)
    if not names_known:
        refuse_doubtful_names(locked, row)
    contestant = create_contestant(locked, row, number=plan.number, joined_round=plan.from_round)
    fit_tables(locked)
    _seat(locked, contestant.pk, plan.places)
    GroupMember.objects.bulk_create(
        GroupMember(stage=stage, contestant=contestant, group=plan.groups[stage.number])
        for stage in locked.stages.filter(number__in=plan.groups)
    )
    matches = [
        {"round": place.round, "opponent": place.opponent, "side": place.side.value}
        for place in plan.places
    ]
    _record(actor, locked, contestant, row, matches, plan.groups)
    return contestant


@transaction.atomic
def join_with_room(
    *,
    actor: Actor,
    championship: Championship,
    pairs: Sequence[ContestantRow],
    names_known: bool = True,
    from_round: int | None = None,
) -> tuple[Contestant, ...]:
    """Register one or two pairs where nobody rests: one match of each planned round gives way.

    One pair alone takes a seat of that match, whose pair rests instead; a second one meets that
    pair, so that there is a table more and nobody rests (see `room_plan`). Raises `NotNow` where a
    late pair has a place without that, and with no round left. `from_round` as in `join_late`.
    """
    assert 1 <= len(pairs) <= 2, "one pair, or two as a new table"
    rows = [clean_row(pair) for pair in pairs]
    locked = lock_running_championship(championship)
    plan = _room(locked, len(rows), from_round)
    joined = []
    for row, number in zip(rows, plan.numbers, strict=True):
        if not names_known:
            refuse_doubtful_names(locked, row)
        joined.append(create_contestant(locked, row, number=number, joined_round=plan.from_round))
    fit_tables(locked)
    for place in plan.places:
        _give_way(place, joined[0])
    if len(joined) == 2:
        _seat(locked, joined[1].pk, [_second_place(place) for place in plan.places])
    elif locked.contestants.filter(fixed_table__isnull=False).exists():
        place_planned_rounds(locked)
    for index, (row, contestant) in enumerate(zip(rows, joined, strict=True)):
        matches = [_as_recorded(place, index) for place in plan.places]
        _record(actor, locked, contestant, row, matches)
    return tuple(joined)


@transaction.atomic
def join_with_new_schedule(
    *,
    actor: Actor,
    championship: Championship,
    pair: ContestantRow,
    names_known: bool = True,
) -> Contestant:
    """Register a pair before the first round, and make the schedule again with it.

    The days of the rounds stay, and a published schedule stays published. Raises `NotNow` once a
    round has been opened, and where the schedule can't be made (`make_schedule`).
    """
    row = clean_row(pair)
    locked = lock_running_championship(championship)
    new = new_schedule(locked)
    if new is None:
        raise NotNow(
            why_nobody_joins(locked)
            or _("The schedule can't be made again with one more pair: a round has been opened.")
        )
    refuse_too_many(locked, new.pairs)
    if not names_known:
        refuse_doubtful_names(locked, row)
    contestant = create_contestant(locked, row, number=new.number, joined_round=1)
    fit_tables(locked)
    _record(actor, locked, contestant, row, [])
    made = make_schedule(
        actor=actor,
        stage=new.stage,
        rounds=new.rounds,
        seed=new.stage.pairing_seed,
        seeded=new.stage.seeded,
    )
    if new.stage.published_at is not None:
        publish_schedule(actor=actor, stage=made)
    return contestant


@transaction.atomic
def pair_resting(*, actor: Actor, championship: Championship, choice: str) -> RestingMeeting:
    """Let two pairs meet that both rest in a round; `choice` is that of one of `resting_meetings`.

    Raises `Conflict` where it isn't one of them any more.
    """
    locked = lock_running_championship(championship)
    found = next((one for one in resting_meetings(locked) if one.choice == choice), None)
    if found is None:
        raise Conflict(_("These two can't meet in this round any more: look again who rests."))
    ns, ew = found.pairs
    _seat(locked, ns.id, [LatePlace(found.round, ew.id, ew.number, ew.name, Side.NS)])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.RESTING_PAIRED,
        place=RoundPlace(found.round),
        after={"pairs": [ns.number, ew.number]},
    )
    return found


def _room(championship: Championship, late: int, from_round: int | None) -> RoomPlan:
    """Return the matches that give way to `late` pairs. Raises `NotNow` or `Conflict` for none."""
    if not has_schedule(championship):
        raise NotNow(_("There is no schedule yet: register the pair as an ordinary one."))
    if refusal := why_nobody_joins(championship):
        raise NotNow(refusal)
    if late_plan(championship).is_possible:
        raise NotNow(_("Somebody rests: a late pair has a place without anybody giving way."))
    refuse_too_many(championship, championship.contestants.count() + late)
    plan = room_plan(championship, late)
    if not plan.places:
        raise NotNow(_("There is no planned round left to play in."))
    _refuse_another_round(from_round, plan.from_round)
    return plan


def _record(
    actor: Actor,
    championship: Championship,
    contestant: Contestant,
    row: ContestantRow,
    matches: Sequence[dict[str, Any]],
    groups: Mapping[int, int] = MappingProxyType({}),
) -> None:
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CONTESTANT_JOINED_LATE,
        place=ContestantPlace(contestant.number),
        after={
            **contestant_as_recorded(contestant, row.players),
            "from_round": contestant.joined_round,
            "matches": matches,
            **(
                {"in_groups": [{"stage": stage, "group": one} for stage, one in groups.items()]}
                if groups
                else {}
            ),
        },
    )


def _refuse_another_round(told: int | None, from_round: int) -> None:
    if told is not None and told != from_round:
        raise Conflict(
            _("Another round has been opened meanwhile: check again whom the pair would play.")
        )


def _give_way(place: RoomPlace, contestant: Contestant) -> None:
    """Let a late pair take a seat; the players noted to sit there are forgotten."""
    seat = MatchSeat.objects.get(match=place.match_id, contestant=place.leaves.id)
    seat.contestant = contestant
    seat.save(update_fields=["contestant"])
    Sitting.objects.filter(match=place.match_id, player__contestant=place.leaves.id).delete()


def _second_place(place: RoomPlace) -> LatePlace:
    """Return the second late pair's place: it meets the one that gave way, which keeps its side."""
    one = place.leaves
    return LatePlace(place.round, one.id, one.number, one.name, place.side.opponents)


def _as_recorded(place: RoomPlace, index: int) -> dict[str, Any]:
    """Return a match of the first or the second late pair, for the record."""
    if index:
        second = _second_place(place)
        return {"round": place.round, "opponent": second.opponent, "side": second.side.value}
    return {
        "round": place.round,
        "opponent": place.stays.number,
        "side": place.side.value,
        "instead_of": place.leaves.number,
    }

"""Rounds whose pairings organisers enter: a proposal, the entered pairings, faults and doubts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.errors import PairingError
from scoring.game.seats import Side
from scoring.pairing.by_hand import ChoiceFault, WrongChoice, doubts_about, wrong_choices
from scoring.pairing.entrants import Entrants, two_of
from scoring.schedule.plan import Pairing
from scoring.schedule.seating import place_at_tables
from tournament.core.errors import UserError
from tournament.core.locks import version_of_values
from tournament.models import PAIR_NUMBERS, Match, Round
from tournament.schedule.plan import read_plan, read_planning
from tournament.schedule.table_assignment import fixed_tables
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, stage_contestants
from tournament.standings.stage_rows import StoredRows

NO_MATCH = gettext_lazy("Enter at least one match.")


class SeatedMatch(NamedTuple):
    """Match of a round at its table, all by their numbers."""

    table: int
    ns: int
    ew: int

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.ns, self.ew)


def field_name(side: Side, table: int) -> str:
    """Return the name of the form field for a pair's place at a table, such as "ns_3"."""
    return f"{side.value.lower()}_{table}"


def taking_part(round: Round) -> tuple[ContestantRef, ...]:
    """Return the pairs that can play in a round, by number; 1 query, 2 more where some were chosen
    for the stage."""
    found = stage_contestants(round.stage).values()
    return tuple(one for one in found if one.plays_in(round.number))


def seated_matches(round: Round) -> tuple[SeatedMatch, ...]:
    """Return the stored matches of the round, by tables; 1 query."""
    matches = Match.objects.filter(round=round, cancelled=False).with_pair_columns()
    stored = matches.order_by("table__number").values_list("table__number", *PAIR_NUMBERS)
    return tuple(SeatedMatch(*one) for one in stored)


def seating_version(round: Round) -> str:
    """Return a text that changes whenever a pairing or its table does; 1 query."""
    return version_of_values({"matches": seated_matches(round)})


def proposal(round: Round) -> tuple[SeatedMatch, ...]:
    """Return the matches that the stage's format would pair now, with tables; nothing with too few
    pairs. 6 queries at most."""
    stage, championship = round.stage, round.stage.championship
    numbers = list(stage.rounds.order_by("number").values_list("number", flat=True))
    rounds = range(numbers[0], numbers[-1] + 1)
    planning = read_planning(StoredRows(stage), first=round.number, rounds=rounds, scores={})
    try:
        plans = format_of(stage).plan(planning)
    except PairingError:
        return ()
    fixed = fixed_tables(championship)
    placed = place_at_tables(plans, championship.tables.count(), fixed)
    return tuple(
        SeatedMatch(table, *pairing)
        for plan, tables in zip(plans, placed.rounds, strict=True)
        for table, pairing in sorted(zip(tables, plan.pairings, strict=True))
    )


def refuse_impossible(round: Round, matches: Sequence[SeatedMatch]) -> None:
    """Raise `UserError`, its field the faulty place, if a pair can't be where it was entered."""
    if not matches:
        raise UserError(NO_MATCH)
    tables = set(round.stage.championship.tables.values_list("number", flat=True))
    for one, after in zip(matches, (*matches[1:], None)):
        if one.table not in tables or (after is not None and after.table <= one.table):
            raise UserError(_("There is no table %(number)d.") % {"number": one.table})
    present = [one.number for one in taking_part(round)]
    for name, why in wrong_places(matches, present):
        raise UserError(why, field=name)


def wrong_places(
    matches: Sequence[SeatedMatch], present: Sequence[int]
) -> Iterator[tuple[str, str]]:
    """Yield each impossible place, as a form calls it, with the reason in words."""
    for wrong in wrong_choices([one.pairing for one in matches], present):
        side = (Side.NS, Side.EW)[wrong.place]
        yield field_name(side, matches[wrong.index].table), _told(wrong)


def _told(wrong: WrongChoice) -> str:
    if wrong.fault is ChoiceFault.UNKNOWN:
        return _("No pair %(number)d takes part in this round.") % {"number": wrong.contestant}
    return _("Pair %(number)d stands here twice.") % {"number": wrong.contestant}


def doubts_in(round: Round, matches: Sequence[SeatedMatch]) -> tuple[str, ...]:
    """Return sentences about possible slips in a round without faults; 6 queries."""
    pairings = [one.pairing for one in matches]
    found = doubts_about(pairings, _entrants_besides(round))
    fixed = fixed_tables(round.stage.championship)
    moved = [
        (number, fixed[number])
        for one in matches
        for number in one.pairing
        if fixed.get(number, one.table) != one.table
    ]
    return (
        *(
            _("%(one)d and %(other)d have met before.") % {"one": one, "other": other}
            for one, other in found.rematches
        ),
        *((_idle(found.idle),) if found.idle else ()),
        *(
            _("Pair %(number)d rests, although others have rested less often.") % {"number": number}
            for number in found.rests_again
        ),
        *(
            _("Pair %(number)d stays at table %(table)d in all other rounds.")
            % {"number": number, "table": table}
            for number, table in sorted(moved)
        ),
    )


def _idle(resting: Sequence[int]) -> str:
    return ngettext(
        "%(count)d pair rests: %(pairs)s.", "%(count)d pairs rest: %(pairs)s.", len(resting)
    ) % {"count": len(resting), "pairs": ", ".join(map(str, resting))}


def _entrants_besides(round: Round) -> Entrants:
    """Return the pairs that can play in a round, with their meetings and rests in the stage's other
    paired rounds, also later ones."""
    plan = read_plan(round.stage)
    by_id = {one.id: one.number for one in stage_contestants(round.stage).values()}
    number_of = [by_id[one] for one in plan.contestant_ids]
    others = [one for one in plan.schedule.rounds if one.number != round.number]
    return Entrants(
        present=tuple(one.number for one in taking_part(round)),
        meetings=Counter(
            two_of(*(number_of[one - 1] for one in pairing))
            for other in others
            for pairing in other.pairings
        ),
        rests=Counter(number_of[one - 1] for other in others for one in plan.resting[other.number]),
    )

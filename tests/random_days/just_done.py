"""What has to be right just after an act of a kind; later something else may have changed it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.db.models import Exists, OuterRef

from tests.random_days.acts.preparing import settings_form
from tests.random_days.brackets import wrong_ties
from tests.random_days.hall import Hall
from tests.random_days.order import wrong_podium
from tests.random_days.rests import unfair_places
from tournament.models import ConfirmationRule, Match, Result, ResultConfirmation
from tournament.stages.formats import format_of


def wrong_after(kind: str, hall: Hall) -> Iterator[str]:
    """What is wrong after an act of that kind was done."""
    for rule in RULES.get(kind, ()):
        yield from rule(hall)


def settings_lost(hall: Hall) -> Iterator[str]:
    """What can be chosen among the same in the newest stage and in the one before it, and is not
    taken over."""
    if len(hall.stages) < 2:
        return
    before, after = (settings_form(hall, one.number) for one in hall.stages[-2:])
    if before is None or after is None:
        return
    for name, choices in after.choices.items():
        if name not in ("name", "based_on") and before.choices.get(name) == choices:
            was, now = before.values.get(name), after.values.get(name)
            if was != now:
                yield f"stage {hall.stage.number}: {name} is {now}, and was {was}"


def said_by_one_alone(hall: Hall) -> Iterator[str]:
    """A postponed match counts though its round was closed without it, and it has no result, or one
    that nobody but the pair that entered it has confirmed."""
    rule = hall.championship.confirmation
    if rule == ConfirmationRule.NONE:
        return
    agreed = ResultConfirmation.objects.filter(result=OuterRef("pk"))
    if rule == ConfirmationRule.REFEREE:
        agreed = agreed.filter(by=ResultConfirmation.By.REFEREE)
    postponed = Match.objects.filter(
        round__championship=hall.championship, round__status="closed", cancelled=False
    ).exclude(postponed_to=None)
    for match in postponed.select_related("round__stage", "table"):
        if format_of(match.round.stage).deals:
            continue
        where = f"round {match.round.number}, table {match.table.number}, postponed"
        results = Result.objects.filter(match=match, is_current=True).exclude(outcome="blank")
        if not results:
            yield f"{where}: has no result"
        if results.exclude(entered_side="").filter(~Exists(agreed)):
            yield f"{where}: its result was entered by one pair alone"


def places_of_late(hall: Hall) -> Iterator[str]:
    for stage in hall.stages:
        yield from unfair_places(stage)


def first_ones(hall: Hall) -> Iterator[str]:
    if hall.championship.ended_at is not None:
        yield from wrong_podium(hall.championship, hall.stages)


def ties_of_stage(hall: Hall) -> Iterator[str]:
    yield from wrong_ties(hall.stage)


RULES: Mapping[str, tuple[Callable[[Hall], Iterator[str]], ...]] = {
    "another-stage": (settings_lost, said_by_one_alone),
    "end": (said_by_one_alone, first_ones),
    "late": (places_of_late,),
    "schedule": (ties_of_stage,),
    "draw": (ties_of_stage,),
}

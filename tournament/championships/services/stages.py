"""The stages of a championship: the first is made with it; others are added and taken back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.carry import Carry
from scoring.pairing.cross_seeding import kept_apart
from tournament.audit.services import record_event
from tournament.championships.services.settings import seed_for, settings_as_stored
from tournament.championships.stage_queries import (
    Candidate,
    GoingOn,
    Place,
    going_on,
    played_like,
    settings_like,
    why_not_added,
    why_not_carried,
    why_not_removed,
)
from tournament.contestants.services.tables import fit_tables
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import lock_running_championship, lock_running_stage
from tournament.core.names import clean_name
from tournament.core.reasons import clean_note
from tournament.core.stages import stages_of
from tournament.core.ties import refuse_in_a_venue
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    STAGE_NAME_LENGTH,
    Action,
    AnySettings,
    Championship,
    Entrant,
    Match,
    Stage,
)
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS, format_of
from tournament.stages.intent import intent_of


@transaction.atomic
def add_stage(
    *, actor: Actor, championship: Championship, kind: str, hands_per_match: int | None = None
) -> Stage:
    """Add a stage of a format for everybody after the last one, as that format begins.

    `hands_per_match`, from 1 to `MOST_HANDS_PER_MATCH`, is by default the format's own. Raises
    `NotNow` once the championship has ended, and `UserError` (fields: kind, hands_per_match) for
    impossible values.
    """
    championship = lock_running_championship(championship)
    refuse_in_a_venue(championship)
    format = _format(championship, kind, hands_per_match)
    stage = store_stage(championship, format, hands_per_match=hands_per_match)
    fit_tables(championship)  # players may sit at more of them in another format
    record_event(
        championship=championship,
        actor=actor,
        action=Action.STAGE_ADDED,
        after={"stage": stage.number, **stage_as_recorded(stage)},
    )
    return stage


def _format(championship: Championship, kind: str, hands_per_match: int | None) -> Format:
    """Return the format of that kind. Raises `UserError` for an impossible format or number."""
    if kind not in FORMATS:
        raise UserError(_("There is no such format."), field="kind")
    if FORMATS[kind].of_players != championship.of_players:
        raise UserError(_("This format is not for those who are registered here."), field="kind")
    if hands_per_match is not None and not 1 <= hands_per_match <= MOST_HANDS_PER_MATCH:
        raise UserError(
            _("A match has 1 to %(most)d hands.") % {"most": MOST_HANDS_PER_MATCH},
            field="hands_per_match",
        )
    return FORMATS[kind]


@transaction.atomic
def add_stage_of_best(
    *,
    actor: Actor,
    championship: Championship,
    kind: str,
    best: int,
    name: str = "",
    carry: Carry = Carry.NOTHING,
    chosen: Collection[int] | None = None,
    reason: str = "",
    based_on: str = "",
    hands_per_match: int | None = None,
    best_of_each: int | None = None,
) -> Stage:
    """Add a stage for the first `best` pairs of the last one, by its standings at this moment.

    If that one has groups, they are the best `best_of_each` of each and the best of the others; by
    default as many of each as can be.

    `chosen` are the numbers of the pairs that go on, once somebody has looked at them; None means
    the best, if no tie is in the way. `based_on` is the version of `GoingOn` that they looked at:
    raises `Conflict` if the standings have changed since. A `reason` is needed where the choice
    departs from the standings or settles a tie for the last place. The settings are those of the
    stage before, where the format has them too, and those that were meant for it.

    Raises `NotNow` until all rounds of the last stage are closed, and `UserError` (fields: kind,
    hands_per_match, name, best, carry, chosen, reason) for impossible values.
    """
    championship = lock_running_championship(championship)
    refuse_in_a_venue(championship)
    format = _format(championship, kind, hands_per_match)
    name = clean_name(name, max_length=STAGE_NAME_LENGTH, field="name")
    reason = clean_note(reason, field="reason")
    before = stages_of(championship)[-1]
    if refusal := why_not_added(before):
        raise NotNow(refusal)
    if best < format.least:
        raise UserError(takes_at_least(format), field="best")
    best_of_each = _best_of_each(before, best, best_of_each)
    now = going_on(before, best, carry, best_of_each)
    _refuse_other_standings(now, based_on)
    going = _going(now, format, chosen)
    moved = _moved(now, going)
    if any(moved.values()) and not reason:
        raise _reason_is_missing(format)
    if not hands_per_match and format.kind == before.kind:
        hands_per_match = before.hands_per_match
    stage = store_stage(
        championship,
        format,
        hands_per_match=hands_per_match,
        settings=_settings_after(before, format),
        **{"name": name, "best": best, "best_of_each": best_of_each, "carry": carry.value},
        **played_like(before, format),
    )
    if carry is not Carry.NOTHING and (refusal := why_not_carried(before, stage)):
        raise UserError(refusal, field="carry")
    entrants = _store_entrants(stage, going)
    fit_tables(championship)  # players may sit at more of them in another format
    record_event(
        championship=championship,
        actor=actor,
        action=Action.STAGE_ADDED,
        after=_choice_as_recorded(stage, going, entrants, moved),
        reason=reason,
    )
    return stage


def _refuse_other_standings(now: GoingOn, based_on: str) -> None:
    """Raise `Conflict` if somebody chose by outdated standings."""
    if based_on and based_on != now.based_on:
        raise Conflict(
            _("The standings have changed meanwhile: look again at who goes on, and who does not.")
        )


def _best_of_each(before: Stage, best: int, wanted: int | None) -> int | None:
    """Return how many of each group go on, by default as many as can; None without groups."""
    if not before.has_groups:
        return None
    groups = len(before.group_names)
    of_each = best // groups if wanted is None else wanted
    if of_each * groups > best:
        raise UserError(_("More pairs would go on from the groups than in all."), field="best")
    return of_each


def _moved(now: GoingOn, going: Sequence[Candidate]) -> dict[str, list[int]]:
    """Return who goes on, or stays out, against the standings, by number."""
    numbers = {one.contestant.number for one in going}
    return {
        "moved_in": sorted(numbers - set(now.numbers(Place.IN))),
        "moved_out": sorted(set(now.numbers(Place.IN, Place.AT_THE_LINE)) - numbers),
    }


def _reason_is_missing(format: Format) -> UserError:
    return UserError(
        _("Say why these players and not simply the best: it goes into the record.")
        if format.of_players
        else _("Say why these pairs and not simply the best: it goes into the record."),
        field="reason",
    )


def _store_entrants(stage: Stage, going: Sequence[Candidate]) -> list[Entrant]:
    """Store the contestants that go on, with what they carry, in their order."""
    return Entrant.objects.bulk_create(
        Entrant(
            stage=stage,
            contestant_id=one.contestant.id,
            seed=seed,
            carried=str(one.carried.points),
            carried_hands=str(one.carried.hands),
        )
        for seed, one in enumerate(going, start=1)
    )


def _kept_apart(going: Sequence[Candidate]) -> list[Candidate]:
    """Return the contestants as seeded in a bracket: those of one group apart."""
    groups = {
        one.contestant.id: one.contestant.group for one in going if one.contestant.group is not None
    }
    by_id = {one.contestant.id: one for one in going}
    return [by_id[pair] for pair in kept_apart(tuple(by_id), groups)]


def _settings_after(before: Stage, format: Format) -> AnySettings:
    """Return the settings of the stage that follows `before`: alike, or as it was meant to be."""
    then = intent_of(before).then
    meant = then.settings if then is not None and then.kind == format.kind else {}
    return replace(settings_like(before, format), **meant)


def _choice_as_recorded(
    stage: Stage,
    going: Sequence[Candidate],
    entrants: Sequence[Entrant],
    moved: Mapping[str, list[int]],
) -> dict[str, Any]:
    """Return what the record tells of a stage for chosen pairs: who they are, and what each carried
    over.

    `moved` are the numbers that went on, or stayed out, against the standings.
    """
    return {
        "stage": stage.number,
        **({"name": stage.name} if stage.name else {}),
        **stage_as_recorded(stage),
        "best": stage.best,
        **({} if stage.best_of_each is None else {"best_of_each": stage.best_of_each}),
        "carry": stage.carry,
        "entrants": [
            {
                "pair": one.contestant.number,
                "order": entrant.seed,
                "carried": entrant.carried,
                "carried_hands": entrant.carried_hands,
            }
            for one, entrant in zip(going, entrants, strict=True)
        ],
        **{what: who for what, who in moved.items() if who},
    }


def _going(now: GoingOn, format: Format, chosen: Collection[int] | None) -> list[Candidate]:
    """Return the contestants that go on, in the order of the standings, or as they are seeded in a
    bracket.

    Raises `UserError` where they can't go on.
    """
    if chosen is None:
        if now.tied:
            text = _("Pairs %(pairs)s share the rank on the line: say which of them go on.")
            if format.of_players:
                text = _("Players %(pairs)s share the rank on the line: say which of them go on.")
            raise UserError(text % {"pairs": ", ".join(map(str, now.tied))}, field="chosen")
        chosen = now.numbers(Place.IN)
    going = [one for one in now.candidates if one.contestant.number in chosen and one.can_go_on]
    if len(going) != len(set(chosen)):
        text = _("Choose pairs that are in the standings and have not withdrawn.")
        if format.of_players:
            text = _("Choose players that are in the standings.")
        raise UserError(text, field="chosen")
    if not format.least <= len(going) <= format.most:
        text = _("This format takes %(least)d to %(most)d pairs; chosen: %(count)d.")
        if format.of_players:
            text = _("This format takes %(least)d to %(most)d players; chosen: %(count)d.")
        counts = {"least": format.least, "most": format.most, "count": len(going)}
        raise UserError(text % counts, field="chosen")
    return _kept_apart(going) if format.knocks_out else going


def takes_at_least(format: Format) -> str:
    """Return the sentence that a stage of a format needs more contestants."""
    text = _("This format takes at least %(least)d pairs.")
    if format.of_players:
        text = _("This format takes at least %(least)d players.")
    return text % {"least": format.least}


@transaction.atomic
def remove_stage(*, actor: Actor, stage: Stage) -> None:
    """Take back a stage that was added for chosen pairs, with its schedule, before its first round
    opens.

    Raises `NotNow` for the reasons of `why_not_removed`.
    """
    stage = lock_running_stage(stage)
    if refusal := why_not_removed(stage):
        raise NotNow(refusal)
    before = {
        "stage": stage.number,
        **({"name": stage.name} if stage.name else {}),
        "rounds": stage.rounds.count(),
        "published": stage.published_at is not None,
    }
    Match.objects.filter(round__stage=stage).delete()
    stage.delete()
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.STAGE_REMOVED,
        before=before,
    )


def store_stage(
    championship: Championship,
    format: Format,
    *,
    hands_per_match: int | None = None,
    settings: AnySettings | None = None,
    **columns: Any,
) -> Stage:
    """Store a new stage after the last one. The caller locks the championship and records the act.

    `settings` are by default the format's own; `columns` are further columns that differ from those
    of every new stage.
    """
    last = championship.stages.aggregate(last=Max("number"))["last"] or 0
    settings = settings or format.defaults
    return Stage.objects.create(
        championship=championship,
        number=last + 1,
        kind=format.kind,
        hands_per_match=hands_per_match or format.hands_per_match,
        settings=settings,
        draw_seed=seed_for(settings, ""),
        **columns,
    )


def stage_as_recorded(stage: Stage) -> dict[str, Any]:
    """Return what the record tells of a new stage: all that differs from the defaults."""
    told = {
        "kind": format_of(stage).kind,
        "hands_per_match": stage.hands_per_match,
        "intended": stage.intended,
        "played_with": stage.played_with,
        "agree_after": stage.agree_after,
        **settings_as_stored(stage),
    }
    new, unsaid = Stage(), stage.settings.unsaid()
    return {
        name: one
        for name, one in told.items()
        if one != (unsaid[name] if name in unsaid else getattr(new, name))
    }

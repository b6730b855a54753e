"""The championship of a rehearsal itself: pairs, schedule and hands, made as organisers do."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.chance import Chance
from tournament.championships.addresses import refuse_address
from tournament.championships.day_settings import change_day
from tournament.championships.services.details import SLUG_LENGTH, create_championship
from tournament.championships.services.stages import add_stage_of_best
from tournament.championships.stage_queries import Place, going_on, why_not_added
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.list_import import import_contestants
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locks import play_has_begun
from tournament.core.stages import stages_of
from tournament.deals.services.deal_sets import make_deals, set_salt
from tournament.groups.services import draw_groups
from tournament.models import Action, AuditEvent, Championship, ConfirmationRule, Stage, User
from tournament.rehearsal.plan import Plan, as_recorded, from_record
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.formats import any_deals
from tournament.stages.intent import Following, intent_of


@dataclass(frozen=True, slots=True)
class Occasion:
    """A rehearsal's name, place and date; its address, if "", is made from the name.

    Without `pairs` people are made up.
    """

    name: str
    place: str = ""
    slug: str = ""
    date: datetime.date | None = None
    pairs: Sequence[ContestantRow] = ()


@transaction.atomic
def make_rehearsal(
    *, actor: Actor, user: User, plan: Plan, occasion: Occasion, dealt: bool = True
) -> Championship:
    """Return a new rehearsal with its schedule published and its hands made; no round is open.

    `user` is its organiser. A venue of an event is not `dealt`: it gets the event's hands. Raises
    `UserError` (field "slug") for an address that is taken or can't be one, and (field "name") for
    what is no name. What is there already is left alone.
    """
    if occasion.slug:
        refuse_address(occasion.slug, longest=SLUG_LENGTH)
    championship = create_championship(
        actor=actor,
        user=user,
        name=occasion.name,
        place=occasion.place,
        date=occasion.date or timezone.localdate(),
        begins=plan.begins,
        rehearsal=as_recorded(plan),
    )
    if championship.contestants.exists() or play_has_begun(championship):
        raise UserError(_("This rehearsal is being made at this moment."), field="name")
    if occasion.slug:
        Championship.objects.filter(pk=championship.pk).update(slug=occasion.slug)
        championship.refresh_from_db()
    import_contestants(
        actor=actor,
        championship=championship,
        rows=list(occasion.pairs) or _made_up(plan),
    )
    change_day(
        actor=actor,
        championship=championship,
        confirmation=ConfirmationRule.OTHER_SIDE,
        round_minutes=plan.minutes or championship.round_minutes,
        correction_minutes=championship.correction_minutes,
    )
    (stage,) = stages_of(championship)
    if plan.groups > 1:
        draw_groups(actor=actor, stage=stage, count=plan.groups, seed=plan.pairing_seed)
    make_schedule(actor=actor, stage=stage, rounds=plan.rounds, seed=plan.pairing_seed)
    publish_schedule(actor=actor, stage=stage)
    if dealt and any_deals((stage,)):
        make_deals(actor=actor, championship=championship, rehearsal_key=plan.key)
        set_salt(actor=actor, championship=championship, salt=plan.salt)
    return championship


def _made_up(plan: Plan) -> list[ContestantRow]:
    if plan.begins.format.of_players:
        return made_up_players(plan, plan.contestants)
    return made_up_pairs(plan, plan.contestants)


def follows(championship: Championship) -> Following | None:
    """Return the stage that is meant to follow the last one and can be added now; None for none."""
    before = stages_of(championship)[-1]
    return None if why_not_added(before) else intent_of(before).then


@transaction.atomic
def add_what_follows(*, actor: Actor, championship: Championship, plan: Plan) -> Stage | None:
    """Add the stage that is meant to follow the last one, its schedule published, its hands made.

    None where none is, or not yet. Who ties for the last place goes on by the lower number.
    """
    if (then := follows(championship)) is None:
        return None
    before = stages_of(championship)[-1]
    each = then.each if before.has_groups else None
    best = then.each * max(1, len(before.group_names))
    now = going_on(before, best, then.carry, each)
    sure = now.numbers(Place.IN)
    stage = add_stage_of_best(
        actor=actor,
        championship=championship,
        kind=then.kind,
        name=str(then.name),
        best=best,
        best_of_each=each,
        carry=then.carry,
        hands_per_match=then.hands,
        chosen=[*sure, *sorted(now.tied)[: best - len(sure)]],
        reason=_("The lower number goes on") if now.tied else "",
    )
    make_schedule(actor=actor, stage=stage, seed=plan.pairing_seed, seeded=True)
    publish_schedule(actor=actor, stage=stage)
    if any_deals((stage,)):
        make_deals(
            actor=actor, championship=championship, rehearsal_key=plan.later_key(stage.number)
        )
    return stage


def found_rehearsal(slug: str) -> tuple[Championship, Plan]:
    """Return the rehearsal with this address that has not ended, and what it is played from.

    Raises `UserError` (field "continue") where there is none: a championship is never touched.
    """
    championship = Championship.objects.filter(slug=slug).first()
    if championship is None:
        raise UserError(
            _("There is no championship with the address “%(slug)s”.") % {"slug": slug},
            field="continue",
        )
    created = AuditEvent.objects.filter(
        championship=championship, action=Action.CHAMPIONSHIP_CREATED
    ).first()
    recorded = created.after if created is not None else None
    # Both must say so: the mark that everybody sees, and the record.
    if not (
        championship.is_rehearsal and isinstance(recorded, Mapping) and "rehearsal" in recorded
    ):
        raise UserError(
            _("“%(name)s” is a real championship: bots only play in rehearsals.")
            % {"name": championship.name},
            field="continue",
        )
    if championship.ended_at is not None:
        raise UserError(
            _("“%(name)s” has ended.") % {"name": championship.shown_name}, field="continue"
        )
    return championship, from_record(recorded["rehearsal"])


_FIRST = (
    "Àngels Marçal Gal·la Oriol Joan Carme Pere Núria Eloi Montserrat Xavier Josep Agnès Lluís "
    "Lluïsa Ramon Mercè Enric Dolors Quim Roser Ferran Teresa Bernat Íngrid Anna Jordi Marta Pau "
    "Laia Sergi Helena Martí Clàudia Arnau Rosa Ignasi Neus Biel Concepció"
)
_FAMILY = (
    "Puigdemont Ferrer Roca Sant Vidal Soler Camps Bosch Pla Tort Coll Rius Serra Mas Gifreu Oliva "
    "Casals Vila Aguilar Codina Duran Güell Noguera Puig Riba Font Sala Grau Bonet Prat Costa "
    "Vives Mir Pons Rovira Esteve Llorens Freixa Ginesta Ximenis"
)
_CLUBS = (
    "Penya Botifarrera de Manlleu",
    "Ateneu de Valls",
    "Casal de Berga",
    "Club la Manilla, Reus",
    "Societat Coral de Falset",
    "Casino de Solsona",
    "Centre Moral de Gràcia",
    "Foment de Vilafranca",
    "",
)


def made_up_pairs(plan: Plan, count: int) -> list[ContestantRow]:
    """Return `count` pairs of different people; the first are those of a smaller `count`."""
    chance = plan.chance("names")
    firsts, families = _FIRST.split(), _FAMILY.split()
    names = _shuffled([f"{first} {family}" for family in families for first in firsts], chance)
    return [
        ContestantRow(
            players=(names[2 * index], names[2 * index + 1]),
            club=_CLUBS[chance.below(len(_CLUBS))],
        )
        for index in range(count)
    ]


def made_up_players(plan: Plan, count: int) -> list[ContestantRow]:
    """Return `count` players, who play alone."""
    pairs = made_up_pairs(plan, (count + 1) // 2)
    players = [
        ContestantRow(players=(name,), club=one.club) for one in pairs for name in one.players
    ]
    return players[:count]


def _shuffled(names: list[str], chance: Chance) -> list[str]:
    for last in range(len(names) - 1, 0, -1):
        other = chance.below(last + 1)
        names[last], names[other] = names[other], names[last]
    return names

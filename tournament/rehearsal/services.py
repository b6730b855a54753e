"""A rehearsal that somebody asks for on the site, to look around in and to practise."""

from __future__ import annotations

from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.actor import Actor
from tournament.models import Championship, Round, User
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.plan import Plan

PLAN = Plan(contestants=8, rounds=7, mistakes=Fraction(5, 100))
CLOSED_ROUNDS = 2


@transaction.atomic
def begin_rehearsal(*, actor: Actor, user: User) -> Championship:
    """Return a new rehearsal of eight pairs with two rounds closed and one entered in part.

    `user` organises it. Takes a few seconds.
    """
    occasion = Occasion(name=_("To look around"))
    championship = make_rehearsal(actor=actor, user=user, plan=PLAN, occasion=occasion)
    rehearsal = Rehearsal(championship, PLAN, actor)
    for _number in range(CLOSED_ROUNDS):
        rehearsal.play_round(_next(rehearsal))
    rehearsal.play_part(_next(rehearsal))
    return championship


def _next(rehearsal: Rehearsal) -> Round:
    found = rehearsal.next_round()
    assert found is not None, "the plan has more rounds"
    return found

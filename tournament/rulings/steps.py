"""A ruling in two steps: it is shown with its effects, then confirmed and made.

It needs no JavaScript, and the server keeps nothing in between: the page that asks for confirmation
carries the input, the version that it was based on, and a fingerprint of the effects shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from django import forms
from django.http import HttpRequest

from scoring.whole_numbers import whole_number
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error
from tournament.models import Stage
from tournament.rulings.effects import Consequences, Outdated, do_as_shown, foresee


@dataclass(frozen=True, slots=True)
class PageAct:
    """Act of a page.

    `act` takes the version that it is based on; `newest` returns the current one. The rest are the
    arguments of `effects.foresee`.
    """

    stage: Stage
    act: Callable[[int], object]
    newest: Callable[[], int]
    deal: int | None = None
    match_id: int | None = None
    about: frozenset[int] = field(default_factory=frozenset)

    def foresee(self, based_on: int) -> Consequences:
        return foresee(
            self.stage,
            partial(self.act, based_on),
            deal=self.deal,
            match_id=self.match_id,
            about=self.about,
        )

    def do(self, based_on: int, shown: str) -> None:
        do_as_shown(
            self.stage,
            partial(self.act, based_on),
            shown=shown,
            deal=self.deal,
            match_id=self.match_id,
            about=self.about,
        )


@dataclass(frozen=True, slots=True)
class Step:
    """Step that a visitor has reached. `shown` are the effects to confirm, if any.

    `outdated`: the effects that they confirmed have changed meanwhile.
    """

    done: bool = False
    shown: Consequences | None = None
    based_on: int = 0
    outdated: bool = False
    refused: bool = False

    @property
    def status(self) -> int:
        """Status of the answer."""
        return 409 if self.outdated else 422 if self.refused else 200


TYPING = Step()
REFUSED = Step(refused=True)
DONE = Step(done=True)


def take_step(request: HttpRequest, form: forms.Form, page_act: Callable[[], PageAct]) -> Step:
    """Return the next step for a request; `page_act` is called only for a form without faults.

    A refusal is added to the form.
    """
    if request.method != "POST":
        return TYPING
    if not form.is_valid():
        return REFUSED
    if "again" in request.POST:
        return TYPING
    try:
        return _go_on(request, page_act())
    except UserError as error:
        add_user_error(form, error)
        return REFUSED


def _go_on(request: HttpRequest, page_act: PageAct) -> Step:
    shown, based_on = request.POST.get("shown", ""), whole_number(request.POST.get("based_on", ""))
    if not shown or based_on is None:
        return _show(page_act)
    try:
        page_act.do(based_on, shown)
    except Outdated as error:
        return Step(shown=error.now, based_on=int(based_on), outdated=True)
    except Conflict:
        return _show(page_act, outdated=True)
    return DONE


def _show(page_act: PageAct, *, outdated: bool = False) -> Step:
    based_on = page_act.newest()
    return Step(shown=page_act.foresee(based_on), based_on=based_on, outdated=outdated)

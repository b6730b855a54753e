"""Pages of the register: the list, one pair, the draw, the tables."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.contestants.forms import ChangeContestantForm, ContestantForm, DrawForm, TablesForm
from tournament.contestants.queries.register import last_draw, namesakes, register
from tournament.contestants.rows import doubled_names, registered_already
from tournament.contestants.services.number_draw import draw_numbers
from tournament.contestants.services.register import (
    add_contestant,
    change_contestant,
    contestant_version,
    remove_contestant,
)
from tournament.contestants.services.tables import set_tables, tables_version
from tournament.contestants.tables import register_table
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, posted, refusal_shown, refusal_told, tell_conflict
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.models import Contestant
from tournament.schedule.queries import fixed_conflicts, has_schedule


@require_safe
@needs(Level.REFEREE)
def contestant_list(request: HttpRequest, access: Access) -> HttpResponse:
    """Show all pairs, and what can be done with the register now."""
    made = has_schedule(access.championship)
    table = register_table(
        access.championship,
        register(access.championship),
        request.GET,
        made=made,
        can_edit=access.is_organiser,
    )
    context = {"access": access, "table": table, "made": made}
    return render(request, "contestants/list.html", context)


def say_registered(request: HttpRequest, contestant: Contestant) -> None:
    text = _("Pair %(number)d is registered: %(name)s.")
    if contestant.championship.of_players:
        text = _("Player %(number)d is registered: %(name)s.")
    messages.success(request, text % {"number": contestant.number, "name": contestant.shown_name})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def add(request: HttpRequest, access: Access) -> HttpResponse:
    form = ContestantForm(
        posted(request),
        with_number=True,
        to_begin_with=True,
        of_players=access.championship.of_players,
    )
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            contestant = add_contestant(
                actor=access.acting,
                championship=access.championship,
                names_known=form.cleaned_data["names_known"],
                **form.values,
            )
            say_registered(request, contestant)
            again = "again" in request.POST
            return redirect(
                "contestants:add" if again else "contestants:list", access.championship.slug
            )
    context = {"access": access, "form": form, "made": has_schedule(access.championship)}
    return render(request, "contestants/add.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def edit(request: HttpRequest, access: Access, contestant: int) -> HttpResponse:
    found = get_object_or_404(
        access.championship.contestants.prefetch_related("players"), pk=contestant
    )
    names = [player.name for player in found.players.all()]
    made = has_schedule(access.championship)
    form = ChangeContestantForm(
        posted(request),
        with_number=not made,
        of_players=access.championship.of_players,
        initial={
            "player_1": names[0],
            "player_2": "".join(names[1:2]),
            "substitutes": "\n".join(names[2:]),
            "club": found.club,
            "name": found.name,
            "number": found.number,
            "based_on": contestant_version(found),
        },
    )
    if form.is_bound and form.is_valid():
        try:
            changed = change_contestant(
                actor=access.acting,
                contestant=found,
                names_known=form.cleaned_data["names_known"],
                based_on=form.cleaned_data["based_on"],
                **form.values,
            )
        except Conflict as error:
            tell_conflict(request, error)
            return redirect("contestants:edit", access.championship.slug, found.pk)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("Saved."))
            if form.values["players"] != names:
                for sentence in doubled_names(form.values["players"]):
                    messages.warning(request, sentence)
            new = [name for name in form.values["players"] if name not in names]
            others = namesakes(access.championship, new, besides=changed)
            for name, pairs in others.items():
                alone = access.championship.of_players
                messages.warning(request, registered_already(name, pairs, of_players=alone))
            return redirect("contestants:list", access.championship.slug)
    context = {"access": access, "form": form, "contestant": found, "made": made}
    return render(request, "contestants/edit.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def remove(request: HttpRequest, access: Access, contestant: int) -> HttpResponse:
    found = (
        access.championship.contestants.filter(pk=contestant).prefetch_related("players").first()
    )
    if found is None:  # a second click on the button that removed it
        return redirect("contestants:list", access.championship.slug)
    if request.method != "POST":
        context = {"access": access, "contestant": found, "made": has_schedule(access.championship)}
        return render(request, "contestants/remove.html", context)
    with refusal_told(request):
        remove_contestant(actor=access.acting, contestant=found)
        text = _("Pair %(number)d is no longer registered: %(name)s.")
        if access.championship.of_players:
            text = _("Player %(number)d is no longer registered: %(name)s.")
        messages.success(request, text % {"number": found.number, "name": found.shown_name})
    return redirect("contestants:list", access.championship.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def draw(request: HttpRequest, access: Access) -> HttpResponse:
    championship = access.championship
    form = DrawForm(posted(request), initial={"seed": secrets.token_hex(8)})
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            draw_numbers(
                actor=access.acting, championship=championship, seed=form.cleaned_data["seed"]
            )
            messages.success(request, _("The numbers are drawn."))
            return redirect("contestants:draw", championship.slug)
    context = {
        "access": access,
        "form": form,
        "last": last_draw(championship),
        "contestants": championship.contestants.count(),
        "made": has_schedule(championship),
    }
    return render(request, "contestants/draw.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def tables(request: HttpRequest, access: Access) -> HttpResponse:
    """Change the tables' names, and the pairs that must not move."""
    championship = access.championship
    lines = register(championship)
    staying = championship.contestants.filter(fixed_table__isnull=False)
    form = TablesForm(
        posted(request),
        with_fixed=not championship.of_players,
        tables=list(championship.tables.order_by("number")),
        contestants={
            line.contestant.number: (line.contestant.id, line.contestant.name) for line in lines
        },
        fixed=dict(staying.values_list("fixed_table__number", "number")),
        version=tables_version(championship),
    )
    if form.is_bound and form.is_valid():
        try:
            set_tables(
                actor=access.acting,
                championship=championship,
                names=form.names,
                fixed=form.fixed,
                based_on=form.cleaned_data["based_on"],
            )
        except Conflict as error:
            tell_conflict(request, error)
            return redirect("contestants:tables", championship.slug)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("contestants:tables", championship.slug)
    context = {
        "access": access,
        "form": form,
        "contestants": len(lines),
        "conflicts": [one for stage in access.stages for one in fixed_conflicts(stage)],
        "made": has_schedule(championship),
    }
    return render(request, "contestants/tables.html", context, status=422 if form.is_bound else 200)

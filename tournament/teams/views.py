"""Pages of the register: the list, one pair, the draw, the tables."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error
from tournament.core.permissions import Access, Level, needs
from tournament.core.running import while_running
from tournament.schedule.queries import fixed_conflicts, has_schedule
from tournament.teams.forms import ChangeTeamForm, DrawForm, TablesForm, TeamForm
from tournament.teams.queries import last_draw, namesakes, register
from tournament.teams.rows import doubled_names, registered_already
from tournament.teams.services import (
    Namesakes,
    add_team,
    change_team,
    draw_numbers,
    remove_team,
    set_tables,
    team_version,
)
from tournament.teams.tables import RegisterTable


@require_safe
@needs(Level.REFEREE)
def team_list(request: HttpRequest, access: Access) -> HttpResponse:
    """All pairs, and what can be done with the register now."""
    table = RegisterTable(register(access.championship))
    table.can_edit = access.is_organiser
    table.championship = access.championship
    table.made = has_schedule(access.championship)
    if not access.is_organiser:
        table.exclude = ("actions",)
    RequestConfig(request, paginate=False).configure(table)
    context = {"access": access, "table": table, "made": table.made}
    return render(request, "teams/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def add(request: HttpRequest, access: Access) -> HttpResponse:
    """Register a pair, and be ready for the next."""
    form = TeamForm(
        request.POST if request.method == "POST" else None, with_number=True, to_begin_with=True
    )
    if form.is_bound and form.is_valid():
        try:
            team = add_team(
                actor=access.acting,
                championship=access.championship,
                namesakes_known=form.cleaned_data["namesakes_known"],
                **form.values,
            )
        except Namesakes as error:
            form.ask_about(error)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(
                request,
                _("Pair %(number)d is registered: %(name)s.")
                % {"number": team.number, "name": team.shown_name},
            )
            again = "again" in request.POST
            return redirect("teams:add" if again else "teams:list", access.championship.slug)
    context = {"access": access, "form": form, "made": has_schedule(access.championship)}
    return render(request, "teams/add.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def edit(request: HttpRequest, access: Access, team: int) -> HttpResponse:
    """Correct a pair's people, name, club or number."""
    found = get_object_or_404(access.championship.teams.prefetch_related("players"), pk=team)
    names = [player.name for player in found.players.all()]
    made = has_schedule(access.championship)
    form = ChangeTeamForm(
        request.POST if request.method == "POST" else None,
        with_number=not made,
        initial={
            "player_1": names[0],
            "player_2": names[1],
            "substitutes": "\n".join(names[2:]),
            "club": found.club,
            "name": found.name,
            "number": found.number,
            "based_on": team_version(found),
        },
    )
    if form.is_bound and form.is_valid():
        try:
            changed = change_team(
                actor=access.acting,
                team=found,
                based_on=form.cleaned_data["based_on"],
                **form.values,
            )
        except Conflict as error:
            messages.error(request, str(error))
            return redirect("teams:edit", access.championship.slug, found.pk)
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
                messages.warning(request, registered_already(name, pairs))
            return redirect("teams:list", access.championship.slug)
    context = {"access": access, "form": form, "team": found, "made": made}
    return render(request, "teams/edit.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def remove(request: HttpRequest, access: Access, team: int) -> HttpResponse:
    """Ask, and take a pair off the register."""
    found = access.championship.teams.filter(pk=team).prefetch_related("players").first()
    if found is None:  # a second click on the button that removed it
        return redirect("teams:list", access.championship.slug)
    if request.method != "POST":
        context = {"access": access, "team": found, "made": has_schedule(access.championship)}
        return render(request, "teams/remove.html", context)
    try:
        remove_team(actor=access.acting, team=found)
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request,
            _("Pair %(number)d is no longer registered: %(name)s.")
            % {"number": found.number, "name": found.shown_name},
        )
    return redirect("teams:list", access.championship.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def draw(request: HttpRequest, access: Access) -> HttpResponse:
    """Give the pairs their numbers by lot."""
    championship = access.championship
    form = DrawForm(
        request.POST if request.method == "POST" else None,
        initial={"seed": secrets.token_hex(8)},
    )
    if form.is_bound and form.is_valid():
        try:
            draw_numbers(
                actor=access.acting, championship=championship, seed=form.cleaned_data["seed"]
            )
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("The numbers are drawn."))
            return redirect("teams:draw", championship.slug)
    context = {
        "access": access,
        "form": form,
        "last": last_draw(championship),
        "teams": championship.teams.count(),
        "made": has_schedule(championship),
    }
    return render(request, "teams/draw.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def tables(request: HttpRequest, access: Access) -> HttpResponse:
    """The tables' names, and the pairs that must not move."""
    championship = access.championship
    lines = register(championship)
    staying = championship.teams.filter(fixed_table__isnull=False)
    form = TablesForm(
        request.POST if request.method == "POST" else None,
        tables=list(championship.tables.order_by("number")),
        teams={line.team.number: (line.team.id, line.team.name) for line in lines},
        fixed=dict(staying.values_list("fixed_table__number", "number")),
    )
    if form.is_bound and form.is_valid():
        try:
            set_tables(
                actor=access.acting, championship=championship, names=form.names, fixed=form.fixed
            )
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("teams:tables", championship.slug)
    context = {
        "access": access,
        "form": form,
        "teams": len(lines),
        "conflicts": fixed_conflicts(access.stage),
        "made": has_schedule(championship),
    }
    return render(request, "teams/tables.html", context, status=422 if form.is_bound else 200)

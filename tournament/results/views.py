"""Pages of one hand at one table: entering its result, taking it back.

Entering is made for a referee with a pile of slips and a keyboard: the first figure can be typed
as soon as the page is there, Enter stores it and opens the next hand that is owed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.whole_numbers import whole_number
from tournament.audit.event_text import actor_text
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, posted, refusal_shown, refusal_told
from tournament.core.permissions import Access, Level, needs
from tournament.models import Match, Outcome, Result, RoundStatus
from tournament.results.forms import TakeBackForm, form_for
from tournament.results.forms.entry import EntryForm, token_of
from tournament.results.kinds.kind import Content, Doubt
from tournament.results.kinds.kinds import content_of, kind_of_match
from tournament.results.own_slips import undo_offer, undo_until
from tournament.results.played_hands import why_bound
from tournament.results.queries import match_at, next_missing, results_around, table_row
from tournament.results.services.entry import (
    enter_result,
    is_provisional,
    may_mend,
    refuse_to_leave_a_hole,
    refuse_unless_open,
)
from tournament.results.services.undo import undo_result


@dataclass(frozen=True)
class _Place:
    """One hand at one table, as its address names it."""

    access: Access
    match: Match
    deal: int
    current: Result | None

    @property
    def form(self) -> type[EntryForm]:
        """Class of the form for entries here."""
        return form_for(self.match.round.stage)

    @property
    def address(self) -> dict[str, Any]:
        """The arguments of this hand's addresses."""
        return {
            "slug": self.access.championship.slug,
            "number": self.match.round.number,
            "table": self.match.table.number,
            "deal": self.deal,
        }

    def told(self, of_a_hand: str, of_the_match: str) -> str:
        """Return the first sentence where the match has several results, else the second."""
        sentence = of_a_hand if kind_of_match(self.match).numbered else of_the_match
        return sentence % {"table": self.match.table.shown_name, "deal": self.deal}

    @property
    def stands(self) -> Content | None:
        """Content that stands there now; None for none."""
        if self.current is None or self.current.outcome == Outcome.BLANK:
            return None
        return content_of(self.current)

    @property
    def compares(self) -> bool:
        """Return whether the page may tell of other tables' results."""
        return not self.access.hides(self.match.round.number)

    def must_see(self) -> None:
        """Raise `ResultsHidden` for an account that plays and hasn't entered the result."""
        if self.stands is None:
            return
        assert self.current is not None
        if self.current.entered != self.access.acting.acted_by:
            self.access.must_see(self.match.round.number, table=self.match.table.number)

    @property
    def next_address(self) -> str:
        """Address of the hand that is owed next; "" with nothing owed."""
        onward = next_missing(self.match.round, table=self.match.table.number, deal=self.deal)
        if onward is None:
            return ""
        slug, number = self.address["slug"], self.address["number"]
        return reverse("results:entry", args=[slug, number, *onward])

    @property
    def refusal(self) -> str:
        """Return why nothing can be entered here now; "" if it can."""
        try:
            refuse_unless_open(self.match, self.deal, authority=self.access.acting.authority)
        except UserError as error:
            return str(error)
        return self.bound

    @cached_property
    def bound(self) -> str:
        """Reason why the result can only be the play on phones; "" for any other hand."""
        return why_bound(self.match, self.deal)

    @property
    def taking_back_refusal(self) -> str:
        """Return why the result can't be taken back now; "" if it can."""
        try:
            refuse_to_leave_a_hole(self.match.round)
        except UserError as error:
            return self.refusal or str(error)
        return self.refusal

    def context(self, **more: Any) -> dict[str, Any]:
        """Return the context of every page of a hand."""
        row = table_row(self.match)
        kind = kind_of_match(self.match)
        return {
            "access": self.access,
            "round": self.match.round,
            "row": row,
            "deal": self.deal,
            "dealer": kind.dealer(self.deal),
            "numbered": kind.numbered,
            "about": kind.about,
            "compares": self.compares,
            "stands": self.stands,
            "current": self.current,
            "has_rulings": kind.has_rulings,
            "bound": self.bound,
            "written_by": actor_text(self.current.entered) if self.current else "",
            "can_take_back": self.stands is not None and not self.taking_back_refusal,
            "mends": self.current is not None
            and may_mend(self.access.acting, self.match, self.current),
            "undo": undo_offer(self.match.round, self.access.acting.acted_by),
            **more,
        }


def _place(access: Access, number: int, table: int, deal: int) -> _Place:
    """Return the hand of an address; 404 where there is none."""
    match = match_at(access.championship, number, table, deal)
    if match is None:
        raise Http404
    current = Result.objects.current(match, deal)
    return _Place(access, match, deal, current)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def entry(request: HttpRequest, access: Access, number: int, table: int, deal: int) -> HttpResponse:
    """Enter or change a hand's result."""
    place = _place(access, number, table, deal)
    place.must_see()
    if request.method == "POST":
        return _save(request, place)
    form = place.form.of(place.current)
    form.focus()
    return _page(request, place, form)


def _save(request: HttpRequest, place: _Place) -> HttpResponse:
    form = place.form(request.POST)
    if not form.is_valid() or not form.check(kind_of_match(place.match)):
        form.focus(next((name for name in form.errors if name in form.fields), ""))
        return _page(request, place, form, status=422)
    doubts = _doubts(place, form)
    if doubts and not form.is_sure_of(doubts):
        return _page(request, place, form, status=422, doubts=doubts)
    try:
        result = enter_result(
            actor=place.access.acting,
            match=place.match,
            deal=place.deal,
            entry=form.entry,
            based_on=form.cleaned_data["based_on"],
            reason=form.cleaned_data["reason"],
        )
    except Conflict:
        return _conflict(request, place, form)
    except UserError as error:
        add_user_error(form, error)
        form.focus(error.field or "")
        return _page(request, place, form, status=422)
    return _go_on(request, place, form, result)


def _doubts(place: _Place, form: EntryForm) -> tuple[Doubt, ...]:
    """Return why the entry is unlikely; nothing for one that stands and was asked about before."""
    kind = kind_of_match(place.match)
    made = kind.compared(form.entry)
    if made is None or not place.compares:
        return ()
    if place.current and kind.compared(content_of(place.current)) == made:
        return ()
    around = results_around(place.match, place.deal)
    return kind.doubts_about(made, others=around.others, before=around.before)


def _conflict(request: HttpRequest, place: _Place, form: EntryForm) -> HttpResponse:
    """Show the second of two referees the first one's result beside the typed one."""
    place = _place(place.access, *(place.address[key] for key in ("number", "table", "deal")))
    place.must_see()
    version = place.current.version if place.current else 0
    again = form.with_values(based_on=str(version), sure="")
    again.is_valid()
    again.focus("reason" if place.current else "")
    return _page(request, place, again, status=409, conflict=True)


def _page(
    request: HttpRequest,
    place: _Place,
    form: EntryForm,
    *,
    status: int = 200,
    doubts: tuple[Doubt, ...] = (),
    **more: Any,
) -> HttpResponse:
    context = place.context(
        form=form,
        doubts=doubts,
        sure_token=token_of(form.figures, doubts) if doubts else "",
        refusal=place.refusal,
        is_provisional=is_provisional(place.match),
        typed=form.said if form.is_bound else place.stands,
        next="" if place.refusal or place.stands else place.next_address,
        **(form.preview(place.match, place.deal, form.said) if place.compares else {}),
    )
    return render(request, "results/entry.html", context | more, status=status)


def _go_on(
    request: HttpRequest, place: _Place, form: EntryForm, result: Result
) -> HttpResponseRedirect:
    """Redirect to the next hand that is owed after a first entry, to the round after a change."""
    if undo_until(result, place.access.acting.acted_by) is None:
        # Otherwise the line with *Undo* on the next page tells it.
        _say_saved(request, place, form)
    slug, number = place.access.championship.slug, place.match.round.number
    round_page = reverse("rounds:round", args=[slug, number])
    if form.cleaned_data["based_on"] and place.stands is not None:
        return redirect(f"{round_page}#table-{place.match.table.number}")
    next_address = place.next_address
    if not next_address:
        messages.info(
            request,
            place.told(
                _("Every hand of the round has its result."),
                _("Every table of the round has its result."),
            ),
        )
        return redirect(round_page)
    return redirect(next_address)


def _say_saved(request: HttpRequest, place: _Place, form: EntryForm) -> None:
    """Tell the user in a message that the result is stored."""
    kept = [place.told(_("Table %(table)s, hand %(deal)d: saved."), _("Table %(table)s: saved."))]
    if form.figures:
        kept.append(form.figures)
    if place.match.round.status == RoundStatus.CLOSED:
        kept.append(_("It counts in the standings at once."))
    messages.success(request, " ".join(kept))


@require_POST
@needs(Level.REFEREE)
def undo(request: HttpRequest, access: Access, number: int, table: int, deal: int) -> HttpResponse:
    """Undo a result that this referee has just stored."""
    place = _place(access, number, table, deal)
    with refusal_told(request):
        result = undo_result(
            actor=access.acting,
            match=place.match,
            deal=deal,
            version=whole_number(request.POST.get("version", "")) or 0,
        )
        if result.outcome == Outcome.BLANK:
            told = place.told(
                _("Table %(table)s, hand %(deal)d: undone. It has no result now."),
                _("Table %(table)s: undone. It has no result now."),
            )
        else:
            told = place.told(
                _("Table %(table)s, hand %(deal)d: undone. What stood before stands again."),
                _("Table %(table)s: undone. What stood before stands again."),
            )
        messages.success(request, told)
    return redirect("results:entry", access.championship.slug, number, table, deal)


@require_safe
@needs(Level.REFEREE)
def preview(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponse:
    """Show the scores of the form's values, and how they change those of others; stores nothing."""
    place = _place(access, number, table, deal)
    access.must_see(number)
    form = place.form(request.GET)
    if not form.preview_template:
        raise Http404
    form.is_valid()
    context = {
        "access": access,
        "form": form,
        "typed": form.said,
        **form.preview(place.match, deal, form.said),
    }
    return render(request, form.preview_template, context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def take_back(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponse:
    """Take a result back, with a reason: the hand has none then."""
    place = _place(access, number, table, deal)
    place.must_see()
    form = TakeBackForm(
        posted(request),
        initial={"based_on": place.current.version if place.current else 0},
    )
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            result = enter_result(
                actor=access.acting,
                match=place.match,
                deal=deal,
                entry=kind_of_match(place.match).blank,
                based_on=form.cleaned_data["based_on"],
                reason=form.cleaned_data["reason"],
            )
            if undo_until(result, access.acting.acted_by) is None:
                messages.success(
                    request,
                    place.told(
                        _("Table %(table)s, hand %(deal)d: taken back."),
                        _("Table %(table)s: taken back."),
                    ),
                )
            return redirect("rounds:round", access.championship.slug, number)
    context = place.context(form=form, refusal=place.taking_back_refusal)
    return render(request, "results/take_back.html", context, status=422 if form.is_bound else 200)

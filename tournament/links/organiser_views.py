"""Organisers' pages of links: all with QR codes, one in large, and renewing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament.core.forms import posted, refusal_told
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.links.addresses import site_address
from tournament.links.forms import RenewForm, places_text
from tournament.links.qr import qr_svg
from tournament.links.queries import PlaceLink, links_of
from tournament.links.services import renew_links
from tournament.links.tokens import PlaceKind
from tournament.schedule.queries import has_schedule

_ONE = {PlaceKind.TABLE: "table", PlaceKind.PAIR: "pair"}
"""Parameter that asks for one place: ?table=3."""
_ALL = {PlaceKind.TABLE: "tables", PlaceKind.PAIR: "pairs"}
"""Values of ?of= that ask for all places of a kind."""


@dataclass(frozen=True, slots=True)
class Card:
    title: str
    name: str
    url: str
    code: SafeString
    query: str
    """Query string that asks for this place alone."""
    withdrawn_from: int | None


def _query(link: PlaceLink) -> str:
    return f"?{_ONE[link.place.kind]}={link.place.number}"


def _card(site: str, link: PlaceLink) -> Card:
    title, url = link.title, site + link.path
    label = _("QR code of the link: %(place)s") % {"place": title}
    return Card(title, link.name, url, qr_svg(url, label), _query(link), link.withdrawn_from)


def _asked_kind(request: HttpRequest) -> PlaceKind:
    """Return whether the page is about tables or pairs; tables by default."""
    pairs = "pair" in request.GET or request.GET.get("of") == _ALL[PlaceKind.PAIR]
    return PlaceKind.PAIR if pairs else PlaceKind.TABLE


def _asked_one(request: HttpRequest, links: Sequence[PlaceLink], kind: PlaceKind) -> int | None:
    """Return the index of the link that is asked for alone, None for all. Raises Http404 if there
    is no such link."""
    wanted = request.GET.get(_ONE[kind])
    if wanted is None:
        return None
    for index, link in enumerate(links):
        if str(link.place.number) == wanted:
            return index
    raise Http404


@require_safe
@needs(Level.ORGANISER)
@while_running
def listing(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the links of all tables (?of=pairs: of all pairs), or one (?table=3, ?pair=5)."""
    kind = _asked_kind(request)
    made = has_schedule(access.championship)
    site = site_address(request)
    context: dict[str, object] = {"access": access, "site": site, "kind": kind, "made": made}
    if not made:
        return render(request, "links/list.html", context)
    links = links_of(access.championship, kind)
    index = _asked_one(request, links, kind)
    if index is None:
        cards = [_card(site.url, link) for link in links]
        return render(request, "links/list.html", {**context, "cards": cards})
    context |= {
        "card": _card(site.url, links[index]),
        "before": _query(links[index - 1]) if index else "",
        "after": _query(links[index + 1]) if index + 1 < len(links) else "",
    }
    return render(request, "links/one.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def renew(request: HttpRequest, access: Access) -> HttpResponse:
    """Ask, then renew one link (?table=3, ?pair=5), or those of all tables or pairs (?of=pairs)."""
    championship, kind = access.championship, _asked_kind(request)
    links = links_of(championship, kind)
    index = _asked_one(request, links, kind)
    chosen = links if index is None else [links[index]]
    form = RenewForm(
        posted(request),
        initial={"places": places_text(link.place for link in chosen)},
    )
    back = reverse("links:list", args=[championship.slug])
    back += f"?of={_ALL[kind]}" if index is None else _query(links[index])
    if form.is_bound and form.is_valid():
        places = form.cleaned_data["places"]
        with refusal_told(request):
            renewed = renew_links(actor=access.acting, championship=championship, places=places)
            messages.success(request, _renewed(renewed))
        return redirect(back)
    context = {
        "access": access,
        "kind": kind,
        "title": chosen[0].title if index is not None else "",
        "count": len(chosen),
        "form": form,
        "back": back,
    }
    return render(request, "links/renew.html", context, status=422 if form.is_bound else 200)


def _renewed(count: int) -> str:
    if not count:
        return _("They had been renewed already: these are the links now.")
    return ngettext(
        "%(count)d link is renewed; the earlier one has ended.",
        "%(count)d links are renewed; the earlier ones have ended.",
        count,
    ) % {"count": count}

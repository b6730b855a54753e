"""Papers that tell who plays where: pairings, the calendar of a league, cards with links."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.calendar.queries import calendar
from tournament.core.permissions import Level
from tournament.exports.papers.base import Bundle, Paper, PaperRequest, Scope
from tournament.exports.pdf.calendar import calendar_pages
from tournament.exports.pdf.link_cards import link_card_pages
from tournament.exports.pdf.pairings import pairing_pages
from tournament.exports.pdf.paper import Page
from tournament.exports.rows import round_title
from tournament.links.queries import links_of
from tournament.links.tokens import PlaceKind
from tournament.public.queries import round_pairings
from tournament.stages.formats import format_of

_CARD_TITLES = {
    PlaceKind.TABLE: gettext_lazy("Cards of the tables"),
    PlaceKind.PAIR: gettext_lazy("Cards for those who play"),
}


def no_schedule(request: PaperRequest) -> str:
    """Why nobody knows yet who plays where; "" where there is a schedule."""
    return "" if request.known.has_schedule else _("There is no schedule yet.")


def not_paired(request: PaperRequest) -> str:
    """Why it isn't known who plays where in the rounds asked for; "" where it is."""
    if all(request.known.round(number).paired for number in request.rounds):
        return no_schedule(request)
    return _("The opponents of this round are not known yet.")


def _pairings(request: PaperRequest) -> Iterator[Page]:
    for number in request.rounds:
        pairings = round_pairings(request.stages, number)
        assert pairings is not None, "only rounds of the schedule are asked for"
        heading = request.heading(_("Pairings"), subtitle=round_title(number))
        yield from pairing_pages(heading, pairings)


def _calendar(request: PaperRequest) -> Iterator[Page]:
    for stage in request.stages:
        if format_of(stage).has_days:
            title = f"{CALENDAR.title} – {stage.name}" if stage.name else str(CALENDAR.title)
            yield from calendar_pages(request.heading(title), calendar(stage))


def _no_calendar(request: PaperRequest) -> str:
    if not any(format_of(stage).has_days for stage in request.stages):
        return _("No league is played.")
    return no_schedule(request)


def _link_cards(kind: PlaceKind, request: PaperRequest) -> list[Page]:
    status = "" if request.for_phones else _("not for phones")
    heading = request.heading(str(_CARD_TITLES[kind]), status=status)
    return link_card_pages(heading, request.site, links_of(request.championship, kind))


def no_links(request: PaperRequest) -> str:
    """Why links lead nowhere; "" where they are valid."""
    if request.known.ended:
        return _("The championship has ended, and all links with it.")
    return no_schedule(request)


PAIRINGS = Paper(
    name="pairings",
    title=gettext_lazy("Pairings"),
    purpose=gettext_lazy("For the wall: who plays whom in a round, by table and by name."),
    scope=Scope.ROUND,
    for_players=True,
    pages=_pairings,
    missing=not_paired,
    bundles=frozenset({Bundle.BEFORE_THE_DAY, Bundle.OF_A_ROUND}),
)
CALENDAR = Paper(
    name="calendar",
    title=gettext_lazy("Calendar"),
    purpose=gettext_lazy("Of a league: who plays whom on which days, and at whose home."),
    scope=Scope.CHAMPIONSHIP,
    pages=_calendar,
    missing=_no_calendar,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
)
TABLE_CARDS = Paper(
    name="table-cards",
    title=_CARD_TITLES[PlaceKind.TABLE],
    purpose=gettext_lazy("To lay on each table: the code that opens its page on a phone."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    level=Level.ORGANISER,
    pages=partial(_link_cards, PlaceKind.TABLE),
    missing=no_links,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
)
PAIR_CARDS = Paper(
    name="pair-cards",
    title=_CARD_TITLES[PlaceKind.PAIR],
    purpose=gettext_lazy(
        "To give to everybody who plays: the code that opens their own page on a phone."
    ),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    level=Level.ORGANISER,
    pages=partial(_link_cards, PlaceKind.PAIR),
    missing=no_links,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
)

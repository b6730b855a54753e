"""Papers that tell who plays where: pairings, the calendar of a league, cards with links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.calendar.queries import CalendarMatch, CalendarRound, calendar
from tournament.core.permissions import Level
from tournament.exports.heading import Heading
from tournament.exports.papers.base import Bundle, Paper, PaperRequest, Scope
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.link_cards import link_card_pages
from tournament.exports.pdf.pairings import pairing_pages
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.rows import round_title
from tournament.links.queries import links_of
from tournament.links.tokens import PlaceKind
from tournament.public.queries import round_pairings
from tournament.stages.formats import format_of
from tournament.standings.tables import group_title

_CALENDAR_SIZE = 9.5


def _calendar_pages(heading: Heading, rounds: Sequence[CalendarRound]) -> list[Page]:
    """Return all rounds, one below the other; none begins at the foot of a page."""
    width = body_box(heading).width
    every = [row for one in rounds for row in _calendar_rows(one.matches)]
    grid = make_grid(_calendar_columns(), every, width, _CALENDAR_SIZE)
    return fill([block for one in rounds for block in _calendar_round(one, grid)], heading)


def _calendar_columns() -> tuple[Column, ...]:
    return (
        Column(pgettext("match", "Home"), stretch=4),
        Column(pgettext("match", "Away"), stretch=4),
        Column(_("Where"), stretch=2),
        Column(_("Result"), bold=True),
    )


def _calendar_rows(matches: Iterable[CalendarMatch]) -> list[Row]:
    return [
        Row(
            (
                f"{one.home.number} {one.home.name}",
                f"{one.away.number} {one.away.name}",
                one.venue,
                one.result,
            ),
            below=_postponed(one),
        )
        for one in matches
    ]


def _postponed(match: CalendarMatch) -> tuple[str, ...]:
    if match.postponed is None:
        return ()
    return (_("postponed to %(day)s") % {"day": match.postponed.text},)


def _calendar_round(round: CalendarRound, grid: Grid) -> Iterator[Block]:
    days = round.days.text if round.days else _("days not known yet")
    title = paragraph(f"{round_title(round.number)} · {days}", grid.width, 12, font_name=BOLD)
    parts = round.parts
    yield replace(title, keep=2 + len(parts[0][1]) + bool(parts[0][0]) if parts else 0)
    yield space(3)
    for name, matches in parts:
        if name:
            group = paragraph(group_title(name), grid.width, 10.5, font_name=BOLD)
            yield replace(group, keep=2 + len(matches))
            yield space(2)
        yield from grid.table(_calendar_rows(matches))
        yield space(4 if name else 0)
    if round.resting:
        resting = "; ".join(f"{one.number} {one.name}" for one in round.resting)
        text = _("Resting: %(pairs)s") % {"pairs": resting}
        yield space(3)
        yield paragraph(text, grid.width, _CALENDAR_SIZE, ink=GREY)
    yield space(14)


_CARD_TITLES = {
    PlaceKind.TABLE: gettext_lazy("Cards of the tables"),
    PlaceKind.PAIR: gettext_lazy("Cards for those who play"),
}


def no_schedule(request: PaperRequest) -> str:
    """Return why nobody knows yet who plays where; "" where there is a schedule."""
    return "" if request.known.has_schedule else _("There is no schedule yet.")


def not_paired(request: PaperRequest) -> str:
    """Return why it isn't known who plays where in the rounds asked for; "" where it is."""
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
            yield from _calendar_pages(request.heading(title), calendar(stage))


def _no_calendar(request: PaperRequest) -> str:
    if not any(format_of(stage).has_days for stage in request.stages):
        return _("No league is played.")
    return no_schedule(request)


def _link_cards(kind: PlaceKind, request: PaperRequest) -> list[Page]:
    status = "" if request.for_phones else _("not for phones")
    heading = request.heading(str(_CARD_TITLES[kind]), status=status)
    return link_card_pages(heading, request.site, links_of(request.championship, kind))


def no_links(request: PaperRequest) -> str:
    """Return why links lead nowhere; "" where they are valid."""
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

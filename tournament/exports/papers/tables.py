"""Papers that lie on the tables and in the pairs' pockets on the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.game.seats import Seat, Sides
from scoring.ordinary.standings import GameSettings
from tournament.core.permissions import Level
from tournament.deals.check_codes import check_codes, has_check_codes
from tournament.exports.papers.base import Bundle, Option, Paper, PaperRequest, Scope
from tournament.exports.papers.places import no_links, no_schedule, not_paired
from tournament.exports.pdf.guide_cards import GuideCard, GuideRound, guide_card_pages
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.place_cards import PlaceCard, place_card_pages
from tournament.exports.pdf.schedule_grid import schedule_grid_pages
from tournament.exports.pdf.table_slips import TableSlip, table_slip_pages
from tournament.exports.rows import round_title
from tournament.links.queries import links_of
from tournament.links.tokens import PlaceKind
from tournament.models import Stage
from tournament.public.queries import round_pairings
from tournament.schedule.queries import Cell, whole_schedule
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef

_CODE = Option(
    "code",
    gettext_lazy("Code for phones"),
    (
        ("with", pgettext_lazy("code for phones", "with it")),
        ("without", pgettext_lazy("code for phones", "without it")),
    ),
)


def _addresses(request: PaperRequest, kind: PlaceKind) -> Mapping[int, str]:
    """Return the whole link of each table or pair, by its number; none where none are wanted.

    4 queries at most.
    """
    if request.options.get(_CODE.name) == "without":
        return {}
    links = links_of(request.championship, kind)
    return {link.place.number: request.site + link.path for link in links}


def _status(request: PaperRequest, addresses: Mapping[int, str]) -> str:
    """Return the status of a paper whose codes no phone can use, else ""."""
    return _("not for phones") if addresses and not request.for_phones else ""


def _slips_missing(request: PaperRequest) -> str:
    for number in request.rounds:
        if request.known.round(number).is_closed:
            return _("The round has been played, so its slips are filled in.")
    return no_links(request) or not_paired(request)


def _slips(request: PaperRequest) -> Iterator[Page]:
    addresses = _addresses(request, PlaceKind.TABLE)
    status = _status(request, addresses)
    for round in request.asked_rounds:
        number, deals = round.number, round.deals
        pairings = round_pairings(request.stages, number)
        assert pairings is not None, "only rounds of the schedule are asked for"
        codes: Mapping[tuple[int, Seat], str] = {}
        note = ""
        if deals and has_check_codes(request.championship, deals):
            codes = check_codes(request.championship, deals)
        elif deals and request.known.has_hands:
            note = _("The codes of the packs are not shown, because the salt can still change.")
        heading = request.heading(
            str(TABLE_SLIPS.title), subtitle=round_title(number), status=status
        )
        slips = [
            TableSlip(
                round=number,
                table=one.table,
                pairs=one.pairs,
                deals=deals,
                codes=codes,
                address=addresses.get(one.table_number, ""),
                target=_target(round.stage),
                hands=_hands_at(round.stage, one.pairs),
            )
            for one in pairings.tables
        ]
        yield from table_slip_pages(heading, slips, note)


def _target(stage: Stage) -> int | None:
    """Return the points at which a game ends; None where none does."""
    return stage.settings.target if isinstance(stage.settings, GameSettings) else None


def _hands_at(stage: Stage, pairs: Sides[ContestantRef]) -> int:
    """Return the most hands of a game of theirs."""
    if not format_of(stage).alone:
        return stage.hands_per_match
    players = sum(len(side.everybody) for side in pairs)
    return stage.solo_settings().rules(stage.hands_per_match).hands_of(players) or 0


def _guide_cards(request: PaperRequest) -> list[Page]:
    """Return a card for each pair that plays at all: not if it withdrew before round 1."""
    grid = whole_schedule(*request.stages)
    addresses = _addresses(request, PlaceKind.PAIR)
    heading = request.heading(str(GUIDE_CARDS.title), status=_status(request, addresses))
    deals = {one.number: one.deals for one in request.known.rounds}
    cards = [
        GuideCard(
            contestant=row.contestant,
            rounds=tuple(
                GuideRound(one.number, deals[one.number], cell)
                for one, cell in zip(grid.rounds, row.cells)
            ),
            address=addresses.get(row.contestant.number, ""),
        )
        for row in grid.rows
        if any(isinstance(cell, Cell) for cell in row.cells)
    ]
    return guide_card_pages(heading, cards, request.progress)


def _place_cards(request: PaperRequest) -> list[Page]:
    addresses = _addresses(request, PlaceKind.TABLE)
    heading = request.heading(str(PLACE_CARDS.title), status=_status(request, addresses))
    tables = request.championship.tables.order_by("number").values_list("number", "name")
    cards = [PlaceCard(number, name, addresses.get(number, "")) for number, name in tables]
    return place_card_pages(heading, cards)


def _schedule_grid(request: PaperRequest) -> list[Page]:
    heading = request.heading(str(SCHEDULE_GRID.title))
    return schedule_grid_pages(heading, whole_schedule(*request.stages))


TABLE_SLIPS = Paper(
    name="table-slips",
    title=gettext_lazy("Result slips"),
    purpose=gettext_lazy("For each table: a slip for the result of each hand and the signatures."),
    scope=Scope.ROUND,
    for_players=True,
    level=Level.ORGANISER,
    pages=_slips,
    missing=_slips_missing,
    bundles=frozenset({Bundle.BEFORE_THE_DAY, Bundle.OF_A_ROUND}),
    options=(_CODE,),
)
GUIDE_CARDS = Paper(
    name="guide-cards",
    title=gettext_lazy("Guide cards"),
    purpose=gettext_lazy("For everybody who plays: the whole day, and the code of their own page."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    level=Level.ORGANISER,
    pages=_guide_cards,
    missing=no_links,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
    options=(_CODE,),
)
PLACE_CARDS = Paper(
    name="place-cards",
    title=gettext_lazy("Place cards"),
    purpose=gettext_lazy("To fold and stand on each table: its number, to be seen from afar."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    level=Level.ORGANISER,
    pages=_place_cards,
    missing=no_links,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
    options=(_CODE,),
)
SCHEDULE_GRID = Paper(
    name="schedule-grid",
    title=gettext_lazy("Schedule"),
    purpose=gettext_lazy("For the wall: who plays where in each round, and against or with whom."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_schedule_grid,
    missing=no_schedule,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
)

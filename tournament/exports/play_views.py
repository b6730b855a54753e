"""Records of play on paper: as they stand, and as a ruling rests on them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.game.variants import PlayVariant
from tournament.core.labels import label
from tournament.core.permissions import Access, Level, needs
from tournament.deals.hand_access import sealed_off
from tournament.deals.queries import hands_are_public
from tournament.exports.files import export, pdf_response
from tournament.exports.heading import heading_of
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.play_record import PlayPaper, play_record_pages
from tournament.exports.rows import hand_title, moment_text, round_title
from tournament.models import Match
from tournament.play_records.board import board_of
from tournament.play_records.play import Play
from tournament.play_records.queries import attached_play, kept_record, the_hand
from tournament.play_records.views import match_or_404
from tournament.standings.queries import contestant_refs


@require_safe
@export
@needs(Level.REFEREE)
def play_record_as_pdf(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponseBase:
    """A hand's record of play as it stands."""
    match = match_or_404(access, number, table, deal)
    if (refused := sealed_off(request, access, match.round)) is not None:
        return refused
    dealt = the_hand(access.championship, deal)
    if dealt is None:
        raise Http404
    kept = kept_record(match, dealt)
    state = ""
    if kept.at is not None:
        state = _("Version %(version)d of %(at)s, %(by)s") % {
            "version": kept.version,
            "at": moment_text(kept.at),
            "by": kept.by,
        }
    variant = PlayVariant(match.round.stage.play_variant)
    return _paper(access, match, deal, kept.play, variant, state)


@require_safe
@export
@needs(Level.REFEREE)
def attached_play_as_pdf(
    request: HttpRequest,
    access: Access,
    number: int,
    table: int,
    deal: int,
    version: int,
    play: int,
) -> HttpResponseBase:
    """The record that a ruling rests on, as it was then."""
    match = match_or_404(access, number, table, deal)
    found = attached_play(match, deal, version, play)
    if found is None:
        raise Http404
    if (refused := sealed_off(request, access, match.round)) is not None:
        return refused
    state = _("Attached to the ruling in version %(version)d of the result, %(at)s, %(by)s") % {
        "version": version,
        "at": moment_text(found.at),
        "by": found.by,
    }
    return _paper(access, match, deal, found.play, found.variant, state)


def _paper(
    access: Access, match: Match, deal: int, play: Play, variant: PlayVariant, state: str
) -> HttpResponseBase:
    dealt = the_hand(access.championship, deal)
    assert dealt is not None, "a record is made of cards that are known"
    contestants = contestant_refs(access.championship)
    where = (
        round_title(match.round.number),
        _("table %(name)s") % {"name": match.table.shown_name},
        hand_title(deal),
    )
    heading = heading_of(
        access.championship,
        _("Record of play"),
        subtitle=" · ".join(where),
        status="" if hands_are_public(match.round) else pgettext("hands", "sealed"),
        made_at=timezone.now(),
    )
    ns, ew = (
        f"{label(side)}: {contestant.number} {contestant.name}"
        for side, contestant in match.pair_ids.map(contestants.__getitem__).items()
    )
    paper = PlayPaper(board_of(dealt, play, variant), (ns, ew), state)
    return pdf_response(write(play_record_pages(heading, paper)), heading)

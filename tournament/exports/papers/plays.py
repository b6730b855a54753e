"""The record of play of a hand at a table, as it stands or as a ruling rests on it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.core.labels import label
from tournament.deals.queries import DealtHand, hands_are_public
from tournament.exports.papers.base import Paper, PaperRequest, PrintedHand, Scope
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.play_record import PlayPaper, play_record_pages
from tournament.exports.rows import hand_title, moment_text, round_title
from tournament.play_records.board import Board, board_of
from tournament.play_records.queries import Attached, attached_play, kept_record, the_hand
from tournament.standings.queries import contestant_refs


def _missing(request: PaperRequest) -> str:
    hand = _asked(request)
    if the_hand(request.championship, hand.deal) is None:
        return _("The hands have not been made yet.")
    if hand.attached is not None and _attached(hand) is None:
        return _("No such record of play is attached to this result.")
    return ""


def _asked(request: PaperRequest) -> PrintedHand:
    assert request.hand is not None, "it is asked for from the page of a hand"
    return request.hand


def _attached(hand: PrintedHand) -> Attached | None:
    return attached_play(hand.match, hand.deal, *hand.attached) if hand.attached else None


def _pages(request: PaperRequest) -> list[Page]:
    hand = _asked(request)
    dealt = the_hand(request.championship, hand.deal)
    assert dealt is not None, "a record is made of cards that are known"
    board, state = _board_and_state(hand, dealt)
    match = hand.match
    where = (
        round_title(match.round.number),
        _("table %(name)s") % {"name": match.table.shown_name},
        hand_title(hand.deal),
    )
    heading = request.heading(
        str(PLAY_RECORD.title),
        subtitle=" · ".join(where),
        status="" if hands_are_public(match.round) else pgettext("hands", "sealed"),
    )
    contestants = contestant_refs(request.championship)
    ns, ew = (
        f"{label(side)}: {contestant.number} {contestant.name}"
        for side, contestant in match.pair_ids.map(contestants.__getitem__).items()
    )
    return play_record_pages(heading, PlayPaper(board, (ns, ew), state))


def _board_and_state(hand: PrintedHand, dealt: DealtHand) -> tuple[Board, str]:
    """What was recorded, and which state of the record that is; "" where nobody has begun one."""
    attached = _attached(hand)
    if attached is not None:
        state = _("Attached to the ruling in version %(version)d of the result, %(at)s, %(by)s") % {
            "version": attached.version,
            "at": moment_text(attached.at),
            "by": attached.by,
        }
        return board_of(dealt, attached.play, attached.variant), state
    kept = kept_record(hand.match, dealt)
    state = ""
    if kept.at is not None:
        state = _("Version %(version)d of %(at)s, %(by)s") % {
            "version": kept.version,
            "at": moment_text(kept.at),
            "by": kept.by,
        }
    return board_of(dealt, kept.play, hand.match.round.stage.settings.play_variant), state


PLAY_RECORD = Paper(
    name="play-record",
    title=gettext_lazy("Record of play"),
    purpose=gettext_lazy("A hand card by card, with what broke a rule, for a ruling."),
    scope=Scope.HAND,
    pages=_pages,
    missing=_missing,
    private=True,
    expected=lambda _request: 1,
)

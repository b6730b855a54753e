"""Papers of the hands: to prepare them, to look them up, and the commitment to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.analysis.queries import HandWorth, hand_worths
from tournament.deals.check_codes import check_codes, has_check_codes
from tournament.deals.proof import proof_of
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.exports.heading import Heading
from tournament.exports.papers.base import Bundle, Paper, PaperRequest, Scope
from tournament.exports.pdf.commitment import commitment_pages
from tournament.exports.pdf.hand_records import hand_record_pages
from tournament.exports.pdf.hands_to_prepare import hands_to_prepare_pages
from tournament.exports.pdf.paper import Page
from tournament.exports.rows import round_title, rounds_title, table_title
from tournament.models import Championship


def no_hands(request: PaperRequest) -> str:
    """Return why there is nothing to tell of hands; "" where they have been made."""
    rounds = request.asked_rounds or request.known.rounds
    if rounds and not any(one.deals for one in rounds):
        return _("No hands are played that were dealt beforehand.")
    return "" if request.known.has_hands else _("The hands have not been made yet.")


def sealed_status(request: PaperRequest, number: int) -> str:
    """Return the status of a paper with the hands of a round: "sealed", or ""."""
    return "" if request.known.round(number).hands_public else pgettext("hands", "sealed")


def round_to_prepare(
    heading: Heading, championship: Championship, deals: Sequence[int]
) -> list[Page]:
    """Return the pages for those who make up the packs of a round, in the language in force.

    `heading` is that of the round. The check codes are there if the salt is fixed, as it is when
    the printing has been recorded.
    """
    codes = check_codes(championship, deals) if has_check_codes(championship, deals) else {}
    return hands_to_prepare_pages(heading, dealt_hands(championship, deals), codes)


def hands_by_number(championship: Championship, deals: Iterable[int]) -> dict[int, DealtHand]:
    """Return the hands of a round that everybody may see; none where they were not made here."""
    return {hand.number: hand for hand in dealt_hands(championship, deals)}


def _to_prepare(request: PaperRequest) -> Iterator[Page]:
    only = request.for_table
    for round in request.asked_rounds:
        number = round.number
        heading = request.heading(
            _("Hands to prepare"),
            subtitle=table_title(only.table_name, number) if only else round_title(number),
            status=sealed_status(request, number),
        )
        deals = [deal for deal in round.deals if only is None or deal in only.deals]
        yield from round_to_prepare(heading, request.championship, deals)


def _records(request: PaperRequest) -> list[Page]:
    return _records_of(request, request.rounds)


def _all_records(request: PaperRequest) -> list[Page]:
    return _records_of(request, _public_rounds(request))


def _records_of(request: PaperRequest, rounds: Sequence[int]) -> list[Page]:
    shown = [request.known.round(number) for number in rounds]
    heading = request.heading(
        _("Hand records"),
        subtitle=rounds_title(rounds),
        results_of=[one.number for one in shown if one.is_closed],
    )
    hands = dealt_hands(request.championship, [deal for one in shown for deal in one.deals])
    worths: dict[int, HandWorth] = {}
    for stage in request.stages:
        own = [deal for one in shown if one.stage == stage for deal in one.deals]
        worths |= hand_worths(stage, own) if own else {}
    return hand_record_pages(heading, hands, worths)


def _public_rounds(request: PaperRequest) -> tuple[int, ...]:
    return tuple(one.number for one in request.known.rounds if one.hands_public)


def _not_public(request: PaperRequest) -> str:
    if all(request.known.round(number).hands_public for number in request.rounds):
        return no_hands(request)
    return no_hands(request) or _("Everybody can see hands when their round is closed.")


def _none_public(request: PaperRequest) -> str:
    if _public_rounds(request):
        return no_hands(request)
    return no_hands(request) or _("No round has been closed yet.")


def _commitment(request: PaperRequest) -> list[Page]:
    proof = proof_of(request.championship, hand=0)
    assert proof is not None, "there are hands"
    return commitment_pages(request.heading(_("Commitment to the hands")), proof)


HANDS_TO_PREPARE = Paper(
    name="hands",
    title=gettext_lazy("Hands to prepare"),
    purpose=gettext_lazy(
        "For those who make up the packs: diagram, slips with check codes to cut out, and the "
        "seat of every card."
    ),
    scope=Scope.ROUND,
    pages=_to_prepare,
    missing=no_hands,
    private=True,
)
HAND_RECORDS = Paper(
    name="hand-records",
    title=gettext_lazy("Hand records"),
    purpose=gettext_lazy("To take home: the hands of a round that has been played, as diagrams."),
    scope=Scope.ROUND,
    pages=_records,
    missing=_not_public,
    bundles=frozenset({Bundle.OF_A_ROUND}),
)
ALL_HAND_RECORDS = Paper(
    name="all-hand-records",
    title=gettext_lazy("All hand records"),
    purpose=gettext_lazy("The hands of all rounds that have been played, eight a page."),
    scope=Scope.CHAMPIONSHIP,
    pages=_all_records,
    missing=_none_public,
)
COMMITMENT = Paper(
    name="commitment",
    title=gettext_lazy("Commitment to the hands"),
    purpose=gettext_lazy("To hang up before the first hand: the number that seals all hands."),
    scope=Scope.CHAMPIONSHIP,
    pages=_commitment,
    missing=no_hands,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
)

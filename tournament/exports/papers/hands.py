"""Papers of the hands themselves: to prepare them, to look them up, and the commitment to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.analysis.queries import hand_worths
from tournament.core.permissions import Level
from tournament.deals.check_codes import check_codes, has_check_codes
from tournament.deals.proof import proof_of
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.exports.heading import Heading
from tournament.exports.papers.kinds import Bundle, Paper, PaperRequest, Scope
from tournament.exports.pdf.commitment import commitment_pages
from tournament.exports.pdf.hand_records import A_PAGE, hand_record_pages
from tournament.exports.pdf.hands_to_prepare import hands_to_prepare_pages
from tournament.exports.pdf.paper import Page
from tournament.exports.rows import round_title, rounds_title
from tournament.models import Stage


def no_hands(request: PaperRequest) -> str:
    """Why there is nothing to tell of hands; "" where they have been made."""
    return "" if request.known.has_hands else _("The hands have not been made yet.")


def sealed_status(request: PaperRequest, number: int) -> str:
    """What a paper with the hands of a round says of itself: "sealed", or nothing."""
    return "" if request.known.round(number).hands_public else pgettext("hands", "sealed")


def round_to_prepare(heading: Heading, stage: Stage, number: int) -> list[Page]:
    """The pages for those who make up the packs of a round, in the language in force.

    `heading` is that of the round. The check codes are there if the salt is fixed, as it is when
    the printing has been recorded.
    """
    deals = stage.deals_of_round(number)
    deal_set = stage.deal_set
    codes = check_codes(deal_set, deals) if deal_set and has_check_codes(deal_set) else {}
    return hands_to_prepare_pages(heading, dealt_hands(stage, deals), codes)


def hands_by_number(stage: Stage, number: int) -> dict[int, DealtHand]:
    """The hands of a round that everybody may see; none where they were not made here."""
    if stage.deal_set is None:
        return {}
    return {hand.number: hand for hand in dealt_hands(stage, stage.deals_of_round(number))}


def _to_prepare(request: PaperRequest) -> Iterator[Page]:
    for number in request.rounds:
        heading = request.heading(
            _("Hands to prepare"),
            subtitle=round_title(number),
            status=sealed_status(request, number),
        )
        yield from round_to_prepare(heading, request.stage, number)


def _records(request: PaperRequest) -> list[Page]:
    return _records_of(request, request.rounds)


def _all_records(request: PaperRequest) -> list[Page]:
    return _records_of(request, _public_rounds(request))


def _records_of(request: PaperRequest, rounds: Sequence[int]) -> list[Page]:
    heading = request.heading(_("Hand records"), subtitle=rounds_title(rounds))
    deals = [deal for number in rounds for deal in request.stage.deals_of_round(number)]
    hands = dealt_hands(request.stage, deals)
    return hand_record_pages(heading, hands, hand_worths(request.stage, deals))


def _public_rounds(request: PaperRequest) -> tuple[int, ...]:
    return tuple(one.number for one in request.known.rounds if one.hands_public)


def _not_public(request: PaperRequest) -> str:
    if all(request.known.round(number).hands_public for number in request.rounds):
        return no_hands(request)
    return no_hands(request) or _("Hands are for everybody when their round is closed.")


def _none_public(request: PaperRequest) -> str:
    if _public_rounds(request):
        return no_hands(request)
    return no_hands(request) or _("No round has been closed yet.")


def _commitment(request: PaperRequest) -> list[Page]:
    proof = proof_of(request.championship, request.stage)
    assert proof is not None, "there are hands"
    return commitment_pages(request.heading(_("Commitment to the hands")), proof)


def _a_page_a_hand(request: PaperRequest) -> int:
    return request.stage.hands_per_match * len(request.rounds)


def _record_pages(request: PaperRequest) -> int:
    hands = request.stage.hands_per_match
    if request.rounds:
        return -(-hands // A_PAGE) * len(request.rounds)
    return -(-hands * len(_public_rounds(request)) // A_PAGE)


HANDS_TO_PREPARE = Paper(
    name="hands",
    title=gettext_lazy("Hands to prepare"),
    purpose=gettext_lazy(
        "For those who make up the packs: diagram, slips to cut out with check codes, and card by"
        " card to which seat each goes."
    ),
    scope=Scope.ROUND,
    level=Level.REFEREE,
    pages=_to_prepare,
    missing=no_hands,
    private=True,
    expected=_a_page_a_hand,
)
HAND_RECORDS = Paper(
    name="hand-records",
    title=gettext_lazy("Hand records"),
    purpose=gettext_lazy("To take home: the hands of a round that has been played, as diagrams."),
    scope=Scope.ROUND,
    level=Level.REFEREE,
    pages=_records,
    missing=_not_public,
    bundles=frozenset({Bundle.OF_A_ROUND}),
    expected=_record_pages,
)
ALL_HAND_RECORDS = Paper(
    name="all-hand-records",
    title=gettext_lazy("All hand records"),
    purpose=gettext_lazy("The hands of all rounds that have been played, eight a page."),
    scope=Scope.CHAMPIONSHIP,
    level=Level.REFEREE,
    pages=_all_records,
    missing=_none_public,
    expected=_record_pages,
)
COMMITMENT = Paper(
    name="commitment",
    title=gettext_lazy("Commitment to the hands"),
    purpose=gettext_lazy("To hang up before the first hand: the number that seals all hands."),
    scope=Scope.CHAMPIONSHIP,
    level=Level.REFEREE,
    pages=_commitment,
    missing=no_hands,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
    expected=lambda _request: 1,
)

"""A public hand to play, everything of it in the address; see `course`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.game.seats import Seat, Side
from scoring.play.acts import SeatAct
from scoring.play.rules import TableRules
from scoring.play.table import Table
from tournament.analysis.queries import analysis_is_on, hand_worth
from tournament.core.permissions import Access, Level, needs
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public
from tournament.models import Round, RoundStatus
from tournament.play.places import laid, parts_of_table
from tournament.practice.course import BETWEEN, Course, WhyRefused, play, word_of, words_in
from tournament.practice.queries import in_the_field, own_score
from tournament.standings.lookups import round_of_compared_deal

_LONGEST_SHOWN = 20
"""Letters of an unreadable word that an error repeats."""

REFUSED: Mapping[WhyRefused, Promise] = {
    WhyRefused.NO_ACT: gettext_lazy(
        "Act %(number)d of this address, “%(word)s”, is nothing that can be done at a table. "
        "Expected O, C, E, B or botifarra as trumps, delegate, contro, recontro, pass, or a card "
        "such as 9O. The hand goes on from the act before."
    ),
    WhyRefused.CARD: gettext_lazy(
        "Act %(number)d of this address, “%(word)s”, is not among the cards that you may play "
        "then. The hand goes on from the act before: choose one of the cards that stand out."
    ),
    WhyRefused.NOT_NOW: gettext_lazy(
        "Act %(number)d of this address, “%(word)s”, can't be done at that moment. The hand goes "
        "on from the act before."
    ),
    WhyRefused.OVER: gettext_lazy(
        "The hand is over before act %(number)d of this address, “%(word)s”."
    ),
}


def _public_hand(access: Access, deal: int) -> tuple[Round, DealtHand]:
    """Return the hand and its round, once everybody may see its cards; else 404, whoever asks."""
    round = round_of_compared_deal(access, deal)
    dealt = dealt_hands(access.championship, [deal]) if hands_are_public(round) else ()
    if not dealt:
        raise Http404
    return round, dealt[0]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Seat and acts of an address, and the fault of one that can't be read."""

    seat: Seat
    words: list[str]
    error: str = ""

    @classmethod
    def of(cls, request: HttpRequest, dealer: Seat) -> _Asked:
        """Return the seat and acts; without a seat the dealer's, who makes trumps or delegates."""
        seat, words = request.GET.get("seat", dealer.value), words_in(request.GET.get("acts", ""))
        if seat in list(Seat):
            return cls(Seat(seat), words)
        error = _("There is no seat “%(seat)s”: expected N, W, S or E. Here you are the dealer.")
        return cls(dealer, [], error % {"seat": seat[:_LONGEST_SHOWN]})


def _address(seat: Seat, words: tuple[str, ...] = ()) -> str:
    told = {"seat": seat.value, "acts": BETWEEN.join(words)}
    return "?" + urlencode({name: value for name, value in told.items() if value})


@require_safe
@needs(Level.PUBLIC)
def play_hand(request: HttpRequest, access: Access, deal: int) -> HttpResponse:
    """Show the hand after the visitor's acts (?seat=S&acts=delegate-9O), three bots at the table.

    Until it is over, the page is made from the knowledge of that seat.
    """
    round, dealt = _public_hand(access, deal)
    asked = _Asked.of(request, dealt.dealer)
    rules = TableRules(round.stage.settings.play_variant)
    luck = f"{access.championship.slug}\0{deal}"
    course = play(Table.start(dealt.deal, dealt.dealer, rules), asked.seat, asked.words, luck)
    error = asked.error or _refusal(course)
    context = {"access": access, "deal": deal, "error": error, **_seen(course)}
    if course.table.public.ending:
        context |= _result(round, dealt, course)
    return render(request, "practice/practice.html", context, status=400 if error else 200)


def _refusal(course: Course) -> str:
    refusal = course.refusal
    if refusal is None:
        return ""
    word = refusal.word[:_LONGEST_SHOWN]
    return str(REFUSED[refusal.why]) % {"number": refusal.number, "word": word}


def _seen(course: Course) -> dict[str, Any]:
    """Return the context from the knowledge of the seat, with the addresses of its acts."""
    view, words = course.table.view(course.seat), course.words

    def leads(act: SeatAct) -> str:
        return _address(course.seat, (*words, word_of(act)))

    return {
        **parts_of_table(view, leads),
        "undo": _address(course.seat, words[:-1]) if words else "",
        "again": _address(course.seat),
        "takes": [(seat, _address(seat)) for seat in Seat],
    }


def _result(round: Round, dealt: DealtHand, course: Course) -> dict[str, Any]:
    """Return the context of a hand that has ended, with everything that may be seen then."""
    public, side = course.table.public, course.seat.side
    ending = public.ending
    assert ending is not None
    points = ending.sides
    assert points is not None, "there is no referee at this table"
    ns_points, called = points[Side.NS], public.announcement
    field = None
    if round.status == RoundStatus.CLOSED:
        field = in_the_field(round.stage, dealt.number, side, ns_points, called)
    return {
        "points": points,
        "own_points": points[side],
        "hand_score": own_score(dealt.makers, side, ns_points, called),
        "field": field,
        "tricks": [
            (number, laid(one, course.seat), one) for number, one in enumerate(public.won, 1)
        ],
        "plays": "".join(str(one.card) for one in public.played),
        "dealt": dealt,
        "worth": hand_worth(round.stage, dealt.number),
        "analysis_on": analysis_is_on(),
    }

"""Somebody who plays a hand by what stands on the pages, and the cards that those pages tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import Any

from django.test import Client
from django.utils.translation import override

from scoring.game.cards import PACK, Card
from scoring.game.seats import Seat
from tournament.core.labels import card_name

Chooses = Callable[[Sequence[str]], str]
"""Which of the addresses that a page offers is taken."""

_DRAWN = re.compile(r"#card-(..)\"")
_WRITTEN = re.compile(r"(?<![\w#%])([9ARCS2-8][OCEB])(?!\w)")
_PLAYED_SUIT = re.compile(r'<span aria-hidden="true">([9ARCS2-8])<svg class="suit suit-([OCEB])')
_HEAD_AND_FOOT = re.compile(r"<head>.*</head>|<footer.*</footer>", re.DOTALL)
_OFFERED = re.compile(
    r'<a class="(?:practice-card is-legal|btn btn-outline-\w+)" rel="nofollow" href="([^"]*)"'
)


def address(deal: int, query: str = "", slug: str = "day") -> str:
    return f"/c/{slug}/hands/{deal}/play/{query}"


def get(url: str, client: Client | None = None) -> Any:
    return (client or Client()).get(url, HTTP_ACCEPT_LANGUAGE="en")


def page_of(response: Any) -> str:
    """What the response shows, as it is written, without what stands on every page."""
    text: str = response.content.decode()
    return _HEAD_AND_FOOT.sub("", text)


def text_of(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", page_of(response))).split())


def offered(response: Any) -> list[str]:
    """Where the acts lead that the page offers: calls or cards."""
    return [unescape(one) for one in _OFFERED.findall(page_of(response)) if "acts" in one]


def play_through(deal: int, seat: Seat | None, chooses: Chooses) -> Iterator[Any]:
    """The pages from the first to the one on which the hand is over."""
    url = address(deal, f"?seat={seat.value}" if seat else "")
    for _ in range(30):
        response = get(url)
        assert response.status_code == 200
        yield response
        if "practice-verdict" in page_of(response):
            return
        url = address(deal, chooses(offered(response)))
    raise AssertionError("a hand has twelve cards")


def cards_told(response: Any) -> set[Card]:
    """Every card that the page tells in whatever way: drawn, by name, in letters, in a link."""
    page = page_of(response)
    found = {*_DRAWN.findall(page), *_WRITTEN.findall(page)}
    found |= {"".join(one) for one in _PLAYED_SUIT.findall(page)}
    told = {Card.parse(one) for one in found}
    text = text_of(response)
    with override("en"):
        told |= {card for card in PACK if re.search(rf"\b{card_name(card)}\b", text)}
    return told

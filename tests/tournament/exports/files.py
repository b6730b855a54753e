"""Pages of one kind as a file, for tests that read what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ParamSpec

from tournament.exports.pdf.commitment import commitment_pages
from tournament.exports.pdf.hand_sheets import hand_sheet_pages
from tournament.exports.pdf.link_cards import link_card_pages
from tournament.exports.pdf.pairings import pairing_pages
from tournament.exports.pdf.paper import Page, write
from tournament.exports.pdf.standings import standings_pages

P = ParamSpec("P")


def _file(pages: Callable[P, Iterable[Page]]) -> Callable[P, bytes]:
    def made(*args: P.args, **kwargs: P.kwargs) -> bytes:
        return write(pages(*args, **kwargs))

    return made


commitment_pdf = _file(commitment_pages)
hand_sheets_pdf = _file(hand_sheet_pages)
link_cards_pdf = _file(link_card_pages)
pairings_pdf = _file(pairing_pages)
standings_pdf = _file(standings_pages)

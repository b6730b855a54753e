"""Whether those who entered, confirmed, asked and called in a document sit at its tables: sides, or
where everybody plays alone the seats."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _

from scoring.game.seats import Side
from tournament.models import ResultConfirmation
from tournament.stages.formats import FORMATS
from tournament.transfer.shapes import fault

Entry = dict[str, Any]


def party_faults(document: Entry) -> Iterator[str]:
    """Who said something at a table, and does not sit there."""
    alone = {one["number"] for one in document["stages"] if FORMATS[one["kind"]].alone}
    for index, round in enumerate(document["rounds"]):
        for place, match in enumerate(round["matches"]):
            where = f"rounds[{index}].matches[{place}]"
            parties = (
                {one["held"] for one in match["seats"]} if round["stage"] in alone else set(Side)
            )
            yield from _match_faults(match, where, parties)
    rounds = {one["number"]: one["stage"] for one in document["rounds"]}
    for index, call in enumerate(document["referee_calls"]):
        of_sides = rounds.get(call["round"]) not in alone
        if of_sides and call["side"] not in set(Side):
            yield _fault(f"referee_calls[{index}].side", call["side"])


def _match_faults(match: Entry, where: str, parties: Collection[str]) -> Iterator[str]:
    for index, result in enumerate(match["results"]):
        at = f"{where}.results[{index}]"
        if result["entered_side"] and result["entered_side"] not in parties:
            yield _fault(f"{at}.entered_side", result["entered_side"])
        by_others = (ResultConfirmation.By.REFEREE, ResultConfirmation.By.TABLE)
        for number, one in enumerate(result["confirmations"]):
            if one["by"] not in parties and one["by"] not in by_others:
                yield _fault(f"{at}.confirmations[{number}].by", one["by"])
    for index, asked in enumerate(match["correction_requests"]):
        if asked["side"] not in parties:
            yield _fault(f"{where}.correction_requests[{index}].side", asked["side"])


def _fault(where: str, party: str) -> str:
    return fault(where, _("nobody at the table speaks as %(party)s") % {"party": party})

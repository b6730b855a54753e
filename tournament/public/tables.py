"""The pairs that take part, as a table that people sort."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.names import plain
from tournament.core.tables import Column, Table
from tournament.standings.queries import ContestantRef
from tournament.standings.remarks import withdrawn_text


def pairs_table(contestants: Sequence[ContestantRef], query: QueryDict, *, slug: str) -> Table:
    """Number, pair with what there is to tell of it, club; `slug` is the championship's."""

    def pair(contestant: ContestantRef) -> str:
        address = reverse("standings:pair_sheet", args=[slug, contestant.number])
        below = format_html_join("", "<small>{}</small>", ((one,) for one in _told(contestant)))
        return format_html('<a href="{}">{}</a>{}', address, contestant.name, below)

    columns = {
        "number": Column(
            pgettext("number", "No."),
            shown=lambda contestant: str(contestant.number),
            sorted_by=lambda contestant: contestant.number,
            css="num",
        ),
        "name": Column(
            _("Pair"),
            shown=pair,
            sorted_by=lambda contestant: plain(contestant.name),
            cell_css="name",
            names_row=True,
        ),
        "club": Column(
            _("Club"),
            shown=lambda contestant: contestant.club,
            sorted_by=lambda contestant: plain(contestant.club) or None,
            cell_css="name",
        ),
    }
    return Table(contestants, columns, query, label=_("Pairs"), usual="number")


def _told(contestant: ContestantRef) -> Iterator[str]:
    if contestant.has_own_name:
        yield " – ".join(contestant.players)
    if contestant.substitutes:
        yield _("Substitutes: %(names)s") % {"names": ", ".join(contestant.substitutes)}
    if contestant.withdrawn_from is not None:
        yield withdrawn_text(contestant.withdrawn_from)
    if contestant.joined_round > 1:
        yield _("plays from round %(number)d") % {"number": contestant.joined_round}

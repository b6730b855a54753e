"""Sortable tables of the pairs that take part, and of past championships."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.http import QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.core.names import plain
from tournament.core.tables import Column, Table
from tournament.models import Role
from tournament.public.front_page import ChampionshipLine
from tournament.standings.contestants import ContestantRef
from tournament.standings.remarks import withdrawn_text


def pairs_table(
    contestants: Sequence[ContestantRef], query: QueryDict, *, slug: str, of_players: bool
) -> Table:
    """Return a table of number, pair with its details, and club; `slug` is the championship's."""

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
            _("Player") if of_players else _("Pair"),
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
    label = _("Players") if of_players else _("Pairs")
    return Table(contestants, columns, query, label=label, usual="number")


def _told(contestant: ContestantRef) -> Iterator[str]:
    if contestant.has_own_name:
        yield " – ".join(contestant.players)
    if contestant.substitutes:
        yield _("Substitutes: %(names)s") % {"names": ", ".join(contestant.substitutes)}
    if contestant.withdrawn_from is not None:
        yield withdrawn_text(contestant.withdrawn_from)
    if contestant.joined_round > 1:
        yield _("plays from round %(number)d") % {"number": contestant.joined_round}


def _counted(line: ChampionshipLine) -> str:
    """Return the number of pairs; of players with the word, as the column counts pairs."""
    if not line.of_players:
        return str(line.pairs)
    return ngettext("%(count)d player", "%(count)d players", line.pairs) % {"count": line.pairs}


def past_table(lines: Sequence[ChampionshipLine], query: QueryDict) -> Table:
    """Return the archive: day, championship, winner, pairs and rounds; the newest first."""
    columns = {
        "date": Column(
            pgettext("column", "Day"),
            shown=lambda line: date_format(line.date, "DATE_FORMAT"),
            sorted_by=lambda line: line.date,
            best_first=True,
        ),
        "name": Column(
            _("Championship"),
            shown=_past_name,
            sorted_by=lambda line: plain(line.name),
            cell_css="name",
            names_row=True,
        ),
        "winner": Column(
            pgettext("column", "Winner"),
            shown=lambda line: " · ".join(line.winners),
            sorted_by=lambda line: plain(line.winners[0]) if line.winners else None,
            cell_css="name",
            tells_head=True,
        ),
        "pairs": Column(
            _("Pairs"),
            shown=_counted,
            sorted_by=lambda line: line.pairs,
            best_first=True,
            css="num",
            tells_head=True,
        ),
        "rounds": Column(
            _("Rounds"),
            shown=lambda line: str(line.rounds),
            sorted_by=lambda line: line.rounds,
            best_first=True,
            css="num",
            tells_head=True,
        ),
    }
    return Table(
        lines,
        columns,
        query,
        label=pgettext("championships", "Archive"),
        usual="-date",
        css="stacked",
        anchor="archive",
    )


def _past_name(line: ChampionshipLine) -> str:
    """Return name, place, and what an organiser can do with the championship."""
    link = format_html('<a href="{}">{}</a>', reverse("public:home", args=[line.slug]), line.name)
    told = [line.place] if line.place else []
    if not line.ended:
        told.append(pgettext("championship", "not ended") if line.begun else _("not played"))
    below = format_html_join("", "<small>{}</small>", ((one,) for one in told))
    if line.role and line.archived:
        badge = pgettext("championship", "in the archive")
        link = format_html('{} <span class="badge state-badge">{}</span>', link, badge)
    if line.role != Role.ORGANISER:
        return format_html("{}{}", link, below)
    another = reverse("championships:another", args=[line.slug])
    return format_html(
        '{}{}<small><a href="{}">{}</a></small>', link, below, another, _("A new one like this…")
    )

"""Messages to the hall and rows of tables on pages that hang on a wall: `{% load wall %}`."""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournament.core.permissions import Access
from tournament.standings.columns import rank_text
from tournament.wall import queries
from tournament.wall.screens import StandingsRow

register = template.Library()


@register.simple_tag
def hall_message(access: Access) -> queries.HallMessage | None:
    """`{% hall_message access as message %}`: the current message to the hall."""
    return queries.hall_message(access.championship)


@register.simple_tag
def standings_row(row: StandingsRow) -> SafeString:
    """`{% standings_row row %}`: the cells of a line of the standings.

    Only the last figure ranks, so those before it are soft.
    """
    # A template for each of hundreds of pairs took ten times as long.
    names = '<span class="wall-dash"> – </span>'.join(
        [f'<span class="wall-name">{escape(name)}</span>' for name in row.names]
    )
    *before, ranking = [escape(text) for text in row.texts]
    figures = "".join([f'<td class="num soft">{text}</td>' for text in before])
    return mark_safe(
        f'<th scope="row" class="wall-key">{rank_text(row.line)}</th>'
        f'<td><span class="contestant"><span class="contestant-number">'
        f'{row.line.contestant.number}</span><span class="name">{names}</span></span></td>'
        f'{figures}<td class="num">{ranking}</td>'
    )

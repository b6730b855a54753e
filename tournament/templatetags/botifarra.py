"""Tags and filters for all templates: suits, numbers, words of the game, fields."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum
from fractions import Fraction
from html import unescape
from typing import Any

from django import forms, template
from django.db.models import Choices
from django.forms import BoundField
from django.http import QueryDict
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.game.announcements import Announcement, Denomination
from scoring.game.cards import Card, Suit
from scoring.game.seats import Seat, Sides
from tournament.core import labels, numbers
from tournament.core.addresses import numbered
from tournament.core.drawings.bars import distance_bar
from tournament.core.drawings.shapes import Drawing
from tournament.core.drawings.svg import as_svg
from tournament.core.live import PARAMETER, SECONDS
from tournament.core.names import plain
from tournament.core.public_pages import is_for_everybody
from tournament.core.rendered_parts import part
from tournament.core.suits import symbol_id
from tournament.models import RoundStatus, schedule

register = template.Library()


@register.simple_tag
def numbered_url(view: str, *args: str | int) -> str:
    """`{% numbered_url 'standings:pair_sheet' slug number %}`: as `{% url %}`, for a link of which
    a page has hundreds, whose address ends with a number."""
    return numbered(view, *args)


# These three stand in every row of long tables: included templates took five times as long.


@register.simple_tag
def pair_link(slug: str, contestant: Any) -> SafeString:
    """`{% pair_link access.championship.slug contestant %}`: a pair's number and its name, which
    leads to its page."""
    address = numbered("standings:pair_sheet", slug, contestant.number)
    return mark_safe(
        f'<span class="contestant"><span class="contestant-number">{contestant.number}</span>'
        f'<a class="pair-link name" href="{address}">{escape(contestant.name)}</a></span>'
    )


@register.simple_tag
def score_link(slug: str, deal: int, number: int, final: Fraction | None) -> SafeString:
    """`{% score_link access.championship.slug deal number final %}`: a pair's final score in a
    hand, which leads to its explanation."""
    address = numbered("score_explanations:score", slug, deal, number)
    text = numbers.score_text(final)
    told = _("Why pair %(number)s has %(score)s") % {"number": number, "score": text}
    return mark_safe(f'<a class="why" href="{address}" aria-label="{escape(told)}">{text}</a>')


@register.simple_tag
def announced(announcement: Announcement) -> SafeString:
    """`{% announced entry.announcement %}`: trumps and doubles, as far as there are any."""
    trump, double = announcement.trump, announcement.double
    if trump is None:
        of_trump = SafeString("")
    elif trump is Denomination.BOTIFARRA:
        of_trump = format_html("<span>{}</span>", labels.label(trump))
    else:
        of_trump = suit(trump.value)
    return (
        format_html("{}\n<span>{}</span>", of_trump, labels.label(double)) if double else of_trump
    )


@register.filter
def score(value: Fraction | None) -> str:
    """`{{ fraction|score }}`: two decimals, with the language's decimal mark."""
    return numbers.score_text(value)


@register.filter
def mean(value: Fraction | None) -> str:
    """`{{ fraction|mean }}`: a mean per hand, with three decimals."""
    return numbers.mean_text(value)


@register.filter
def signed(value: int | None) -> str:
    """`{{ n|signed }}`: "+4", "−8", "0"."""
    return numbers.signed_text(value)


@register.filter
def label(value: Enum | str | None) -> str:
    """`{{ enum|label }}`: the word for a value of one of our enums; nothing for an empty value."""
    if value is None or value == "":
        return ""
    if isinstance(value, Choices):
        return str(value.label)
    assert isinstance(value, Enum), f"{value!r} has no word: hand the template the enum's member"
    return labels.label(value)


@register.filter
def round_state(status: RoundStatus, ended_at: datetime | None) -> str:
    """`{{ round.status|round_state:access.championship.ended_at }}`: "planned", "closed", "not
    played"."""
    return status.name_after(ended_at)


@register.filter
def seat(value: Seat | str) -> str:
    """`{{ seat|seat }}`: the seat spelt out, from the enum or its letter."""
    return labels.label(Seat(value))


@register.simple_tag
def suit(value: Suit | str, *, hidden: bool = False) -> SafeString:
    """`{% suit "O" %}`: the drawn suit, its name for those who don't see it.

    `hidden=True` where the name stands beside it anyway.
    """
    the_suit = Suit(value)
    href = f"{static('tournament/suits.svg')}#{symbol_id(the_suit)}"
    if hidden:
        return format_html(
            '<svg class="suit suit-{}" aria-hidden="true"><use href="{}"></use></svg>',
            the_suit.value,
            href,
        )
    return format_html(
        '<svg class="suit suit-{}" role="img" aria-label="{}"><use href="{}"></use></svg>',
        the_suit.value,
        labels.label(the_suit),
        href,
    )


@register.simple_tag(name="card")
def playing_card(value: Card) -> SafeString:
    """`{% card card %}`: a card's rank and suit as on the diagrams, its name for those who don't
    see it."""
    return format_html(
        '<span class="playing-card playing-card-{}"><span aria-hidden="true">{}{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        value.suit.value,
        value.rank.letter,
        suit(value.suit, hidden=True),
        labels.card_name(value),
    )


@register.simple_tag
def drawn_card(value: Card) -> SafeString:
    """`{% drawn_card card %}`: a card as it looks. Its name (`card_name`) has to stand by it."""
    return format_html(
        '<svg class="drawn-card" viewBox="0 0 100 156" aria-hidden="true">'
        '<use href="{}#card-{}"></use></svg>',
        static("tournament/cards.svg"),
        value,
    )


@register.filter
def by_seat(pairs: Sides[Any]) -> tuple[tuple[Seat, Any], ...]:
    """`{{ row.pairs|by_seat }}`: the players of a table with their seats, from North on."""
    return schedule.by_seat(pairs.map(lambda side: side.everybody))


@register.filter
def card_name(value: Card) -> str:
    """`{{ card|card_name }}`: "ace of cups"."""
    return labels.card_name(value)


@register.simple_tag
def kept_part(template: str, **values: Any) -> SafeString:
    """`{% kept_part "play/_held.html" one=card %}`: an include that sees these values alone, and is
    rendered once for them."""
    return part(template, **values)


@register.simple_tag
def drawing(value: Drawing, css: str = "") -> SafeString:
    """`{% drawing strip %}`: a picture, with `css` as more classes of it."""
    return as_svg(value, css)


@register.simple_tag
def distance(share: Fraction) -> SafeString:
    """`{% distance gain.share %}`: a bar for a share from 0 to 1."""
    return as_svg(distance_bar(share), "bar")


@register.inclusion_tag("_hand.html")
def hand(deal: Any, seat: Seat | str) -> dict[str, Any]:
    """`{% hand deal seat %}`: a seat's cards, a line a suit, high to low."""
    the_seat = Seat(seat)
    lines = [(one, [card.rank.letter for card in deal.suit_of_hand(the_seat, one)]) for one in Suit]
    return {"seat": the_seat, "lines": lines}


@register.inclusion_tag("_countdown.html", takes_context=True)
def countdown(
    context: template.Context, until: datetime, over: str, before: str = ""
) -> dict[str, Any]:
    """`{% countdown round.ends_at time_is_up %}`: the minutes and seconds left until a moment.

    `over` is what it says from then on, `before` stands before the time as long as it runs.
    """
    now = timezone.now()
    left = max(0, -((now - until) // timedelta(seconds=1)))
    return {
        "until": until.isoformat(),
        "now": "" if is_for_everybody(context.get("request")) else now.isoformat(),
        "left": numbers.minutes_text(left),
        "is_over": left == 0,
        "before": before,
        "over": over,
    }


@register.filter
def minutes(seconds: int) -> str:
    """`{{ seconds|minutes }}`: minutes and seconds, "09:05"."""
    return numbers.minutes_text(seconds)


@register.filter
def moment(at: datetime) -> str:
    """`{{ round.corrections_until|moment }}`: "12:40", and the day too where it is not today."""
    local = timezone.localtime(at)
    if local.date() == timezone.localdate():
        return date_format(local, "H:i")
    return date_format(local, "SHORT_DATETIME_FORMAT")


@register.filter
def age(at: datetime) -> str:
    """`{{ row.at|age }}`: how long ago that was, "7 min"."""
    return numbers.age_text(max(0, (timezone.now() - at) // timedelta(seconds=1)))


@register.filter
def answers(text: str, wanted: str) -> bool:
    """`{{ place.found_by|answers:find }}`: whether a text has the letters that are looked for."""
    return plain(wanted) in plain(text)


@register.filter
def control(field: BoundField) -> SafeString:
    """`{{ form.field|control }}`: the field's input alone, in the site's look, without label."""
    widget = field.field.widget
    if isinstance(widget, forms.CheckboxInput):
        look = "form-check-input"
    elif isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        look = "choices"
    elif isinstance(widget, forms.Select):
        look = "form-select"
    else:
        look = "form-control"
    classes = [look, widget.attrs.get("class", "")]
    if field.errors:
        classes.append("is-invalid")
    return field.as_widget(attrs={"class": " ".join(filter(None, classes))})


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Return whether a field is one box to tick: its label stands after it."""
    return isinstance(field.field.widget, forms.CheckboxInput)


@register.simple_tag(takes_context=True)
def block_text(context: template.Context, name: str) -> str:
    """`{% block_text "title" %}`: what the page put into a block, once more, as plain text."""
    block = context.render_context[BLOCK_CONTEXT_KEY].get_block(name)
    return " ".join(unescape(strip_tags(block.render(context))).split())


@register.simple_tag(takes_context=True)
def live(context: template.Context, version: str, path: str = "", name: str = "live") -> SafeString:
    """`<div {% live version %}>`: makes an element ask for its own newer self (see core.live).

    A part that several pages have asks at a `path` of its own ("…/check-in/?show=absent"), and has
    a `name` of its own.
    """
    request = context["request"]
    path, _mark, asked = path.partition("?")
    query = QueryDict(asked, mutable=True) if path else request.GET.copy()
    query[PARAMETER] = version
    return format_html(
        'id="{}" hx-get="{}?{}" hx-trigger="every {}s" hx-swap="outerHTML"',
        name,
        path or request.path,
        query.urlencode(),
        SECONDS,
    )

"""The heading of every paper and workbook: whose it is, what, when it was made, how final.

A heading is text in one language, made once when the export is asked for; papers and workbooks only
place it. The time of making is part of it, so that equal headings and rows give equal bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from tournament.models import Championship, ChampionshipLogo, Simultaneous


@dataclass(frozen=True, slots=True)
class Logo:
    """The club's picture as a PNG, and its size in pixels."""

    png: bytes = field(repr=False)
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Heading:
    """The words above and below an export, in one language."""

    championship: str
    details: str
    """Place and date."""
    title: str
    """Name of the paper or workbook: "Standings"."""
    subtitle: str
    """The part of the championship that it is about: "Round 3"; may be empty."""
    status: str
    """"provisional", "final" or another word of warning; empty where nothing can change."""
    made_at: datetime
    language: str
    logo: Logo | None = None
    record_head: str = ""
    """Head of the record when its last round was closed; "" where it shows no results."""

    @property
    def foot(self) -> str:
        """Return the words below: when it was made, and the head of the record."""
        if not self.record_head:
            return self.made
        return f"{self.made} · " + _("Record %(record_head)s") % {"record_head": self.record_head}

    @property
    def made(self) -> str:
        """Return when the paper or workbook was made, as a sentence, in the site's time zone."""
        moment = timezone.localtime(self.made_at)
        return _("Made on %(date)s at %(time)s") % {
            "date": date_format(moment, "DATE_FORMAT"),
            "time": date_format(moment, "H:i"),
        }

    @property
    def full_title(self) -> str:
        return f"{self.title} – {self.subtitle}" if self.subtitle else self.title


def heading_of(
    championship: Championship,
    title: str,
    *,
    made_at: datetime,
    subtitle: str = "",
    status: str = "",
    record_head: str = "",
) -> Heading:
    """Return the heading of an export of a championship, in the language in force.

    1 query for the logo; none for a championship whose logo is loaded.
    """
    date = date_format(championship.date, "DATE_FORMAT")
    return Heading(
        championship=championship.shown_name,
        details=" · ".join(filter(None, [championship.place, date])),
        title=title,
        subtitle=subtitle,
        status=status,
        made_at=made_at,
        language=get_language() or "ca",
        logo=_logo_of(championship),
        record_head=record_head,
    )


def heading_of_event(
    event: Simultaneous, title: str, *, made_at: datetime, subtitle: str = "", status: str = ""
) -> Heading:
    """Return the heading of an export of a simultaneous event, in the language in force."""
    return Heading(
        championship=event.name,
        details=date_format(event.date, "DATE_FORMAT"),
        title=title,
        subtitle=subtitle,
        status=status,
        made_at=made_at,
        language=get_language() or "ca",
    )


def _logo_of(championship: Championship) -> Logo | None:
    try:
        stored = championship.logo
    except ChampionshipLogo.DoesNotExist:
        return None
    return Logo(bytes(stored.png), stored.width, stored.height)


class Stated(Enum):
    """Subject of the word for final. The words agree with it in some languages."""

    RESULTS = auto()
    RECORD = auto()
    STANDINGS = auto()
    ROUND_SCORES = auto()


_PROVISIONAL_OR_FINAL = {
    Stated.RESULTS: (pgettext_lazy("results", "provisional"), pgettext_lazy("results", "final")),
    Stated.RECORD: (
        pgettext_lazy("official record", "provisional"),
        pgettext_lazy("official record", "final"),
    ),
    Stated.STANDINGS: (
        pgettext_lazy("standings", "provisional"),
        pgettext_lazy("standings", "final"),
    ),
    Stated.ROUND_SCORES: (
        pgettext_lazy("scores of the rounds", "provisional"),
        pgettext_lazy("scores of the rounds", "final"),
    ),
}


def status_of(stated: Stated, *, final: bool) -> str:
    """Return "provisional" or "final"; `core.finality` decides which."""
    return str(_PROVISIONAL_OR_FINAL[stated][final])

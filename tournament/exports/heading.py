"""The heading of every paper and workbook: whose it is, what, when it was made, how final.

A heading is text in one language, made once when the export is asked for; papers and workbooks only
place it. The time of making is part of it, so that the same heading and rows give the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from tournament.models import Championship, ChampionshipLogo
from tournament.standings.queries import StandingsView


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
    """What it is: "Standings"."""
    subtitle: str
    """Of which part of the championship: "Round 3"; may be empty."""
    status: str
    """ "provisional", "final" or another word of warning; empty where nothing can change."""
    made_at: datetime
    language: str
    logo: Logo | None = None
    record_head: str = ""
    """The head of the record with which the last of its rounds was closed; "" where it shows no
    results."""

    @property
    def foot(self) -> str:
        """What stands below: when it was made, and the head of the record."""
        if not self.record_head:
            return self.made
        return f"{self.made} · " + _("Record %(record_head)s") % {"record_head": self.record_head}

    @property
    def made(self) -> str:
        """When it was made, as a sentence, in the site's time zone."""
        moment = timezone.localtime(self.made_at)
        return _("Made on %(date)s at %(time)s") % {
            "date": date_format(moment, "DATE_FORMAT"),
            "time": date_format(moment, "H:i"),
        }

    @property
    def full_title(self) -> str:
        """Title and subtitle in a line."""
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
    """The heading of an export of a championship, in the language in force.

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


def _logo_of(championship: Championship) -> Logo | None:
    try:
        stored = championship.logo
    except ChampionshipLogo.DoesNotExist:
        return None
    return Logo(bytes(stored.png), stored.width, stored.height)


# In some languages these words agree with what they stand beside, so each thing has its own.


def result_status(championship: Championship) -> str:
    """What every list of results says of itself: they can change until the championship ends."""
    if championship.ended_at is None:
        return pgettext("results", "provisional")
    return pgettext("results", "final")


def record_status(championship: Championship) -> str:
    """What the official record says of itself."""
    if championship.ended_at is None:
        return pgettext("official record", "provisional")
    return pgettext("official record", "final")


def standings_status(view: StandingsView[Any]) -> str:
    """What standings say of themselves: never final after a round that is not the last."""
    if view.final:
        return pgettext("standings", "final")
    return pgettext("standings", "provisional")


def round_scores_status(view: StandingsView[Any]) -> str:
    """What the scores of the rounds say of themselves, like the standings that they explain."""
    if view.final:
        return pgettext("scores of the rounds", "final")
    return pgettext("scores of the rounds", "provisional")

"""Numbers as a reader of the language in force writes them: one text for screen and paper.

Exact values are rounded (`scoring.rounding`) only here, on their way out. Catalan and Spanish have
a decimal comma, English a point; a minus is the real sign (U+2212), as wide as the plus beside it.
"""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rounding import display
from scoring.solver import Interval

MINUS = "\N{MINUS SIGN}"
MEAN_PLACES = 3
NOTHING = "\N{EN DASH}"
"""Text in place of a missing number."""


def score_text(value: Fraction | None, places: int = 2) -> str:
    """Return a final score or a total: "1,13"; a dash for None."""
    if value is None:
        return NOTHING
    mark = get_format("DECIMAL_SEPARATOR")
    return display(value, places).replace(".", mark).replace("-", MINUS)


def mean_text(value: Fraction | None) -> str:
    """Return a mean per hand, with a decimal more than a score: over 24 hands a hundredth of a mean
    is a quarter of a point, and pairs that are not tied would look so. "1,583"; a dash for None."""
    return score_text(value, MEAN_PLACES)


def number_text(value: Fraction | int | None) -> str:
    """Return a plain number: "3"; one that is not whole as a score: "3,50"; a dash for None."""
    if value is None:
        return NOTHING
    if value.denominator == 1:
        return str(value).replace("-", MINUS)
    return score_text(Fraction(value))


def halves_text(value: Fraction | int | None) -> str:
    """Return a number of halves, as games are counted: "3½", "½", "2"; a dash for None."""
    if value is None:
        return NOTHING
    whole, rest = divmod(Fraction(value), 1)
    if rest != Fraction(1, 2):
        return number_text(value)
    return f"{whole}½" if whole else "½"


def signed_text(value: Fraction | int | None) -> str:
    """Return a hand score with its sign: "+4", "−8", "0"; a dash for None."""
    if value is None:
        return NOTHING
    return f"+{number_text(value)}" if value > 0 else number_text(value)


def signed_range_text(value: Interval | None) -> str:
    """Return a hand score as far as it is known: "+10", "+5…+8"; a dash for None."""
    if value is None:
        return NOTHING
    if value.is_exact:
        return signed_text(value.low)
    return f"{signed_text(value.low)}…{signed_text(value.high)}"


def minutes_text(seconds: int) -> str:
    """Return a time that is left, in minutes and seconds: "09:05", "90:00"."""
    return f"{seconds // 60:02d}:{seconds % 60:02d}"


def duration_text(minutes: int) -> str:
    """Return a duration without line break: "40 min", "4 h 40 min", "26 h"."""
    text = _("%(hours)d h %(minutes)02d min")
    if minutes < 60:
        text = _("%(minutes)d min")
    elif minutes % 60 == 0:
        text = _("%(hours)d h")
    told = {"hours": minutes // 60, "minutes": minutes % 60}
    return (text % told).replace(" ", "\N{NO-BREAK SPACE}")


def age_text(seconds: int) -> str:
    """Return an age in whole minutes: "just now", "7 min", "2 h 05 min"; after a day in days."""
    minutes, days = seconds // 60, seconds // 86400
    if minutes < 1:
        return _("just now")
    if days < 1:
        return duration_text(minutes)
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}

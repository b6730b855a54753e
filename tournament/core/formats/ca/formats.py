"""Catalan dates as they are read aloud: "21 d'abril de 2026 a les 09:05".

After a day a month needs its preposition, which has two shapes. Django's Catalan leaves it out, so
its names of months are translated anew in our catalogue, which goes before Django's.
"""

from django.utils.translation import pgettext_lazy

DATE_FORMAT = r"j E \d\e Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"j E \d\e Y \a \l\e\s H:i"
SHORT_DATETIME_FORMAT = "d/m/Y H:i"

MONTHS_AFTER_A_DAY = (
    pgettext_lazy("alt. month", "January"),
    pgettext_lazy("alt. month", "February"),
    pgettext_lazy("alt. month", "March"),
    pgettext_lazy("alt. month", "April"),
    pgettext_lazy("alt. month", "May"),
    pgettext_lazy("alt. month", "June"),
    pgettext_lazy("alt. month", "July"),
    pgettext_lazy("alt. month", "August"),
    pgettext_lazy("alt. month", "September"),
    pgettext_lazy("alt. month", "October"),
    pgettext_lazy("alt. month", "November"),
    pgettext_lazy("alt. month", "December"),
)
"""Names of months after a day: the format letter E."""

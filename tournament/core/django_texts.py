"""Messages of Django's own forms that people meet here, so that our catalogues say them.

Django finds a project's catalogues before its own. Its Catalan and Spanish address people in
several ways and call a password “clau” and “clave”, the word for the key of the hands here.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop, ngettext_lazy

TEXTS = (
    gettext_noop(
        "Please enter a correct %(username)s and password. Note that both fields may be "
        "case-sensitive."
    ),
    gettext_noop("This account is inactive."),
    gettext_noop("Your old password was entered incorrectly. Please enter it again."),
    gettext_noop("This field is required."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("No file was submitted."),
    gettext_noop("The submitted file is empty."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)

"""What a password must be: Django's own checks, in the site's own words.

Django's Catalan lacks some of these sentences, and says "tu" where the site says "vós": each check
keeps how it judges and changes what it says.
"""

from __future__ import annotations

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class NotLikeThePerson(password_validation.UserAttributeSimilarityValidator):
    """Not the user name nor the full name, nor nearly."""

    def get_error_message(self) -> str:
        return _("This password is too much like the user name or the full name.")

    def get_help_text(self) -> str:
        return _("It must not be like the user name or the full name.")


class LongEnough(password_validation.MinimumLengthValidator):
    """Minimum length of a password."""

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short: it needs at least %(count)d character.",
            "This password is too short: it needs at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}

    def get_help_text(self) -> str:
        return ngettext(
            "It must have at least %(count)d character.",
            "It must have at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}


class NotCommon(password_validation.CommonPasswordValidator):
    """None of the passwords that everybody tries first."""

    def get_error_message(self) -> str:
        return _("This password is too common: choose another.")

    def get_help_text(self) -> str:
        return _("It must not be one that many people use.")

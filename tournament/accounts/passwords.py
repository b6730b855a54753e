"""Rules for passwords: Django's own checks, in the site's own words.

Django's Catalan lacks some of these sentences, and says "tu" where the site says "vós": each check
keeps how it judges and changes what it says.
"""

from __future__ import annotations

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class NotLikeThePerson(password_validation.UserAttributeSimilarityValidator):
    """A check that the password is not, and not nearly, the user name or the full name."""

    def get_error_message(self) -> str:
        return _("This password is too much like the user name or the full name.")

    def get_help_text(self) -> str:
        return _("It must not be like the user name or the full name.")


class LongEnough(password_validation.MinimumLengthValidator):
    """A check of the minimum length."""

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
    """A check that the password is none of those that everybody tries first."""

    def get_error_message(self) -> str:
        return _("This password is too common: choose another.")

    def get_help_text(self) -> str:
        return _("It must not be one that many people use.")

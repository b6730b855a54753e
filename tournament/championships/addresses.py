"""The address that somebody chooses for a championship, as part of the site's paths."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.models import Championship


def refuse_address(slug: str, *, longest: int) -> None:
    """Raise `UserError` (field "slug") if `slug` can't be a new championship's address.

    It has `longest` letters at most, and no other championship has it.
    """
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise UserError(*error.messages, field="slug") from error
    if len(slug) > longest:
        raise UserError(
            _("An address has at most %(most)d characters.") % {"most": longest}, field="slug"
        )
    if Championship.objects.filter(slug=slug).exists():
        raise UserError(
            _(
                "There is already a championship with the address “%(slug)s”. Give this one "
                "another address."
            )
            % {"slug": slug},
            field="slug",
        )

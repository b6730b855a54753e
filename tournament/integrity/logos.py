"""Check that a championship's logo is a picture that this program made."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.championships.pictures import Picture, is_our_own
from tournament.models import Championship, ChampionshipLogo


def logo_faults(championship: Championship) -> Iterator[str]:
    """Yield a sentence where size or digest of the logo don't fit its picture; 1 query."""
    logo = ChampionshipLogo.objects.filter(championship=championship).first()
    if logo is not None:
        picture = Picture(bytes(logo.png), logo.width, logo.height)
        if logo.digest != picture.digest or not is_our_own(picture):
            yield _("The size or the digest of the logo is not that of the picture.")

"""Give a championship the logo at the head of its papers, and take it away."""

from __future__ import annotations

from typing import BinaryIO

from django.db import transaction

from tournament.audit.services import record_event
from tournament.championships.pictures import Picture, read_picture
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locks import lock_running_championship
from tournament.models import Action, Championship, ChampionshipLogo


def set_logo(*, actor: Actor, championship: Championship, file: BinaryIO) -> ChampionshipLogo:
    """Give the championship the picture in a PNG or JPEG file as its logo.

    Giving a picture twice changes nothing more. Raises `UserError` (field "file") for a file that
    holds no such picture or too large a one, `NotNow` after the end.
    """
    try:
        # Before anything is locked: decoding takes a while.
        picture = read_picture(
            file,
            width=ChampionshipLogo.MOST_WIDTH,
            height=ChampionshipLogo.MOST_HEIGHT,
            most_bytes=ChampionshipLogo.MOST_BYTES,
        )
    except UserError as error:
        raise UserError(*error.messages, field="file") from error
    return _replace_logo(actor=actor, championship=championship, picture=picture)


@transaction.atomic
def _replace_logo(
    *, actor: Actor, championship: Championship, picture: Picture
) -> ChampionshipLogo:
    locked = lock_running_championship(championship)
    before = ChampionshipLogo.objects.filter(championship=locked).first()
    if before is not None and before.digest == picture.digest:
        return before
    logo, _created = ChampionshipLogo.objects.update_or_create(
        championship=locked,
        defaults={
            "png": picture.png,
            "width": picture.width,
            "height": picture.height,
            "digest": picture.digest,
        },
    )
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CHAMPIONSHIP_CHANGED,
        before={"logo": before and before.digest},
        after={"logo": logo.digest},
    )
    return logo


@transaction.atomic
def remove_logo(*, actor: Actor, championship: Championship) -> None:
    """Take the logo away. Without a logo nothing happens. Raises `NotNow` after the end."""
    locked = lock_running_championship(championship)
    logo = ChampionshipLogo.objects.filter(championship=locked).first()
    if logo is None:
        return
    logo.delete()
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CHAMPIONSHIP_CHANGED,
        before={"logo": logo.digest},
        after={"logo": None},
    )

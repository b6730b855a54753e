"""Make an uploaded picture into a small PNG of our own, grey or RGB.

Nothing is decoded before its format and its size in bytes and pixels are known to be harmless. The
PNG is drawn again from the pixels, without metadata, comments or further pictures.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from io import BytesIO
from typing import BinaryIO

from django.utils.translation import gettext as _
from PIL import Image, ImageChops, ImageOps

from tournament.core.errors import UserError

MOST_BYTES = 2 * 1024 * 1024
MOST_PIXELS = 16_000_000
"""Width times height: decoded, about 64 MB."""
_KINDS = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff"}
_SIXTEEN_BITS = ("I", "I;16", "I;16B", "I;16L", "I;16N")

_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
_DAMAGED = (OSError, ValueError, SyntaxError, EOFError, ArithmeticError, IndexError)
"""Exceptions that Pillow raises for files that are damaged, or made to do damage."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG without anything but its pixels."""

    png: bytes = field(repr=False)
    width: int
    height: int

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the PNG in hex digits."""
        return hashlib.sha256(self.png).hexdigest()


def read_picture(file: BinaryIO, *, width: int, height: int, most_bytes: int) -> Picture:
    """Return the picture in a PNG or JPEG file, made to fit into `width` × `height` pixels.

    A file always gives the same PNG, of at most `most_bytes`. Raises `UserError` for a file that
    can't be used.
    """
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise UserError(
            _("The file is larger than %(size)d MB. Make the picture smaller.")
            % {"size": MOST_BYTES >> 20}
        )
    kind = next((name for name, start in _KINDS.items() if content.startswith(start)), None)
    if kind is None:
        raise UserError(_("This is neither a PNG nor a JPEG picture."))
    image = _decoded(content, kind, (width, height))
    while True:
        made = BytesIO()
        image.save(made, "PNG", optimize=True)
        if made.tell() <= most_bytes or min(image.size) == 1:
            return Picture(made.getvalue(), *image.size)
        image.thumbnail((image.width * 3 // 4, image.height * 3 // 4))


def is_our_own(picture: Picture) -> bool:
    """Return whether `read_picture` can have made this picture, of the size that it says."""
    try:
        with Image.open(BytesIO(picture.png), formats=["PNG"]) as image:
            if image.size != (picture.width, picture.height) or image.mode not in ("L", "RGB"):
                return False
            image.load()
            return not image.info
    except _DAMAGED + _BOMBS:
        return False


def _decoded(content: bytes, kind: str, size: tuple[int, int]) -> Image.Image:
    try:
        with Image.open(BytesIO(content), formats=[kind]) as image:
            if image.width * image.height > MOST_PIXELS:
                raise _too_many_pixels()
            image.draft("RGB", (2 * size[0], 2 * size[1]))  # a JPEG needn't be decoded whole
            # Shrink first, so that the rest is cheap; but a picture may lie on its side.
            return _plain(ImageOps.exif_transpose(image), size)
    except _BOMBS:
        raise _too_many_pixels() from None
    except _DAMAGED:
        raise UserError(_("The picture is damaged: it can't be read.")) from None


def _too_many_pixels() -> UserError:
    return UserError(
        _("The picture has more than %(most)d million pixels. Make it smaller.")
        % {"most": MOST_PIXELS // 1_000_000}
    )


def _plain(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return the picture on white paper, small, grey where it has no colour."""
    if image.mode in _SIXTEEN_BITS:
        image = image.point(lambda value: value / 256, "F").convert("L")
    if image.mode in ("P", "PA", "LA", "RGBa", "La") or "transparency" in image.info:
        image = image.convert("RGBA")
    if image.mode != "RGBA":
        image = image.convert("RGB")
    image.thumbnail(size)
    if image.mode == "RGBA":
        paper = Image.new("RGB", image.size, "white")
        paper.paste(image, mask=image.getchannel("A"))
        image = paper
    red, green, blue = image.split()
    grey = not (
        ImageChops.difference(red, green).getbbox() or ImageChops.difference(red, blue).getbbox()
    )
    pixels = red if grey else image
    # A new picture of the pixels alone: anything else in the file stays behind.
    return Image.frombytes(pixels.mode, pixels.size, pixels.tobytes())

"""The logo of a championship: what is taken, what is refused, and what is kept of it."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, PngImagePlugin

from tests.tournament.factories import actor_of, english_client, make_championship, organiser_of
from tournament.championships.logo import remove_logo, set_logo
from tournament.championships.pictures import MOST_BYTES, MOST_PIXELS, Picture, read_picture
from tournament.core.errors import NotNow, UserError
from tournament.exports.heading import heading_of
from tournament.integrity.checks import championship_checks
from tournament.models import Action, AuditEvent, Championship, ChampionshipLogo

RED = (200, 30, 30)


def picture_file(
    kind: str = "PNG",
    size: tuple[int, int] = (300, 100),
    mode: str = "RGB",
    colour: object = RED,
    **more: object,
) -> BytesIO:
    """A picture of one colour as a file."""
    made = BytesIO()
    Image.new(mode, size, colour).save(made, kind, **more)  # type: ignore[arg-type]
    made.seek(0)
    return made


def read(file: BytesIO) -> Picture:
    return read_picture(file, width=600, height=240, most_bytes=512 * 1024)


def pixels(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png))


def png_that_correction_requests(width: int, height: int) -> BytesIO:
    """A tiny file whose head promises a huge picture."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return BytesIO(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + data + chunk(b"IEND", b""))


class TestPictures:
    @pytest.mark.parametrize("kind", ["PNG", "JPEG"])
    def test_a_picture_becomes_a_small_png(self, kind: str) -> None:
        found = read(picture_file(kind, (3000, 1000)))
        assert (found.width, found.height) == (600, 200)
        assert pixels(found).format == "PNG"
        assert pixels(found).mode == "RGB"

    def test_a_small_one_is_not_blown_up(self) -> None:
        assert (read(picture_file(size=(30, 10))).width) == 30

    @pytest.mark.parametrize(
        ("mode", "colour"),
        [("RGB", (80, 80, 80)), ("L", 80), ("1", 1), ("LA", (80, 255)), ("I;16", 20480)],
    )
    def test_what_has_no_colour_is_kept_in_grey(self, mode: str, colour: object) -> None:
        found = pixels(read(picture_file(mode=mode, colour=colour)))
        assert found.mode == "L"
        assert found.getpixel((5, 5)) in (80, 255)

    def test_what_is_transparent_lies_on_white(self) -> None:
        clear = read(picture_file(mode="RGBA", colour=(200, 30, 30, 0)))
        assert pixels(clear).getpixel((5, 5)) == 255
        made = BytesIO()
        Image.new("P", (50, 50), 0).save(made, "PNG", transparency=0)
        made.seek(0)
        assert pixels(read(made)).getpixel((5, 5)) == 255

    def test_cmyk_of_a_print_shop_is_read(self) -> None:
        found = pixels(read(picture_file("JPEG", mode="CMYK", colour=(0, 255, 255, 0))))
        red, green, blue = found.getpixel((5, 5))  # type: ignore[misc]
        assert red > 200 > 60 > max(green, blue)

    def test_a_photograph_taken_upright_stands_upright(self) -> None:
        exif = Image.Exif()
        exif[0x0112] = 6  # turn it by a quarter
        found = read(picture_file("JPEG", (300, 100), exif=exif.tobytes()))
        assert (found.width, found.height) == (80, 240)

    def test_nothing_but_pixels_passes(self) -> None:
        told = PngImagePlugin.PngInfo()
        told.add_text("Author", "Somebody Private")
        plain, speaking = picture_file(), picture_file(pnginfo=told, dpi=(300, 300))
        found = read(speaking)
        assert b"Private" not in found.png
        assert found == read(plain)
        assert pixels(found).info == {}

    def test_the_same_file_gives_the_same_png(self) -> None:
        assert read(picture_file("JPEG")).digest == read(picture_file("JPEG")).digest

    def test_a_picture_full_of_noise_stays_small(self) -> None:
        noise = Image.effect_noise((400, 400), 100)
        many = Image.merge(
            "RGB", [noise, noise.rotate(180), noise.transpose(Image.Transpose.ROTATE_90)]
        )
        made = BytesIO()
        many.save(made, "PNG")
        made.seek(0)
        found = read_picture(made, width=600, height=240, most_bytes=50_000)
        assert len(found.png) <= 50_000

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "neither a PNG nor a JPEG"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "neither a PNG nor a JPEG"),
            (b"GIF89a" + b"\0" * 50, "neither a PNG nor a JPEG"),
            (b"%PDF-1.7", "neither a PNG nor a JPEG"),
            (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "damaged"),
            (b"\xff\xd8\xff\xe0" + b"\0" * 50, "damaged"),
            (b"\xff\xd8\xff" + b"\xff" * 5000, "damaged"),
            (picture_file().getvalue()[:200], "damaged"),
            (b"\xff\xd8\xff" + b"\0" * MOST_BYTES, "larger than 2 MB"),
            (
                png_that_correction_requests(100_000, 100_000).getvalue(),
                "more than 16 million pixels",
            ),
            (png_that_correction_requests(16_001, 1000).getvalue(), "more than 16 million pixels"),
            (png_that_correction_requests(2**31 - 1, 1).getvalue(), "more than 16 million pixels"),
            (png_that_correction_requests(1000, 1000).getvalue(), "damaged"),
        ],
    )
    def test_what_is_no_such_picture_is_refused_in_words(self, content: bytes, said: str) -> None:
        with pytest.raises(UserError, match=said):
            read(BytesIO(content))

    def test_the_largest_that_is_taken_is_taken(self) -> None:
        assert (
            read(picture_file(size=(4000, MOST_PIXELS // 4000), mode="1", colour=1)).height == 240
        )


@pytest.mark.django_db
class TestLogo:
    @pytest.fixture
    def championship(self) -> Championship:
        return make_championship()

    def give(self, championship: Championship, **more: object) -> ChampionshipLogo:
        return set_logo(
            actor=actor_of(championship),
            championship=championship,
            file=picture_file(**more),  # type: ignore[arg-type]
        )

    def test_it_is_kept_and_recorded_by_its_digest(self, championship: Championship) -> None:
        first = self.give(championship)
        second = self.give(championship, size=(50, 50))
        remove_logo(actor=actor_of(championship), championship=championship)
        events = AuditEvent.objects.filter(action=Action.CHAMPIONSHIP_CHANGED)
        assert list(events.order_by("pk").values_list("before", "after")) == [
            ({"logo": None}, {"logo": first.digest}),
            ({"logo": first.digest}, {"logo": second.digest}),
            ({"logo": second.digest}, {"logo": None}),
        ]
        assert not ChampionshipLogo.objects.exists()

    def test_given_twice_it_is_given_once(self, championship: Championship) -> None:
        assert self.give(championship) == self.give(championship)
        for _time in range(2):
            remove_logo(actor=actor_of(championship), championship=championship)
        assert AuditEvent.objects.filter(action=Action.CHAMPIONSHIP_CHANGED).count() == 2

    def test_after_the_end_it_stays(self, championship: Championship) -> None:
        Championship.objects.update(ended_at="2026-11-21T20:00:00Z")
        with pytest.raises(NotNow):
            self.give(championship)

    def test_verifying_finds_another_one_than_was_given(self, championship: Championship) -> None:
        self.give(championship)
        faults = [check.faults for check in championship_checks(championship)]
        assert not any(faults)
        ChampionshipLogo.objects.update(png=read(picture_file(size=(9, 9))).png)
        found = [str(check.faults) for check in championship_checks(championship)]
        assert any("logo" in one for one in found)

    def test_it_comes_with_every_papers_heading(self, championship: Championship) -> None:
        self.give(championship)
        fresh = Championship.objects.get()
        logo = heading_of(fresh, "Standings", made_at=fresh.created_at).logo
        assert logo is not None
        assert (logo.width, logo.height) == (300, 100)


@pytest.mark.django_db
class TestPage:
    @pytest.fixture
    def championship(self) -> Championship:
        return make_championship()

    @pytest.fixture
    def organiser(self, championship: Championship) -> Client:
        return english_client(organiser_of(championship))

    def test_a_picture_is_sent_shown_and_removed(
        self, organiser: Client, championship: Championship
    ) -> None:
        address = f"/c/{championship.slug}/manage/logo/"
        assert "There is none yet." in organiser.get(address).content.decode()
        sent = SimpleUploadedFile("club.png", picture_file().read())
        organiser.post(address, {"file": sent})
        assert "logo.png?" in organiser.get(address).content.decode()
        shown = organiser.get(f"/c/{championship.slug}/manage/logo.png")
        assert shown["Content-Type"] == "image/png"
        assert shown.content == bytes(ChampionshipLogo.objects.get().png)
        organiser.post(address, {"remove": "1"})
        assert organiser.get(f"/c/{championship.slug}/manage/logo.png").status_code == 404

    def test_what_is_no_picture_is_refused_beside_the_field(
        self, organiser: Client, championship: Championship
    ) -> None:
        sent = SimpleUploadedFile("club.svg", b"<svg/>", content_type="image/png")
        answer = organiser.post(f"/c/{championship.slug}/manage/logo/", {"file": sent})
        assert answer.status_code == 422
        assert "This is neither a PNG nor a JPEG picture." in answer.content.decode()

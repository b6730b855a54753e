"""Pictures of all papers for the documents: `python3 -m tests.pictures docs/papers`.

Draws the first page of each paper of the demonstration championship, small and in sixteen greys,
into the folder, and removes pictures of papers that are no more. Chance and clock are fixed, so
that only what looks otherwise becomes another file. Needs `pdftoppm` (poppler-utils).
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from manage import enter_environment

if TYPE_CHECKING:
    from tournament.exports.papers import Paper, PaperRequest
    from tournament.models import Stage

DAY = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
SITE = "http://192.168.1.20:8000"
ROUNDS = (6, 7, 8)
"""Of the demonstration: the last one closed, the open one, the next. The first that a paper can be
made for is shown."""
DOTS_PER_INCH = 64
GREYS = 16
MOST_BYTES = 60_000


@contextmanager
def nothing_left_to_chance() -> Iterator[None]:
    """The same keys and the same clock each time; the clock goes on by a second a look."""
    clock = (DAY + timedelta(seconds=second) for second in itertools.count())
    chance = random.Random(0)
    with (
        mock.patch("secrets.token_bytes", side_effect=lambda count=32: chance.randbytes(count)),
        mock.patch("django.utils.timezone.now", side_effect=clock),
    ):
        yield


def logo() -> BytesIO:
    """A made-up club's sign: a coin of rings."""
    from PIL import Image, ImageDraw

    side = 240
    sign = Image.new("L", (side, side), 255)
    pen = ImageDraw.Draw(sign)
    for ring in (8, 44, 80):
        pen.ellipse((ring, ring, side - ring, side - ring), outline=40, width=18)
    made = BytesIO()
    sign.save(made, "PNG")
    made.seek(0)
    return made


def demonstration() -> PaperRequest:
    """The demonstration championship, freshly loaded, and a request for its papers."""
    from tournament.championships.logo import set_logo
    from tournament.core.actor import Actor
    from tournament.demo.loader import load_demo
    from tournament.exports.papers import PaperRequest, known_of
    from tournament.models import Championship, Stage

    load_demo()
    Championship.objects.update(date=date(2026, 11, 21))
    set_logo(actor=Actor("pictures"), championship=Championship.objects.get(), file=logo())
    stage = Stage.objects.select_related("championship").get()
    analyse(stage)
    return PaperRequest((stage,), (), DAY + timedelta(hours=9), SITE, known_of((stage,)))


def analyse(stage: Stage) -> None:
    """Store what the hands on the pictures are worth: of the first two rounds, and the last one."""
    from scoring.game.announcements import Denomination
    from tournament.analysis.services import store_value
    from tournament.analysis.solver import Analyser
    from tournament.deals.queries import dealt_hands

    analyser = Analyser(stage.scoring_settings().play_variant)
    deals = [deal for number in (1, 2, ROUNDS[0]) for deal in range(4 * number - 3, 4 * number + 1)]
    for hand in dealt_hands(stage.championship, deals):
        for trump in Denomination:
            value = analyser.value(hand, trump)
            store_value(stage=stage, deal=hand.number, trump=trump, value=value)


def first_page(request: PaperRequest, paper: Paper) -> bytes:
    """The first page of a paper as a PNG."""
    from dataclasses import replace

    from PIL import Image

    from tournament.exports.papers.assembly import bind_papers, leaves

    whole = replace(request, rounds=ROUNDS)
    leaf = next(one for one in leaves(whole, [paper]) if not one.missing)
    content = bind_papers(replace(request, rounds=leaf.request.rounds), [paper]).content
    drawn = subprocess.run(
        ["pdftoppm", "-gray", "-r", str(DOTS_PER_INCH), "-f", "1", "-l", "1", "-"],
        input=content,
        capture_output=True,
        check=True,
    )
    made = BytesIO()
    with Image.open(BytesIO(drawn.stdout)) as page:
        page.quantize(GREYS).save(made, "PNG", optimize=True)
    return made.getvalue()


def draw_all(folder: Path) -> None:
    """A picture of each paper in the folder, and no other."""
    from django.utils.translation import override

    from tournament.exports.papers import PAPERS

    folder.mkdir(parents=True, exist_ok=True)
    with nothing_left_to_chance(), override("ca"):
        request = demonstration()
        for name, paper in PAPERS.items():
            picture = first_page(request, paper)
            assert len(picture) <= MOST_BYTES, f"{name}: {len(picture)} bytes"
            (folder / f"{name}.png").write_bytes(picture)
    for old in folder.glob("*.png"):
        if old.stem not in PAPERS:
            old.unlink()


def main(folder: Path) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.db import connection

    own_name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        draw_all(folder)
    finally:
        connection.creation.destroy_test_db(own_name, verbosity=0)


if __name__ == "__main__":
    enter_environment()
    main(Path(sys.argv[1]))

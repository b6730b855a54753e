"""Draws the pictures: see tests/pictures/__init__.py."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection

from manage import enter_environment
from tests.pictures.cards import draw_cards

KINDS = ("papers", "pages", "cards")


def main(kinds: Collection[str]) -> None:
    if "cards" in kinds:
        draw_cards()
    if set(kinds) - {"cards"}:
        draw_demonstration(kinds)


def draw_demonstration(kinds: Collection[str]) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    # Playwright's event loop and the ORM share this thread.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    import django

    django.setup()
    from django.db import connection

    from tests.pictures.demonstration import demonstration, knockout, nothing_left_to_chance, swiss
    from tests.pictures.pages import draw_pages
    from tests.pictures.papers import draw_papers

    own_name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        with nothing_left_to_chance():
            demo = demonstration()
            if "papers" in kinds:
                draw_papers(demo)
            formats = {"swiss": swiss(), "bracket": knockout()} if "pages" in kinds else {}
        if "pages" in kinds:
            draw_pages(demo, formats)
    finally:
        connection.creation.destroy_test_db(own_name, verbosity=0)


if __name__ == "__main__":
    if os.environ.get("BOTIFARRA_NO_VENV") != "1":
        enter_environment()
    asked = sys.argv[1:] or KINDS
    if unknown := set(asked) - set(KINDS):
        sys.exit(f"{', '.join(sorted(unknown))}: choose {' or '.join(KINDS)}, or nothing for all.")
    main(asked)

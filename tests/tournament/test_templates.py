"""Every template compiles, also one that no other test happens to show, and can be read."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

FOLDER = Path(settings.BASE_DIR, "templates")
NAMES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))


@pytest.mark.parametrize("name", NAMES)
def test_template_compiles(name: str) -> None:
    get_template(name)


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_a_template_is_longer_than_a_screen(name: str) -> None:
    long = [line for line in (FOLDER / name).read_text().splitlines() if len(line) >= 160]
    assert not long, "\n".join(long)

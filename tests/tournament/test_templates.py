"""Every template compiles, also one that no other test happens to show, and can be read."""

from pathlib import Path

from django.conf import settings
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template

FOLDER = Path(settings.BASE_DIR, "templates")
NAMES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))


def test_every_template_compiles() -> None:
    assert NAMES
    faults = {}
    for name in NAMES:
        try:
            get_template(name)
        except (TemplateDoesNotExist, TemplateSyntaxError) as fault:
            faults[name] = fault
    assert not faults


def test_no_line_of_a_template_is_longer_than_a_screen() -> None:
    lines = [(name, line) for name in NAMES for line in (FOLDER / name).read_text().splitlines()]
    assert not [(name, line) for name, line in lines if len(line) >= 160]

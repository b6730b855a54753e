"""The site's static files stand up to the storage that serves them: every reference is found."""

import re
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.templatetags.static import static
from django.test import override_settings

import tournament.settings as site

VENDOR = Path(settings.BASE_DIR) / "tournament/static/tournament/vendor"
MODULES = "tournament/js/table"
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "\./([^"]+)";', re.MULTILINE | re.DOTALL)
PRELOADED = re.compile(r"modulepreload\" href=\"{% static 'tournament/js/table/(\w+)\.js'")


def test_files_are_collected_under_hashed_names(tmp_path: Path) -> None:
    with override_settings(STORAGES=site.STORAGES, STATIC_ROOT=tmp_path):
        call_command("collectstatic", interactive=False, verbosity=0)
        for name in ("tournament/css/theme.css", "tournament/suits.svg", "tournament/js/theme.js"):
            url = static(name)
            assert url != f"{settings.STATIC_URL}{name}"
            assert (tmp_path / url.removeprefix(settings.STATIC_URL)).exists()
            assert (tmp_path / name).exists(), "the page for failures uses the plain name"


def test_the_vendored_stylesheet_keeps_its_licence() -> None:
    css = (VENDOR / "bootstrap.min.css").read_text(encoding="utf-8")
    assert "Licensed under MIT" in css[:400]
    assert "sourceMappingURL" not in css
    assert "The Bootstrap Authors" in (VENDOR / "bootstrap-LICENSE.txt").read_text(encoding="utf-8")


def test_modules_import_each_other_by_hashed_names(tmp_path: Path) -> None:
    with override_settings(STORAGES=site.STORAGES, STATIC_ROOT=tmp_path):
        call_command("collectstatic", interactive=False, verbosity=0)
        pages = (f"{MODULES}/page.js", "tournament/js/play.js")
        waiting = {tmp_path / static(one).removeprefix(settings.STATIC_URL) for one in pages}
        seen = set()
        while waiting:
            module = waiting.pop()
            seen.add(module)
            imported = {module.parent / name for name in IMPORT.findall(module.read_text())}
            assert all(re.fullmatch(r"\w+\.[0-9a-f]{12}\.js", one.name) for one in imported)
            waiting |= imported - seen
        assert len(seen) > 15


def test_a_page_fetches_all_its_modules_at_once() -> None:
    templates = Path(settings.BASE_DIR, "templates/phones")
    shared = set(PRELOADED.findall((templates / "_outbox_scripts.html").read_text()))
    own = set(PRELOADED.findall((templates / "table.html").read_text()))
    assert shared | {"kept_page"} == _imported("kept_page")
    assert shared | own | {"page"} == _imported("page")


def _imported(name: str) -> set[str]:
    """The module and all that it imports, also by others."""
    text = Path(settings.BASE_DIR, "tournament/static", MODULES, f"{name}.js").read_text()
    found = {name}
    for one in IMPORT.findall(text):
        found |= _imported(one.removesuffix(".js"))
    return found

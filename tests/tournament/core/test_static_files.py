"""The site's static files stand up to the storage that serves them: every reference is found."""

from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.templatetags.static import static
from django.test import override_settings

import tournament.settings as site

VENDOR = Path(settings.BASE_DIR) / "tournament/static/tournament/vendor"


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

"""Names of static files: each with a hash of its content, so that browsers can cache it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

MODULES = ("tournament/js/table/*.js", "tournament/js/play.js")
_IMPORT = r"""(?P<matched>\bfrom "(?P<url>\./\w+\.js)";)"""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, which also puts hashed names where our modules import each other.

    Django's own switch for it would look through the scripts of every package, and stumbles over
    one that imports by a bare name.

    A page names some forty files, and each name is looked up and taken apart anew: their addresses
    are kept until the files are collected again.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((modules, ((_IMPORT, 'from "%(url)s";'),)) for modules in MODULES),
    )

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._addresses: dict[str, str] = {}
        super().__init__(*arguments, **options)

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file; raises ValueError where there is no such file."""
        if settings.DEBUG or force:
            return str(super().url(name, force))
        if (known := self._addresses.get(name)) is None:
            known = self._addresses[name] = str(super().url(name))
        return known

    def save_manifest(self) -> None:
        """Let the collected files count from now on."""
        self._addresses.clear()
        super().save_manifest()

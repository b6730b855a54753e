"""Names of static files: each with a hash of its content, so that browsers can cache it."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

MODULES = ("tournament/js/table/*.js", "tournament/js/play.js")
_IMPORT = r"""(?P<matched>\bfrom "(?P<url>\./\w+\.js)";)"""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, which also puts hashed names where our modules import each other.

    Django's own switch for it would look through the scripts of every package, and stumbles over
    one that imports by a bare name.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((modules, ((_IMPORT, 'from "%(url)s";'),)) for modules in MODULES),
    )

"""The site's settings under test: a data folder of its own, and what makes tests quick."""

import os
from tempfile import TemporaryDirectory

_DATA = TemporaryDirectory(prefix="botifarra-test-")  # goes when the tests end
os.environ["BOTIFARRA_DATA"] = _DATA.name
os.environ["BOTIFARRA_FRIENDLY_TABLES"] = "1"
os.environ["BOTIFARRA_SECRET_KEY"] = "only-for-tests-" + "0123456789" * 5

from tournament.settings import *  # noqa: E402, F403
from tournament.settings import _SQLITE_OPTIONS, DATA_DIR, DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

STATIC_ROOT.mkdir()  # WhiteNoise warns where there is none
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "tests.static_files.PlainStaticFiles"},
}
# A file, as on a laptop: connections that share a database in memory lock each other's tables out,
# and a browser asks for several things at once.
if "sqlite" in str(DATABASES["default"]["ENGINE"]):
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    # Nobody needs it after a power cut: no commit waits for the disk.
    _SQLITE_OPTIONS["init_command"] = f"{_SQLITE_OPTIONS['init_command']} PRAGMA synchronous=OFF;"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Tests read message ids, whatever the catalogues say; one asks for Catalan where it is meant.
LANGUAGE_CODE = "en"
SESSION_COOKIE_NAME = "sessionid"
CSRF_COOKIE_NAME = "csrftoken"
LOGGED_IN_COOKIE_NAME = "logged-in"

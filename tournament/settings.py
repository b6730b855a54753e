"""Django settings: a venue's laptop by default, a hosted site by environment variables.

Everything that may differ between installations is read from the environment here and nowhere
else: BOTIFARRA_DATA (the folder of the database, the secret key and the collected static files),
DATABASE_URL, BOTIFARRA_SECRET_KEY, BOTIFARRA_ALLOWED_HOSTS, BOTIFARRA_HTTPS,
BOTIFARRA_TRUSTED_PROXIES, BOTIFARRA_TIME_ZONE, BOTIFARRA_DEBUG, BOTIFARRA_HALL_URL,
BOTIFARRA_STREAM_PORT, BOTIFARRA_STREAM_PATH, BOTIFARRA_FRIENDLY_TABLES.
"""

import hashlib
import os
import secrets
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from tournament.core import environment

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("BOTIFARRA_DATA") or BASE_DIR / "var" / "site")
# The database holds sealed hands, and so do its log, backups and papers: whatever this program
# makes is for its owner alone, also in a folder that was there before and is open to others.
os.umask(0o077)
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
HTTPS = environment.flag("BOTIFARRA_HTTPS")
DEBUG = environment.flag("BOTIFARRA_DEBUG")


def _kept_secret_key() -> str:
    """The installation's secret key: from the environment, or made once and kept beside the data.

    The file is created with O_EXCL, so that two processes starting together agree on one key.
    """
    if key := os.environ.get("BOTIFARRA_SECRET_KEY"):
        return key
    path = DATA_DIR / "secret_key"
    temporary = DATA_DIR / f".secret_key.{os.getpid()}"
    if not path.exists():
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass  # another process was first; its key is the one that counts
        except OSError:  # a file system without hard links (a USB stick)
            temporary.replace(path)
        temporary.unlink(missing_ok=True)
    return path.read_text().strip()


SECRET_KEY = _kept_secret_key()
# A hall's laptop is reached by whatever address its router gave it; a hosted site names its own.
ALLOWED_HOSTS = environment.words("BOTIFARRA_ALLOWED_HOSTS", "*")

# Addresses or networks of proxies whose word is believed about who asks and whether over HTTPS
# ("unix" for those on a socket file): `core.proxies`.
TRUSTED_PROXIES = environment.proxies("BOTIFARRA_TRUSTED_PROXIES")

# What the links of tables and pairs begin with when they are made on the laptop itself, whose own
# address leads phones nowhere: "http://192.168.1.10:8000". `serve --hall` finds it by itself.
HALL_URL = environment.site_address("BOTIFARRA_HALL_URL")

# Where pages hear at once that there is something new (`tournament.streams`): the port of the
# process that tells them, and its path on this site where a proxy passes it on. `serve` chooses the
# port by itself. Without either, pages ask every second.
STREAM_PORT = environment.port("BOTIFARRA_STREAM_PORT")
STREAM_PATH = environment.path("BOTIFARRA_STREAM_PATH")

# Whether anybody may make friendly tables, which belong to no championship: strangers then write to
# the database, so a site says so itself. `manage.py friendly` and the demonstration do.
FRIENDLY_TABLES = environment.flag("BOTIFARRA_FRIENDLY_TABLES")

INSTALLED_APPS = [
    "tournament",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_tables2",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "tournament.core.proxies.believe_named_proxies",
    "tournament.core.content_types.refuse_unreadable",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.core.public_pages.answer_public_pages",
    "tournament.play.seat_answers.answer_questions",
    "tournament.core.write_queue.QueueForWriting",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.accounts.logged_in_cookie.mark_logged_in",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            # A tag that reads more than models belongs to its feature.
            "libraries": {
                "desk": "tournament.desk.tags",
                "guide": "tournament.guide.tags",
                "stages": "tournament.stages.tags",
                "transfer": "tournament.transfer.tags",
                "wall": "tournament.wall.tags",
            },
        },
    },
]
FORM_RENDERER = "tournament.core.forms.FormRenderer"

_SQLITE_OPTIONS = {
    # IMMEDIATE takes the write lock when a transaction begins: writers queue instead of failing.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # WAL lets readers go on while a referee writes; FULL because a laptop can lose power.
    # Recursive triggers: without them INSERT OR REPLACE would pass the record's guard unseen.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;"
    ),
}
DATABASES = {
    "default": environment.database("DATABASE_URL")
    or {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "botifarra.sqlite3",
        "CONN_MAX_AGE": 60,
        "OPTIONS": _SQLITE_OPTIONS,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tournament.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "tournament.accounts.passwords.NotLikeThePerson"},
    {"NAME": "tournament.accounts.passwords.LongEnough"},
    {"NAME": "tournament.accounts.passwords.NotCommon"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "ca"
LANGUAGES = [("ca", _("Catalan")), ("es", _("Spanish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
FORMAT_MODULE_PATH = "tournament.core.formats"
TIME_ZONE = environment.time_zone("BOTIFARRA_TIME_ZONE", "Europe/Madrid")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournament.core.static_files.HashedStaticFiles"},
    # What jobs make; tournament/jobs/made_files.py says why.
    "made": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {
            "location": DATA_DIR / "made",
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        },
    }
    if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
    else {"BACKEND": "tournament.jobs.made_files.DatabaseStorage"},
}

DJANGO_TABLES2_TEMPLATE = "tables/table.html"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Over plain HTTP browsers ignore this header, and complain of it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
# Browsers tell cookies apart by host, not by port: with names of its own, logging in to the
# demonstration leaves the login of the real site on the same laptop alone.
_INSTALLATION = hashlib.sha256(f"cookies of {SECRET_KEY}".encode()).hexdigest()[:8]
SESSION_COOKIE_NAME = f"session-{_INSTALLATION}"
CSRF_COOKIE_NAME = f"csrf-{_INSTALLATION}"
# Says that this browser is logged in, so that others needn't be looked up in the sessions.
LOGGED_IN_COOKIE_NAME = f"logged-in-{_INSTALLATION}"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # seconds
if HTTPS:
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
    CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if host != "*"]
    # Redirecting plain HTTP, and speaking for the domain's other hosts, is the proxy's affair.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]

# A pair list is a few kilobytes; a round of 100 tables posts about 3,000 fields.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6000

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "at_most": {"()": "tournament.core.log_rate.AtMost"},
        "no_tokens": {"()": "tournament.links.redaction.WithoutTokens"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            # Tokens first: a line that is left out here may be written by another handler.
            "filters": ["no_tokens", "at_most"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Refused requests are ordinary life (an old tab, a wrong link), not warnings to read.
        "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        # So are those for a host that is not ours, or with too many fields: anybody could fill the
        # log with them, a traceback each.
        "django.security.DisallowedHost": {"level": "CRITICAL", "propagate": False},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL", "propagate": False},
    },
}

"""The WSGI application that waitress or gunicorn serves."""

import logging
import os

from django.core.wsgi import get_wsgi_application

from tournament.core.content_types import readable_only
from tournament.core.installation_warnings import installation_warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = readable_only(get_wsgi_application())

for line in installation_warnings():
    logging.getLogger("tournament").warning(line)

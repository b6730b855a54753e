"""`manage.py verify`, asked inside the site, where it needs no process of its own."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command


def what_verify_finds() -> str:
    """Return what `verify` says where it ends as with a fault; "" where everything is fine."""
    said = StringIO()
    try:
        call_command("verify", stdout=said)
    except SystemExit:
        return said.getvalue()
    return ""

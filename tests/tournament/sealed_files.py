"""What a day leaves on disk: run by test_sealed_files in a process of its own.

With a database file and the log as a venue has them, not those of an ordinary test. Everything that
shows or prints hands is asked for by an organiser, who gets the most, and one request fails. `main`
prints, as JSON, what each file in the folder for temporary files gives away, where the tests' data
folder lies too; the log goes to standard error.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from unittest import mock

from django.db import connection

from tests.own_process import begin_with_new_database
from tests.tournament.sealed_day import SENT, house_in, needles_of_day, urls
from tests.tournament.visitors import LAPTOP, Who


def main() -> None:
    begin_with_new_database()
    house = house_in("open")
    client = house.visitors.client(Who.ORGANISER, LAPTOP, raise_request_exception=False)
    for url in urls(house, "open", rounds=1):
        client.get(url)
    client.post(house.url("exports:hands_pdf", {"number": 3}), SENT)
    with mock.patch("tournament.deals.views.render", side_effect=RuntimeError("broken")):
        client.get(house.url("deals:hands"))
    connection.close()
    needles = needles_of_day()
    found = {
        str(path): sorted(map(str, needles.found_in_bytes(path.read_bytes())))
        for path in Path(tempfile.gettempdir()).rglob("*")
        if path.is_file()
    }
    json.dump(found, sys.stdout)

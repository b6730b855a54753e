"""What is sent only where it has a meaning: over HTTPS."""

import os
import subprocess
import sys

import pytest
from django.test import Client

PRINT_POLICY = "from tournament import settings; print(settings.SECURE_CROSS_ORIGIN_OPENER_POLICY)"


@pytest.mark.django_db
def test_plain_http_has_no_opener_policy_that_browsers_complain_of(client: Client) -> None:
    assert "Cross-Origin-Opener-Policy" not in client.get("/").headers


@pytest.mark.parametrize(("https", "policy"), [("1", "same-origin"), ("", "None")])
def test_the_opener_policy_goes_with_https(
    https: str, policy: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = os.environ | {
        "BOTIFARRA_HTTPS": https,
        "BOTIFARRA_DATA": str(tmp_path_factory.mktemp("data")),
    }
    done = subprocess.run(
        [sys.executable, "-c", PRINT_POLICY],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == policy

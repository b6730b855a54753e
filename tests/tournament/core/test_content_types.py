"""Whatever a request calls what it sends: an answer, never a failure."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tournament.core.content_types import is_readable
from tournament.wsgi import application

FORM = "application/x-www-form-urlencoded"
ODD = [
    f"{FORM}; charset=rot13",
    f"{FORM}; charset=base64",
    f"{FORM}; charset=idna",
    f"{FORM}; charset=undefined",
    f"{FORM}; charset=utf-16",
    f'{FORM}; CHARSET = "rot13"',
    f"{FORM}; charset=utf-8; charset=rot13",
    f"{FORM}; charset*=rot13''utf-8",
    f"{FORM}; charset*=nonsense''utf-8",
    f"{FORM}; charset*0=ro; charset*1=t13",
    "application/json; charset=rot13",
    "multipart/form-data; boundary=x; charset=zip",
    "text/plain; x=" + "x" * 100_000,
    "text/plain; charset=a\0b",
    "text/plain; charset=\xe9",
]
READABLE = [
    "",
    FORM,
    "application/json",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
    "text/plain;charset=UTF-8",
]


def status_of(content_type: str) -> int:
    """What the WSGI application answers to a form that is sent as that, with a token for it."""
    body = b"csrfmiddlewaretoken=" + b"a" * 32 + b"&username=anna&password=%E9"
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/accounts/login/",
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.168.1.20",
        "HTTP_COOKIE": "csrftoken=" + "a" * 32,
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": "http",
    }
    answered: list[int] = []

    def start_response(status: str, _headers: list[tuple[str, str]], _info: Any = None) -> Any:
        answered.append(int(status.split()[0]))

    b"".join(application(environ, start_response))
    return answered[0]


@pytest.mark.django_db
@pytest.mark.parametrize("content_type", ODD, ids=lambda text: text[:60])
def test_what_can_not_be_read_is_refused_before_it_is_read(content_type: str) -> None:
    assert status_of(content_type) == 415


@pytest.mark.django_db(transaction=True)  # the application closes its connection
@given(st.text(st.characters(max_codepoint=255), max_size=60))
@settings(max_examples=examples(200))
def test_nothing_that_a_request_calls_itself_is_a_failure(text: str) -> None:
    assert status_of(text) < 500
    assert status_of(f"{FORM}; charset={text}") < 500


@pytest.mark.django_db
@pytest.mark.parametrize("content_type", ODD[:7])
def test_the_refusal_is_a_middleware_too(client: Client, content_type: str) -> None:
    answer = client.generic("POST", "/accounts/login/", b"username=anna", content_type)
    assert answer.status_code == 415


@pytest.mark.parametrize("content_type", READABLE)
def test_what_browsers_and_phones_send_is_read(content_type: str) -> None:
    assert is_readable(content_type)


@pytest.mark.django_db
def test_what_is_sent_to_no_page_is_not_read() -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")  # whose cookie makes Django look for a form's token
    answer = client.generic("POST", "/nothing/", b"{", content_type="multipart/form-data")
    assert answer.status_code == 404

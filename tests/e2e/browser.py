"""A browser without a screen: it opens pages and sends the forms that stand on them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from django.http import HttpResponse
from django.test import Client

from tests.page_forms import PageForm, forms_of
from tests.tournament.visitors import LAPTOP

FRAME = ("/i18n/setlang/", "/accounts/logout/")
"""Forms that stand on every page."""


class Browser:
    """Somebody at the laptop. Every form is the page's own, with its token against forgery."""

    def __init__(self) -> None:
        self.client = Client(
            enforce_csrf_checks=True,
            headers={"accept-language": "en"},
            **LAPTOP,  # type: ignore[arg-type]
        )

    def open(self, path: str, *, status: int = 200) -> HttpResponse:
        """The page at `path`, which must be there."""
        response: Any = self.client.get(path)
        assert response.status_code == status, f"{path}: {response.status_code}"
        return response  # type: ignore[no-any-return]

    def page(self, path: str) -> str:
        """Return the text of the page at `path`."""
        return self.open(path).content.decode()

    def send(
        self, path: str, *, status: int | None = 302, on: str = "", **typed: object
    ) -> HttpResponse:
        """Open a page, fill in its form and send it; what the site answers to that.

        A page with several forms needs `on`, the end of the meant form's address. With the
        `status` None the caller looks at what the answer is.
        """
        return self.fill(self.open(path), path, status=status, on=on, **typed)

    def fill(
        self,
        page: HttpResponse,
        path: str,
        *,
        status: int | None = 302,
        on: str = "",
        **typed: object,
    ) -> HttpResponse:
        """Fill in and send the form of a page that is open already; return what the site answers to
        that."""
        form = _form(page.content.decode(), on)
        response: Any = self.client.post(urljoin(path, form.action), form.filled(**typed))
        assert status in {None, response.status_code}, _refusal(response, path)
        return response  # type: ignore[no-any-return]


def _form(html: str, on: str) -> PageForm:
    (form,) = (
        one
        for one in forms_of(html)
        if one.method == "post" and one.action not in FRAME and one.action.endswith(on)
        # What was just stored can be undone on every page with entry; tidying up stands beside.
        if on or not one.action.endswith(("/undo/", "/archive/"))
    )
    return form


def _refusal(response: Any, path: str) -> str:
    """Why a form was refused, as the page says it."""
    page = response.content.decode()
    start = max(page.find("field-errors"), page.find("alert-danger"), 0)
    return f"{path}: {response.status_code} {page[start : start + 400]}"

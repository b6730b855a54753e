"""What Django's own forms say, in the words of the site."""

from __future__ import annotations

import gettext
from pathlib import Path

import django
import pytest
from django.test import Client
from django.utils.translation import gettext as translated
from django.utils.translation import override

from tests.tournament.factories import make_user
from tournament.core.django_texts import TEXTS
from tournament.management.catalogues import LANGUAGES

SINGLE = [text for text in TEXTS if isinstance(text, str)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", SINGLE)
def test_each_is_a_message_of_django_that_is_said_differently_here(
    text: str, language: str
) -> None:
    folders = [Path(django.__file__).parent / one for one in ("conf", "contrib/auth")]
    own = [gettext.translation("django", one / "locale", [language]) for one in folders]
    theirs = [said for one in own if (said := one.gettext(text)) != text]
    with override(language):
        assert theirs
        assert translated(text) not in theirs


@pytest.mark.django_db
def test_a_wrong_password_is_called_a_password() -> None:
    make_user("arbitre")
    page = Client().post(
        "/accounts/login/",
        {"username": "arbitre", "password": "not this one"},
        headers={"accept-language": "ca"},
    )
    assert "Aquest nom d&#x27;usuari i aquesta contrasenya no van junts." in page.content.decode()

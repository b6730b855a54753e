"""What a password must be, in the site's own words and in every language."""

import pytest
from django.conf import settings
from django.contrib.auth.password_validation import (
    get_default_password_validators,
    password_validators_help_texts,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.utils import translation

from tournament.models import User

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def faults_of(password: str) -> list[str]:
    try:
        validate_password(password, User(username="annapuig", first_name="Gal·la Roca"))
    except ValidationError as error:
        return list(error.messages)
    return []


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("x9!k", ["This password is too short: it needs at least 8 characters."]),
        ("annapuig1", ["This password is too much like the user name or the full name."]),
        ("gal·la roca", ["This password is too much like the user name or the full name."]),
        ("password", ["This password is too common: choose another."]),
        ("Manilla-9-oros", []),
    ],
)
def test_what_is_wrong_with_it(password: str, said: list[str]) -> None:
    with translation.override("en"):
        assert faults_of(password) == said


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("password", ["x9!k", "annapuig1", "password"])
def test_it_is_said_in_every_language(language: str, password: str) -> None:
    with translation.override("en"):
        english = faults_of(password)
    with translation.override(language):
        translated = faults_of(password)
    assert len(translated) == len(english) == 1
    assert translated != english


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_what_is_asked_for_is_said_in_every_language(language: str) -> None:
    with translation.override("en"):
        english = password_validators_help_texts()
    with translation.override(language):
        translated = password_validators_help_texts()
    assert len(english) == len(get_default_password_validators()) == 3
    assert not set(english) & set(translated)

"""No text puts a bare number before a noun in the plural where the number can be 1."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.translation import override

import tournament
from tests.tournament.games.cup import Cup
from tournament.championships.creation_forms import short_estimate
from tournament.integrity.checks import championship_checks
from tournament.schedule.services.refusals import why_not_so_many
from tournament.stages.presets import PRESETS

CATALOGUE = Path(tournament.__file__).with_name("locale") / "ca/LC_MESSAGES/django.po"
COUNTED = re.compile(
    r"%\((\w+)\)[ds] (?:\w+ )?(rounds|hands|pairs|players|tables|points|games|packs|venues|seconds"
    r"|groups|replays|values)\b"
)
NEVER_ONE = {"least", "most", "min", "max", "size", "games"}
"""Placeholders for limits, which are larger."""
ALSO_LARGER = {
    **dict.fromkeys(
        (
            "%(pairs)d pairs, seed %(seed)d",
            "%(pairs)d players, seed %(seed)d",
            "With %(contestants)s pairs only two tables play: each result is compared with one "
            "other. This scoring is made for 6 pairs and more.",
            "With %(pairs)d pairs there can be 2 to %(most)d groups.",
            "Ranks of %(pairs)s pairs after each of %(rounds)s rounds; first: %(first)s.",
            "Ranks of %(pairs)s players after each of %(rounds)s rounds; first: %(first)s.",
            "The first %(most)d of %(pairs)d pairs; the others have no room.",
            "The first %(most)d of %(pairs)d players; the others have no room.",
            "Round %(first)s is planned anew for %(players)s players.",
            "Rounds %(first)s to %(last)s are planned anew for %(players)s players.",
        ),
        "there are more of them than one, or nothing is said",
    ),
    **dict.fromkeys(
        (
            "%(who)s in %(groups)d groups",
            "Confirm %(count)d hands",
            "It stands for %(count)d hands, the spare ones included.",
        ),
        "one alone is told in other words, or can't be",
    ),
    **dict.fromkeys(
        (
            "A passphrase is %(groups)d groups of %(size)d digits.",
            "A player has %(figure)s points: that is a lot.",
            "At least the %(target)d points that end a game.",
            "Of a game %(cap)d points count at most.",
            "The winners have %(points)d points: that is a lot.",
            "Your phone says so by itself after %(seconds)s seconds; if it is not right, call the "
            "referee.",
        ),
        "far above one",
    ),
}


def texts() -> list[str]:
    """All texts without a plural form of their own."""
    found = []
    for block in CATALOGUE.read_text("utf-8").split("\n\n"):
        text = re.search(r'^msgid ((?:".*"\n?)+)', block, re.MULTILINE)
        if text and "msgid_plural" not in block:
            found.append("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text[1])))
    return found


def test_every_count_has_its_singular() -> None:
    bare = [
        text
        for text in texts()
        if any(name not in NEVER_ONE for name, _noun in COUNTED.findall(text))
    ]
    assert set(bare) == ALSO_LARGER.keys()


@pytest.mark.parametrize(
    ("language", "estimated", "refused"),
    [
        ("en", "2 pairs: 1 round of 8 hands", "With 2 pairs a schedule has 1 round."),
        ("ca", "2 parelles: 1 ronda de 8 mans", "Amb 2 parelles un calendari té 1 ronda."),
        ("es", "2 parejas: 1 ronda de 8 manos", "Con 2 parejas un calendario tiene 1 ronda."),
    ],
)
def test_one_round_is_no_rounds(language: str, estimated: str, refused: str) -> None:
    begins = PRESETS["knockout-101"].begins
    with override(language):
        assert short_estimate(begins, 2).startswith(estimated)
        assert why_not_so_many(begins.format, 2, 2) == refused


@pytest.mark.django_db
def test_one_row() -> None:
    cup = Cup(2)
    cup.play(1)
    with override("en"):
        seen = [check.seen for check in championship_checks(cup.championship)]
    assert "1 row" in seen

"""Settings made from their fields: checked, stored and told by them."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.duplicate.settings import Settings
from scoring.errors import SettingsError
from scoring.ordinary.solo_standings import SoloSettings
from scoring.ordinary.standings import GameSettings, Rest
from scoring.pairing.knockout import KnockoutSettings
from scoring.settings import Fixed, Number, OneOf, StageSettings

KINDS: tuple[type[Any], ...] = (Settings, GameSettings, KnockoutSettings, SoloSettings)
kinds = pytest.mark.parametrize("kind", KINDS)


def others(settings: StageSettings) -> list[StageSettings]:
    """With each setting changed to each of its other choices."""
    return [
        replace(settings, **{name: value})  # type: ignore[type-var]
        for name, one in settings.fields().items()
        if isinstance(one, OneOf)
        for value in one.choices
    ]


@kinds
def test_what_is_stored_is_read_again(kind: type[Any]) -> None:
    for settings in others(kind()):
        assert kind.of_plain(settings.plain()) == settings


@kinds
def test_every_setting_says_what_people_read(kind: type[Any]) -> None:
    for one in kind.fields().values():
        assert one.title.text
        assert one.record.text
        assert all(choice.sentence.text for choice in one.choices.values())


@kinds
def test_what_is_none_of_the_choices_is_no_setting(kind: type[Any]) -> None:
    wrongs: tuple[Any, ...] = ("x", {}, 1.5, ["x"])
    for name in kind.fields():
        for wrong in wrongs:
            with pytest.raises(SettingsError) as refused:
                kind.of_plain({**kind().plain(), name: wrong})
            assert refused.value.field == name


@pytest.mark.parametrize("wrong", [{"legs": True}, {"third_place": 1}, {"target": True}])
def test_yes_is_no_number(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        KnockoutSettings.of_plain({**KnockoutSettings().plain(), **wrong})


@kinds
def test_a_missing_one_is_named(kind: type[Any]) -> None:
    plain = kind().plain()
    del plain["tie_breaks"]
    with pytest.raises(SettingsError) as refused:
        kind.of_plain(plain)
    assert refused.value.field == "tie_breaks"


@kinds
def test_kinds_are_told_apart_by_the_names_of_their_settings(kind: type[Any]) -> None:
    assert [one for one in KINDS if one.fields().keys() == kind.fields().keys()] == [kind]


def test_a_field_that_is_no_setting_of_a_kind_keeps_its_default() -> None:
    assert "rest" not in KnockoutSettings.fields()
    with pytest.raises(SettingsError) as refused:
        KnockoutSettings(rest=Rest.DRAW)
    assert refused.value.field == "rest"
    with pytest.raises(SettingsError):
        GameSettings(legs=2)


def test_what_two_settings_say_together_is_told_with_both() -> None:
    with pytest.raises(SettingsError) as refused:
        GameSettings(target=101, cap=100)
    assert refused.value.told is not None
    assert refused.value.told[0] % {"target": 101} == "At least the 101 points that end a game."


def test_what_they_depend_on() -> None:
    def fixed(how: Fixed) -> set[str]:
        return {name for name, one in KnockoutSettings.fields().items() if one.fixed is how}

    assert fixed(Fixed.BY_SCHEDULE) == {"legs", "second_chance"}
    assert fixed(Fixed.BY_SHEETS) == {
        *("target", "extra_hands", "multipliers", "sant_vicenc", "revoke")
    }


@dataclass(frozen=True, slots=True)
class Format:
    of_players: bool = False
    rests_on_request: bool = False


def test_a_format_uses_those_that_mean_something_in_it() -> None:
    told = [name for name, _one in GameSettings().told(Format())]
    assert not {"game_score", "asked_rest"} & set(told)
    told = [name for name, _one in GameSettings().told(Format(of_players=True))]
    assert "game_score" in told
    assert "withdrawn" not in told


def test_numbers_have_both_ends() -> None:
    target = GameSettings.fields()["target"]
    assert isinstance(target, Number)
    assert GameSettings(target=None, cap=target.most).cap == target.most
    for wrong in (target.least - 1, target.most + 1, Fraction(5)):
        with pytest.raises(SettingsError):
            GameSettings(target=None, cap=wrong)  # type: ignore[arg-type]

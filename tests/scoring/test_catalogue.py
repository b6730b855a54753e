"""The package's descriptions of itself agree with its code."""

import inspect
import re
from pathlib import Path

import scoring
from scoring import errors


def test_public_names_are_there_and_documented() -> None:
    for name in scoring.__all__:
        value = getattr(scoring, name)
        assert not callable(value) or value.__doc__, name


def test_every_module_is_in_the_catalogue() -> None:
    folder = Path(scoring.__file__).parent
    modules = {path.stem for path in folder.glob("[a-z]*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    assert scoring.__doc__ is not None
    listed = re.findall(r"^    ([a-z_, ]+?)  ", scoring.__doc__, re.MULTILINE)
    assert {name for names in listed for name in names.split(", ")} == modules


def test_every_error_is_in_the_tree() -> None:
    classes = {
        name
        for name, value in inspect.getmembers(errors, inspect.isclass)
        if issubclass(value, ValueError)
    }
    assert errors.__doc__ is not None
    assert set(re.findall(r"\w+Error\b", errors.__doc__)) - {"ValueError"} == classes
    assert classes <= set(scoring.__all__)

"""requirements.txt pins every package there is, also those that only other packages ask for."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def pinned() -> dict[str, str]:
    """The versions in the list, by name."""
    lines = re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / "requirements.txt").read_text(), re.M)
    found: dict[str, str] = {canonicalize_name(name): version for name, version in lines}
    assert len(found) == len(lines)
    return found


def asked_for() -> list[Requirement]:
    """What pyproject.toml asks for, with all its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    return [Requirement(one) for part in (project["dependencies"], *extras) for one in part]


def brought_by(one: Requirement) -> list[Requirement]:
    """What an installed package asks for itself, on this machine; nothing for one that isn't."""
    try:
        texts = requires(one.name) or []
    except PackageNotFoundError:  # the analysis of hands can't be had everywhere
        return []
    found = [Requirement(text) for text in texts]
    extras = [{"extra": extra} for extra in ("", *one.extras)]
    return [each for each in found if each.marker is None or any(map(each.marker.evaluate, extras))]


def test_everything_that_is_asked_for_is_in_the_list_at_the_same_version() -> None:
    listed = pinned()
    for one in asked_for():
        assert str(one.specifier) == f"=={listed[canonicalize_name(one.name)]}", one.name


def test_every_package_that_others_bring_along_is_in_the_list_as_it_is_installed() -> None:
    listed = pinned()
    waiting = asked_for()
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        if str(one) in seen:
            continue
        seen.add(str(one))
        name = canonicalize_name(one.name)
        assert name in listed, name
        below = brought_by(one)
        waiting += below
        if below:
            assert version(name) == listed[name]
    assert len(seen) > len(asked_for())

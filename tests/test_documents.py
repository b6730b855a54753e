"""The commands that README and docs tell people to type exist."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md")])


def named(document: Path, before: str) -> set[str]:
    return set(re.findall(before + r" ([a-z][a-z-]*)", document.read_text(encoding="utf-8")))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_of_the_site_exist(document: Path) -> None:
    assert named(document, r"python3? manage\.py") <= {*get_commands(), "test"}


@cache
def explains_itself(command: str) -> bool:
    """Whether the arithmetic has that command; several documents name the same."""
    done = subprocess.run(
        [sys.executable, "-m", "scoring", command, "--help"], cwd=ROOT, capture_output=True
    )
    return done.returncode == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_of_the_arithmetic_exist(document: Path) -> None:
    for command in named(document, r"python3? -m scoring"):
        assert explains_itself(command), command


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []

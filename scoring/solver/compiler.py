"""Compiler of functions on whole numbers to machine code, by Numba, which keeps it between runs.

Numba compiles a function when it is first called with arguments of new types, which takes seconds;
what it makes is kept in a folder outside the sources. Where that can't be written everything works
all the same, and each process compiles for itself.

A function's code holds that of the functions it calls, but Numba looks at the age of its own file
alone. So the folder is named for all the sources: whatever changes in them, nothing old is run.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
import numpy as np

int64 = cast(type[int], np.int64)
"""Whole number of 64 bits in a compiled function; to a type checker an int."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def _cache_folder() -> Path:
    """Return NUMBA_CACHE_DIR if it is set; otherwise a folder of the user's own.

    Never one where others can write: what lies there is run.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen, _fingerprint())
    local = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    folder = Path(local) if local else Path("~/.cache").expanduser()
    return folder.joinpath("duplicate-botifarra", _fingerprint())


def _fingerprint() -> str:
    """Return a text that changes whenever the solver's sources do."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(b"\0".join(source.read_bytes() for source in sources))
    return digest.hexdigest()[:16]


def _can_keep(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except (OSError, RuntimeError):  # RuntimeError: the user has no home
        return False


def _prepare_cache() -> bool:
    """Tell Numba where to keep code; False if it can't."""
    try:
        folder = _cache_folder()
    except RuntimeError:
        return False
    if not _can_keep(folder):
        return False
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return True


_KEEP = _prepare_cache()


def compiled(function: _Function) -> _Function:
    """Return the function as machine code, which runs without holding other threads up."""
    return cast(_Function, numba.njit(cache=_KEEP, nogil=True)(function))

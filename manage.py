#!/usr/bin/env python3
"""Everything starts here: `python3 manage.py demo`, `serve`, `test` and Django's own commands.

Before Django is imported this makes the environment it needs, with the standard library alone:
it checks the Python version, makes `.venv`, runs itself again inside it, and installs what
`pyproject.toml` asks for (for `test` also its test extra), at the versions of `requirements.txt`,
when that has changed since the last time. Each file that is installed must have a hash that
`requirements.txt` names, and nothing is compiled. What the analysis of hands needs is installed too
where it can be had; without it everything else works. Nothing of this needs a network once
everything is installed.
BOTIFARRA_NO_VENV=1 leaves the environment alone and uses the Python that runs this.

This file must parse on Pythons that are too old to run it, so that they can say so.
"""

import hashlib
import importlib
import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OLDEST = (3, 11)
if sys.version_info < OLDEST:
    sys.exit(
        f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, and this is Python "
        f"{sys.version_info[0]}.{sys.version_info[1]}. Where a newer one is installed it has a "
        "name such as python3.11: run the same command with it."
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
ON_WINDOWS = os.name == "nt"
VENV_PYTHON = VENV / ("Scripts/python.exe" if ON_WINDOWS else "bin/python")
A_DAY = 24 * 60 * 60
WITHOUT = " can't be had"
_NOT_FOR_THE_DEMONSTRATION = (
    "DATABASE_URL",
    "BOTIFARRA_SECRET_KEY",
    "BOTIFARRA_HTTPS",
    "BOTIFARRA_TRUSTED_PROXIES",
    "BOTIFARRA_DEBUG",
    "BOTIFARRA_HALL_URL",
    "BOTIFARRA_STREAM_PORT",
    "BOTIFARRA_STREAM_PATH",
)
"""What the environment may say of the real site, and the demonstration must not take from it."""


def tell(message: str) -> None:
    """Say what is going on, on standard error: standard output may be read by a program."""
    print(message, file=sys.stderr, flush=True)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the environment's lock: a second process that starts meanwhile waits here."""
    with (ROOT / ".venv.lock").open("a+") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:  # it gives up after ten seconds; a first installation takes longer
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def enter_environment() -> None:
    """Return inside `.venv` only: make it where it is missing and run this command again in it."""
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    if not VENV_PYTHON.exists():
        with one_at_a_time():
            if not VENV_PYTHON.exists():
                make_environment()
    command = [str(VENV_PYTHON), *sys.orig_argv[1:]]
    if not ON_WINDOWS:
        os.execv(command[0], command)
    child = subprocess.Popen(command)  # Windows has no exec: stay, and end as the child ends
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:  # the child got it as well and is stopping
            continue


def make_environment() -> None:
    """Make an empty `.venv`, without pip: `install` adds that from inside."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "This Python comes without its venv module. On Debian and Ubuntu it is a package of "
            "its own:\n    apt install python3-venv\nThen run the same command again."
        )
    tell("Making the environment in .venv …")
    # --clear: what is left of one whose Python is gone, or that was interrupted, is of no use.
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV)])
    if made.returncode:
        sys.exit("The folder .venv could not be made; the messages above say why.")


def wanted_packages(extra: str) -> list[str]:
    """What pyproject.toml asks for, and what its extra adds ("": none); of the installer itself
    nothing else."""
    import tomllib

    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    extras = project["optional-dependencies"]
    if extra == "installer":
        return list(extras.get(extra, ()))
    return [*project["dependencies"], *(extras[extra] if extra else ())]


def pinned(packages: list[str]) -> str:
    """Return the part of requirements.txt with these packages and all that they bring along.

    Each entry begins at the margin, with its hashes, and names below `# via` who asks for it.
    """
    listed = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    entries = {one.split("==")[0]: one for one in re.split(r"\n(?=[a-z])", listed) if "==" in one}
    asked_by = {
        name: set(re.findall(r"^ +#\s+(?:via )?(\S+)", entry, re.M))
        for name, entry in entries.items()
    }
    chosen = {re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", one)[0]).lower() for one in packages}
    before = 0
    while len(chosen) > before:
        before = len(chosen)
        chosen |= {name for name in entries if chosen & asked_by[name]}
    return "\n".join(entry for name, entry in entries.items() if name in chosen) + "\n"


def fingerprint(extra: str) -> str:
    """What stands for the wanted packages and all that they bring: it changes whenever they do."""
    wanted = "\n".join(wanted_packages(extra))
    return hashlib.sha256((ROOT / "requirements.txt").read_bytes() + wanted.encode()).hexdigest()


def marker_of(extra: str) -> Path:
    """The file that says what was installed.

    It lies among the packages themselves, so another Python version has its own.
    """
    return Path(sysconfig.get_path("purelib")) / f"botifarra-{extra or 'base'}.sha256"


def install(extra: str) -> None:
    """Install the wanted packages into this environment unless they are, as a marker file says."""
    marker, wanted = marker_of(extra), fingerprint(extra)
    if marker.exists() and marker.read_text() == wanted:
        return
    with one_at_a_time():
        if marker.exists() and marker.read_text() == wanted:
            return
        what = "for testing" if extra else "of the site"
        tell(f"Installing the packages {what} (this once; a minute or two) …")
        marker.unlink(missing_ok=True)
        if importlib.util.find_spec("pip") is None:
            run_or_leave([sys.executable, "-m", "ensurepip", "--default-pip"])
        for part in ("installer", extra):
            packages = wanted_packages(part)
            if packages:
                run_or_leave(pip_install(packages, marker.with_suffix(".txt")))
        marker.write_text(wanted)
    importlib.invalidate_caches()


def install_analysis() -> None:
    """Install what the analysis of hands needs, if it can be had for this machine.

    Where it can't, the marker says so, and it is tried again a day later.
    """
    marker, wanted = marker_of("analysis"), fingerprint("analysis")
    if is_settled(marker, wanted):
        return
    with one_at_a_time():
        if is_settled(marker, wanted):
            return
        tell("Installing the packages for the analysis of hands (this once) …")
        # A hall without the internet must not wait for it.
        packages, listed = wanted_packages("analysis"), marker.with_suffix(".txt")
        if not packages or run(pip_install(packages, listed, "--retries", "1")):
            marker.write_text(wanted)
        else:
            marker.write_text(wanted + WITHOUT)
            tell(
                "They can't be had here now, so the analysis of hands is off. Everything else "
                "works. It is tried again tomorrow."
            )
    importlib.invalidate_caches()


def pip_install(packages: list[str], listed: Path, *options: str) -> list[str]:
    """The command that installs them into this environment: ready-made files alone, and only those
    whose hashes stand in requirements.txt. `listed` is where its part with them is written."""
    listed.write_text(pinned(packages), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    only = ["--only-binary", ":all:", "--require-hashes", "--requirement", str(listed)]
    return [*pip, "install", "--quiet", *options, *only]


def is_settled(marker: Path, wanted: str) -> bool:
    """Whether that was installed, or could not be within the last day."""
    if not marker.exists():
        return False
    if marker.read_text() == wanted + WITHOUT:
        return time.time() - marker.stat().st_mtime < A_DAY
    return marker.read_text() == wanted


def run(command: list[str]) -> bool:
    """Run it; whether it did what it should."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return done.returncode == 0


def run_or_leave(command: list[str]) -> None:
    if not run(command):
        sys.exit(
            "The packages could not be installed; the messages above say why. The first "
            "installation, and one after an update, needs the internet: run the same command "
            "again when there is a connection."
        )


def use_demonstration_data() -> None:
    """Keep the demonstration away from the real data, whatever the environment says of those.

    It has its own folder and SQLite database in it, its own secret key, and answers to this
    machine's own names only: its passwords are known to everybody.
    """
    for name in _NOT_FOR_THE_DEMONSTRATION:
        os.environ.pop(name, None)
    data = Path(os.environ.get("BOTIFARRA_DATA") or ROOT / "var")
    os.environ["BOTIFARRA_DATA"] = str(data / "demo")
    os.environ["BOTIFARRA_ALLOWED_HOSTS"] = "127.0.0.1,localhost"


def main() -> None:
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if os.environ.get("BOTIFARRA_NO_VENV") != "1":
        enter_environment()
        install("test" if command == "test" else "")
        if command == "test" or os.environ.get("DATABASE_URL", "").startswith("postgres"):
            install("postgresql")
        install_analysis()
    if command == "test":
        from tests.checks import run_checks

        sys.exit(run_checks(sys.argv[2:]))
    if command == "demo":
        use_demonstration_data()
    if command in ("demo", "friendly"):
        os.environ["BOTIFARRA_FRIENDLY_TABLES"] = "1"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except OSError as error:
        sys.exit(f"The data folder can't be used: {error}")
    except Exception as error:
        from django.core.exceptions import ImproperlyConfigured

        if not isinstance(error, ImproperlyConfigured):
            raise
        sys.exit(str(error))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)

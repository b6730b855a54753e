"""manage.py before Django: the environment it makes, without any network here."""

import ast
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import manage

pytestmark = pytest.mark.long

ROOT = Path(manage.__file__).parent

LISTED = """# compiled
below-one==1 ; sys_platform == 'win32' \\
    --hash=sha256:b1
    # via
    #   one
    #   six
deeper==1 \\
    --hash=sha256:d1 \\
    --hash=sha256:d2
    # via below-one
four==4 --hash=sha256:f4
    # via project (pyproject.toml)
one==1 --hash=sha256:a1
    # via project (pyproject.toml)
pip==26 --hash=sha256:99
    # via project (pyproject.toml)
three==3 --hash=sha256:c3
    # via project (pyproject.toml)
two==2 --hash=sha256:e2
    # via project (pyproject.toml)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that asks for one package, in an environment where nothing is installed."""
    (tmp_path / "requirements.txt").write_text(LISTED)
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["One==1"]\n[project.optional-dependencies]\n'
        'analysis = ["four==4"]\ntest = ["two==2", "three[all]==3"]\n'
        'installer = ["pip==26"]\npostgresql = []\n'
    )
    (tmp_path / "packages").mkdir()
    monkeypatch.setattr(manage, "ROOT", tmp_path)
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path / "packages"))
    return tmp_path


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been run."""
    run: list[list[str]] = []
    monkeypatch.setattr(manage, "run_or_leave", run.append)
    return run


def markers(project: Path) -> list[str]:
    return sorted(path.name for path in (project / "packages").glob("*.sha256"))


def test_old_pythons_can_read_it_and_say_what_is_needed() -> None:
    source = (ROOT / "manage.py").read_text()
    ast.parse(source, feature_version=(3, 6))
    pretend = "import sys, runpy; sys.version_info = (3, 8, 1); runpy.run_path('manage.py')"
    done = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer is needed, and this is Python 3.8.")


def test_packages_are_installed_once(project: Path, commands: list[list[str]]) -> None:
    manage.install("")
    manage.install("")
    assert len(commands) == 2
    assert markers(project) == ["botifarra-base.sha256"]
    for command in commands:
        assert {"--require-hashes", "--only-binary"} <= set(command)


def test_pip_comes_first_and_then_what_is_wanted_with_all_that_it_brings(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert installed(monkeypatch, "") == [["pip"], ["below-one", "deeper", "one"]]
    assert installed(monkeypatch, "test")[1] == ["below-one", "deeper", "one", "three", "two"]


def installed(monkeypatch: pytest.MonkeyPatch, extra: str) -> list[list[str]]:
    """The names of the packages that each command installs, as its list says."""
    lists: list[str] = []
    monkeypatch.setattr(manage, "run_or_leave", lambda cmd: lists.append(Path(cmd[-1]).read_text()))
    manage.install(extra)
    return [re.findall(r"^([a-z-]+)==", one, re.M) for one in lists]


def test_every_file_has_a_hash(project: Path) -> None:
    listed = manage.pinned(["deeper==1"])
    assert "--hash=sha256:d1" in listed
    assert "--hash=sha256:d2" in listed


@pytest.mark.parametrize("extra", ["", "test"])
def test_packages_are_installed_again_when_one_that_others_bring_changes(
    project: Path, commands: list[list[str]], extra: str
) -> None:
    manage.install(extra)
    (project / "requirements.txt").write_text(LISTED.replace("one==1 ;", "one==1.1 ;"))
    manage.install(extra)
    assert len(commands) == 4


def test_another_extra_matters_to_tests_only(project: Path, commands: list[list[str]]) -> None:
    manage.install("")
    manage.install("test")
    text = (project / "pyproject.toml").read_text()
    (project / "pyproject.toml").write_text(text.replace("two==2", "two==2.1"))
    manage.install("")
    assert len(commands) == 4
    manage.install("test")
    assert len(commands) == 6


def test_a_failed_installation_is_a_message_and_leaves_no_marker(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(SystemExit, match="needs the internet"):
        manage.install("")
    assert markers(project) == []


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was tried to be run, and failed."""
    tried: list[list[str]] = []

    def fails(command: list[str]) -> bool:
        tried.append(command)
        return False

    monkeypatch.setattr(manage, "run", fails)
    return tried


def test_analysis_is_installed_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[list[str]] = []

    def works(command: list[str]) -> bool:
        done.append(command)
        return True

    monkeypatch.setattr(manage, "run", works)
    manage.install_analysis()
    manage.install_analysis()
    (command,) = done
    assert "four==4" in Path(command[-1]).read_text()
    assert markers(project) == ["botifarra-analysis.sha256"]


def test_without_the_packages_for_analysis_everything_goes_on(
    project: Path, tries: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    manage.install_analysis()
    assert "the analysis of hands is off" in capsys.readouterr().err
    manage.install_analysis()
    assert len(tries) == 1
    marker = project / "packages" / "botifarra-analysis.sha256"
    yesterday = marker.stat().st_mtime - manage.A_DAY
    os.utime(marker, (yesterday, yesterday))
    manage.install_analysis()
    assert len(tries) == 2


def test_other_packages_for_analysis_are_tried_at_once(
    project: Path, tries: list[list[str]]
) -> None:
    manage.install_analysis()
    text = (project / "pyproject.toml").read_text()
    (project / "pyproject.toml").write_text(text.replace("four==4", "four==5"))
    manage.install_analysis()
    assert len(tries) == 2


def test_without_the_venv_module_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        manage.make_environment()


@pytest.mark.usefixtures("project")
def test_only_one_at_a_time() -> None:
    entered = threading.Event()

    def enter() -> None:
        with manage.one_at_a_time():
            entered.set()

    other = threading.Thread(target=enter)
    with manage.one_at_a_time():
        other.start()
        assert not entered.wait(0.2)
    other.join()
    assert entered.is_set()


def test_two_first_starts_together_share_one_environment(tmp_path: Path) -> None:
    """The real thing, with nothing to install but pip, which Python brings along."""
    shutil.copy(ROOT / "manage.py", tmp_path)
    (tmp_path / "requirements.txt").touch()
    (tmp_path / "pyproject.toml").write_text(
        "[project]\ndependencies = []\n[project.optional-dependencies]\nanalysis = []\n"
    )
    (tmp_path / "probe.py").write_text("import sys\nprint(sys.prefix)\nsys.exit(3)\n")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("BOTIFARRA_")
    } | {"DJANGO_SETTINGS_MODULE": "probe", "PIP_NO_INDEX": "1"}
    starts = [
        subprocess.Popen(
            [sys.executable, "manage.py", "check"],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    ends = [start.communicate() for start in starts]
    assert [start.returncode for start in starts] == [3, 3], ends
    assert [out.strip() for out, _err in ends] == [str(tmp_path / ".venv")] * 2
    messages = "".join(err for _out, err in ends)
    assert messages.count("Making the environment") == 1
    assert messages.count("Installing the packages of the site") == 1
    assert messages.count("Installing the packages for the analysis") == 1


def test_the_demonstration_never_touches_real_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTIFARRA_DATA", "somewhere")
    monkeypatch.setenv("DATABASE_URL", "postgresql://club/championships")
    monkeypatch.setenv("BOTIFARRA_SECRET_KEY", "the club's")
    monkeypatch.setenv("BOTIFARRA_ALLOWED_HOSTS", "*")
    manage.use_demonstration_data()
    assert Path(os.environ["BOTIFARRA_DATA"]) == Path("somewhere/demo")
    assert "DATABASE_URL" not in os.environ
    assert "BOTIFARRA_SECRET_KEY" not in os.environ
    assert "*" not in os.environ["BOTIFARRA_ALLOWED_HOSTS"]

"""What `python3 manage.py test` runs: every check of the project, one step after the other.

`machine` knows which programs tests need beyond Python and how they are installed, `steps` lists
the checks, `running` runs them and reports. Nothing here imports Django: each step is a process of
its own, so that settings are loaded and coverage begins where a user's would.
"""

from tests.checks.running import run_checks

__all__ = ["run_checks"]

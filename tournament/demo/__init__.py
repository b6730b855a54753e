"""The demonstration championship that `python3 manage.py demo` loads: a rehearsal with a script.

`showcase` says what it must show whatever chance says. `loader` makes it, through the services that
organisers and referees use, as any rehearsal, so it can't show anything that a real championship
could not do.
"""

from tournament.demo.loader import Demo, load_demo

__all__ = ["Demo", "load_demo"]

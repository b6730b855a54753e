"""The demonstration championship that `python3 manage.py demo` loads: a rehearsal with a script.

`shown` says what it must show whatever chance says, `loading` makes it: by the services that
organisers and referees use, as every rehearsal, so a demonstration can't show anything that a real
championship could not do.
"""

from tournament.demo.loading import Demo, load_demo

__all__ = ["Demo", "load_demo"]

"""The demonstration championship that `python3 manage.py demo` loads.

`plays` makes up what the tables could have made, from a seed; `loading` puts it on the site through
the same services that organisers and referees use, so a demonstration can't show anything that a
real championship could not do.
"""

from tournament.demo.loading import Demo, load_demo

__all__ = ["Demo", "load_demo"]

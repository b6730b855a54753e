"""The demonstration championships that `python3 manage.py demo` loads; all are rehearsals.

`loader` makes them through the services that organisers and referees use, so they can't show
anything that a real championship could not do.
"""

"""The demonstration championships that `python3 manage.py demo` loads; all are rehearsals.

The duplicate one has a script: `showcase` says what it must show whatever chance says, and
`loader` makes it. `games` makes those of the ordinary game. All are made through the services that
organisers and referees use, so they can't show anything that a real championship could not do.
"""

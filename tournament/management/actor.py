"""The actor of commands, which have no account: whoever may run them on the machine."""

from __future__ import annotations

from tournament.core.actor import Actor, Authority

AT_THE_TERMINAL = Actor(name="terminal", authority=Authority.ORGANISER)

"""Who acts where no account does: whoever may run commands on the machine."""

from __future__ import annotations

from tournament.core.actor import Actor, Authority

AT_THE_TERMINAL = Actor(name="terminal", authority=Authority.ORGANISER)

"""Refusals for a person: each a sentence that names the field and the remedy.

Tree:
    UserError            any of these; `messages` are translated sentences, `field` the form field
    ├── Conflict         somebody else changed it meanwhile; nothing was written
    └── NotNow           the championship is not at a point where this can be done
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise


class UserError(Exception):
    """A refusal the user can act on. Services raise it before anything is written."""

    def __init__(self, *messages: str | Promise, field: str | None = None) -> None:
        super().__init__(*messages)
        self.messages: Sequence[str | Promise] = messages
        self.field = field

    def __str__(self) -> str:
        return " ".join(str(message) for message in self.messages)


class Conflict(UserError):
    """Somebody else has changed what the user started from."""


class NotNow(UserError):
    """The act is valid, but not at this point of the championship."""

"""Who does something: every write asks for an `Actor` and writes its name into the record."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import User

LONGEST_NAME = 160
"""Letters, as the columns that hold an actor's name allow."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts, as text that stays readable when the account is gone."""

    name: str
    user_id: int | None = None

    @classmethod
    def of_user(cls, user: User) -> Actor:
        """The actor behind an account: "Full Name (username)", or just the user name."""
        full_name = user.get_full_name()
        if not full_name:
            return cls(name=user.username, user_id=user.pk)
        # The user name is what tells two people apart, so it is never what is cut.
        room = LONGEST_NAME - len(user.username) - len(" ()")
        return cls(name=f"{full_name[:room]} ({user.username})", user_id=user.pk)

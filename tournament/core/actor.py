"""Who does something: every write asks for an `Actor` and writes its name into the record."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import User


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts, as text that stays readable when the account is gone."""

    name: str
    user_id: int | None = None

    @classmethod
    def of_user(cls, user: User) -> Actor:
        """The actor behind an account: "Full Name (username)", or just the user name."""
        full_name = user.get_full_name()
        name = f"{full_name} ({user.username})" if full_name else user.username
        return cls(name=name[:160], user_id=user.pk)

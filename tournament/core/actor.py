"""The `Actor` of a write, whose name goes into the record."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from scoring.game.seats import Party, Side
from tournament.models import Championship, User
from tournament.models.places import ActedBy

LONGEST_NAME = 160
"""Letters, as the columns that hold an actor's name allow."""


class Authority(enum.IntEnum):
    """Degrees to which one may change a result that others rely on; each includes those before."""

    PLACE = 0
    """Holder of the link of a table or a pair: enters and confirms while the round is open."""
    REFEREE = 1
    """A referee also changes and rules, while results are provisional."""
    ORGANISER = 2
    """An organiser also changes and rules later, even after the end, with a reason."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts, as text that stays readable when the account is gone."""

    name: str
    user_id: int | None = None
    authority: Authority = Authority.REFEREE
    public_name: str = ""
    """Public name: the full name of a person, else what they are, never the name of the account; ""
    for no person."""
    contestant: int | None = None
    """The number of the pair that acts by a link, its table's or its own."""
    table: int | None = None
    side: Party | None = None
    """Side or seat of an actor with a table's link."""
    account: str = ""
    """User name of the account; "" without one."""
    plays_as: tuple[int, ...] = ()
    """The numbers of the pairs as which the account plays in the championship."""
    phone: str = ""
    """The number of the phone that speaks at a table, or sits down there; "" for any other act."""

    @property
    def acted_by(self) -> ActedBy:
        """The actor as it is stored."""
        return ActedBy(self.name, self.contestant, self.table, self.side)

    @classmethod
    def of_user(
        cls,
        user: User,
        authority: Authority = Authority.REFEREE,
        *,
        plays_as: tuple[int, ...] = (),
    ) -> Actor:
        """Return the actor behind an account: "Full Name (username)", or just the user name."""
        full_name = user.get_full_name()
        if not full_name:
            return cls(
                name=user.username,
                user_id=user.pk,
                authority=authority,
                public_name=ORGANISER if authority is Authority.ORGANISER else REFEREE,
                account=user.username,
                plays_as=plays_as,
            )
        # The user name is what tells two people apart, so it is never what is cut.
        room = LONGEST_NAME - len(user.username) - len(" ()")
        full_name = full_name[:room]
        name = f"{full_name} ({user.username})"
        return cls(
            name=name,
            user_id=user.pk,
            authority=authority,
            public_name=full_name,
            account=user.username,
            plays_as=plays_as,
        )

    @classmethod
    def of_table(cls, table: int, side: Side, pair: int) -> Actor:
        """Return a pair that acts at its table, by the table's link: a place, not a person."""
        return cls(
            name=f"table {table} {side.value} pair {pair}",
            authority=Authority.PLACE,
            contestant=pair,
            table=table,
            side=side,
        )

    @classmethod
    def of_pair(cls, pair: int) -> Actor:
        """Return a pair that acts by its own link: a place, not a person."""
        return cls(name=f"pair {pair}", authority=Authority.PLACE, contestant=pair)

    @classmethod
    def of_table_of_players(cls, table: int, side: Party, player: int) -> Actor:
        """Return two players who act at their table, by the table's link; `player` is one of them.
        Where everybody plays alone, the player in a seat."""
        return cls(
            name=f"table {table} {side.value} player {player}",
            authority=Authority.PLACE,
            contestant=player,
            table=table,
            side=side,
        )

    @classmethod
    def of_player(cls, player: int) -> Actor:
        """Return a single player who acts by an own link."""
        return cls(name=f"player {player}", authority=Authority.PLACE, contestant=player)

    @classmethod
    def of_link(cls, championship: Championship, number: int) -> Actor:
        """Return the pair or single player who acts by the link of this number."""
        return cls.of_player(number) if championship.of_players else cls.of_pair(number)

    @classmethod
    def of_visitor(cls) -> Actor:
        """Return the actor of a visitor without an account."""
        return cls(name=VISITOR, authority=Authority.PLACE)


TERMINAL, VISITOR, WORKER = "terminal", "visitor", "worker"
MACHINES: Mapping[str, Promise] = {
    TERMINAL: pgettext_lazy("who acted", "terminal"),
    VISITOR: pgettext_lazy("who acted", "visitor"),
    WORKER: pgettext_lazy("who acted", "worker"),
}
"""The actors that are no person and no place, and how their reader calls them."""
REFEREE, ORGANISER = "referee", "organiser"
NAMELESS: Mapping[str, Promise] = {
    **MACHINES,
    REFEREE: pgettext_lazy("who acted", "referee"),
    ORGANISER: pgettext_lazy("who acted", "organiser"),
}
"""Public names of machines, and of people who are named only by what they are."""
AT_THE_TERMINAL = Actor(name=TERMINAL, authority=Authority.ORGANISER)

"""Who takes part: registered, renamed, checked in, late, withdrawn, at a table of their own."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from tests.random_days.acts.act import Kind, Told, reason
from tests.random_days.hall import Hall, NotThere
from tournament.links.tokens import PlaceKind
from tournament.models import RoundStatus

FIRST = ("Àngela", "Blai", "Caterina", "Dídac", "Elna", "Ferran", "Gal·la", "Hug")
LAST = ("Puig", "Roca", "Serra", "Tort", "Urgell", "Vila", "O'Hara", "Bosch")


def somebody(lots: Random) -> str:
    """A name that hardly anybody else has."""
    number = lots.choice("IVXLCDM") + lots.choice("ivxlcdm") * lots.randint(1, 3)
    return f"{lots.choice(FIRST)} {lots.choice(LAST)} {number}"


def people(hall: Hall, lots: Random) -> dict[str, str]:
    """The fields of a new pair, or player."""
    club = lots.choice(("", "Penya Xaloc", "Casino", "Club de l'Àliga"))
    if hall.championship.of_players:
        return {"player_1": somebody(lots), "club": club}
    return {"player_1": somebody(lots), "player_2": somebody(lots), "club": club}


def scheduled(hall: Hall) -> bool:
    return bool(hall.rounds())


class Register(Kind):
    name = "register"

    def weight(self, hall: Hall) -> float:
        return 0 if scheduled(hall) else 0.5

    def propose(self, hall: Hall, lots: Random) -> Told:
        return people(hall, lots)

    def do(self, hall: Hall, **typed: Any) -> object:
        return hall.fill(hall.organiser, "manage/pairs/add/", typed)


class Remove(Kind):
    name = "remove"

    def weight(self, hall: Hall) -> float:
        return 0 if scheduled(hall) else 0.3

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        there = hall.contestants()
        return {"pair": lots.choice(there).number} if len(there) > 4 else None

    def do(self, hall: Hall, *, pair: int) -> object:
        found = hall.contestant(pair)
        return hall.send(hall.organiser, f"manage/pairs/{found.pk}/remove/")


class DrawNumbers(Kind):
    name = "draw-numbers"

    def weight(self, hall: Hall) -> float:
        return 0 if scheduled(hall) else 0.5

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"seed": str(lots.randrange(10**5))}

    def do(self, hall: Hall, *, seed: str) -> object:
        return hall.fill(hall.organiser, "manage/pairs/draw/", {"seed": seed})


class Substitute(Kind):
    """Somebody else comes in a player's place; of a pair a third one may take turns."""

    name = "substitute"

    def weight(self, hall: Hall) -> float:
        return 0.4

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        there = hall.contestants()
        if not there:
            return None
        pair = lots.choice(there)
        where = "player_1"
        if not hall.championship.of_players:
            where = lots.choice(("player_1", "player_2", "substitutes", "name"))
        return {"pair": pair.number, where: somebody(lots)}

    def do(self, hall: Hall, *, pair: int, **typed: Any) -> object:
        found = hall.contestant(pair)
        return hall.fill(hall.organiser, f"manage/pairs/{found.pk}/edit/", typed)


class CheckIn(Kind):
    name = "check-in"

    def weight(self, hall: Hall) -> float:
        return 0.5

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        there = hall.contestants()
        if not there:
            return None
        act = lots.choice(("here", "here", "not-here", "paid", "not-paid"))
        return {"pair": lots.choice(there).number, "act": act}

    def do(self, hall: Hall, *, pair: int, act: str) -> object:
        return hall.send(hall.referee, f"manage/check-in/{pair}/", {"act": act})


class SayHere(Kind):
    """A pair says by its own link that it has come."""

    name = "say-here"

    def weight(self, hall: Hall) -> float:
        return 0.2 if scheduled(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        there = hall.contestants()
        return {"pair": lots.choice(there).number} if there else None

    def do(self, hall: Hall, *, pair: int) -> object:
        return hall.send(hall.phone(PlaceKind.PAIR, pair), f"pair/{pair}/here/")


class Late(Kind):
    """A pair comes late: in the place of a rest, or as the page offers where nobody rests."""

    name = "late"

    def weight(self, hall: Hall) -> float:
        return 0.7 if scheduled(hall) and len(hall.contestants()) < 14 else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        way = lots.choice(("", "", "room", "table"))
        told = dict(people(hall, lots))
        if way == "table":
            told |= {f"other_{name}": value for name, value in people(hall, lots).items()}
        return {"way": way, **told}

    def do(self, hall: Hall, *, way: str, **typed: str) -> object:
        address = "manage/pairs/late/"
        own = {name: value for name, value in typed.items() if not name.startswith("other_")}
        if way and not hall.championship.of_players:
            fields = {f"pair_0-{name}": value for name, value in own.items()}
            if way == "table":
                fields |= {
                    f"pair_1-{name.removeprefix('other_')}": value
                    for name, value in typed.items()
                    if name.startswith("other_")
                }
            try:
                return hall.fill(hall.organiser, address, fields, query=f"way={way}")
            except NotThere:
                pass  # somebody rests: the plain way is offered
        return hall.fill(hall.organiser, address, own)


def resting_offered(hall: Hall) -> list[str]:
    """Which two pairs that rest in the same round the page of late pairs offers to let play:
    "3:4:7" is round 3, pairs 4 and 7."""
    page: Any = hall.organiser.get(hall.path("manage/pairs/late/"))
    if page.status_code != 200:
        return []
    return re.findall(r'name="resting" value="([0-9:]+)"', page.content.decode())


class LetRestingPlay(Kind):
    """Two that would rest in the same round play each other."""

    name = "let-resting-play"

    def weight(self, hall: Hall) -> float:
        return 0.4 if scheduled(hall) and not hall.championship.of_players else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        offered = resting_offered(hall)
        return {"resting": lots.choice(offered)} if offered else None

    def do(self, hall: Hall, *, resting: str) -> object:
        return hall.send(hall.organiser, "manage/pairs/late/", {"resting": resting})


class Withdraw(Kind):
    name = "withdraw"

    def weight(self, hall: Hall) -> float:
        return 0.7 if scheduled(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        there = [one for one in hall.contestants() if one.withdrawn_from is None]
        if not there:
            return None
        numbers = [one.number for one in hall.rounds() if one.status != RoundStatus.CLOSED]
        told: dict[str, Any] = {"pair": lots.choice(there).number}
        if numbers and lots.random() < 0.7:
            told["from_round"] = lots.choice(numbers[:3])
        return {**told, "reason": reason(lots)}

    def do(self, hall: Hall, *, pair: int, reason: str, from_round: int | None = None) -> object:
        found = hall.contestant(pair)
        query = "" if from_round is None else f"from_round={from_round}"
        address = f"manage/pairs/{found.pk}/withdraw/"
        return hall.fill(hall.organiser, address, {"reason": reason}, query=query)


class TakeWithdrawalBack(Kind):
    name = "take-withdrawal-back"

    def weight(self, hall: Hall) -> float:
        return 0.4 if any(one.withdrawn_from for one in hall.contestants()) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        gone = [one.number for one in hall.contestants() if one.withdrawn_from]
        return {"pair": lots.choice(gone), "reason": reason(lots)} if gone else None

    def do(self, hall: Hall, *, pair: int, reason: str) -> object:
        found = hall.contestant(pair)
        address = f"manage/pairs/{found.pk}/take-back/"
        return hall.fill(hall.organiser, address, {"reason": reason})


class FixTable(Kind):
    """A table gets a name, or a pair stays at it."""

    name = "fix-table"

    def weight(self, hall: Hall) -> float:
        return 0.3 if hall.tables() else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        tables, there = hall.tables(), hall.contestants()
        if not tables or not there:
            return None
        table = lots.choice(tables).number
        if hall.championship.of_players or lots.random() < 0.3:
            return {f"name_{table}": lots.choice(("window", "door", ""))}
        return {f"pair_{table}": lots.choice(("", str(lots.choice(there).number)))}

    def do(self, hall: Hall, **typed: str) -> object:
        return hall.fill(hall.organiser, "manage/tables/", typed)


class RenewLink(Kind):
    """The link of a pair or a table is renewed: its phones have to scan the new one."""

    name = "renew-link"

    def weight(self, hall: Hall) -> float:
        return 0.1 if scheduled(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        of = lots.choice(("pair", "table"))
        there = hall.contestants() if of == "pair" else hall.tables()
        numbers = [one.number for one in there]
        return {of: lots.choice(numbers)} if numbers else None

    def do(self, hall: Hall, **place: int) -> object:
        ((of, number),) = place.items()
        query = f"{of}={number}"
        return hall.fill(hall.organiser, "manage/links/renew/", {}, query=query)


KINDS: tuple[Kind, ...] = (
    *(
        Register(),
        Remove(),
        DrawNumbers(),
        Substitute(),
        CheckIn(),
        SayHere(),
        Late(),
        LetRestingPlay(),
    ),
    *(Withdraw(), TakeWithdrawalBack(), FixTable(), RenewLink()),
)

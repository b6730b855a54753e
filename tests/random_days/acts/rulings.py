"""Rulings: rule-breaks and awards at a table, hands cancelled, deductions; and these withdrawn."""

from __future__ import annotations

from random import Random

from tests.random_days.acts.act import Kind, Told, reason
from tests.random_days.acts.results import one_of, places, told_of
from tests.random_days.hall import Hall, NotThere
from tournament.models import RoundStatus, Ruling
from tournament.results.kinds.kinds import kind_of

OPEN, CLOSED = RoundStatus.OPEN, RoundStatus.CLOSED


def ruled(hall: Hall) -> bool:
    """Whether rulings on hands can be made now."""
    return kind_of(hall.stage).has_rulings and bool(hall.rounds(OPEN, CLOSED))


class RuleOnHand(Kind):
    name = "rule-on-hand"

    def weight(self, hall: Hall) -> float:
        return 1.2 if ruled(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = one_of(places(hall), lots)
        if found is None:
            return None
        kind = lots.choice(("rule-break", "rule-break", "award", "award", "cancelled"))
        sides = "" if kind == "cancelled" else lots.choice(("NS", "EW", "NS+EW"))
        by = lots.choice(("referee", "organiser"))
        told = {**told_of(found[0], found[1]), "by": by, "kind": kind, "words": "seen by all"}
        return {**told, "sides": sides} if sides else told

    def do(self, hall: Hall, *, round: int, table: int, hand: int, by: str, **typed: str) -> object:
        where = f"manage/rulings/rounds/{round}/tables/{table}/hands/{hand}/"
        return hall.fill(hall.referee if by == "referee" else hall.organiser, where, typed)


class WithdrawFromHand(Kind):
    name = "withdraw-from-hand"

    def weight(self, hall: Hall) -> float:
        return 0.5 if ruled(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        several = [
            one
            for one in places(hall)
            if one[2]
            and (one[2].infraction or one[2].award or one[2].not_played_reason == "fouled")
        ]
        found = one_of(iter(several), lots)
        return {**told_of(found[0], found[1]), "reason": reason(lots)} if found else None

    def do(self, hall: Hall, *, round: int, table: int, hand: int, reason: str) -> object:
        where = f"manage/rulings/rounds/{round}/tables/{table}/hands/{hand}/withdraw/"
        return hall.fill(hall.organiser, where, {"reason": reason})


class CancelHand(Kind):
    """A hand is cancelled for all."""

    name = "cancel-hand"

    def weight(self, hall: Hall) -> float:
        return 0.4 if ruled(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = one_of(places(hall), lots)
        return {"hand": found[1], "reason": reason(lots)} if found else None

    def do(self, hall: Hall, *, hand: int, reason: str) -> object:
        return hall.fill(hall.organiser, f"manage/rulings/cancel/{hand}/", {"reason": reason})


class Deduct(Kind):
    name = "deduct"

    def weight(self, hall: Hall) -> float:
        return 0.6 if ruled(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        there = hall.contestants()
        if not there:
            return None
        points = lots.choice(("0,50", "1.25", "3", "0.01"))
        told = {"stage": lots.choice(hall.stages).number, "contestant": lots.choice(there).number}
        return {**told, "hundredths": points, "reason": reason(lots)}

    def do(self, hall: Hall, *, stage: int, **typed: str) -> object:
        where = "manage/rulings/deduct/"
        return hall.fill(hall.organiser, where, typed, query=f"stage={stage}")


class WithdrawRuling(Kind):
    name = "withdraw-ruling"

    def weight(self, hall: Hall) -> float:
        return 0.5 if ruled(hall) and self._standing(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        standing = self._standing(hall)
        return {"ruling": lots.choice(standing), "reason": reason(lots)} if standing else None

    def do(self, hall: Hall, *, ruling: int, reason: str) -> object:
        if ruling not in self._standing(hall):
            raise NotThere(f"ruling {ruling}")
        where = f"manage/rulings/{ruling}/withdraw/"
        return hall.fill(hall.organiser, where, {"reason": reason})

    @staticmethod
    def _standing(hall: Hall) -> list[int]:
        found = Ruling.objects.filter(championship__slug=hall.slug, withdrawn_at=None)
        return list(found.order_by("number").values_list("number", flat=True))


KINDS: tuple[Kind, ...] = (
    *(RuleOnHand(), WithdrawFromHand(), CancelHand(), Deduct(), WithdrawRuling()),
)

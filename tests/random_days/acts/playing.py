"""Rounds: paired, opened, taken back, closed, opened again; who sits where, and who doesn't."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from tests.random_days.acts.act import Kind, Told, reason
from tests.random_days.hall import Hall, NotThere
from tournament.models import Round, RoundStatus
from tournament.stages.formats import format_of

PLANNED, OPEN, CLOSED = RoundStatus.PLANNED, RoundStatus.OPEN, RoundStatus.CLOSED


def next_planned(hall: Hall) -> Round | None:
    return next(iter(hall.rounds(PLANNED)), None)


class Draw(Kind):
    """A round is paired, or paired again."""

    name = "draw"

    def weight(self, hall: Hall) -> float:
        found = next_planned(hall)
        if found is None or not format_of(found.stage).round_by_round:
            return 0
        return 0.3 if found.paired or hall.rounds(OPEN) else 4

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = next_planned(hall)
        return {"round": found.number} if found else None

    def do(self, hall: Hall, *, round: int) -> object:
        return hall.send(hall.referee, f"manage/rounds/{round}/draw/")


class ByHand(Kind):
    """Somebody types who meets whom: as it is proposed, or some of them otherwise."""

    name = "opponents"

    def weight(self, hall: Hall) -> float:
        found = next_planned(hall)
        if found is None or not format_of(found.stage).by_hand:
            return 0
        return 0.4 if found.paired else 4

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = next_planned(hall)
        if found is None:
            return None
        if lots.random() < 0.25:
            return {"round": found.number}
        pairs = [one.number for one in hall.contestants() if one.withdrawn_from is None]
        lots.shuffle(pairs)
        if lots.random() < (0.8 if hall.rounds(CLOSED) else 0.2):
            pairs.remove(min(pairs))  # the same one is left out again and again
        told: dict[str, Any] = {"round": found.number}
        for table in hall.tables():
            ns, ew = (str(pairs.pop()) if pairs else "" for _side in "xy")
            told |= {f"ns_{table.number}": ns if ew else "", f"ew_{table.number}": ew}
        return told

    def do(self, hall: Hall, *, round: int, **typed: str) -> object:
        return hall.fill(hall.referee, f"manage/rounds/{round}/opponents/", typed)


class ExchangePairs(Kind):
    """Two pairs of a round that was paired by scores change places."""

    name = "exchange-pairs"

    def weight(self, hall: Hall) -> float:
        found = next_planned(hall)
        swiss = found and found.paired and format_of(found.stage).swiss_field is not None
        return 0.5 if swiss else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = next_planned(hall)
        numbers = [one.number for one in hall.contestants()]
        if found is None or len(numbers) < 2:
            return None
        one, other = lots.sample(numbers, 2)
        return {"round": found.number, "one": one, "other": other}

    def do(self, hall: Hall, *, round: int, one: int, other: int) -> object:
        query = f"one={one}&other={other}"
        typed = {"one": str(one), "other": str(other), "based_on": None}
        typed.pop("based_on")
        address = f"manage/rounds/{round}/pairing/"
        return hall.fill(hall.referee, address, typed, query=query)


class AskRest(Kind):
    """A pair says that it won't play in a coming round, or that it will after all."""

    name = "ask-rest"

    def weight(self, hall: Hall) -> float:
        found = next_planned(hall)
        return 0.5 if found and format_of(found.stage).rests_on_request else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        planned, there = hall.rounds(PLANNED), hall.contestants()
        if not planned or not there:
            return None
        told = {"round": lots.choice(planned[:2]).number, "pair": lots.choice(there).number}
        return {**told, "rest": lots.choice(("on", "on", "off"))}

    def do(self, hall: Hall, *, round: int, pair: int, rest: str) -> object:
        typed = {"pair": str(pair), "rest": rest}
        return hall.send(hall.referee, f"manage/rounds/{round}/rests/", typed)


class Open(Kind):
    name = "open"

    def weight(self, hall: Hall) -> float:
        found = next_planned(hall)
        if found is None or not found.paired:
            return 0
        is_busy = bool(hall.rounds(OPEN))
        return (1 if format_of(found.stage).has_days else 0.2) if is_busy else 8

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        planned = hall.rounds(PLANNED)
        if not planned:
            return None
        return {"round": (lots.choice(planned) if lots.random() < 0.1 else planned[0]).number}

    def do(self, hall: Hall, *, round: int) -> object:
        return hall.fill(hall.referee, f"manage/rounds/{round}/open/", {})


class TakeOpeningBack(Kind):
    name = "take-opening-back"

    def weight(self, hall: Hall) -> float:
        return 0.4 if hall.rounds(OPEN) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        opened = hall.rounds(OPEN)
        return {"round": lots.choice(opened).number, "reason": reason(lots)} if opened else None

    def do(self, hall: Hall, *, round: int, reason: str) -> object:
        return hall.fill(hall.referee, f"manage/rounds/{round}/take-back/", {"reason": reason})


class Close(Kind):
    name = "close"

    def weight(self, hall: Hall) -> float:
        opened = hall.rounds(OPEN)
        return 12 if any(not hall.owes(one) for one in opened) else 0.3 if opened else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        opened = hall.rounds(OPEN)
        return (
            {"round": lots.choice(opened).number, "anew": lots.random() < 0.3} if opened else None
        )

    def do(self, hall: Hall, *, round: int, anew: bool) -> object:
        sent = {"anew": "on"} if anew else {}
        answer = hall.send(hall.referee, f"manage/rounds/{round}/close/", sent)
        return hall.referee.get(hall.path(f"manage/rounds/{round}/closed/")) and answer


class Reopen(Kind):
    name = "reopen"

    def weight(self, hall: Hall) -> float:
        return 0.4 if hall.rounds(CLOSED) and not hall.championship.ended_at else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        closed = hall.rounds(CLOSED)
        if not closed:
            return None
        found = closed[-1] if lots.random() < 0.7 else lots.choice(closed)
        return {"round": found.number, "reason": reason(lots)}

    def do(self, hall: Hall, *, round: int, reason: str) -> object:
        return hall.fill(hall.organiser, f"manage/rounds/{round}/reopen/", {"reason": reason})


class Sitting(Kind):
    """Note who of the pairs sat where; a substitute, perhaps."""

    name = "sitting"

    def weight(self, hall: Hall) -> float:
        return 0.3 if hall.rounds(OPEN, CLOSED) and not hall.championship.of_players else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        matches = [one for round in hall.rounds(OPEN, CLOSED) for one in hall.matches(round)]
        if not matches:
            return None
        match = lots.choice(matches)
        told: dict[str, Any] = {"round": match.round.number, "table": match.table.number}
        for side, seats in (("ns", "NS"), ("ew", "EW")):
            own = [one.position for one in getattr(match.pairs, side).players.all()]
            told |= dict(zip(seats, lots.sample(own, 2)))
        return told

    def do(self, hall: Hall, *, round: int, table: int, **seats: int) -> object:
        match = hall.match(round, table)
        pairs, typed = match.pairs, {}
        for seat, position in seats.items():
            pair = pairs.ns if seat in "NS" else pairs.ew
            player = pair.players.filter(position=position).first()
            typed[seat] = str(player.pk) if player else ""
        address = f"manage/rounds/{round}/tables/{table}/players/"
        return hall.fill(hall.referee, address, typed)


class Absent(Kind):
    """At a table of four somebody is missing: three play; or four again."""

    name = "absent"

    def weight(self, hall: Hall) -> float:
        return 1 if hall.format.alone and hall.rounds(OPEN, PLANNED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        rounds = hall.rounds(OPEN) or hall.rounds(PLANNED)[:1]
        matches = [one for round in rounds for one in hall.matches(round)]
        if not matches:
            return None
        match = lots.choice(matches)
        told = {"round": match.round.number, "table": match.table.number}
        seats = [one.contestant.number for one in match.seats.select_related("contestant")]
        return {**told, "player": lots.choice(seats)} if lots.random() < 0.8 else told

    def do(self, hall: Hall, *, round: int, table: int, player: int | None = None) -> object:
        sent = {} if player is None else {"player": str(player)}
        return hall.send(hall.referee, f"manage/rounds/{round}/tables/{table}/absent/", sent)


class Postpone(Kind):
    """A match of a league is put off to another day, or back."""

    name = "postpone"

    def weight(self, hall: Hall) -> float:
        return 2.5 if hall.format.has_days and hall.rounds(OPEN, PLANNED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        matches = [one for round in hall.rounds(OPEN, PLANNED) for one in hall.matches(round)]
        matches += [
            one for round in hall.rounds(CLOSED) for one in hall.matches(round) if one.postponed_to
        ]
        if not matches:
            return None
        put_off = [one for one in matches if one.postponed_to]
        match = lots.choice(put_off if put_off and lots.random() < 0.5 else matches[:4])
        told = {"round": match.round.number, "table": match.table.number, "reason": reason(lots)}
        day = hall.time.now.date() + timedelta(days=lots.randint(1, 40))
        return told if put_off and lots.random() < 0.2 else {**told, "day": day.isoformat()}

    def do(self, hall: Hall, *, round: int, table: int, reason: str, day: str = "") -> object:
        address = f"manage/calendar/rounds/{round}/tables/{table}/"
        if day:
            return hall.fill(hall.referee, address, {"day": day, "reason": reason})
        pressed = {"back": "1"}
        return hall.fill(hall.referee, address, {"reason": reason}, pressed=pressed)


class Clock(Kind):
    """The countdown is paused, goes on, or gets minutes."""

    name = "clock"

    def weight(self, hall: Hall) -> float:
        return 0.3 if hall.rounds(OPEN) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        opened = hall.rounds(OPEN)
        if not opened:
            return None
        return {"round": opened[0].number, "act": lots.choice(("pause", "resume", "extend"))}

    def do(self, hall: Hall, *, round: int, act: str) -> object:
        sent = {"act": act, "minutes": "5"}
        return hall.send(hall.referee, f"manage/desk/{round}/clock/", sent)


class Wait(Kind):
    """Nobody does anything for a while."""

    name = "wait"

    def weight(self, hall: Hall) -> float:
        return 0.5

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"minutes": lots.choice((3, 15, 70, 1500))}

    def do(self, hall: Hall, *, minutes: int) -> object:
        hall.time.passes(minutes)
        if not hall.has_begun:
            raise NotThere("nothing has begun")
        return None


KINDS: tuple[Kind, ...] = (
    *(Draw(), ByHand(), ExchangePairs(), AskRest(), Open(), TakeOpeningBack(), Close(), Reopen()),
    *(Sitting(), Absent(), Postpone(), Clock(), Wait()),
)

"""Hands that are played on the players' phones: seats taken, hands played by bots, agreed on, and
what referees do about them."""

from __future__ import annotations

from random import Random
from typing import Any

from scoring.bots.registry import BOTS
from scoring.chance import Chance
from scoring.game.seats import Seat
from scoring.game.variants import PlayVariant
from scoring.play.acts import act_fields
from tests.random_days.acts.act import Kind, Told
from tests.random_days.hall import Hall, NotThere
from tournament.models import Match, PlayedWith, RoundStatus
from tournament.play.match_now import match_now
from tournament.play.referee_acts import REFEREE_ACTS

OPEN = RoundStatus.OPEN
BOT = BOTS["quick"](PlayVariant.OBLIGADA)
MOST_ACTS = 90


def on_phones(hall: Hall) -> bool:
    return hall.format.deals and hall.stage.played_with == PlayedWith.PHONES


def tables(hall: Hall) -> list[Match]:
    """The matches that can be played on phones now."""
    if not on_phones(hall):
        return []
    return [one for round in hall.rounds(OPEN) for one in hall.matches(round)]


class PlayedOn(Kind):
    """From now on hands are played with packs, or on phones."""

    name = "played-on"

    def weight(self, hall: Hall) -> float:
        return 0.8 if hall.format.deals and not on_phones(hall) else 0.2 * hall.format.deals

    def propose(self, hall: Hall, lots: Random) -> Told:
        wanted = lots.choice(("phones", "phones", "packs"))
        told = {"stage": hall.stage.number, "played_with": wanted}
        return {**told, "agree_after": lots.choice(("", "10"))}

    def do(self, hall: Hall, *, stage: int, **typed: str) -> object:
        sent = {**typed, "knows_plain_http": "on"}
        return hall.fill(hall.organiser, "manage/played-with/", sent, query=f"stage={stage}")


def _phone(hall: Hall, match: Match, seat: Seat) -> tuple[Any, int]:
    """The phone of whoever sits there, and the pair's number."""
    number = match.pairs[seat.side].number
    return hall.seat_phone(number, seat.value), number


def _take(hall: Hall, match: Match, seat: Seat) -> Any:
    phone, number = _phone(hall, match, seat)
    sent = {"round": match.round.number, "seat": seat.value}
    return hall.send(phone, f"pair/{number}/seats/", sent)


def _seat_path(match: Match, seat: Seat, what: str) -> str:
    return f"seat/{match.round.number}/{match.table.number}/{seat.value}/{what}"


class PlayOnPhones(Kind):
    """The four sit down and bots play for them: a few acts, or to the end; then they may agree."""

    name = "play-on-phones"

    def weight(self, hall: Hall) -> float:
        return 4 if tables(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = tables(hall)
        if not found:
            return None
        match = lots.choice(found)
        told = {"round": match.round.number, "table": match.table.number}
        acts = lots.choice((0, 5, 30, MOST_ACTS, MOST_ACTS))
        return {**told, "acts": acts, "agree": lots.choice(("NS", "EW", "NSEW", "NSEW", ""))}

    def do(self, hall: Hall, *, round: int, table: int, acts: int, agree: str) -> object:
        match = hall.match(round, table)
        for seat in Seat:
            _take(hall, match, seat)
        _bots_play(hall, match, acts)
        for seat in (Seat.N, Seat.E):
            if seat.side.value in agree:
                _agree(hall, match, seat)
        return None


def _bots_play(hall: Hall, match: Match, acts: int) -> None:
    now = match_now(hall.match(match.round.number, match.table.number)).hand
    if now is None:
        return
    table, numbers = now.table, {seat: now.next_number(seat) for seat in Seat}
    while table.public.turn and acts > 0:
        act = BOT.act(table.knowledge(table.public.turn[0]), Chance(table.public.number))
        said = {name: value for name, value in act_fields(act).items() if name != "seat"}
        phone, _number = _phone(hall, match, act.seat)
        body = {"hand": now.number, "number": numbers[act.seat], "act": said}
        answer = hall.say(phone, _seat_path(match, act.seat, "acts/?page=1"), body)
        if answer.status_code != 200:
            return
        numbers[act.seat] += 1
        table = table.after(act)
        acts -= 1


def _agree(hall: Hall, match: Match, seat: Seat) -> None:
    phone, _number = _phone(hall, match, seat)
    told: Any = phone.get(hall.path(_seat_path(match, seat, "state.json?page=1")))
    if told.status_code != 200 or not (now := told.json()).get("result"):
        return
    hall.say(phone, _seat_path(match, seat, "agreements/"), {"hand": now["hand"], **now["result"]})


class LeaveSeat(Kind):
    """Somebody gives a seat back, or a referee frees it; or calls the referee from it."""

    name = "leave-seat"

    def weight(self, hall: Hall) -> float:
        return 0.6 if tables(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = tables(hall)
        if not found:
            return None
        match = lots.choice(found)
        told = {"round": match.round.number, "table": match.table.number}
        return {
            **told,
            "seat": lots.choice("NWSE"),
            "how": lots.choice(("free", "call", "referee")),
        }

    def do(self, hall: Hall, *, round: int, table: int, seat: str, how: str) -> object:
        match = hall.match(round, table)
        if how == "referee":
            return hall.send(hall.referee, f"manage/rounds/{round}/phones/{table}/free/{seat}/")
        phone, _number = _phone(hall, match, Seat(seat))
        return hall.send(phone, _seat_path(match, Seat(seat), f"{how}/"), {"act": "call"})


class RefereeAtTable(Kind):
    """A referee does something about a hand in play: packs, a pause, acts taken back …"""

    name = "referee-at-table"

    def weight(self, hall: Hall) -> float:
        return 1 if tables(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = tables(hall)
        if not found:
            return None
        match = lots.choice(found)
        told = {"round": match.round.number, "table": match.table.number}
        return {**told, "act": lots.choice(list(REFEREE_ACTS)), "points": str(lots.randint(0, 72))}

    def do(self, hall: Hall, *, round: int, table: int, act: str, points: str) -> object:
        address = f"manage/rounds/{round}/phones/{table}/{act}/"
        for typed in ({"reason": "seen", "ns_points": points}, {"reason": "seen"}, {}):
            try:
                return hall.fill(hall.referee, address, typed)
            except NotThere:
                continue
        raise NotThere(act)


class Played(Kind):
    """All tables of a round play what is left on their phones, and agree."""

    name = "all-play-on-phones"

    def weight(self, hall: Hall) -> float:
        return 4 if any(map(hall.owes, hall.rounds(OPEN))) and tables(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        opened = hall.rounds(OPEN)
        return {"round": lots.choice(opened).number} if opened else None

    def do(self, hall: Hall, *, round: int) -> object:
        for match in hall.matches(hall.round(round)):
            for seat in Seat:
                _take(hall, match, seat)
            for _hand in hall.results(match):
                _bots_play(hall, match, MOST_ACTS)
                _agree(hall, match, Seat.N)
                _agree(hall, match, Seat.E)
        return None


KINDS: tuple[Kind, ...] = (PlayedOn(), PlayOnPhones(), LeaveSeat(), RefereeAtTable(), Played())

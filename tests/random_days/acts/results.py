"""Results: entered and confirmed by phones, or typed at the desk; corrected, taken back, undone,
objected to; what pairs ask for, and what referees decide about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from django.test import Client

from tests.random_days.acts.act import Kind, Told, reason
from tests.random_days.hall import Hall, NotThere
from tests.tournament.phones.phone import new_key
from tournament.links.tokens import PlaceKind
from tournament.models import CorrectionRequest, Match, RefereeCall, Result, RoundStatus
from tournament.results.kinds.kinds import kind_of_match
from tournament.stages.formats import format_of
from tournament.stages.parties import parties_of

OPEN, CLOSED = RoundStatus.OPEN, RoundStatus.CLOSED
TRUMPS = ("O", "C", "E", "B", "botifarra", "")
Made = dict[str, Any]


def made(hall: Hall, match: Match, lots: Random) -> Made:
    """What a table could have made, by the names of the desk's fields."""
    kind = kind_of_match(match).key
    if kind == "dealt-hand":
        ns = lots.choice((0, 24, 36, 36, 40, 48, 72, lots.randint(0, 72)))
        return {
            "ns_points": str(ns),
            "trump": lots.choice(TRUMPS),
            "double": lots.choice(("", "", "contro")),
        }
    if kind == "game":
        most, less = lots.choice((101, 104, 130, 90)), lots.randint(0, 99)
        if lots.random() < 0.12 and not format_of(match.round.stage).knocks_out:
            less = most = 80
        points = [most, less]
        lots.shuffle(points)
        return {"ns": str(points[0]), "ew": str(points[1])}
    seats = "nwse"[: match.seats.count()]
    hands = match.round.stage.hands_per_match
    if len(seats) == 3:
        hands -= hands % 3
    if lots.random() < 0.15:
        hands = max(1, hands - 3)
    solo = {seat: str(lots.choice((0, 12, 30, lots.randint(-40, 90)))) for seat in seats}
    return {**solo, "hands": str(max(1, hands))}


def not_played(hall: Hall, match: Match, lots: Random) -> Made:
    """Why nothing was made; a game can be given."""
    if kind_of_match(match).key == "game" and lots.random() < 0.7:
        given = {"given_to": lots.choice(("NS", "EW"))}
        return given if lots.random() < 0.5 else {**given, **made(hall, match, lots)}
    why = lots.choice(("time", "other", "withdrawn", "withdrawn"))
    return {"not_played_reason": why, "note": "it was late"}


def as_json(match: Match, typed: Mapping[str, str]) -> Made | None:
    """Return what was typed as a phone sends it; None for what only the desk can say."""
    if "not_played_reason" in typed or "given_to" in typed:
        return None
    kind = kind_of_match(match).key
    if kind == "dealt-hand":
        said = {"trump": typed["trump"], "double": typed["double"]}
        return {"points": int(typed["ns_points"]), **said}
    points = {name: int(value) for name, value in typed.items()}
    if kind == "game":
        return {**points, "sheet": ""}
    return {**{seat: points.get(seat) for seat in "nwse"}, "hands": points["hands"], "sheet": ""}


def places(hall: Hall, *, empty: bool | None = None) -> Iterator[tuple[Match, int, Result | None]]:
    """The hands and games of rounds that were opened; `empty`: those without a result alone, or
    with one."""
    for round in hall.rounds(OPEN, CLOSED):
        for match in hall.matches(round):
            for hand, stands in hall.results(match).items():
                is_empty = stands is None or stands.outcome == "blank"
                if empty is None or empty is is_empty:
                    yield match, hand, stands


def awaited(hall: Hall) -> list[tuple[Match, int, Result | None]]:
    """The games of postponed matches whose rounds were closed without a result of them."""
    return [
        one
        for one in places(hall, empty=True)
        if one[0].postponed_to and one[0].round.status == CLOSED
    ]


def told_of(match: Match, hand: int) -> dict[str, Any]:
    return {"round": match.round.number, "table": match.table.number, "hand": hand}


def address(round: int, table: int, hand: int) -> str:
    return f"manage/rounds/{round}/tables/{table}/hands/{hand}/"


def one_of(found: Iterator[tuple[Match, int, Result | None]], lots: Random) -> Any:
    """Return one of the results, mostly of the newest round; None where there is none."""
    several = list(found)
    if not several:
        return None
    newest = max(match.round.number for match, _hand, _stands in several)
    recent = [one for one in several if one[0].round.number == newest]
    return lots.choice(recent if lots.random() < 0.7 else several)


class Enter(Kind):
    """A referee types a result: what was made, or why it was not played."""

    name = "enter"

    def weight(self, hall: Hall) -> float:
        return 1 if hall.rounds(OPEN) else 0.3 if hall.rounds(CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = one_of(places(hall, empty=True), lots)
        if found is None:
            return None
        match, hand, _stands = found
        typed = made(hall, match, lots) if lots.random() < 0.7 else not_played(hall, match, lots)
        return {**told_of(match, hand), **typed}

    def do(self, hall: Hall, *, round: int, table: int, hand: int, **typed: str) -> object:
        return _type(hall, hall.match(round, table), hand, typed)


def _type(hall: Hall, match: Match, hand: int, typed: Mapping[str, str]) -> object:
    """A referee types a result; where something stood there before, the page asks why."""
    why = {"reason": "late slip"} if hall.results(match).get(hand) else {}
    where = address(match.round.number, match.table.number, hand)
    return hall.fill(hall.referee, where, {**typed, **why})


class Correct(Kind):
    """A referee or an organiser changes what stands, with a reason."""

    name = "correct"

    def weight(self, hall: Hall) -> float:
        return 0.8 if hall.rounds(OPEN, CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = one_of(places(hall, empty=False), lots)
        if found is None:
            return None
        match, hand, stands = found
        typed = made(hall, match, lots) if lots.random() < 0.8 else not_played(hall, match, lots)
        by = lots.choice(("referee", "organiser"))
        return {**told_of(match, hand), "by": by, **blanked(stands, typed), "reason": reason(lots)}

    def do(self, hall: Hall, *, round: int, table: int, hand: int, by: str, **typed: str) -> object:
        client = hall.referee if by == "referee" else hall.organiser
        return hall.fill(client, address(round, table, hand), typed)


def blanked(stands: Result, typed: Made) -> Made:
    """What is typed, with the fields emptied that say otherwise."""
    if "not_played_reason" in typed:
        empty = {
            "dealt-hand": ("ns_points", "ew_points", "trump", "double", "infraction", "award"),
            "game": ("ns", "ew", "given_to"),
            "abarrotada": ("n", "w", "s", "e", "hands"),
        }[stands.kind]
        return {**dict.fromkeys(empty, ""), **typed}
    full = {"not_played_reason": ""}
    if stands.kind == "game" and "given_to" not in typed:
        full["given_to"] = ""
    if stands.kind == "dealt-hand":
        full |= {"ew_points": ""}
    return {**full, **typed}


class TakeResultBack(Kind):
    name = "take-result-back"

    def weight(self, hall: Hall) -> float:
        return 0.4 if hall.rounds(OPEN, CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = one_of(places(hall, empty=False), lots)
        if found is None:
            return None
        return {**told_of(found[0], found[1]), "reason": reason(lots)}

    def do(self, hall: Hall, *, round: int, table: int, hand: int, reason: str) -> object:
        typed = {"reason": reason}
        return hall.fill(hall.organiser, address(round, table, hand) + "take-back/", typed)


class Undo(Kind):
    """A referee takes back what has just been typed."""

    name = "undo"

    def weight(self, hall: Hall) -> float:
        return 0.4 if hall.rounds(OPEN, CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        several = [one for one in places(hall) if one[2] is not None]
        if not several:
            return None
        match, hand, stands = max(several, key=lambda one: one[2].pk if one[2] else 0)
        return {**told_of(match, hand), "version": stands.version if stands else 0}

    def do(self, hall: Hall, *, round: int, table: int, hand: int, version: int) -> object:
        sent = {"version": str(version)}
        return hall.send(hall.referee, address(round, table, hand) + "undo/", sent)


class Fill(Kind):
    """Whatever a round still owes is entered: by phones that confirm, or typed at the desk."""

    name = "fill"

    def weight(self, hall: Hall) -> float:
        if any(map(hall.owes, hall.rounds(OPEN))):
            return 7
        return 0.3 if hall.rounds(OPEN, CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        rounds = [one for one in hall.rounds(OPEN) if hall.owes(one)] or hall.rounds(OPEN, CLOSED)
        if not rounds:
            return None
        how = lots.choice(("phones", "phones", "desk"))
        return {"round": lots.choice(rounds).number, "how": how, "lots": lots.randrange(10**6)}

    def do(self, hall: Hall, *, round: int, how: str, lots: int) -> object:
        chance = Random(lots)
        found = hall.round(round)
        for match in hall.matches(found):
            for hand, stands in hall.results(match).items():
                owed = stands is None or stands.outcome == "blank"
                by_phone = how == "phones" and chance.random() < 0.9
                typed = made(hall, match, chance)
                with suppress(NotThere):
                    if owed and by_phone:
                        _enter_by_phone(hall, match, hand, as_json(match, typed), chance)
                    elif owed:
                        _type(hall, match, hand, typed)
                    if how == "phones":
                        _confirm(hall, match, hand, "other")
        _referee_confirms(hall, round)
        return None


def _referee_confirms(hall: Hall, round: int) -> None:
    """A referee looks at all tables of a round and confirms what waits for that."""
    for match in hall.matches(hall.round(round)):
        standing = {hand: one.version for hand, one in hall.results(match).items() if one}
        table = match.table.number
        sent = {"hand": [f"{hand}:{version}" for hand, version in standing.items()]}
        hall.send(hall.referee, f"manage/desk/{round}/tables/{table}/confirm/", sent)


def _phone_of(hall: Hall, match: Match, party: Any) -> Client:
    """A phone that speaks for that party: its pair's own."""
    own = parties_of(match)[party][0]
    return hall.phone(PlaceKind.PAIR, own.number)


def _enter_by_phone(
    hall: Hall, match: Match, hand: int, said: Made | None, lots: Random, *, by: int = 0
) -> None:
    parties = list(parties_of(match))
    party = parties[by % len(parties)]
    at_table = lots.random() < 0.3
    table = match.table.number
    phone = hall.phone(PlaceKind.TABLE, table) if at_table else _phone_of(hall, match, party)
    stands = hall.results(match)[hand]
    body = {
        "match": match.pk,
        "hand": hand,
        "side": party,
        "based_on": stands.version if stands else 0,
        "late": False,
        **(said or {}),
    }
    for asked in (False, True):
        answer = hall.say(
            phone, f"table/{table}/entries/", {"key": new_key(), "asked": asked, **body}
        )
        if answer.status_code != 200 or answer.json().get("state") != "check":
            return


def _confirm(hall: Hall, match: Match, hand: int, who: str) -> Any:
    """The side that didn't enter confirms, or the one that did tries to."""
    stands = hall.results(match)[hand]
    if stands is None:
        raise NotThere("a result")
    parties = list(parties_of(match))
    same = [one for one in parties if one == stands.entered_side]
    others = [one for one in parties if one != stands.entered_side]
    party = (same or others)[0] if who == "same" else others[-1]
    table = match.table.number
    body = {"match": match.pk, "hand": hand, "side": party, "version": stands.version}
    return hall.say(
        _phone_of(hall, match, party), f"table/{table}/confirmations/", {"key": new_key(), **body}
    )


class PhoneEnters(Kind):
    """A pair enters a result on its phone or the table's: the first one, or another one."""

    name = "phone-enters"

    def weight(self, hall: Hall) -> float:
        if hall.rounds(OPEN):
            return 1.5
        return 2.5 if awaited(hall) else 0.2 if hall.rounds(CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        several = places(hall, empty=None if lots.random() < 0.3 else True)
        waiting = awaited(hall)
        found = one_of(iter(waiting) if waiting and lots.random() < 0.7 else several, lots)
        if found is None:
            return None
        match, hand, _stands = found
        by = lots.randrange(4)
        return {**told_of(match, hand), "by": by, "lots": lots.randrange(10**6)}

    def do(self, hall: Hall, *, round: int, table: int, hand: int, by: int, lots: int) -> object:
        match, chance = hall.match(round, table), Random(lots)
        if hand not in hall.results(match):
            raise NotThere(f"hand {hand}")
        said = as_json(match, made(hall, match, chance))
        _enter_by_phone(hall, match, hand, said, chance, by=by)
        return None


class PhoneConfirms(Kind):
    name = "phone-confirms"

    def weight(self, hall: Hall) -> float:
        return 0.6 if hall.rounds(OPEN) else 0.1 if hall.rounds(CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = one_of(places(hall, empty=False), lots)
        if found is None:
            return None
        return {**told_of(found[0], found[1]), "who": lots.choice(("other", "other", "same"))}

    def do(self, hall: Hall, *, round: int, table: int, hand: int, who: str) -> object:
        match = hall.match(round, table)
        if hand not in hall.results(match):
            raise NotThere(f"hand {hand}")
        return _confirm(hall, match, hand, who)


class PhoneObjects(Kind):
    """A pair says that what stands is wrong, and perhaps what it should be; or takes back what it
    has just entered."""

    name = "phone-objects"

    def weight(self, hall: Hall) -> float:
        return 0.6 if hall.rounds(OPEN) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        found = one_of(places(hall, empty=False), lots)
        if found is None:
            return None
        match, hand, _stands = found
        what = lots.choice(("objections", "objections", "undo"))
        by = lots.randrange(4)
        return {**told_of(match, hand), "what": what, "by": by, "lots": lots.randrange(10**6)}

    def do(
        self, hall: Hall, *, round: int, table: int, hand: int, what: str, by: int, lots: int
    ) -> object:
        match, chance = hall.match(round, table), Random(lots)
        stands = hall.results(match).get(hand)
        if stands is None:
            raise NotThere(f"hand {hand}")
        parties = list(parties_of(match))
        party = parties[by % len(parties)]
        body: Made = {"match": match.pk, "hand": hand, "side": party, "version": stands.version}
        if what == "objections":
            said = as_json(match, made(hall, match, chance))
            body["entry"] = said if chance.random() < 0.6 else None
        phone = _phone_of(hall, match, party)
        return hall.say(phone, f"table/{table}/{what}/", {"key": new_key(), **body})


class RefereeConfirms(Kind):
    name = "referee-confirms"

    def weight(self, hall: Hall) -> float:
        return 0.6 if hall.rounds(OPEN) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        opened = hall.rounds(OPEN)
        return {"round": lots.choice(opened).number} if opened else None

    def do(self, hall: Hall, *, round: int) -> object:
        _referee_confirms(hall, round)
        return None


class Call(Kind):
    """A table calls the referee, by its phone or from the pair's page, or takes the call back."""

    name = "call"

    def weight(self, hall: Hall) -> float:
        return 0.4 if hall.rounds(OPEN) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        there = hall.contestants()
        if not there:
            return None
        return {"pair": lots.choice(there).number, "act": lots.choice(("call", "call", "withdraw"))}

    def do(self, hall: Hall, *, pair: int, act: str) -> object:
        phone = hall.phone(PlaceKind.PAIR, pair)
        return hall.send(phone, f"pair/{pair}/call/", {"act": act})


class AnswerCall(Kind):
    """A referee goes to the table that called."""

    name = "answer-call"

    def weight(self, hall: Hall) -> float:
        return 0.5 if _calls(hall) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        calls = _calls(hall)
        if not calls:
            return None
        return {"call": lots.choice(calls), "act": lots.choice(("take", "done"))}

    def do(self, hall: Hall, *, call: int, act: str) -> object:
        return hall.send(hall.referee, f"manage/inbox/calls/{call}/", {"act": act})


def _calls(hall: Hall) -> list[int]:
    """The calls by their numbers."""
    found = RefereeCall.objects.filter(championship__slug=hall.slug)
    return list(found.order_by("number").values_list("number", flat=True))


class AskCorrection(Kind):
    """A pair asks on its own page for a result of a closed round to be corrected."""

    name = "ask-correction"

    def weight(self, hall: Hall) -> float:
        return 1 if hall.rounds(CLOSED) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        several = [one for one in places(hall) if one[0].round.status == CLOSED]
        found = one_of(iter(several), lots)
        if found is None:
            return None
        match, hand, _stands = found
        pairs = [one.number for own in parties_of(match).values() for one in own]
        told = {"round": match.round.number, "pair": lots.choice(pairs), "hand": hand}
        words = {"words": "we had more"}
        kind = kind_of_match(match).key
        if lots.random() < 0.3:
            return {**told, **words}
        if kind == "dealt-hand":
            return {**told, **words, "points": str(lots.randint(0, 72))}
        if kind == "game":
            return {**told, **words, "own": "101", "theirs": str(lots.randint(0, 99))}
        return {**told, **words, "n": str(lots.randint(0, 60))}

    def do(self, hall: Hall, *, round: int, pair: int, hand: int, **typed: str) -> object:
        where = f"pair/{pair}/rounds/{round}/hands/{hand}/correction/"
        return hall.fill(hall.phone(PlaceKind.PAIR, pair), where, typed)


def requests(hall: Hall, *, waiting: bool) -> list[CorrectionRequest]:
    found = CorrectionRequest.objects.filter(match__round__championship__slug=hall.slug)
    found = found.filter(decision="") if waiting else found
    return list(found.select_related("match__round", "match__table").order_by("number"))


class AnswerRequest(Kind):
    """The opponents say whether they agree."""

    name = "answer-request"

    def weight(self, hall: Hall) -> float:
        return 1 if requests(hall, waiting=True) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        waiting = requests(hall, waiting=True)
        if not waiting:
            return None
        one = lots.choice(waiting)
        pairs = [pair.number for own in parties_of(one.match).values() for pair in own]
        told = {"request": one.number, "pair": lots.choice(pairs)}
        return {**told, "agrees": lots.choice(("yes", "no"))}

    def do(self, hall: Hall, *, request: int, pair: int, agrees: str) -> object:
        where = f"pair/{pair}/correction-requests/{request}/"
        return hall.send(hall.phone(PlaceKind.PAIR, pair), where, {"agrees": agrees})


class Decide(Kind):
    """A referee decides a request: as asked for, as it stands, or otherwise."""

    name = "decide"

    def weight(self, hall: Hall) -> float:
        return 2 if requests(hall, waiting=True) else 0

    def propose(self, hall: Hall, lots: Random) -> Told | None:
        waiting = requests(hall, waiting=True)
        if not waiting:
            return None
        one = lots.choice(waiting)
        choice = lots.choice(("requested", "stands", "other"))
        told = {"request": one.number, "choice": choice, "reason": reason(lots)}
        if choice != "other":
            return told
        stands = hall.results(one.match).get(one.deal)
        typed = made(hall, one.match, lots)
        return {**told, **(blanked(stands, typed) if stands else typed)}

    def do(self, hall: Hall, *, request: int, **typed: str) -> object:
        return hall.fill(hall.referee, f"manage/correction-requests/{request}/", typed)


class LetStand(Kind):
    """A referee decides all requests at once: the results stay."""

    name = "let-stand"

    def weight(self, hall: Hall) -> float:
        return 0.3 if requests(hall, waiting=True) else 0

    def propose(self, hall: Hall, lots: Random) -> Told:
        return {"reason": reason(lots)}

    def do(self, hall: Hall, *, reason: str) -> object:
        ticks = [f"{one.number}:{_version(one)}" for one in requests(hall, waiting=True)]
        sent = {"request": ticks, "reason": reason}
        return hall.send(hall.referee, "manage/correction-requests/", sent)


def _version(request: CorrectionRequest) -> int:
    found = request.match.results.filter(deal=request.deal, is_current=True).first()
    return found.version if found else 0


KINDS: tuple[Kind, ...] = (
    *(Enter(), Correct(), TakeResultBack(), Undo(), Fill(), PhoneEnters(), PhoneConfirms()),
    *(PhoneObjects(), RefereeConfirms(), Call(), AnswerCall(), AskCorrection(), AnswerRequest()),
    *(Decide(), LetStand()),
)

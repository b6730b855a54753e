"""A preset played to its end over HTTP by bots: cards are played by bots, and what a table makes of
them is entered and confirmed on its phone.

`TABLES` says for each kind of results how bots play, what the phone sends, and what a plain table
keeps of it, from which `plain_standings` works everything out once more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from django.test import Client

from scoring.game.seats import Party, Side, Sides
from scoring.ordinary.sheets import sheet_text
from tests.page_forms import forms_of
from tests.tournament.day import Day
from tests.tournament.factories import english_client, make_referee, make_user, organiser_of
from tests.tournament.finals.playing import manage
from tests.tournament.phones.phone import Phone, new_key
from tournament.core.stages import stages_of
from tournament.deals.queries import dealt_hands
from tournament.models import Championship, Match, Round, Stage
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.players import Sitting
from tournament.rehearsal.scenarios import Mistake
from tournament.rehearsal.table_plays import TABLE_PLAYS
from tournament.results.kinds.abarrotada import ABARROTADA
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput
from tournament.results.kinds.game import GAME
from tournament.results.kinds.points import GameInput
from tournament.stages.formats import format_of
from tournament.stages.intent import intent_of
from tournament.stages.parties import parties_of


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered for a hand or a game: who sat where, by numbers, and what each side, or
    where everybody plays alone each seat, has of it: points in a game, the hand score of a hand."""

    stage: int
    round: int
    hand: int
    sides: Mapping[Party, tuple[int, ...]]
    made: Mapping[Party, int]


@dataclass(frozen=True, slots=True)
class _Table:
    """A kind of results: what a phone sends of it, and what its sides have made."""

    sent: Callable[[Any], dict[str, Any]]
    made: Callable[[Any, Side], Mapping[Party, int]]


def _surname(number: int) -> str:
    """A name of its own for each, without figures: those in a name are asked about."""
    return "Nom" + "".join("abcdefghij"[int(digit)] for digit in str(number))


def _sent_of_a_hand(played: ResultInput) -> dict[str, Any]:
    trump, double = played.announcement.trump, played.announcement.double
    return {
        "points": played.ns_points,
        "trump": trump.value if trump else "",
        "double": double.value if double else "",
    }


def _hand_scores(played: ResultInput, makers: Side) -> Mapping[Party, int]:
    """Twice for the side that announced a double: botifarra by the makers, contro by the others."""
    assert played.ns_points is not None
    sent = _sent_of_a_hand(played)
    doubled = {makers: sent["trump"] == "botifarra", makers.opponents: sent["double"] != ""}
    ns = played.ns_points - 36
    return {side: (ns if side is Side.NS else -ns) * (2 if doubled[side] else 1) for side in Side}


def _points(played: GameInput, _makers: Side) -> Mapping[Party, int]:
    return {party: made for party, made in played.points.items() if made is not None}


def _sent_of_a_table(played: GameInput) -> dict[str, Any]:
    points = {seat.key: made for seat, made in played.points.items()}
    return {**points, "hands": played.hands, "sheet": sheet_text(played.sheet)}


TABLES: Mapping[str, _Table] = {
    DEALT_HAND.key: _Table(_sent_of_a_hand, _hand_scores),
    GAME.key: _Table(
        lambda played: {"ns": played.points.ns, "ew": played.points.ew, "sheet": ""}, _points
    ),
    ABARROTADA.key: _Table(_sent_of_a_table, _points),
}


@dataclass(slots=True)
class Played:
    """A preset that is played."""

    key: str
    pairs: int
    client: Client = field(init=False)
    day: Day = field(init=False)
    entered: list[Entered] = field(default_factory=list)

    @property
    def championship(self) -> Championship:
        return self.day.championship

    @property
    def stages(self) -> tuple[Stage, ...]:
        return stages_of(Championship.objects.get(pk=self.championship.pk))

    def begin(self, **typed: Any) -> None:
        """The card is filled in, pairs are pasted, the first stage is scheduled."""
        client = english_client(make_user(superuser=True))
        page = client.get(f"/new/{self.key}/").content.decode()
        form = next(one for one in forms_of(page) if "name" in one.names)
        details = {"name": self.key, "place": "Valls", "date": "2026-11-21"}
        sent = form.filled(**details, **typed)
        sent.pop("act", None)
        answer = client.post(f"/new/{self.key}/", sent)
        assert answer.status_code == 302, answer.content.decode()[-1500:]
        championship = Championship.objects.latest("pk")
        self.client = english_client(organiser_of(championship))
        (stage,) = stages_of(championship)
        of_players = format_of(stage).of_players
        for number in range(1, self.pairs + 1):
            row = {"player_1": f"Anna {_surname(number)}", "club": "", "number": ""}
            if not of_players:
                row |= {"player_2": f"Blai {_surname(number)}", "name": "", "substitutes": ""}
            manage(self.client, championship.slug, "pairs/add/", row)
        referee = make_referee(championship)
        self.day = Day(championship, stage, organiser_of(championship), referee, make_user())
        intent = intent_of(stage)
        if intent.group_size:
            page = self.client.get(f"/c/{self.day.slug}/manage/groups/").content.decode()
            form = next(one for one in forms_of(page) if "by" in one.names)
            self.manage("groups/draw/", form.filled(by="lot", seed="7"))
        self.schedule(stage, {"rounds": intent.rounds} if intent.rounds else {})

    def manage(self, what: str, data: dict[str, Any] | None = None) -> None:
        manage(self.client, self.day.slug, what, data)

    def schedule(self, stage: Stage, asked: dict[str, Any]) -> None:
        """Make and publish the schedule of a stage as its page proposes it."""
        page = self.client.get(f"/c/{self.day.slug}/manage/schedule/?stage={stage.number}")
        made = [one for one in forms_of(page.content.decode()) if "schedule/make" in one.action]
        sent = made[0].filled() if made else {}
        self.manage(f"schedule/make/?stage={stage.number}", {**sent, **asked})
        self.manage(f"schedule/publish/?stage={stage.number}")
        if format_of(stage).deals:
            self.manage("deals/make/")

    def play(self, stage: Stage) -> None:
        """All rounds of a stage."""
        first = stage.rounds.order_by("number").values_list("number", flat=True)[0]
        for round in stage.rounds.order_by("number"):
            if format_of(stage).round_by_round and round.number > first:
                self.manage(f"rounds/{round.number}/draw/")
            self.manage(f"rounds/{round.number}/open/", {"without_absent": "yes"})
            played = Match.objects.filter(round=round, cancelled=False)
            for match in played.select_related("table", "round__stage"):
                self._play_match(stage, round, match)
            self.manage(f"rounds/{round.number}/close/")

    def go_on(self) -> Stage:
        """The stage that follows, as the page of a new one proposes it."""
        address = f"/c/{self.day.slug}/manage/stages/add/"
        page = self.client.get(address).content.decode()
        form = next(one for one in forms_of(page) if "best" in one.names or "each" in one.names)
        asked: dict[str, Any] = {
            name: value for name, value in form.filled().items() if name != "act"
        }
        shown = self.client.get(address, asked)
        who = shown.context["who"]
        chosen = {
            "chosen": sorted(who.ticked),
            "based_on": who["based_on"].value(),
            "reason": "",
        }
        query = shown.request["QUERY_STRING"]
        answer = self.client.post(f"{address}?{query}", chosen)
        assert answer.status_code == 302, answer.content.decode()[-1500:]
        stage = self.stages[-1]
        self.schedule(stage, {})
        return stage

    def _play_match(self, stage: Stage, round: Round, match: Match) -> None:
        kind = format_of(stage).results
        table, phone = match.table.number, Phone.at_table(self.day, match.table.number)
        parties = parties_of(match)
        numbers = {
            party: tuple(sorted(one.number for one in own)) for party, own in parties.items()
        }
        speaks, *_between, confirms = parties
        deals = {one.number: one for one in dealt_hands(self.championship, round.deals)}
        pairs = match.side_ids.map(lambda ids: ids[0])
        for hand in deals or (1,):
            dealt = deals.get(hand)
            everybody = tuple(chain.from_iterable(numbers.values()))
            sitting = Sitting(hand if dealt else round.number, pairs, everybody=everybody)
            played = TABLE_PLAYS[kind].play(Plan(), match, dealt, sitting, Mistake.NONE).right
            played = _decided(stage, played)
            said = {"match": match.pk, "hand": hand, "side": speaks, "based_on": 0, "late": False}
            said |= TABLES[kind].sent(played)
            for asked in (False, True):
                answer: Any = phone.send(
                    "entries", {"key": new_key(), "asked": asked, **said}, table=table
                )
                if answer.json()["state"] != "check":
                    break
            assert answer.json()["state"] == "stored", answer.content
            seen = {
                "match": match.pk,
                "hand": hand,
                "side": confirms,
                "version": 1,
                "key": new_key(),
            }
            answer = phone.send("confirmations", seen, table=table)
            assert answer.json()["state"] == "confirmed", answer.content
            made = TABLES[kind].made(played, dealt.makers if dealt else Side.NS)
            self.entered.append(Entered(stage.number, round.number, hand, numbers, made))


def _decided(stage: Stage, played: Any) -> Any:
    """Where somebody has to win, a drawn game goes on until somebody does: here N–S by a point."""
    if format_of(stage).knocks_out and played.points.ns == played.points.ew:
        return replace(played, points=Sides(played.points.ns + 1, played.points.ew), sheet=())
    return played


def plain_games(
    entered: list[Entered], cap: int | None, players: Collection[int], rest: Fraction
) -> dict[int, tuple[Fraction, int, int]]:
    """Return the score, the difference and the points for of each contestant, by plain
    arithmetic."""
    found = {one: (Fraction(0), 0, 0) for one in players}
    rounds = {one.round for one in entered}
    sat: dict[int, set[int]] = {one: set() for one in players}
    for game in entered:
        for side, numbers in game.sides.items():
            assert isinstance(side, Side), "partners play"
            own, others = game.made[side], game.made[side.opponents]
            won = Fraction(own > others) + Fraction(own == others, 2)
            if cap is not None:
                own, others = min(own, cap), min(others, cap)
            for one in numbers:
                score, difference, points = found[one]
                found[one] = (score + won, difference + own - others, points + own)
                sat[one].add(game.round)
    return {
        one: (score + rest * len(rounds - sat[one]), difference, points)
        for one, (score, difference, points) in found.items()
    }


def plain_hands(
    entered: list[Entered], place: Callable[[int, list[int]], Fraction]
) -> dict[int, tuple[Fraction, int]]:
    """Return the sum of the final scores of each pair and the number of its hands, by plain
    arithmetic; `place` gives the final score of a hand score in its field."""
    found: dict[int, tuple[Fraction, int]] = {}
    for hand in {one.hand for one in entered}:
        tables = [one for one in entered if one.hand == hand]
        for side in Side:
            fields = [one.made[side] for one in tables]
            for one in tables:
                (pair,) = one.sides[side]
                total, hands = found.get(pair, (Fraction(0), 0))
                found[pair] = (total + place(one.made[side], fields), hands + 1)
    return found

"""Whether the parts of a document fit each other: references, and duplicates.

Every part already has the right shape. The record is not compared here: once the rows are stored,
everything is checked that `verify` checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat
from tournament.audit.queries.chains import check_chain
from tournament.championships.pictures import Picture, is_our_own
from tournament.core.labels import PRIVATE_LABELS
from tournament.core.private_data import private_in
from tournament.deals.secrets import list_of_hashes
from tournament.models import Action, AuditEvent, Contestant, DealSet, Player, RoundStatus, Ruling
from tournament.models.recorder import RecordedModel, Shape
from tournament.models.schedule import HELD_TOGETHER
from tournament.results.kinds.kinds import RESULT_KINDS
from tournament.stages.formats import FORMATS
from tournament.transfer import layout
from tournament.transfer.parties import party_faults
from tournament.transfer.shapes import fault

Entry = dict[str, Any]


def relation_faults(document: Entry) -> Iterator[str]:
    """What does not fit in a document of the right shape."""
    tables = {one["number"] for one in document["tables"]}
    pairs = {one["number"]: len(one["players"]) for one in document["pairs"]}
    rounds = {one["number"] for one in document["rounds"]}
    yield from _logo_faults(document["logo"])
    yield from _twice("tables", (one["number"] for one in document["tables"]))
    of_players = document["championship"]["of_players"]
    yield from _pair_faults(document["pairs"], tables, of_players=of_players)
    for index, stage in enumerate(document["stages"]):
        if FORMATS[stage["kind"]].of_players != of_players:
            where = f"stages[{index}].kind"
            yield fault(where, _("is not for the contestants of this championship"))
    if sorted(one["number"] for one in document["rounds"]) != list(
        range(1, len(document["rounds"]) + 1)
    ):
        yield fault("rounds", _("must be numbered from 1 on, each once"))
    yield from _twice("stages", (one["number"] for one in document["stages"]))
    if not document["stages"]:
        yield fault("stages", _("must hold at least one"))
    for index, stage in enumerate(document["stages"]):
        if stage["settings"].keys() != FORMATS[stage["kind"]].defaults.fields().keys():
            yield fault(f"stages[{index}].settings", _("are not those of the stage's format"))
        yield from _entrant_faults(stage, f"stages[{index}]", pairs)
        yield from _group_faults(stage, f"stages[{index}]", pairs)
    yield from _deal_set_faults(document["deal_sets"], rounds)
    yield from _deal_faults(document)
    for index, round in enumerate(document["rounds"]):
        where = f"rounds[{index}]"
        yield from _round_faults(round, where)
        numbers = _numbers(round, document["stages"])
        for place, match in enumerate(round["matches"]):
            yield from _match_faults(
                match, f"{where}.matches[{place}]", tables=tables, pairs=pairs, numbers=numbers
            )
    correction_requests = [
        correction_request
        for round in document["rounds"]
        for match in round["matches"]
        for correction_request in match["correction_requests"]
    ]
    yield from _twice("correction_requests", (one["number"] for one in correction_requests))
    yield from _twice("referee_calls", (one["number"] for one in document["referee_calls"]))
    waiting = (one["table"] for one in document["referee_calls"] if not one["outcome"])
    yield from _twice("referee_calls.table", waiting)
    stages = {one["number"] for one in document["stages"]}
    yield from party_faults(document)
    yield from _ruling_faults(document["rulings"], pairs, stages)
    yield from _chain_faults(document["record"], document["championship"]["number"])
    yield from _record_name_faults(document["record"])


def _numbers(round: Entry, stages: list[Entry]) -> Collection[int]:
    """The numbers of the results that the matches of a round owe."""
    deals = sorted(one["number"] for one in round["deals"])
    formats = (FORMATS[one["kind"]] for one in stages if one["number"] == round["stage"])
    return next((RESULT_KINDS[one.results].numbers(deals) for one in formats), deals)


def _logo_faults(logo: Entry | None) -> Iterator[str]:
    if logo is None:
        return
    picture = Picture(bytes.fromhex(logo["png"]), logo["width"], logo["height"])
    if picture.digest != logo["digest"]:
        yield fault("logo.digest", _("is not that of the picture"))
    if not is_our_own(picture):
        yield fault("logo.png", _("must be a PNG of this size, grey or RGB, without anything else"))


def _deal_faults(document: Entry) -> Iterator[str]:
    """Whether each round has a stage and deals, and each deal its place in a set of the file."""
    stages = {one["number"] for one in document["stages"]}
    sets = {one["number"]: one["deals"] for one in document["deal_sets"]}
    deals = [one for round in document["rounds"] for one in round["deals"]]
    yield from _twice("rounds.deals", (one["number"] for one in deals))
    in_sets = [(one["deal_set"], one["number_in_set"]) for one in deals if one["deal_set"]]
    yield from _twice("rounds.deals.number_in_set", in_sets)
    for index, round in enumerate(document["rounds"]):
        where = f"rounds[{index}]"
        yield from _unknown(f"{where}.stage", round["stage"], stages)
        if not _numbers(round, document["stages"]):
            yield fault(f"{where}.deals", _("must hold at least one"))
        for one in round["deals"]:
            yield from _unknown(f"{where}.deals.deal_set", one["deal_set"], sets)
            if one["deal_set"] in sets and (one["number_in_set"] or 0) > sets[one["deal_set"]]:
                yield fault(f"{where}.deals.number_in_set", _("is more than its deal set has"))
            if (one["deal_set"] is None) != (one["number_in_set"] is None):
                yield fault(
                    f"{where}.deals",
                    _("has a deal set without a number in it, or a number without a deal set"),
                )


def _entrant_faults(stage: Entry, where: str, pairs: Collection[int]) -> Iterator[str]:
    """Whether a stage that some were chosen for has them, each once and in their order."""
    entrants = stage["entrants"]
    if (stage["best"] is None) != (not entrants):
        yield fault(f"{where}.entrants", _("must be given if `best` is a number, and only then"))
    if stage["best"] is not None and stage["number"] == 1:
        yield fault(f"{where}.best", _("must be null in the first stage"))
    yield from _twice(f"{where}.entrants.pair", (one["pair"] for one in entrants))
    if [one["seed"] for one in entrants] != list(range(1, len(entrants) + 1)):
        yield fault(f"{where}.entrants.seed", _("must be numbered from 1 on, each once"))
    for index, one in enumerate(entrants):
        yield from _unknown(f"{where}.entrants[{index}].pair", one["pair"], pairs)
        for name in ("carried", "carried_hands"):
            if not _is_written_so(one[name]):
                yield fault(
                    f"{where}.entrants[{index}].{name}",
                    _("must be an exact fraction in lowest terms"),
                )


def _group_faults(stage: Entry, where: str, pairs: Collection[int]) -> Iterator[str]:
    """Whether each pair of a stage with groups is in one of them, and in one alone."""
    yield from _twice(f"{where}.group_names", stage["group_names"])
    yield from _twice(f"{where}.groups.pair", (one["pair"] for one in stage["groups"]))
    if stage["group_names"] and not FORMATS[stage["kind"]].has_groups:
        yield fault(f"{where}.group_names", _("must be empty in this format"))
    if stage["best_of_each"] is not None and stage["best"] is None:
        yield fault(f"{where}.best_of_each", _("must be null where `best` is"))
    for index, one in enumerate(stage["groups"]):
        yield from _unknown(f"{where}.groups[{index}].pair", one["pair"], pairs)
        if one["group"] > len(stage["group_names"]):
            yield fault(f"{where}.groups[{index}].group", _("must be one of the groups"))


def _is_written_so(text: str) -> bool:
    """Whether a fraction stands there as the program writes it: "39/2", not "78/4"."""
    try:
        return str(Fraction(text)) == text
    except (ValueError, ZeroDivisionError):
        return False


def _twice(where: str, values: Iterable[Hashable]) -> Iterator[str]:
    for value, times in Counter(values).items():
        if times > 1:
            yield fault(where, _("%(value)s is there twice") % {"value": value})


def _unknown(where: str, value: Any, known: Collection[Any]) -> Iterator[str]:
    if value is not None and value not in known:
        yield fault(where, _("%(value)s is not in the file") % {"value": value})


def _chain_faults(record: list[Entry], number: int) -> Iterator[str]:
    """Where the chain of the record breaks, once: what comes after it hangs on nothing."""
    events = [AuditEvent(**layout.EVENT.loaded(event)) for event in record]
    chain = check_chain(events, chained_as=number)
    if chain.broken_at is not None:
        place = chain.events - 1
        yield fault(
            f"record[{place}]",
            _("the chain is broken here, or the event before it was changed or removed"),
        )


_TELLS_NAMES = {
    *(Action.CONTESTANT_ADDED, Action.CONTESTANT_CHANGED, Action.CONTESTANT_REMOVED),
    *(Action.CONTESTANTS_IMPORTED, Action.CONTESTANT_JOINED_LATE, Action.NUMBERS_DRAWN),
}
"""Events that repeat the names of the register."""


def _names_told(value: Any) -> Iterator[str]:
    """All names in what such an event tells; a draw joins those of a pair in one text."""
    if isinstance(value, str):
        yield from value.split(" – ")
    elif isinstance(value, list):
        for one in value:
            yield from _names_told(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in {"seed", "token", "from_round", "matches"}:
                yield from _names_told(one)


def _record_name_faults(record: list[Entry]) -> Iterator[str]:
    for index, event in enumerate(record):
        if event["action"] in _TELLS_NAMES:
            for name in _names_told([event["before"], event["after"]]):
                yield from _private_faults(f"record[{index}]", name)
        for name in _names_in_rows(event["rows"]):
            yield from _private_faults(f"record[{index}].rows", name)


def _names_in_rows(images: Any) -> Iterator[str]:
    """The names of people, pairs and clubs in an event's rows, whatever their form is worth: rows
    that can't be followed are refused with the record."""
    rows = images.get("rows") if isinstance(images, dict) else None
    for model in (Contestant, Player):
        found = rows.get(model.__name__) if isinstance(rows, dict) else None
        places = [Shape.of(model).columns.index(one) for one in _NAMES[model]]
        for row in found if isinstance(found, list) else ():
            values = [row[one] for one in places if isinstance(row, list) and one < len(row)]
            yield from (one for one in values if isinstance(one, str))


_NAMES: Mapping[type[RecordedModel], tuple[str, ...]] = {
    Contestant: ("name", "club"),
    Player: ("name",),
}


def _private_faults(where: str, name: str) -> Iterator[str]:
    """That a name holds private data, which the sentence doesn't repeat."""
    if private := private_in(name):
        told = ", ".join(str(PRIVATE_LABELS[one]) for one in private)
        yield fault(where, _("a name must not hold %(what)s") % {"what": told})


def _pair_faults(pairs: list[Entry], tables: Collection[int], *, of_players: bool) -> Iterator[str]:
    yield from _twice("pairs", (one["number"] for one in pairs))
    fixed = [one["fixed_table"] for one in pairs if one["fixed_table"] is not None]
    yield from _twice("pairs.fixed_table", fixed)
    for index, pair in enumerate(pairs):
        where = f"pairs[{index}]"
        for name in (pair["name"], pair["club"], *(one["name"] for one in pair["players"])):
            yield from _private_faults(where, name)
        yield from _unknown(f"{where}.fixed_table", pair["fixed_table"], tables)
        positions = [one["position"] for one in pair["players"]]
        if of_players and positions != [1]:
            yield fault(f"{where}.players", _("must be one, in position 1"))
        elif not of_players and (
            len(positions) < 2 or positions != list(range(1, len(positions) + 1))
        ):
            yield fault(f"{where}.players", _("must be at least two, in positions from 1 on"))


@sensitive_variables()
def _deal_set_faults(deal_sets: list[Entry], rounds: Collection[int]) -> Iterator[str]:
    yield from _twice("deal_sets", (one["number"] for one in deal_sets))
    for index, hands in enumerate(deal_sets):
        where = f"deal_sets[{index}]"
        yield from _secret_faults(hands, where)
        if hands["spares_used"] > hands["deals"]:
            yield fault(f"{where}.spares_used", _("must not be more than there are deals"))
        for place, access in enumerate(hands["accesses"]):
            yield from _unknown(f"{where}.accesses[{place}].round", access["round"], rounds)


@sensitive_variables()
def _secret_faults(hands: Entry, where: str) -> Iterator[str]:
    """A deal set with a key, or with the list of hashes and some secrets."""
    has = [hands[name] is not None for name in ("key", "hashes", "secrets")]
    if has not in ([True, False, False], [False, True, True]):
        yield fault(where, _("must have a key, or else hashes and secrets"))
    elif list_of_hashes(DealSet(**layout.DEAL_SET.loaded(hands))) is None:
        yield fault(f"{where}.commitment", _("is not that of the key's deals"))


_MOMENTS = {
    RoundStatus.PLANNED.value: (
        (),
        ("opened_at", "handed_in_at", "closed_at", "first_closed_at", "released_at"),
    ),
    RoundStatus.OPEN.value: (("opened_at",), ("closed_at",)),
    RoundStatus.CLOSED.value: (("opened_at", "closed_at", "first_closed_at"), ("handed_in_at",)),
}
"""Which of a round's times there must be and which there can't be, by its status."""


def _round_faults(round: Entry, where: str) -> Iterator[str]:
    needed, impossible = _MOMENTS[round["status"]]
    for name in needed:
        if round[name] is None:
            yield fault(f"{where}.{name}", _("must be a time, as the round has that status"))
    for name in impossible:
        if round[name] is not None:
            yield fault(f"{where}.{name}", _("must be null, as the round has that status"))
    first, last = round["first_day"], round["last_day"]
    if (first is None) != (last is None) or (first is not None and last < first):
        yield fault(f"{where}.last_day", _("must not be before the first day"))
    played = [one for one in round["matches"] if not one["cancelled"]]
    yield from _twice(f"{where}.matches.table", (one["table"] for one in played))
    sitting = (seat["pair"] for one in played for seat in one["seats"])
    yield from _twice(f"{where}.matches", sitting)
    everybody = (
        (one["table"], *(seat["pair"] for seat in one["seats"])) for one in round["matches"]
    )
    yield from _twice(f"{where}.matches", everybody)


def _match_faults(
    match: Entry,
    where: str,
    *,
    tables: Collection[int],
    pairs: dict[int, int],
    numbers: Collection[int],
) -> Iterator[str]:
    yield from _unknown(f"{where}.table", match["table"], tables)
    for index, one in enumerate(match["seats"]):
        yield from _unknown(f"{where}.seats[{index}].pair", one["pair"], pairs)
    held = {one["held"]: one["pair"] for one in match["seats"]}
    if list(held) != [one["held"] for one in match["seats"]] or tuple(held) not in HELD_TOGETHER:
        yield fault(
            f"{where}.seats", _("must be NS and EW, N, W, S and E, or N, W and S, in this order")
        )
        return
    if len(set(held.values())) < len(held):
        yield fault(where, _("a pair does not meet itself"))
    seats = [Seat(one["seat"]) for one in match["sittings"]]
    yield from _twice(f"{where}.sittings", (seat.value for seat in seats))
    sitting = [
        (held.get(seat.side, 0), one["player"]) for seat, one in zip(seats, match["sittings"])
    ]
    yield from _twice(f"{where}.sittings.player", sitting)
    for pair, player in sitting:
        if not 1 <= player <= pairs.get(pair, player):
            yield fault(f"{where}.sittings", _("%(value)s is not in the file") % {"value": player})
    yield from _result_faults(match, where)
    yield from _twice(f"{where}.play_records", (one["deal"] for one in match["play_records"]))
    yield from _hand_in_play_faults(match, where)
    for name in ("results", "correction_requests", "play_records", "hands_in_play"):
        for index, one in enumerate(match[name]):
            if one["deal"] not in numbers:
                yield fault(
                    f"{where}.{name}[{index}].deal", _("is not a hand that this round plays")
                )


def _hand_in_play_faults(match: Entry, where: str) -> Iterator[str]:
    """Each hand once, its acts counted from 1."""
    yield from _twice(f"{where}.hands_in_play", (one["deal"] for one in match["hands_in_play"]))
    for index, one in enumerate(match["hands_in_play"]):
        numbers = [act["number"] for act in one["acts"]]
        if numbers != list(range(1, len(numbers) + 1)):
            yield fault(
                f"{where}.hands_in_play[{index}].acts", _("must be numbered from 1 on, each once")
            )


def _result_faults(match: Entry, where: str) -> Iterator[str]:
    """Yield the faults of a match's results: the versions of a hand must count from 1, the newest
    alone be current, and no version have a confirmation or a record of play twice."""
    versions: dict[int, list[Entry]] = defaultdict(list)
    for index, result in enumerate(match["results"]):
        versions[result["deal"]].append(result)
        confirmations = (confirmation["by"] for confirmation in result["confirmations"])
        yield from _twice(f"{where}.results[{index}].confirmations", confirmations)
        numbers = (play["number"] for play in result["plays"])
        yield from _twice(f"{where}.results[{index}].plays", numbers)
    for deal, found in versions.items():
        expected = [(number, number == len(found)) for number in range(1, len(found) + 1)]
        if sorted((one["version"], one["is_current"]) for one in found) != expected:
            yield fault(
                f"{where}.results",
                _("the versions of hand %(deal)d must count from 1, the last one alone current")
                % {"deal": deal},
            )


def _ruling_faults(
    rulings: list[Entry], pairs: Collection[int], stages: Collection[int]
) -> Iterator[str]:
    yield from _twice("rulings", (one["number"] for one in rulings))
    cancelled = Ruling.Kind.HAND_CANCELLED
    yield from _twice(
        "rulings.deal",
        (one["deal"] for one in rulings if one["kind"] == cancelled and not one["withdrawn_at"]),
    )
    for index, ruling in enumerate(rulings):
        yield from _unknown(f"rulings[{index}].pair", ruling["pair"], pairs)
        yield from _unknown(f"rulings[{index}].stage", ruling["stage"], stages)

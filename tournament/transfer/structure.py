"""Check that the rows of a championship's file fit each other as the program's own always do.

Each row has been read: its columns are possible, and the rows that it refers to exist. Rules that
the database keeps by itself are not checked here, nor those that `verify` checks once the rows are
stored.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.carry import Carry
from scoring.errors import SheetError
from scoring.game.seats import Seat, Side
from scoring.ordinary.sheets import read_sheet
from tournament.models import (
    GROUP_NAME_LENGTH,
    MOST_HANDS_PER_MATCH,
    MOST_RESERVE_DAYS,
    STAGE_NAME_LENGTH,
    Championship,
    Contestant,
    CorrectionRequest,
    Entrant,
    GroupMember,
    HandInPlay,
    Match,
    MatchSeat,
    PlayAct,
    Player,
    PlayRecord,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundDeal,
    RoundStatus,
    Sitting,
    Stage,
)
from tournament.models.recorder import Key
from tournament.models.schedule import HELD, HELD_TOGETHER
from tournament.results.kinds.kind import ResultKind
from tournament.results.kinds.kinds import RESULT_KINDS
from tournament.stages.formats import FORMATS, format_of, has_fitting_settings
from tournament.transfer.columns import YEARS, column_faults, fault
from tournament.transfer.names import is_clean

MOST_ROUNDS = 1000
Rows = Mapping[type[Any], Mapping[Key, Any]]


def structure_faults(rows: Rows) -> Iterator[str]:
    """Yield the faults between the rows of a file."""
    unfit = [key for key, one in rows[Stage].items() if not has_fitting_settings(one)]
    for key in unfit:
        said = _("are not those of the stage's format")
        yield fault(f"{Stage.__name__}{[*key]}.settings", said)
    if unfit:  # its format can't be asked for anything
        return
    yield from _player_faults(rows)
    yield from _stage_faults(rows)
    yield from _round_faults(rows)
    yield from _match_faults(rows)
    yield from _twice(
        CorrectionRequest.__name__, (one.number for one in rows[CorrectionRequest].values())
    )
    alone = {key for key, one in rows[Stage].items() if format_of(one).alone}
    stages = {number: one.stage.number for (number,), one in rows[Round].items()}
    for key, call in rows[RefereeCall].items():
        if (stages.get(call.round),) not in alone and call.side not in set(Side):
            yield _nobody(f"{RefereeCall.__name__}{[*key]}.side", call.side)


def _by(rows: Mapping[Key, Any], length: int) -> dict[Key, list[Any]]:
    """Return rows, in order, by the first parts of their keys, which are the key of another row."""
    found: dict[Key, list[Any]] = defaultdict(list)
    for key in sorted(rows):
        found[key[:length]].append(rows[key])
    return found


def _twice(where: str, values: Iterable[Hashable]) -> Iterator[str]:
    for value, times in Counter(values).items():
        if times > 1:
            yield fault(where, _("%(value)s is there twice") % {"value": value})


# Who plays, and what


def _player_faults(rows: Rows) -> Iterator[str]:
    players = _by(rows[Player], 1)
    of_players = rows[Championship][()].of_players
    for key, contestant in rows[Contestant].items():
        where = f"{Contestant.__name__}{[*key]}"
        positions = [one.position for one in players[key]]
        if of_players and positions != [1]:
            yield fault(where, _("must have one player, in position 1"))
        elif not of_players and (
            len(positions) < 2 or positions != list(range(1, len(positions) + 1))
        ):
            yield fault(where, _("must have at least two players, in positions from 1 on"))
        if not _are_rounds(contestant.asked_rests):
            yield fault(f"{where}.asked_rests", _("must be a list of rounds"))


def _are_rounds(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= MOST_ROUNDS
        and all(_is_whole(one, 1, MOST_ROUNDS) for one in value)
    )


def _stage_faults(rows: Rows) -> Iterator[str]:
    if not rows[Stage]:
        yield fault(Stage.__name__, _("must hold at least one"))
    entrants, members = _by(rows[Entrant], 1), _by(rows[GroupMember], 1)
    for key, stage in rows[Stage].items():
        where, format = f"{Stage.__name__}{[*key]}", format_of(stage)
        if format.of_players != rows[Championship][()].of_players:
            yield fault(f"{where}.kind", _("is not for the contestants of this championship"))
        if not _is_intent(stage.intended):
            yield fault(f"{where}.intended", _("is not what can be intended"))
        if not _are_days(stage.reserve_days):
            yield fault(f"{where}.reserve_days", _("must be a list of dates such as 2026-11-21"))
        yield from _entrant_faults(where, stage, entrants[key])
        yield from _group_faults(where, stage, members[key])


def _are_days(value: Any) -> bool:
    if not isinstance(value, list) or len(value) > MOST_RESERVE_DAYS:
        return False
    try:
        return all(
            isinstance(one, str)
            and date.fromisoformat(one).isoformat() == one
            and date.fromisoformat(one).year in YEARS
            for one in value
        )
    except ValueError:
        return False


def _is_intent(value: Any) -> bool:
    """Return whether `stages.intent` understands the value."""
    if not isinstance(value, dict) or value.keys() != {"rounds", "group_size", "then"}:
        return False
    then = value["then"]
    return (
        _is_whole(value["rounds"], 1, MOST_ROUNDS, or_none=True)
        and _is_whole(value["group_size"], 2, MOST_ROUNDS, or_none=True)
        and (then is None or _is_following(then))
    )


def _is_following(then: Any) -> bool:
    names = {"kind", "name", "each", "carry", "hands", "second_chance"}
    return (
        isinstance(then, dict)
        and then.keys() == names
        and isinstance(then["kind"], str)
        and then["kind"] in FORMATS
        and _is_name(then["name"], STAGE_NAME_LENGTH)
        and _is_whole(then["each"], 1, MOST_ROUNDS)
        and isinstance(then["carry"], str)
        and then["carry"] in {one.value for one in Carry}
        and _is_whole(then["hands"], 1, MOST_HANDS_PER_MATCH, or_none=True)
        and isinstance(then["second_chance"], bool)
    )


def _is_whole(value: Any, least: int, most: int, *, or_none: bool = False) -> bool:
    return (or_none and value is None) or (type(value) is int and least <= value <= most)


def _is_name(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and is_clean(value)


def _entrant_faults(where: str, stage: Stage, entrants: Sequence[Entrant]) -> Iterator[str]:
    """Yield the faults of a stage's entrants: only a stage with `best` has them, each in its
    place."""
    if (stage.best is None) != (not entrants):
        yield fault(where, _("must have entrants if `best` is a number, and only then"))
    if stage.best is not None and stage.number == 1:
        yield fault(f"{where}.best", _("must be null in the first stage"))
    if sorted(one.seed for one in entrants) != list(range(1, len(entrants) + 1)):
        yield fault(where, _("must have entrants with seeds from 1 on, each once"))
    for one in entrants:
        if not (_is_fraction(one.carried) and _is_fraction(one.carried_hands)):
            yield fault(where, _("entrants must carry exact fractions in lowest terms"))


def _is_fraction(text: str) -> bool:
    """Return whether a fraction is written as the program writes it: "39/2", not "78/4"."""
    try:
        return str(Fraction(text)) == text
    except (ValueError, ZeroDivisionError):
        return False


def _group_faults(where: str, stage: Stage, members: Sequence[GroupMember]) -> Iterator[str]:
    names = stage.group_names
    if not isinstance(names, list) or not all(
        _is_name(one, GROUP_NAME_LENGTH) and one for one in names
    ):
        yield fault(f"{where}.group_names", _("must be a list of names"))
        return
    yield from _twice(f"{where}.group_names", names)
    if names and not format_of(stage).has_groups:
        yield fault(f"{where}.group_names", _("must be empty in this format"))
    if stage.best_of_each is not None and stage.best is None:
        yield fault(f"{where}.best_of_each", _("must be null where `best` is"))
    if any(one.group > len(names) for one in members):
        yield fault(where, _("places in groups must be in one of its groups"))


# Rounds and matches

_MOMENTS = {
    RoundStatus.PLANNED.value: (
        (),
        ("opened_at", "handed_in_at", "closed_at", "first_closed_at", "released_at"),
    ),
    RoundStatus.OPEN.value: (("opened_at",), ("closed_at",)),
    RoundStatus.CLOSED.value: (("opened_at", "closed_at", "first_closed_at"), ("handed_in_at",)),
}
"""Times that a round must have, and those that it can't have, by its status."""


def _round_faults(rows: Rows) -> Iterator[str]:
    if sorted(rows[Round]) != [(number,) for number in range(1, len(rows[Round]) + 1)]:
        yield fault(Round.__name__, _("must be numbered from 1 on, each once"))
    for key, round in rows[Round].items():
        where = f"{Round.__name__}{[*key]}"
        needed, impossible = _MOMENTS[round.status]
        for name in needed:
            if getattr(round, name) is None:
                yield fault(f"{where}.{name}", _("must be a time, as the round has that status"))
        for name in impossible:
            if getattr(round, name) is not None:
                yield fault(f"{where}.{name}", _("must be null, as the round has that status"))
        if not _owed(rows, round):
            yield fault(where, _("must have at least one hand"))
    for key, deal in rows[RoundDeal].items():
        if deal.deal_set is not None and (deal.number_in_set or 0) > deal.deal_set.deals:
            where = f"{RoundDeal.__name__}{[*key]}.number_in_set"
            yield fault(where, _("is more than its deal set has"))


def _owed(rows: Rows, round: Round) -> Sequence[int]:
    """Return the numbers of the results that the matches of a round owe."""
    deals = sorted(one.number for one in rows[RoundDeal].values() if one.round is round)
    return _kind(round).numbers(deals)


def _kind(round: Round) -> ResultKind[Any]:
    return RESULT_KINDS[format_of(round.stage).results]


def _match_faults(rows: Rows) -> Iterator[str]:
    models = (MatchSeat, Sitting, Result, CorrectionRequest, PlayRecord, HandInPlay)
    own = {model: _by(rows[model], 2) for model in models}
    confirmed, acts = _by(rows[ResultConfirmation], 4), _by(rows[PlayAct], 3)
    owed = {key: _owed(rows, round) for key, round in rows[Round].items()}
    for key, match in rows[Match].items():
        where = f"{Match.__name__}{[*key]}"
        yield from _seat_faults(where, match, own[MatchSeat][key], own[Sitting][key])
        yield from _hand_faults(
            where,
            owed[key[:1]],
            (one for model in models[2:] for one in own[model][key]),
        )
        records = own[PlayRecord][key]
        yield from _twice(f"{where}, {PlayRecord.__name__}", (one.deal for one in records))
        for hand in own[HandInPlay][key]:
            numbers = [act.number for act in acts[(*key, hand.deal)]]
            if numbers != list(range(1, len(numbers) + 1)):
                yield fault(
                    f"{where}, {HandInPlay.__name__}, {PlayAct.__name__}",
                    _("must be numbered from 1 on, each once"),
                )
        parties: Collection[str] = set(Side)
        if format_of(match.round.stage).alone:
            parties = {one.held for one in own[MatchSeat][key]}
        for result in own[Result][key]:
            said_by = confirmed[(*key, result.deal, result.version)]
            yield from _result_faults(where, result, said_by, parties)
        for asked in own[CorrectionRequest][key]:
            yield from _request_faults(where, asked, parties)


def _hand_faults(where: str, owed: Sequence[int], found: Iterable[Any]) -> Iterator[str]:
    for one in found:
        if one.deal not in owed:
            name = f"{where}, {type(one).__name__}.deal"
            yield fault(
                name, _("%(hand)d is not a hand that this round plays") % {"hand": one.deal}
            )


def _seat_faults(
    where: str, match: Match, seats: Sequence[MatchSeat], sittings: Sequence[Sitting]
) -> Iterator[str]:
    held = {one.held: one.contestant for one in seats}
    if tuple(one.value for one in HELD if one.value in held) not in HELD_TOGETHER:
        yield fault(where, _("must have the seats NS and EW, or N, W and S, or these and E"))
    for one in seats:
        if one.round is not (None if match.cancelled else match.round):
            yield fault(
                f"{where}, {MatchSeat.__name__}.round",
                _("must be the match's round, or null where it is cancelled"),
            )
    for sitting in sittings:
        if sitting.player.contestant is not held.get(Seat(sitting.seat).side):
            yield fault(f"{where}, {Sitting.__name__}", _("the player doesn't sit there"))


def _nobody(where: str, party: str) -> str:
    return fault(where, _("nobody at the table speaks as %(party)s") % {"party": party})


def _result_faults(
    where: str,
    result: Result,
    confirmations: Sequence[ResultConfirmation],
    parties: Collection[str],
) -> Iterator[str]:
    name = f"{where}, {Result.__name__}"
    if result.entered_side and result.entered_side not in parties:
        yield _nobody(f"{name}.entered_side", result.entered_side)
    if result.sheet and not _is_sheet(result.sheet):
        yield fault(f"{name}.sheet", _("is not a score sheet"))
    by_others = (ResultConfirmation.By.REFEREE, ResultConfirmation.By.TABLE)
    for one in confirmations:
        if one.by not in parties and one.by not in by_others:
            yield _nobody(f"{where}, {ResultConfirmation.__name__}.by", one.by)


def _is_sheet(text: str) -> bool:
    for parties in (Side, Seat):
        try:
            read_sheet(text, parties)
            return True
        except SheetError:
            pass
    return False


def _request_faults(
    where: str, asked: CorrectionRequest, parties: Collection[str]
) -> Iterator[str]:
    name = f"{where}, {CorrectionRequest.__name__}"
    if asked.side not in parties:
        yield _nobody(f"{name}.side", asked.side)
    if asked.said is None:
        return
    columns = _kind(asked.match.round).columns
    if not isinstance(asked.said, dict) or asked.said.keys() != {*columns}:
        yield fault(f"{name}.said", _("must say what a result of this kind says"))
        return
    for column in columns:
        field: Any = Result._meta.get_field(column)
        yield from column_faults(field, asked.said[column], f"{name}.said.{column}")
